import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ServiceEmulator } from './emulator.ts';
import type { Answer, Question } from './subjects/attend.ts';
import type { HandWrittenGiven } from './subjects/hand-written.ts';
import type { MerchantGiven } from './subjects/merchant.ts';
import type { SidecarGiven } from './subjects/sidecar.ts';

export interface SubjectOptions {
  /** The value that its file gets from `handedOver`. */
  readonly given?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node. */
  readonly flags?: readonly string[];
}

/** Linux can bind a process to one processor; other systems place it themselves. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Leaves the first processor to the subjects: the load must not take their time or disturb their caches. */
export function makeRoom(): void {
  if (!canPin) return;
  const others = `1-${String(availableParallelism() - 1)}`;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)]);
}

/** A program of `subjects/` in its own process. */
export class Subject implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#asked.get(id);
      this.#asked.delete(id);
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
    child.once('exit', (code) => {
      const failure = new Error(`A subject ended with ${String(code)}.`);
      for (const { reject } of this.#asked.values()) reject(failure);
      this.#asked.clear();
    });
  }

  static async start(
    name: string,
    { given = {}, env = {}, flags = [] }: SubjectOptions = {},
  ): Promise<Subject> {
    const file = fileURLToPath(new URL(`subjects/${name}.ts`, import.meta.url));
    const inheritedFlags = process.execArgv.filter((flag) => !/^--(test|cpu-prof)/.test(flag));
    const node = ['--expose-gc', ...inheritedFlags, ...flags];
    const child = fork(file, [JSON.stringify(given)], {
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      ...(canPin
        ? { execPath: 'taskset', execArgv: ['--cpu-list', '0', process.execPath, ...node] }
        : { execArgv: node }),
    });
    const subject = new Subject(child);
    const ready = Promise.withResolvers<unknown>();
    subject.#asked.set(0, ready);
    await ready.promise;
    return subject;
  }

  async ask<T>(question: string, argument?: unknown): Promise<T> {
    const id = (this.#count += 1);
    const answer = Promise.withResolvers<unknown>();
    this.#asked.set(id, answer);
    this.#child.send({ id, what: question, argument } satisfies Question);
    return (await answer.promise) as T;
  }

  /** The subject's own processor time for some work, in microseconds. */
  async cost(work: () => Promise<unknown>): Promise<number> {
    const start = await this.ask<number>('cpu');
    await work();
    return (await this.ask<number>('cpu')) - start;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
  }
}

/** A server in its own process, and its port. */
export type Server = Subject & { readonly port: number };

/** A merchant's server over this store. */
export async function openServer(
  { port: service, webhookKey }: ServiceEmulator,
  store: MerchantGiven['store'],
  flags: readonly string[] = [],
): Promise<Server> {
  const options: MerchantGiven = { service, webhookKey, store };
  return listening(await Subject.start('merchant', { given: options, flags }));
}

/** The same by hand. */
export async function openByHand(
  { port: service, webhookKey }: ServiceEmulator,
  store: HandWrittenGiven['store'],
): Promise<Server> {
  const options: HandWrittenGiven = { service, webhookKey, store };
  return listening(await Subject.start('hand-written', { given: options }));
}

/** A sidecar beside a shop at this address. */
export async function openSidecar(
  { port: service, webhookKey }: ServiceEmulator,
  store: SidecarGiven['store'],
  shop: string,
): Promise<Server> {
  const options: SidecarGiven = { service, webhookKey, store, shop };
  return listening(await Subject.start('sidecar', { given: options }));
}

async function listening(subject: Subject): Promise<Server> {
  return Object.assign(subject, { port: await subject.ask<number>('port') });
}
