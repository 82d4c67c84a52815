export * from '../core.js';
export { init } from '../index.js';
export { World, type FromMeshesOptions, type FromSceneOptions, type MoveWithCollisionsOptions } from './world.js';
export { Character, type CharacterOptions, type Movable } from '../object-character.js';
