import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Life, LifeOptions } from './life.ts';

/** A life in a process of its own, which may be killed. */
export interface DoomedLife extends Life {
  /** How it ended: its exit code, or the signal that killed it. */
  readonly ended: Promise<number | string>;
}

const program = fileURLToPath(new URL('life-process.ts', import.meta.url));

export async function startDoomedLife(options: LifeOptions): Promise<DoomedLife> {
  const conditions = '--conditions=@wallet-buttons/source';
  const child = spawn(process.execPath, [conditions, program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = Promise.withResolvers<string>();
  let hits = 0;
  const lines = createInterface(child.stdout).on('line', (line) => {
    if (line === 'hit') hits += 1;
    else url.resolve(line);
  });
  const close = once(lines, 'close');
  const exit = once(child, 'exit').then(async ([code, signal]: (number | string | null)[]) => {
    await close;
    return code ?? signal ?? '';
  });
  exit.then((reason) => {
    // A fault may end it before it listens; then nothing answers there.
    if (hits > 0) url.resolve('http://127.0.0.1:9');
    else url.reject(new Error(`The server did not start: ${String(reason)}`));
  }, url.reject);
  return {
    url: await url.promise,
    hits: () => hits,
    ended: exit,
    end: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
