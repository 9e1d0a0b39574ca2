import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves once a program has ended; rejects with what it wrote to its standard error if it failed. */
export async function endOf(child: ChildProcess, name: string): Promise<void> {
  let output = '';
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${output}`);
}

/** Resolves once a program has written some words to its standard error; rejects if it ends before. */
export async function lineOf(child: ChildProcess, name: string, words: string): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes(words)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`${name} does not run here: ${output}`));
    });
  });
}
