//! Finding the polygons near something without looking at all of them.

pub(crate) mod bvh;

pub(crate) use bvh::Bvh;
