import type { APIRequestContext, Request } from '@playwright/test';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One of the shop's two backends. */
export interface Backend {
  readonly url: string;
  kill(): Promise<void>;
  post(path: string, data: object): Promise<unknown>;
  reach(request: Request): { readonly url: string; readonly headers: Record<string, string> };
}

/** The backend behind the pages: the demo starts it again. */
export function firstBackend(url: string, request: APIRequestContext): Backend {
  return {
    url,
    kill: async () => {
      const answer = await request.get(`${url}/shop/healthz`);
      process.kill(((await answer.json()) as { pid: number }).pid, 'SIGKILL');
    },
    ...overHttp(url, request),
  };
}

/** A second process on the same databases. */
export class SecondBackend {
  readonly #url: string;
  readonly #start: () => ChildProcess;
  #child: ChildProcess;

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.#url = `http://127.0.0.1:${String(port)}`;
    this.#start = () =>
      fork(fileURLToPath(new URL('../../demo/backend.ts', import.meta.url)), {
        env: { ...process.env, ...env, NODE_ENV: 'development', PORT: String(port) },
        execArgv: ['--conditions=@wallet-buttons/source', '--disable-warning=ExperimentalWarning'],
      });
    this.#child = this.#start();
  }

  over(request: APIRequestContext): Backend {
    return {
      url: this.#url,
      kill: () => {
        this.stop();
        this.#child = this.#start();
        return Promise.resolve();
      },
      ...overHttp(this.#url, request),
    };
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

function overHttp(base: string, request: APIRequestContext): Pick<Backend, 'post' | 'reach'> {
  return {
    post: async (path, data) => {
      const answer = await request.post(`${base}${path}`, { data });
      return answer.json();
    },
    reach: (from) => {
      const { host, pathname } = new URL(from.url());
      return { url: `${base}${pathname}`, headers: { ...from.headers(), host } };
    },
  };
}
