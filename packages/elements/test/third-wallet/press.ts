/** What a press and its button need. This wallet adds nothing to it. */
export { PressController } from '../../src/controllers/press.ts';
