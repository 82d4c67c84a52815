//! Headless tests with manual time.
#![cfg(all(feature = "mesh", feature = "scene"))]

mod common;
mod crowds;
mod drawing;
mod events;
mod far;
#[cfg(feature = "gizmos")]
mod gizmos;
mod levels;
mod meshes;
mod platforms;
mod queries;
mod rollback;
mod scenes;
#[cfg(feature = "serialize")]
mod serialize;
mod setups;
mod times;
mod walking;
