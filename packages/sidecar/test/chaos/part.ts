import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is killed without a warning, and started again over what it has stored. */
export interface Part {
  readonly name: 'sidecar' | 'shop' | 'service' | 'database';
  readonly kill: () => Promise<void>;
  /** Resolves once it answers. */
  readonly start: () => Promise<void>;
}

/** A program of this repository with a port of its own. */
export interface PartProcess {
  readonly name: Part['name'];
  /** The program and its arguments. */
  readonly command: readonly [URL, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its output is added here. */
  readonly log: string;
  /** It answers here once it runs. */
  readonly url: string;
}

export function processPart({ name, command, env, log, url }: PartProcess): Part {
  const [file, ...rest] = command;
  const args = ['--conditions=@wallet-buttons/source', file.pathname, ...rest];
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    name,
    kill,
    start: async () => {
      const output = openSync(log, 'a');
      const stdio = ['ignore', output, output] as const;
      // Most of the time of a run is that of the starts.
      const cache = { NODE_COMPILE_CACHE: join(tmpdir(), 'wallet-chaos-cache') };
      const processEnv = { PATH: process.env['PATH'], ...cache, ...env };
      child = spawn(process.execPath, args, { env: processEnv, stdio: [...stdio] });
      const end = Date.now() + 60_000;
      while (!(await answers(url))) {
        if (child.exitCode !== null) throw new Error(`The ${name} ended: see ${log}.`);
        if (Date.now() > end) throw new Error(`The ${name} does not answer: see ${log}.`);
        await sleep(30);
      }
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
