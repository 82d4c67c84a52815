// The ghosts. The code of a ghost is loaded when it is chosen.

const LOADERS = {
	octree: async () => (await import('./octree.js')).OctreeGhost,
	bvh: async () => (await import('./bvh.js')).BvhGhost,
	rapier: async () => {
		const { RapierGhost, ready } = await import('./rapier.js');
		await ready();
		return RapierGhost;
	},
};

export const GHOSTS = { octree: "three.js's Octree", bvh: 'three-mesh-bvh', rapier: 'Rapier', none: 'nobody' };

/** Loads the class of a ghost; undefined for `none`. */
export const loadGhost = (name) => LOADERS[name]?.();
