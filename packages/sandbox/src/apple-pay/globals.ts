import { ApplePayError } from './error.ts';
import { ApplePaySession } from './session.ts';
import { standIn } from '../sheet/recorder.ts';

/** The stand-in's `ApplePaySession` that the page has already, from any script. */
export function sessionInPage(): object | undefined {
  const present: unknown = Reflect.get(window, 'ApplePaySession');
  return typeof present === 'function' && standIn in present ? present : undefined;
}

/** Gives the page `ApplePaySession` and `ApplePayError`. */
export function defineSession(): void {
  defineGlobal(window, 'ApplePaySession', ApplePaySession);
  defineGlobal(window, 'ApplePayError', ApplePayError);
}

/** As a browser defines its own: replaceable, not enumerable. */
export function defineGlobal(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, configurable: true, writable: true });
}
