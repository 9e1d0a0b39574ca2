import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { postgresStore } from '@wallet-buttons/server/postgres';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only PostgreSQL here
import { login, type Postgres, startPostgres } from '../../server/test/postgres.ts';
import { examplesIn, outputOf, stable } from './examples.ts';
import { assertOnlyRead } from './only-read.ts';
import { payInto } from './paid.ts';
import { run } from './run.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const driver = fileURLToPath(new URL('../../server/node_modules/pg', import.meta.url));

describe('--db with a PostgreSQL', () => {
  let postgres: Postgres;
  const home = process.cwd();
  let place = '';
  before(async () => {
    postgres = await startPostgres();
    // As in the folder of a shop that has installed the driver.
    place = await mkdtemp(join(tmpdir(), 'wallet-buttons-'));
    await mkdir(join(place, 'node_modules'));
    await symlink(driver, join(place, 'node_modules/pg'));
    process.chdir(place);
    const pool = await postgres.pool('shop');
    await payInto(postgresStore(pool), 'A-1001');
    await payInto(postgresStore(pool), 'A-1002', { status: 'paid', amount: '1.00' });
    await pool.end();
  });
  after(async () => {
    process.chdir(home);
    await postgres[Symbol.asyncDispose]();
    await rm(place, { recursive: true });
  });

  const urlOf = ({ schema = 'shop', database = 'postgres', port = postgres.port }): string =>
    `postgresql://${login.user}:Pa55word@${login.host}:${String(port)}/${database}?options=-c%20search_path%3D${schema}`;

  const examples = examplesIn(readme).filter(({ command }) => command.includes('$DATABASE_URL'));
  it('has examples in the README', () => {
    assert.equal(examples.length, 2);
  });
  for (const { command, output } of examples) {
    it(command, async () => {
      const real = await outputOf(command, { DATABASE_URL: urlOf({}) });
      assert.equal(stable(real), stable(output));
    });
  }

  it('is read, and never written', async () => assertOnlyRead(urlOf({}), 'A-1001'));

  it('is checked by doctor', async () => {
    const { out } = await run('doctor', '--db', urlOf({}));
    assert.match(out, /pass {2}store\.kind +PostgreSQL\./);
    assert.match(out, /warn {2}store\.review +1 wait for a manual review\./);
  });

  it('is a finding of doctor where it does not answer, beside all the rest', async () => {
    const { code, out } = await run('doctor', '--db', urlOf({ port: 1 }));
    assert.equal(code, 1);
    assert.match(out, /fail {2}store\.kind +PostgreSQL cannot be read \(ECONNREFUSED\)/);
    assert.match(out, /skip {2}store\.review/);
  });

  it('makes no tables where there are none', async () => {
    const pool = await postgres.pool('empty');
    const { code, err } = await run('list', '--db', urlOf({ schema: 'empty' }));
    assert.equal(code, 2);
    assert.match(err, /no payments there.*search_path/);
    const { rows } = await pool.query("SELECT 1 FROM pg_tables WHERE schemaname = 'empty'");
    assert.deepEqual(rows, []);
    await pool.end();
  });

  it('ends with 2, and never prints the password, where the database is not to be had', async () => {
    const rows: readonly (readonly [string, RegExp])[] = [
      [urlOf({ database: 'missing' }), /PostgreSQL has no database of this name/],
      [urlOf({ port: 1 }), /PostgreSQL cannot be read \(ECONNREFUSED\)/],
      // The driver alone finds this fault, and its text quotes the URL.
      [urlOf({}).replace('Pa55word', 'Pa55word%zz'), /PostgreSQL cannot be read/],
    ];
    for (const [url, message] of rows) {
      const { code, out, err } = await run('list', '--db', url);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.ok(!`${out}${err}`.includes('Pa55word'));
    }
  });
});
