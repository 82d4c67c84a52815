//! The error of loading a world.

use sidle::{BuildError, InstanceError, Material};

use crate::{ReadError, UnitsError, brief};

/// Reason why a level file cannot become a world.
///
/// `Display` gives one sentence that starts with the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The scale is not usable, or a coordinate is out of range.
    #[error("{file}: {cause}")]
    Units {
        /// The name of the file, as it was given.
        file: String,
        /// The cause. The message of `LoadError` contains its text, so it is not repeated as a
        /// `source`.
        cause: UnitsError,
    },
    /// [`LoadOptions::material`](crate::LoadOptions::material) returned a material that no world
    /// accepts.
    #[error(
        "{file}: the options give the material \"{}\" friction {}, restitution {} and layer {}; friction must be \
         finite and 0 or more, restitution 0 to 1, and the layer 0 to 31",
        brief(.name), .material.friction, .material.restitution, .material.layer
    )]
    Material {
        /// The name of the file, as it was given.
        file: String,
        /// The name of the material in the file.
        name: String,
        /// The invalid material that
        /// [`LoadOptions::material`](crate::LoadOptions::material) returns for this name.
        material: Material,
    },
    /// The world cannot be built.
    #[error("{file}: {cause}")]
    Build {
        /// The name of the file, as it was given.
        file: String,
        /// The cause. The message of `LoadError` contains its text, so it is not repeated as a
        /// `source`.
        cause: BuildError,
    },
    /// The world refuses an instance.
    #[error("{file}: node {}: {cause}", brief(.node))]
    Instance {
        /// The name of the file, as it was given.
        file: String,
        /// The name of the node.
        node: String,
        /// The cause. The message of `LoadError` contains its text, so it is not repeated as a
        /// `source`.
        cause: InstanceError,
    },
}

impl LoadError {
    /// Converts a build error; a refused material gets its name in the file.
    pub(super) fn of_build(file: &str, cause: BuildError, names: &[String], materials: &[Material]) -> Self {
        let file = file.to_owned();
        if let BuildError::BadMaterial { material } = cause {
            let index = usize::from(material).wrapping_sub(1);
            if let (Some(name), Some(&material)) = (names.get(index), materials.get(index)) {
                return Self::Material { file, name: name.clone(), material };
            }
        }
        Self::Build { file, cause }
    }
}
