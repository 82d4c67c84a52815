//! Accessors: typed arrays of numbers in buffer views, optionally with some elements replaced
//! (sparse).

use super::buffers::{Buffers, View, slice};
use super::document::Document;
use super::{Fault, fault};
use gltf::json;
use json::accessor::{Accessor, ComponentType, Type, sparse::Sparse};
use json::validation::Checked;

type Index = json::Index<Accessor>;

/// An accessor with a valid index and type. Its count is not yet checked.
pub(super) struct Header<'a> {
    index: Index,
    accessor: &'a Accessor,
    component: ComponentType,
    kind: Type,
    /// The number of elements that the file claims. Check the limits before reading that many.
    pub(super) count: usize,
}

/// Tightly packed elements.
struct Packed {
    component: ComponentType,
    bytes: Vec<u8>,
}

impl<'a> Header<'a> {
    pub(super) fn find(document: &'a Document, index: Index) -> Result<Self, Fault> {
        let place = || format!("accessor {index}");
        let Some(accessor) = document.0.accessors.get(index.value()) else {
            return fault(place(), "is not in the file");
        };
        let Checked::Valid(component) = &accessor.component_type else {
            return fault(place(), "has an unknown componentType");
        };
        let Checked::Valid(kind) = accessor.type_ else {
            return fault(place(), "has an unknown type");
        };
        let Ok(count) = usize::try_from(accessor.count.0) else {
            return fault(place(), "has too many elements");
        };
        Ok(Self { index, accessor, component: component.0, kind, count })
    }

