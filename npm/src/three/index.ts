export * from '../core.js';
export { init } from '../index.js';
export { World, type FromObject3DOptions } from './world.js';
export { Character, type CharacterOptions, type Movable } from '../object-character.js';
export { DebugDrawer } from './debug.js';
export { Octree, type CapsuleLike } from './octree.js';
