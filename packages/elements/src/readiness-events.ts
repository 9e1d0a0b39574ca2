import type { Wallet } from '@wallet-buttons/protocol';
import { WalletEvent } from './base-event.ts';
import { WalletError } from './errors.ts';

/** Why a button is not shown. More reasons may be added: treat an unknown one like `unsupported`. */
export type UnavailableReason =
  | 'unsupported'
  | 'insecure-context'
  | 'frame-permission'
  | 'disallowed'
  | 'no-card'
  | 'no-answer'
  | 'provider'
  | 'script-load';

/** The button can be pressed. */
export class WalletReadyEvent extends WalletEvent {
  /** The wallet of the button. */
  declare readonly wallet: Wallet;
  /** Wallet A: whether the browser has the wallet itself, or shows a code that the payer scans. */
  declare readonly via: 'native' | 'code' | undefined;
  constructor(wallet: Wallet, via?: 'native' | 'code') {
    super('wallet-ready', { wallet, via });
  }
}

/** The button is not shown; the content of the slot `unavailable` is. */
export class WalletUnavailableEvent extends WalletEvent {
  /** The reason, for programs. */
  declare readonly reason: UnavailableReason;
  /** Present after an error, such as a script that did not load. */
  declare readonly error: WalletError | undefined;
  constructor(reason: UnavailableReason, error?: WalletError) {
    super('wallet-unavailable', { reason, error });
  }
}

/** An error that ends a press, keeps the button away, or comes after a press: see {@link asked}. */
export class WalletErrorEvent extends WalletEvent {
  /** The error, with its code and what to do about it. */
  declare readonly error: WalletError;
  /** True if it does not end a press: a later question about the order failed, or the page did not leave for the bank. */
  declare readonly asked: boolean;
  constructor(cause: unknown, isAsked = false) {
    super('wallet-error', { error: WalletError.from(cause), asked: isAsked });
  }
}
