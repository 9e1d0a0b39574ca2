import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';

const execute = promisify(execFile);
const cache = fileURLToPath(new URL('../../../.cache/older-node', import.meta.url));
/** As published: these versions of Node run no TypeScript. */
const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

for (const version of ['18.20.8', '20.19.5']) {
  describe(`on Node ${version}`, () => {
    let node = '';
    before(async () => {
      const args = ['--yes', '-p', `node@${version}`, '-c', 'node -p process.execPath'];
      // A cache of its own: that of the machine stays as it is.
      const env = { ...process.env, npm_config_cache: cache };
      node = (await execute('npx', args, { cwd: tmpdir(), env })).stdout.trim();
    });
    const run = async (folder: string, ...args: readonly string[]): Promise<Ended> =>
      execute(node, [bin, ...args], { cwd: folder }).then(
        (output) => ({ ...output, code: 0 }),
        (error: unknown) => error as Ended,
      );

    it('init and keys write their files', async () => {
      const place = temporaryFolder();
      await writeFile(join(place, 'index.html'), '');
      const written = await run(place, 'init', '--yes');
      assert.equal(written.code, 0, written.stderr);
      assert.ok(existsSync(join(place, 'wallet/wallet.mjs')));
      assert.equal((await run(place, 'keys')).code, 0);
      assert.ok(existsSync(join(place, 'merchant-private.pem')));
    });

    it('doctor checks what needs no database', async () => {
      const { code, stdout } = await run(
        temporaryFolder(),
        'doctor',
        '--wallet-a-id',
        'merchant.x',
      );
      assert.equal(code, 0);
      assert.match(stdout, /pass {2}a\.merchant/);
    });

    it('the help names each command', async () => {
      const { code, stdout, stderr } = await run(temporaryFolder(), '--help');
      assert.deepEqual([code, stderr], [0, '']);
      for (const name of ['init', 'doctor', 'webhook', 'list'])
        assert.match(stdout, new RegExp(name));
    });

    const ofDatabase = [
      ['list', '--db', 'payments.db'],
      ['explain', 'A-1001', '--db', 'payments.db'],
      ['reconcile', 'export.csv', '--db', 'payments.db'],
    ];
    for (const args of ofDatabase) {
      it(`${String(args[0])} says in two lines what it needs`, async () => {
        const { code, stdout, stderr } = await run(temporaryFolder(), ...args);
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, /^error: \w+ needs Node 22\.16.*\nInstall Node 24.*\n$/);
      });
    }
  });
}
