import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** A sidecar as a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** Resolves once it has ended. */
  readonly kill: () => Promise<void>;
  readonly sidecar: {
    readonly publicUrl: string;
    readonly privateUrl: string;
    readonly close: () => Promise<void>;
  };
}

/** Starts the program as a process of its own. */
export async function startProgram(
  test: TestContext,
  variables: NodeJS.ProcessEnv,
): Promise<Program> {
  const bin = new URL('../src/bin.ts', import.meta.url).pathname;
  const args = ['--conditions=@wallet-buttons/source', bin];
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exit;
  };
  test.after(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as Readonly<Record<string, string>>;
    if (event['msg'] !== 'the sidecar listens') continue;
    child.stdout.resume();
    const { publicUrl = '', privateUrl = '' } = event;
    return {
      child,
      kill,
      sidecar: { publicUrl, privateUrl, close: async () => Promise.resolve() },
    };
  }
  throw new Error('The program ended before it listened.');
}
