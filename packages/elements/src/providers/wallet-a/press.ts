/** What only a press needs. As one module, so that a bundler makes one file of it. */
export { PressController } from '../../controllers/press.ts';
export { open } from './open.ts';
