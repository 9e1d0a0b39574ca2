import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { until } from '../running.ts';
import { secret } from '../settings.ts';
import type { Example } from './examples.ts';

/** A running shop of `examples/`. */
export interface ExampleShop {
  readonly url: string;
  readonly addOrders: (references: readonly string[]) => void;
  /** The last outcome that the shop stored for its own order; empty before the first. */
  readonly outcome: () => string;
  /** Kills it. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** Starts a shop in a folder of its own, as the README has it. */
export async function startExample(
  test: TestContext,
  { build, run, books }: Example,
): Promise<ExampleShop> {
  const cwd = temporaryFolder();
  cpSync(fileURLToPath(new URL('../../examples', import.meta.url)), cwd, { recursive: true });
  if (build) {
    const [program, ...args] = build;
    execFileSync(program, args, { cwd });
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const env = { ...process.env, HOOK_SECRET: secret, PORT: String(port) };
  const [program, ...args] = run(port);
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'ignore'] });
    await until(async () => {
      const response = await fetch(url).catch(() => null);
      await response?.body?.cancel();
      return response?.ok === true;
    }, 60_000);
  };
  const stop = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  test.after(stop);
  await start();
  return {
    url,
    start,
    stop,
    addOrders: (references) => {
      books.add(cwd, references);
    },
    outcome: () => books.outcome(cwd),
  };
}
