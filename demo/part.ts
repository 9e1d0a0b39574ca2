import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One of the demo's programs beside the page server. */
export interface PartOptions {
  /** The name in the log. */
  readonly name: string;
  /** File beside this one. It listens on `PORT`. */
  readonly file: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

const startMs = 45_000;
/** A program that ends sooner than this after its start is probably broken. */
const soonMs = 500;
const mostInARow = 5;

/** Keeps a program running as a process manager would: one that ends is started again, on its port. */
export class Part {
  readonly #options: PartOptions;
  #child: ChildProcess | undefined;
  #started = false;
  #stopping = false;
  #soonInARow = 0;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  /** @throws Error when it does not listen within 15 seconds */
  async start(): Promise<void> {
    const { name, port } = this.#options;
    this.#launch();
    const deadline = Date.now() + startMs;
    while (!(await listens(port))) {
      if (this.#child === undefined || Date.now() > deadline) {
        throw new Error(`The ${name} does not start; its reason stands above.`);
      }
      await sleep(50);
    }
    this.#started = true;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child === undefined) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  #launch(): void {
    const { name, file, port, env, log } = this.#options;
    const child = fork(join(import.meta.dirname, file), {
      env: { ...process.env, ...env, PORT: String(port) },
      execArgv: [
        '--conditions=@wallet-buttons/source',
        '--disable-warning=ExperimentalWarning',
        `--import=${new URL('./end-with-parent.ts', import.meta.url).href}`,
      ],
    });
    const startTime = Date.now();
    this.#child = child;
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (this.#stopping || !this.#started) return;
      this.#soonInARow = Date.now() - startTime < soonMs ? this.#soonInARow + 1 : 0;
      const mayRestart = this.#soonInARow < mostInARow;
      const cause = signal ?? `exit code ${String(code)}`;
      log(`the ${name} ended (${cause})${mayRestart ? ', starting it again' : ' once too often'}`);
      if (mayRestart) this.#launch();
    });
  }
}

/** Whether a program accepts connections on a local port. */
export async function listens(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect({ port, host });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
