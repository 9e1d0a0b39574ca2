import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { it, type TestContext } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { ensureKeys } from './keys.ts';
import { listens, Part } from './part.ts';

const timeLimitMs = 30_000;

it('a killed backend is started again, on its port', async (context) => {
  const { part, port, lines } = await startBackend(context);
  const first = await pidOf(port);
  process.kill(first, 'SIGKILL');
  const second = await until(async () => {
    const pid = await pidOf(port).catch(() => first);
    return pid === first ? undefined : pid;
  });
  assert.notEqual(second, first);
  assert.match(lines.join('\n'), /the backend ended \(SIGKILL\), starting it again/);
  await part.stop();
});

it('a stopped backend is not started again', async (context) => {
  const { part, port, lines } = await startBackend(context);
  await part.stop();
  assert.equal(await listens(port), false);
  assert.deepEqual(lines, []);
});

it('a backend that cannot start says so', async (context) => {
  const { part } = backendIn(context, await freePort(), join(tmpdir(), 'no-such-folder'));
  await assert.rejects(part.start(), /The backend does not start/);
});

async function startBackend(
  context: TestContext,
): Promise<{ part: Part; port: number; lines: readonly string[] }> {
  const data = temporaryFolder();
  ensureKeys(data);
  const port = await freePort();
  const { part, lines } = backendIn(context, port, data);
  await part.start();
  return { part, port, lines };
}

function backendIn(
  context: TestContext,
  port: number,
  data: string,
): { part: Part; lines: readonly string[] } {
  const lines: string[] = [];
  const part = new Part({
    name: 'backend',
    file: 'backend.ts',
    port,
    env: {
      DATA_DIR: data,
      PAGE_URL: 'http://localhost:5173',
      SERVICE_URL: 'http://127.0.0.1:9',
    },
    log: (line) => lines.push(line),
  });
  context.after(() => part.stop());
  return { part, lines };
}

async function pidOf(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${String(port)}/shop/healthz`);
  const { pid } = (await response.json()) as { pid: number };
  return pid;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + timeLimitMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await sleep(50);
  }
}
