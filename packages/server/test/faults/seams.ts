/** The seams of a server, each with steps at which a fault can happen. The server knows nothing of it. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import type { Fetch, FetchAnswer } from '@wallet-buttons/service-client';
import type { Payments, Verifier } from '../../src/index.ts';
import type { MysqlConnection } from '../../src/store/mysql.ts';
import type { Injector } from './injector.ts';

/** The class of the connections of a pool, of which the types know nothing. */
const { PromisePoolConnection } = createRequire(import.meta.url)('mysql2/promise') as {
  readonly PromisePoolConnection: { readonly prototype: { query: MysqlConnection['query'] } };
};

/** `before …` and `after …` a piece of work. */
export async function around<T>(
  name: string,
  injector: Injector,
  work: () => Promise<T>,
): Promise<T> {
  await injector.at(`before ${name}`);
  const result = await work();
  await injector.at(`after ${name}`);
  return result;
}

/** `before store.…`, `after store.…`; a change has its cause in the name, a look-up what it looks for. */
export function faultyPayments(payments: Payments, injector: Injector): Payments {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
    around(`store.${name}`, injector, work);
  return {
    ...payments,
    find: async (lookup) =>
      step(`find ${Object.keys(lookup).join()}`, async () => payments.find(lookup)),
    change: async (lookup, cause, decide) =>
      step(`change ${cause}`, async () => payments.change(lookup, cause, decide)),
    claimDue: async (...args) => {
      const claims = await payments.claimDue(...args);
      if (claims.length > 0) await injector.at('after store.claimDue');
      return claims;
    },
    claimUndelivered: async (...args) => {
      const claims = await payments.claimUndelivered(...args);
      if (claims.length > 0) await injector.at('after store.claimUndelivered');
      return claims;
    },
  };
}

/** `before call …`, `sent call …` when the service has it, `reading call …` and `after call …`. */
export function faultyFetch(fetch: Fetch, injector: Injector, baseUrl: string): Fetch {
  return async (url, request) => {
    const { pathname } = new URL(url);
    const name = `call ${pathname}`;
    await injector.at(`before ${name}`);
    const answer = fetch(url, request);
    if (injector.isFor(`sent ${name}`)) {
      answer.catch(() => undefined);
      await arrival(baseUrl, pathname, request);
      await injector.at(`sent ${name}`);
    }
    const { status, headers, body } = await answer;
    return { status, headers, body: inParts(body, name, injector) };
  };
}

/** `before verify`. */
export function faultyVerifier(verifier: Verifier, injector: Injector): Verifier {
  return {
    verify: async (...args) => around('verify', injector, async () => verifier.verify(...args)),
  };
}

/** `within reply …`: half of it has been written. */
export function faultyReply(response: ServerResponse, name: string, injector: Injector): void {
  const end = response.end.bind(response);
  const inHalves = (body: string): ServerResponse => {
    const whole = Buffer.from(body);
    response.write(whole.subarray(0, whole.length / 2));
    injector.at(`within reply ${name}`).then(
      () => end(whole.subarray(whole.length / 2)),
      () => response.destroy(),
    );
    return response;
  };
  // Only the adapter ends it, with all of its body.
  response.end = inHalves as ServerResponse['end'];
}

/** `transaction store.change …`: every statement has run, and the transaction is not committed. */
export function faultyCommits(payments: Payments, injector: Injector): Payments {
  const committing = new Set<string>();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own object below
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'COMMIT') {
      for (const cause of committing) injector.atOnce(`transaction store.change ${cause}`);
    }
    exec.call(this, sql);
  };
  const { query } = PromisePoolConnection.prototype;
  PromisePoolConnection.prototype.query = async function (statement) {
    if (statement.sql === 'COMMIT') {
      for (const cause of committing) injector.atOnce(`transaction store.change ${cause}`);
    }
    return query.call(this, statement);
  };
  return {
    ...payments,
    change: async (lookup, cause, decide) => {
      committing.add(cause);
      return payments.change(lookup, cause, decide).finally(() => committing.delete(cause));
    },
  };
}

async function* inParts(
  body: FetchAnswer['body'],
  name: string,
  injector: Injector,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body ?? []) {
    const half = chunk.length / 2;
    yield chunk.subarray(0, half);
    await injector.at(`reading ${name}`);
    yield chunk.subarray(half);
  }
  await injector.at(`after ${name}`);
}

/** Resolves once the service's stand-in has exactly these bytes. */
async function arrival(
  baseUrl: string,
  path: string,
  { body, signal }: Parameters<Fetch>[1],
): Promise<void> {
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const question = JSON.stringify({ path, sha256 });
  await globalThis.fetch(`${baseUrl}/arrived`, { method: 'POST', body: question, signal });
}
