//! Headless tests with manual time.
#![cfg(all(feature = "mesh", feature = "scene"))]

mod common;
mod crowds;
mod drawing;
mod events;
mod levels;
mod platforms;
mod queries;
mod rollback;
mod scenes;
mod setups;
mod times;
mod walking;
