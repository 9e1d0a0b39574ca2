import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request to a subject. */
export interface Sent {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Got {
  readonly status: number;
  readonly body: string;
}

/** Sends requests to ports of this machine over keep-alive connections. */
export class Load implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: 2_000 });

  async send(port: number, { path, body, headers = {} }: Sent): Promise<Got> {
    const asking = request({
      agent: this.#agent,
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    asking.end(body);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  /** Sends all requests, so many at once; a failed one fails the measure. */
  async all(ports: readonly number[], requests: readonly Sent[], atOnce = 32): Promise<void> {
    const entries = requests.entries();
    const worker = async (): Promise<void> => {
      for (const [index, each] of entries) {
        const { status, body } = await this.send(ports[index % ports.length] ?? 0, each);
        if (status >= 300) throw new Error(`${each.path} answered ${String(status)}: ${body}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Sends so many a second, without waiting for the answers. */
  async steadily(port: number, requests: readonly Sent[], perSecond: number): Promise<Got[]> {
    const startTime = performance.now();
    const answers: Promise<Got>[] = [];
    while (answers.length < requests.length) {
      const due = Math.min(((performance.now() - startTime) * perSecond) / 1_000, requests.length);
      for (const each of requests.slice(answers.length, due)) answers.push(this.send(port, each));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return Promise.all(answers);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
