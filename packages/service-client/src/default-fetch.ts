import type { Fetch } from './fetch.ts';
import { nodeFetch } from './node/fetch.ts';
import { runtime } from './runtime.ts';

let sharedFetch: Fetch | undefined;

/** One {@link nodeFetch} for all clients on Node and on Deno, whose own `fetch` resends a POST; else the platform's. */
export function defaultFetch(): Fetch {
  const name = runtime();
  return name === 'Node.js' || name === 'Deno' ? (sharedFetch ??= nodeFetch()) : globalThis.fetch;
}
