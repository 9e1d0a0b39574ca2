import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

/** The questions of the measuring process to one subject, beside those to all subjects. */
export type Asks = Readonly<Record<string, (argument: never) => unknown>>;

/** A question over the channel between the two processes. */
export interface Question {
  readonly id: number;
  readonly what: string;
  readonly argument: unknown;
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** The value that the measuring process passed at the start. */
export function handedOver(): unknown {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** Answers until the measuring process ends. */
export function attend(ownAsks: Asks): void {
  const asks: Asks = { cpu, watchMemory, mostMemory, held, collect, ...ownAsks };
  process.on('message', ({ id, what, argument }: Question) => {
    const answer = async (): Promise<Answer> => {
      try {
        return { id, value: await asks[what]?.(argument as never) };
      } catch (error) {
        return { id, error: String(error) };
      }
    };
    void answer().then((said) => process.send?.(said));
  });
  process.once('disconnect', () => process.exit());
  process.send?.({ id: 0 } satisfies Answer);
}

/** Starts a server on loopback and returns its port. */
export async function listen(listener: RequestListener): Promise<number> {
  // Longer than any pause between two measures: a connection that ends meanwhile would be an error.
  const server = createServer({ keepAliveTimeout: 120_000 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The CPU time of all threads of this process, in microseconds. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

let mostResident = 0;

/** The resident bytes now, from which the maximum is recorded. */
function watchMemory(): number {
  setInterval(() => (mostResident = Math.max(mostResident, process.memoryUsage.rss())), 100);
  return process.memoryUsage.rss();
}

function mostMemory(): number {
  return mostResident;
}

/** What is in use, in bytes. */
export interface Held {
  readonly objects: number;
  /** Outside of V8's heap. */
  readonly buffers: number;
}

function held(): Held {
  collect();
  // The second one waits for the buffers that the first has freed.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { objects: heapUsed, buffers: external };
}

function collect(): void {
  globalThis.gc?.();
}