    /// Reads the elements as positions. Integers are allowed too, as in KHR_mesh_quantization.
    pub(super) fn positions(&self, buffers: &mut Buffers<'_>) -> Result<Vec<[f32; 3]>, Fault> {
        if self.kind != Type::Vec3 || self.component == ComponentType::U32 {
            return self.fault(format!("positions cannot be {}", self.type_name()));
        }
        let packed = self.read(buffers)?;
        let scale = if self.accessor.normalized { packed.largest() } else { 1.0 };
        let numbers = packed.numbers(scale);
        Ok(numbers.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
    }

    /// Reads the elements as vertex indices.
    pub(super) fn indices(&self, buffers: &mut Buffers<'_>) -> Result<Vec<u32>, Fault> {
        let whole = matches!(self.component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32);
        if self.kind != Type::Scalar || !whole {
            return self.fault(format!("indices cannot be {}", self.type_name()));
        }
        Ok(self.read(buffers)?.whole_numbers())
    }

    fn read(&self, buffers: &mut Buffers<'_>) -> Result<Packed, Fault> {
        let size = self.element_size();
        let bytes = match self.accessor.buffer_view {
            // An accessor without a view contains zeros. The caller has limited the count.
            None => vec![0; self.count * size],
            Some(view) => {
                let offset = self.accessor.byte_offset.unwrap_or_default().0;
                let view_bytes = buffers.view(view)?;
                match gather(&view_bytes, offset, self.count, size) {
                    Ok(bytes) => bytes,
                    Err(what) => return self.fault(format!("{what} of bufferView {view}")),
                }
            }
        };
        let mut packed = Packed { component: self.component, bytes };
        if let Some(sparse) = &self.accessor.sparse {
            self.replace(&mut packed.bytes, sparse, buffers)?;
        }
        Ok(packed)
    }

    /// Replaces the elements that `sparse` names.
    fn replace(&self, bytes: &mut [u8], sparse: &Sparse, buffers: &mut Buffers<'_>) -> Result<(), Fault> {
        let Checked::Valid(component) = &sparse.indices.component_type else {
            return self.fault("sparse indices have an unknown componentType");
        };
        let Some(count) = usize::try_from(sparse.count.0).ok().filter(|&count| count <= self.count) else {
            return self.fault("replaces more elements than it has");
        };
        let size = self.element_size();
        let part = |what: &str| format!("accessor {}: sparse {what}", self.index);
        let view = packed_view(buffers.view(sparse.indices.buffer_view)?);
        let indices = gather(&view, sparse.indices.byte_offset.0, count, component.0.size())
            .or_else(|what| fault(part("indices"), what))?;
        let view = packed_view(buffers.view(sparse.values.buffer_view)?);
        let values = gather(&view, sparse.values.byte_offset.0, count, size)
            .or_else(|what| fault(part("values"), what))?;
        let indices = Packed { component: component.0, bytes: indices }.whole_numbers();
        for (index, value) in indices.into_iter().zip(values.chunks_exact(size)) {
            let start = index as usize * size;
            match bytes.get_mut(start..start + size) {
                Some(element) => element.copy_from_slice(value),
                None => return self.fault(format!("replaces element {index} of {}", self.count)),
            }
        }
        Ok(())
    }

    fn element_size(&self) -> usize {
        self.component.size() * self.kind.multiplicity()
    }

    fn type_name(&self) -> String {
        format!("{:?} of {:?}", self.kind, self.component).to_uppercase().replace(" OF ", " of ")
    }

    fn fault<T>(&self, what: impl Into<String>) -> Result<T, Fault> {
        fault(format!("accessor {}", self.index), what)
    }
}

/// Removes the stride: sparse data is always tightly packed.
fn packed_view(view: View<'_>) -> View<'_> {
    View { stride: None, ..view }
}

/// Copies `count` elements of `size` bytes out of a view, after checking that the view contains all
/// of them.
fn gather(view: &View<'_>, offset: u64, count: usize, size: usize) -> Result<Vec<u8>, String> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let stride = view.stride.unwrap_or(size);
    if stride < size {
        return Err(format!("elements of {size} bytes overlap at the stride of {stride}"));
    }
    let length = (count - 1).checked_mul(stride).and_then(|last| last.checked_add(size));
    let Some(bytes) = length.and_then(|length| slice(view.bytes, offset, length as u64)) else {
        return Err(format!(
            "{count} elements of {size} bytes at {offset}, {stride} apart, do not fit the {} bytes",
            view.bytes.len()
        ));
    };
    if stride == size {
        return Ok(bytes.to_vec());
    }
    Ok(bytes.chunks(stride).flat_map(|element| &element[..size]).copied().collect())
}

impl Packed {
    /// Returns the integer that represents 1 in a normalized accessor.
    fn largest(&self) -> f32 {
        match self.component {
            ComponentType::I8 => 127.0,
            ComponentType::U8 => 255.0,
            ComponentType::I16 => 32767.0,
            ComponentType::U16 => 65535.0,
            ComponentType::U32 | ComponentType::F32 => 1.0,
        }
    }

    fn numbers(&self, scale: f32) -> Vec<f32> {
        // In a normalized signed type the lowest integer is below -1 after scaling; glTF defines it
        // as -1.
        let scaled = |x: f32| if scale == 1.0 { x } else { (x / scale).max(-1.0) };
        let bytes = self.bytes.as_slice();
        match self.component {
            ComponentType::I8 => bytes.iter().map(|&b| scaled(f32::from(b as i8))).collect(),
            ComponentType::U8 => bytes.iter().map(|&b| scaled(f32::from(b))).collect(),
            ComponentType::I16 => words(bytes).map(|w| scaled(f32::from(i16::from_le_bytes(w)))).collect(),
            ComponentType::U16 => words(bytes).map(|w| scaled(f32::from(u16::from_le_bytes(w)))).collect(),
            ComponentType::U32 => words(bytes).map(|w| u32::from_le_bytes(w) as f32).collect(),
            ComponentType::F32 => words(bytes).map(f32::from_le_bytes).collect(),
        }
    }

    /// Returns the elements as integers; empty for component types that are not unsigned integers.
    fn whole_numbers(&self) -> Vec<u32> {
        let bytes = self.bytes.as_slice();
        match self.component {
            ComponentType::U8 => bytes.iter().map(|&b| u32::from(b)).collect(),
            ComponentType::U16 => words(bytes).map(|w| u32::from(u16::from_le_bytes(w))).collect(),
            ComponentType::U32 => words(bytes).map(u32::from_le_bytes).collect(),
            ComponentType::I8 | ComponentType::I16 | ComponentType::F32 => Vec::new(),
        }
    }
}

fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks().0.iter().copied()
}
