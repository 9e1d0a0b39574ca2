import { spawn } from 'node:child_process';
import { UsageError } from './keys.ts';

const longest = 60_000;

/**
 * Runs the user's command that kills the backend and starts it again.
 *
 * @throws UsageError with its output if it fails, or does not end within a minute
 */
export async function runCommand(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-1000);
    });
  }
  let timer: NodeJS.Timeout | undefined;
  const code = await new Promise<number | string>((resolve) => {
    timer = setTimeout(resolve, longest, 'late');
    child.once('error', ({ message }) => {
      resolve(message);
    });
    // A backend that it left in the background may keep the streams open: `close` would wait for it.
    child.once('exit', (status, signal) => {
      resolve(status ?? String(signal));
    });
  });
  clearTimeout(timer);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  child.unref();
  if (code === 0) return;
  const failure =
    code === 'late'
      ? `did not end within ${longest / 1000} s: let it leave the backend in the background`
      : `failed (${code})`;
  throw new UsageError(`--restart: "${command}" ${failure}.\n${output}`.trim());
}
