/** `npm start`: the payment service's stand-in, a merchant's backend, and their pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { build, preview } from 'vite';
import { ensureKeys } from './keys.ts';
import { listens, Part } from './part.ts';
import { strictCsp } from './strict-csp.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] ?? 5173);
const data = resolve(process.env['DATA_DIR'] ?? join(import.meta.dirname, '.data'));
const pageUrl = `http://localhost:${String(port)}`;
const configFile = join(root, 'vite.config.ts');
/** In this demo's own folder, so that a second demo does not overwrite pages that this one serves. */
const pages = { outDir: join(data, 'pages'), emptyOutDir: true };
const stopMs = 1_500;
const wallets: Bundle = {
  folder: 'packages/sandbox',
  script: 'bundle.js',
  count: 3,
  built: 'dist/{wallets/wallet-{a,b},page/page}.js',
  sources: 'src/**/*.{ts,html,css}',
};
const desk: Bundle = {
  folder: 'packages/sidecar',
  script: 'bundle.ts',
  count: 4,
  built: 'dist/desk/{index.html,desk.{js,css},icon.svg}',
  sources: 'src/desk/**/*.{ts,html,css,svg}',
};

let parts: readonly Part[] = [];
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0));
}

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  await stop(1);
}

async function start(): Promise<void> {
  await checkPort();
  console.log('\nLevada, a seed house that takes two wallets\n');
  say('keys', ensureKeys(data) ? `two RSA-2048 pairs made in ${data}` : `as they are in ${data}`);
  await step('wallets', 'scripts of both stand-ins', () => bundle(wallets));
  await step('desk', 'page of the back office', () => bundle(desk));
  await step('pages', 'built', () => build({ configFile, logLevel: 'warn', build: pages }));

  const [servicePort, backendPort] = [await freePort(), await freePort()];
  const serviceUrl = `http://127.0.0.1:${String(servicePort)}`;
  const backendUrl = `http://127.0.0.1:${String(backendPort)}`;
  // Building the pages has set NODE_ENV to production, in which the stand-in refuses to run.
  const env = {
    DATA_DIR: data,
    PAGE_URL: pageUrl,
    SERVICE_URL: serviceUrl,
    NODE_ENV: 'development',
  };
  const log = (line: string): void => {
    if (!stopping) say('', line);
  };
  const service = new Part({
    name: 'payment service',
    file: 'sandbox.ts',
    port: servicePort,
    env,
    log,
  });
  const backend = new Part({
    name: "merchant's backend",
    file: 'backend.ts',
    port: backendPort,
    env,
    log,
  });
  parts = [service, backend];
  await step('service', `stand-in on ${serviceUrl}`, () => service.start());
  await step('backend', `merchant's on ${backendUrl}`, () => backend.start());
  await servePages(serviceUrl, backendUrl);
  if (stopping) return;
  console.log(
    `\n  Open  ${pageUrl}\n\n  No money moves here: wallets, bank and service are stand-ins.`,
  );
  console.log('  Ctrl-C stops everything; PORT moves it.\n');
}

/** Runs before the build, so that a taken port is reported at once. */
async function checkPort(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(
      `PORT is "${String(process.env['PORT'])}": a number from 1 to 65535 is needed.`,
    );
  }
  if ((await listens(port)) || (await listens(port, '::1'))) {
    throw new Error(
      `Port ${String(port)} is taken. Stop what runs there, or choose another: PORT=${String(port + 10)} npm start`,
    );
  }
}

/** The pages, and everything else at the same origin, as behind a shop's own reverse proxy. */
async function servePages(serviceUrl: string, backendUrl: string): Promise<void> {
  const toBackend = { target: backendUrl, changeOrigin: false };
  await preview({
    configFile,
    logLevel: 'silent',
    build: pages,
    plugins: [strictCsp(join(pages.outDir, 'strict-csp.html'))],
    preview: {
      port,
      strictPort: true,
      cors: false,
      proxy: {
        '^/(wallet|shop|office|\\.well-known)/': toBackend,
        '^/sandbox/': {
          target: serviceUrl,
          changeOrigin: false,
          rewrite: (path) => path.slice('/sandbox'.length),
        },
      },
    },
  });
}

/** Files that a package makes from its sources; the rest of the demo runs from source. */
interface Bundle {
  readonly folder: string;
  readonly script: string;
  /** What is built, below the folder, and how many files that are. */
  readonly built: string;
  readonly count: number;
  readonly sources: string;
}

/** Builds them, unless they are newer than the sources. */
async function bundle({ folder, script, built, count, sources }: Bundle): Promise<void> {
  const cwd = join(root, folder);
  const times = (glob: string): readonly number[] =>
    globSync(glob, { cwd }).map((path) => statSync(join(cwd, path)).mtimeMs);
  const buildTimes = times(built);
  if (buildTimes.length === count && Math.min(...buildTimes) > Math.max(...times(sources))) return;
  const child = spawn(process.execPath, [script], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${folder} could not be built; the reason stands above.`);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(code), stopMs).unref();
  await Promise.all(parts.map((part) => part.stop()));
  process.exit(code);
}

async function step(name: string, summary: string, work: () => Promise<unknown>): Promise<void> {
  if (stopping) return;
  const startTime = performance.now();
  await work();
  say(name, `${summary} (${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
}

function say(name: string, text: string): void {
  console.log(`  ${name.padEnd(9)} ${text}`);
}
