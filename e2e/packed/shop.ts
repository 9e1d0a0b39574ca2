import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only PostgreSQL here
import { freePort, startPostgres } from '../../packages/server/test/postgres.ts';
import type { Project } from './projects.ts';
import { servePage } from './serve-page.ts';

const execute = promisify(execFile);
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** A user's shell: Playwright's own NODE_ENV would build for tests. */
export const shell: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: undefined,
  // With the one of pnpm, the programs that begin a project install by pnpm.
  npm_config_user_agent: undefined,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  WRANGLER_SEND_METRICS: 'false',
  // By default, Wrangler contacts its maker, and hides the environment from the worker.
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
};

/** The packages as they are published. */
export function packed(): readonly string[] {
  const tarballs = globSync(pathOf('../../.cache/packed/*.tgz'));
  if (tarballs.length === 0) throw new Error('Nothing is packed: run `pnpm packages` first.');
  return tarballs;
}

/** A folder outside the workspace with the project in it, and the packages installed as npm would get them. */
export async function install({ name, files }: Project): Promise<string> {
  const tarballs = packed();
  const folder = mkdtempSync(join(tmpdir(), `wallet-packed-${name}-`));
  cpSync(pathOf(`./projects/${name}`), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs]);
  return folder;
}

/** Runs a program to its end; if it fails, the error has its output. */
export async function run(
  folder: string,
  program: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      cwd: folder,
      env: { ...shell, ...variables },
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program} ${args.join(' ')} in ${folder}\n${stdout}\n${stderr}`, {
      cause: error,
    });
  }
}

/** The folder of that version's `node`, which npm brings. */
export async function nodeFolder(version: string): Promise<string> {
  const args = ['--yes', '-p', `node@${version}`, '-c', 'node -p process.execPath'];
  return dirname((await run(tmpdir(), 'npx', args)).trim());
}

/** A running shop with the payment service behind it. */
export interface Shop extends AsyncDisposable {
  readonly url: string;
  /** How often the service charged the order. */
  readonly charges: (order: string) => Promise<number>;
}

/** Starts the sandbox and the project's server, on that Node, with nothing paid yet. */
export async function openShop(
  folder: string,
  { page, path = '', database = false }: Project,
  node: string,
): Promise<Shop> {
  await using stack = new AsyncDisposableStack();
  const [service, port, front] = [await freePort(), await freePort(), await freePort()];
  for (const file of globSync('{payments.db*,.wallet-sandbox/ledger.jsonl}', { cwd: folder })) {
    rmSync(join(folder, file));
  }
  const env = { ...shell, PATH: `${node}${delimiter}${process.env['PATH'] ?? ''}` };
  const sandbox = ['wallet-buttons-sandbox', '--port', String(service)];
  stack.use(start(folder, 'npx', sandbox, env));
  const serviceUrl = `http://127.0.0.1:${String(service)}`;
  await answers(`${serviceUrl}/healthz`);
  const keys = join(folder, '.wallet-sandbox');
  cpSync(join(keys, 'merchant-private.pem'), join(folder, 'merchant-key.pem'));
  cpSync(join(keys, 'service-public.pem'), join(folder, 'service-public.pem'));

  const serverUrl = `http://localhost:${String(port)}`;
  const url = page === undefined ? serverUrl : `http://localhost:${String(front)}`;
  const postgres = database ? stack.use(await startPostgres()) : undefined;
  const settings = {
    SERVICE_URL: serviceUrl,
    MERCHANT_ID: 'shop-1',
    MERCHANT_KEY: readFileSync(join(keys, 'merchant-private.pem'), 'utf8'),
    MERCHANT_KEY_FILE: 'merchant-key.pem',
    SERVICE_KEY_FILE: 'service-public.pem',
    SHOP_URL: url,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${String(postgres?.port)}/postgres`,
  };
  const server = start(folder, 'npm', ['start'], { ...env, ...settings, PORT: String(port) });
  stack.use(server);
  if (page !== undefined) stack.use(await servePage(join(folder, page), front, port));
  await serves(server, `${serverUrl}/wallet/status`);

  const running = stack.move();
  return {
    url: `${url}${path}`,
    charges: chargesAt(serviceUrl),
    [Symbol.asyncDispose]: async () => running.disposeAsync(),
  };
}

/** Runs the sandbox's checks of a backend against the server that this script starts. @throws {Error} with the report. */
export async function checkBackend(folder: string, script: string): Promise<void> {
  const [service, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const settings = {
    SERVICE_URL: `http://127.0.0.1:${String(service)}`,
    MERCHANT_ID: 'shop-1',
    SHOP_URL: url,
    PORT: String(port),
  };
  await using server = start(folder, 'npm', ['run', script], { ...shell, ...settings });
  await serves(server, `${url}/wallet/status`);
  const orders = ['--order', `known-${script}-{n}`, '--domain', '127.0.0.1'];
  const check = ['conformance', `${url}/wallet`, '--port', String(service), ...orders];
  await run(folder, 'npx', ['wallet-buttons-sandbox', ...check]);
}

/** Counts the charges of an order in the ledger of this sandbox. */
export function chargesAt(serviceUrl: string): Shop['charges'] {
  return async (order) => {
    const ledger: unknown = await (await fetch(`${serviceUrl}/control/ledger`)).json();
    const { sessions } = ledger as { readonly sessions: readonly Session[] };
    return sessions
      .filter(({ external_id }) => external_id === order)
      .reduce((sum, { charges }) => sum + charges, 0);
  };
}

/** As much of the sandbox's ledger as is asked here. */
interface Session {
  readonly external_id: string;
  readonly charges: number;
}

/** Starts a program, and ends it with its children when it is disposed of. */
export function start(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
) {
  // A group of its own: npm's children go with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (said += part.toString()));
  }
  const closeEvent = once(child, 'close');
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      // Where npm has ended before its child, the group is still there.
      process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const abandon = (): void => {
    kill('SIGKILL');
  };
  process.once('exit', abandon);
  return {
    output: () => said,
    [Symbol.asyncDispose]: async () => {
      kill('SIGTERM');
      const timer = setTimeout(abandon, 5_000);
      await closeEvent;
      clearTimeout(timer);
      process.off('exit', abandon);
    },
  };
}

/** Waits until a program answers at the address. @throws {Error} with what it printed. */
export async function serves({ output }: ReturnType<typeof start>, url: string): Promise<void> {
  await answers(url).catch((error: unknown) => {
    throw new Error(`The server does not answer: ${output()}`, { cause: error });
  });
}

/** Waits until the address answers with any status. */
export async function answers(url: string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      await fetch(url, { signal: AbortSignal.timeout(10_000) });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
