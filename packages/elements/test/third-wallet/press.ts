/** What a press needs. */
export { PressController } from '../../src/controllers/press.ts';
