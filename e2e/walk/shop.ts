import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { walkDemo } from '../demos.ts';

const file = fileURLToPath(new URL('../../demo/backend.ts', import.meta.url));
const execArgv = [
  '--conditions=@wallet-buttons/source',
  '--disable-warning=ExperimentalWarning',
  `--import=${new URL('moved-clock.ts', import.meta.url).href}`,
];

/** A worker's own shop: two processes of the demo's backend on the same databases. */
export class Shop {
  /** Where the backends keep their databases. */
  readonly data: string;
  /** What the backends print. */
  readonly log: string;
  readonly urls: readonly [string, string];
  readonly #serviceUrl: string;
  readonly #children: ChildProcess[] = [];
  #aheadMs = 0;

  constructor(worker: number, serviceUrl: string) {
    this.data = `${walkDemo.data}-${String(worker)}`;
    this.log = `${this.data}.log`;
    this.#serviceUrl = serviceUrl;
    const port = walkDemo.port + 1 + 2 * worker;
    this.urls = [`http://127.0.0.1:${String(port)}`, `http://127.0.0.1:${String(port + 1)}`];
    rmSync(this.data, { recursive: true, force: true });
    mkdirSync(this.data, { recursive: true });
    for (const key of ['merchant-private.pem', 'service-public.pem']) {
      copyFileSync(`${walkDemo.data}/${key}`, `${this.data}/${key}`);
    }
    for (const place of this.urls.keys()) this.#start(place);
  }

  /** A new order, once both backends have started. */
  async openOrder(): Promise<string> {
    const open = async (): Promise<string> => {
      await fetch(`${this.urls[1]}/shop/healthz`);
      return (await this.call<{ readonly id: string }>('orders', { product: 'meadow' })).id;
    };
    return open().catch(async () => sleep(500).then(async () => this.openOrder()));
  }

  /** The clerk at the counter takes what is held, and gives back what was taken. */
  async captureAndRefund(order: string): Promise<void> {
    for (const verb of ['capture', 'refund']) await this.call(`payments/${order}/${verb}`, {});
  }

  /** Calls one of the shop's own routes. */
  async call<T>(path: string, data?: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const init = data && { method: 'POST', headers, body: JSON.stringify(data) };
    const answer = await fetch(`${this.urls[0]}/shop/${path}`, init);
    // The demo's own words.
    return (await answer.json()) as T;
  }

  /** Kills one process, or both, which then start again. Returns whether one lived. */
  kill(place?: number): boolean {
    const children = place === undefined ? this.#children : this.#children.slice(place, place + 1);
    return children.map((child) => child.kill('SIGKILL')).includes(true);
  }

  /** Moves the clocks of both stores. */
  moveClock(ms: number): void {
    this.#aheadMs += ms;
    for (const child of this.#children) if (child.connected) child.send(this.#aheadMs);
  }

  stop(): void {
    for (const child of this.#children) child.removeAllListeners('exit').kill('SIGKILL');
  }

  #start(place: number): void {
    const env = {
      ...process.env,
      NODE_ENV: 'development',
      PORT: new URL(this.urls[place] ?? '').port,
      PAGE_URL: walkDemo.url,
      SERVICE_URL: this.#serviceUrl,
      DATA_DIR: this.data,
      AHEAD_MS: String(this.#aheadMs),
    };
    const log = openSync(this.log, 'a');
    const child = fork(file, { env, execArgv, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    this.#children[place] = child;
    // Also one that found the new database locked by the other.
    child.once('exit', () => {
      this.#start(place);
    });
  }
}
