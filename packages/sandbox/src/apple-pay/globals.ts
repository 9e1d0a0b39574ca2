import { ApplePayError } from './error.ts';
import { ApplePaySession } from './session.ts';
import { standIn } from '../sheet/recorder.ts';

/** `ApplePaySession` if a script of the stand-in has already defined it; a browser's own does not count. */
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
export function defineGlobal(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
