import { invalidConfig } from './errors.ts';

/** Whether a value is a promise of any class. Libraries such as zone.js and Bluebird have their own, and so has each realm. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  const { then } = Object(value) as { readonly then?: unknown };
  return typeof then === 'function';
}

/** The result of a reshape. A promise, of any class, has no members that could be read. @throws {ServiceError} for one. */
export function notPromised(body: unknown): unknown {
  if (!isPromise(body)) return body;
  Promise.resolve(body).catch(() => undefined);
  throw invalidConfig('reshape must not answer a promise.');
}
