import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { file, rsaPair } from '../../test/doctor.ts';
import { payInto } from '../../test/paid.ts';
import { listen } from '../../test/run.ts';

interface Watching {
  /** Waits for a text, and answers all that was printed since the last one. */
  readonly until: (text: RegExp) => Promise<string>;
  /** Ends it by SIGTERM; answers the exit code. */
  readonly end: () => Promise<unknown>;
}

/** Runs `doctor --watch 1` in a process of its own. */
function watchWith(test: TestContext, ...args: readonly string[]): Watching {
  const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));
  const condition = '--conditions=@wallet-buttons/source';
  const child = spawn(process.execPath, [condition, bin, 'doctor', ...args, '--watch', '1']);
  test.after(() => child.kill('SIGKILL'));
  const exit = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    for (const look of waiting) look();
  });
  return {
    until: async (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.test(output)) return;
          waiting.delete(look);
          resolve(output);
          output = '';
        };
        waiting.add(look);
        look();
      }),
    end: async () => {
      child.kill('SIGTERM');
      return exit;
    },
  };
}

describe('doctor --watch', { concurrency: true }, () => {
  it('prints a header of the page that changed, although each result is the same', async (test) => {
    let policy = "object-src 'none'";
    const server = createServer((_, response) => {
      response.setHeader('content-security-policy', policy);
      response.end('<p>');
    });
    const watching = watchWith(test, await listen(test, server));
    await watching.until(/skip\n$/);
    policy = "object-src 'none'; frame-ancestors 'none'";
    const changes = await watching.until(/skip\n$/);
    assert.match(
      changes,
      /^warn {2}page\.headers +content-security-policy changed: object-src 'none' → object-src 'none'; frame-ancestors 'none'/,
    );
    assert.equal(await watching.end(), 0);
  });

  it('compares with the headers before the page was away', async (test) => {
    let [status, policy] = [200, "object-src 'none'"];
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-security-policy': policy }).end('<p>');
    });
    const watching = watchWith(test, await listen(test, server));
    await watching.until(/skip\n$/);
    status = 503;
    await watching.until(/fail {2}page\.https[^]*skip\n$/);
    [status, policy] = [200, "object-src 'self'"];
    const back = await watching.until(/pass {2}page\.coop[^]*skip\n$/);
    assert.match(
      back,
      /warn {2}page\.headers +content-security-policy changed: object-src 'none' →/,
    );
  });

  it('prints nothing for a nonce, which differs at each load', async (test) => {
    let loads = 0;
    const server = createServer((_, response) => {
      loads += 1;
      response.setHeader('content-security-policy', `script-src 'nonce-${String(loads)}'`);
      response.setHeader('x-frame-options', loads > 2 ? 'DENY' : 'SAMEORIGIN');
      response.end('<p>');
    });
    const watching = watchWith(test, await listen(test, server));
    await watching.until(/skip\n$/);
    const changes = await watching.until(/skip\n$/);
    assert.match(changes, /^warn {2}page\.headers +x-frame-options changed: SAMEORIGIN → DENY/);
  });

  it('continues while a file is missing, and prints everything when it is back', async (test) => {
    const key = await file('key.pem', rsaPair().privateKey);
    const watching = watchWith(test, '--key', key);
    await watching.until(/pass {2}key\.parse/);
    await rename(key, `${key}.old`);
    await watching.until(/key\.pem does not exist/);
    await rename(`${key}.old`, key);
    await watching.until(/pass {2}key\.parse/);
    assert.equal(await watching.end(), 0);
  });

  it('continues beside a server that writes, and while the database cannot be read', async (test) => {
    const db = join(temporaryFolder(), 'payments.db');
    await payInto(db, 'A-1');
    const other = new DatabaseSync(db, { timeout: 10_000 });
    test.after(() => {
      other.close();
    });
    other.exec('BEGIN IMMEDIATE');
    const watching = watchWith(test, '--db', db);
    await watching.until(/pass {2}store\.kind/);
    other.exec('ROLLBACK; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE');
    other.exec('BEGIN EXCLUSIVE');
    await watching.until(/fail {2}store\.kind +.*cannot be read \(database is locked\)/);
    other.exec('ROLLBACK; PRAGMA locking_mode = NORMAL; SELECT COUNT(*) FROM wallet_order');
    await watching.until(/pass {2}store\.kind/);
    assert.equal(await watching.end(), 0);
  });
});
