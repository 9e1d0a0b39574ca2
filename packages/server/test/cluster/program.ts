import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import * as net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A database refuses to run as root, for whom it runs as `nobody`. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;

/** A folder for a cluster, which its programs may write into. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `wallet-${name}-`));
  give(folder);
  return folder;
}

export function makeSubfolder(folder: string, name: string, mode = 0o700): string {
  const path = join(folder, name);
  mkdirSync(path, { mode });
  give(path);
  return path;
}

function give(path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { ...account, cwd, stdio: 'ignore' });
}

/** A program that runs until it is ended, with its children. */
export class Program {
  readonly #start: () => ChildProcess;
  #child: ChildProcess | null = null;

  constructor(
    program: string,
    args: readonly string[],
    { folder, log, env = {} }: { folder: string; log: string; env?: Record<string, string> },
  ) {
    this.#start = () => {
      const output = openSync(join(folder, log), 'a');
      const stdio = ['ignore', output, output] as const;
      const wholeEnv = { PATH: process.env['PATH'], LC_ALL: 'C', ...env };
      // A group of its own, so that its children get its signals too.
      const options = { ...account, cwd: folder, env: wholeEnv, detached: true };
      return spawn(program, args, { ...options, stdio: [...stdio] });
    };
    process.once('exit', () => {
      this.signal('SIGKILL');
    });
  }

  start(): void {
    this.#child = this.#start();
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** To the program and to its children. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined || !this.isRunning) return;
    for (const each of [...childrenOf(pid), pid]) {
      try {
        process.kill(each, name);
      } catch {
        // It has ended by itself.
      }
    }
  }

  async kill(): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const exit = once(this.#child, 'exit');
    this.signal('SIGCONT');
    this.signal('SIGKILL');
    await exit;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    const children = text.trim().split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [...childrenOf(child), child]);
  } catch {
    return [];
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Tries until it succeeds. */
export async function until<Result>(
  what: string,
  seconds: number,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const giveUp = performance.now() + seconds * 1000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > giveUp) throw new Error(`Not in time: ${what}`, { cause: error });
      await sleep(100);
    }
  }
}

/** Ports on loopback that are free now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(async (server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  for (const server of servers) server.close();
  return ports;
}
