import type { Bytes } from '../bytes.ts';
import type { Asked, Incoming } from '../message.ts';

/** A request, read once. */
export interface Input {
  readonly asked: Asked;
  readonly original: Incoming['original'];
  readonly bytes: Bytes;
  /** The body as JSON; throws `invalid_json`. */
  readonly json: () => unknown;
  /** `v1`, `v2` or `v3` of a webhook's path. */
  readonly version: string;
}

/** What a route answers: JSON, or bytes with their type. */
export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly type?: string;
}
