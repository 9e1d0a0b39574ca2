import { PlatformEvent } from './platform.ts';

/** All events bubble and cross shadow roots; none ever carries a token. */
export abstract class WalletEvent extends PlatformEvent {
  /** @param fields The values of the fields that the event declares. */
  constructor(type: string, fields: object = {}, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    Object.assign(this, fields);
  }
}
