import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { until } from './running.ts';
import { secret } from './settings.ts';

/** A shop of `examples/`. */
export interface Example {
  readonly language: string;
  readonly program: string;
  readonly arguments: (port: number) => readonly string[];
}

const here = (name: string): string =>
  fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

export const examples: readonly Example[] = [
  {
    ...{ language: 'PHP', program: 'php' },
    arguments: (port) => ['-S', `127.0.0.1:${String(port)}`, here('shop.php')],
  },
  { ...{ language: 'Python', program: 'python3' }, arguments: () => [here('shop.py')] },
];

/** A running shop, whose database is in the folder. */
export interface ExampleShop {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export async function startExample(
  test: TestContext,
  { program, arguments: argumentsOf }: Example,
  folder: string,
): Promise<ExampleShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const env = { ...process.env, HOOK_SECRET: secret, PORT: String(port) };
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(program, argumentsOf(port), { cwd: folder, env, stdio: 'ignore' });
    await until(async () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  };
  const stop = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  test.after(stop);
  await start();
  return { url, start, stop };
}
