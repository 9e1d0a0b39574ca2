import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

/** Ends what still runs. */
export async function end(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}

/** A reader's terminal in a folder: programs run in it, and what they print is read. */
export interface Terminal extends AsyncDisposable {
  /** Everything that was printed. */
  readonly printed: () => string;
  readonly start: (file: string, ...args: readonly string[]) => ChildProcess;
  /** Runs a program to its end. */
  readonly run: (file: string, ...args: readonly string[]) => Promise<void>;
  /** Resolves when that was printed. */
  readonly says: (pattern: RegExp) => Promise<void>;
}

export function openTerminal(cwd: string): Terminal {
  let text = '';
  const output = new EventEmitter();
  const children: ChildProcess[] = [];
  const start: Terminal['start'] = (file, ...args) => {
    const child = spawn(process.execPath, ['--conditions=@wallet-buttons/source', file, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      output.emit('printed');
    });
    return child;
  };
  return {
    printed: () => text,
    start,
    run: async (file, ...args) => {
      const [code] = (await once(start(file, ...args), 'close')) as [number];
      assert.equal(code, 0, text);
    },
    says: async (pattern) => {
      while (!pattern.test(text)) await once(output, 'printed');
    },
    [Symbol.asyncDispose]: async () => end(children),
  };
}
