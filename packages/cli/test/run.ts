import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { main } from '../src/main.ts';
import type { Terminal } from '../src/report.ts';

// So that tests read text without colours, in a terminal too.
process.env['FORCE_COLOR'] = '0';

/** What a command printed, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process. */
export async function run(...args: readonly string[]): Promise<Run> {
  return runWith({}, ...args);
}

/** The same where somebody can answer a question. */
export async function runWith(
  { ask }: Pick<Terminal, 'ask'>,
  ...args: readonly string[]
): Promise<Run> {
  let out = '';
  let err = '';
  const code = await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...(ask && { ask }),
  });
  return { code, out, err };
}

/** The object that a command with `--json` printed. */
export function jsonFrom({ out }: Run): Readonly<Record<string, unknown>> {
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

/** Starts a server on loopback for the time of a test; answers its URL. */
export async function listen(test: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${String(port)}`;
}
