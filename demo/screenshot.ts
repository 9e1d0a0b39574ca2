/** `pnpm screenshot`: takes the pictures of the demo, or those that it names. `BASE_URL` names a running one. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import playwright from '@playwright/test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { chromium } from '../.ci/programs.mjs';
import { listens } from './part.ts';
import { pictures } from './pictures.ts';

const root = join(import.meta.dirname, '..');
const names = process.argv.slice(2);
const startMs = 60_000;

const engine = chromium();
if ('missing' in engine) {
  console.error(engine.missing);
  process.exitCode = 1;
} else {
  const running = process.env['BASE_URL'];
  const demo = running === undefined ? await startDemo() : undefined;
  try {
    await take(running ?? demo?.url ?? '', engine.launchOptions);
  } finally {
    await demo?.stop();
  }
}

async function take(url: string, options: playwright.LaunchOptions): Promise<void> {
  const browser = await playwright.chromium.launch(options);
  try {
    for (const picture of pictures) {
      if (names.length > 0 && !names.some((name) => picture.file.includes(name))) continue;
      await picture.take(browser, url, join(root, picture.file));
      console.log(picture.file);
    }
  } finally {
    await browser.close();
  }
}

/** A demo of its own, with orders of its own. */
async function startDemo(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
  const demo = spawn(
    process.execPath,
    ['--conditions=@wallet-buttons/source', join(import.meta.dirname, 'start.ts')],
    { env: { ...process.env, PORT: String(port), DATA_DIR: data }, stdio: 'inherit' },
  );
  const stop = async (): Promise<void> => {
    if (isRunning(demo)) {
      demo.kill('SIGTERM');
      await once(demo, 'exit');
    }
    rmSync(data, { recursive: true, force: true });
  };
  const deadline = Date.now() + startMs;
  while (!(await listens(port)) && !(await listens(port, '::1'))) {
    if (!isRunning(demo) || Date.now() > deadline) {
      await stop();
      throw new Error('The demo does not start; its reason stands above.');
    }
    await sleep(100);
  }
  return { url: `http://localhost:${String(port)}`, stop };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
