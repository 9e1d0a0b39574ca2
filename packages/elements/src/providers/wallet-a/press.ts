/** What a press and its button need. As one module, so that a bundler makes one file of it. */
export { PressController } from '../../controllers/press.ts';
export { drawButton } from './draw.ts';
export { open } from './open.ts';
