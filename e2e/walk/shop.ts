import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { wandered } from '../demos.ts';

const file = fileURLToPath(new URL('../../demo/backend.ts', import.meta.url));
const execArgv = [
  '--conditions=@wallet-buttons/source',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('moved-clock.ts', import.meta.url).href}`,
];
const keys = ['merchant-private', 'service-public'];

/** A worker's own shop: two processes of the demo's backend on the same databases. */
export class Shop {
  /** Where the backends keep their databases. */
  readonly data: string;
  /** What the backends print. */
  readonly log: string;
  readonly urls: readonly string[];
  readonly #serviceUrl: string;
  readonly #children: ChildProcess[] = [];
  #aheadMs = 0;
  #isStopping = false;

  constructor(worker: number, serviceUrl: string) {
    this.data = `${wandered.data}-${String(worker)}`;
    this.log = `${this.data}.log`;
    this.#serviceUrl = serviceUrl;
    this.urls = [1, 2].map(
      (place) => `http://127.0.0.1:${String(wandered.port + worker * 2 + place)}`,
    );
    rmSync(this.data, { recursive: true, force: true });
    mkdirSync(this.data, { recursive: true });
    for (const key of keys) copyFileSync(`${wandered.data}/${key}.pem`, `${this.data}/${key}.pem`);
    this.#writeClock();
    for (const place of this.urls.keys()) this.#start(place);
  }

  /** Kills one process, which then starts again. */
  kill(place: number): void {
    this.#children[place]?.kill('SIGKILL');
  }

  /** Moves the clocks of both stores; returns once both have seen it. */
  async moveClock(ms: number): Promise<void> {
    this.#aheadMs += ms;
    this.#writeClock();
    await sleep(200);
  }

  stop(): void {
    this.#isStopping = true;
    for (const child of this.#children) child.kill('SIGKILL');
  }

  get #clockFile(): string {
    return `${this.data}/clock`;
  }

  #writeClock(): void {
    writeFileSync(this.#clockFile, String(this.#aheadMs));
  }

  #start(place: number): void {
    const { port } = new URL(this.urls[place] ?? '');
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PORT: port,
      PAGE_URL: wandered.url,
      SERVICE_URL: this.#serviceUrl,
      DATA_DIR: this.data,
      CLOCK_FILE: this.#clockFile,
    };
    const log = openSync(this.log, 'a');
    const child = fork(file, { env, execArgv, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    this.#children[place] = child;
    // Also one that found the new database locked by the other.
    child.once('exit', () => {
      if (!this.#isStopping) this.#start(place);
    });
  }
}
