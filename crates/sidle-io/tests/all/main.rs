//! The integration tests of the parsers, in one binary.

mod common;
mod files;
mod gltf_errors;
mod gltf_geometry;
mod heightmap;
mod hostile;
mod instances;
mod instances_moves;
mod levels;
mod limits;
mod load;
mod messages;
mod mtllib;
mod obj;
