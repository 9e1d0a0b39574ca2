import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mysqlStore } from '@wallet-buttons/server/mysql';
// eslint-disable-next-line no-restricted-imports -- the server's tests start the only MariaDB here
import { type Mariadb, startMariadb } from '../../server/test/mariadb.ts';
import { assertOnlyRead } from './only-read.ts';
import { payInto } from './paid.ts';
import { run } from './run.ts';

const driver = fileURLToPath(new URL('../../server/node_modules/mysql2', import.meta.url));

describe('--db with a MySQL', () => {
  let database: Mariadb;
  const home = process.cwd();
  let place = '';
  before(async () => {
    database = await startMariadb();
    // As in the folder of a shop that has installed the driver.
    place = await mkdtemp(join(tmpdir(), 'wallet-buttons-'));
    await mkdir(join(place, 'node_modules'));
    await symlink(driver, join(place, 'node_modules/mysql2'));
    process.chdir(place);
    const pool = await database.pool('shop');
    await payInto(mysqlStore(pool), 'A-1001');
    await pool.query("CREATE USER reader@localhost IDENTIFIED BY 'a%41%zz'");
    await pool.query('GRANT SELECT ON shop.* TO reader@localhost');
    await pool.end();
    await database.make('empty');
  });
  after(async () => {
    process.chdir(home);
    await database[Symbol.asyncDispose]();
    await rm(place, { recursive: true });
  });

  const urlOf = (name: string): string =>
    `mysql://root@localhost/${name}?socketPath=${encodeURIComponent(database.socketPath)}`;

  it('is read by explain and by list', async () => {
    const explanation = await run('explain', 'A-1001', '--db', urlOf('shop'));
    assert.match(explanation.out, /Now: paid, charged 199\.90 UAH/);
    const list = await run('list', '--db', urlOf('shop'));
    assert.match(list.out, /A-1001/);
  });

  it('is read, and never written', async () => assertOnlyRead(urlOf('shop'), 'A-1001'));

  it('is checked by doctor', async () => {
    const { out } = await run('doctor', '--db', urlOf('shop'));
    assert.match(out, /pass {2}store\.kind +MySQL\./);
  });

  it('makes no tables where there are none', async () => {
    const { code, err } = await run('list', '--db', urlOf('empty'));
    assert.equal(code, 2);
    assert.match(err, /MySQL has no payments there/);
  });

  it('takes a password from MYSQL_PWD as it is', async (test) => {
    process.env['MYSQL_PWD'] = 'a%41%zz';
    test.after(() => delete process.env['MYSQL_PWD']);
    const { out, err } = await run('list', '--db', urlOf('shop').replace('root', 'reader'));
    assert.equal(err, '');
    assert.match(out, /A-1001/);
  });

  it('ends with 2, and never prints the password, where the database is not to be had', async () => {
    for (const [url, message] of [
      [urlOf('missing'), /MySQL has no database of this name/],
      ['mysql://shop:Pa55word@127.0.0.1:1/shop', /MySQL cannot be read \(ECONNREFUSED\)/],
      ['mysql://shop:Pa55word%zz@127.0.0.1:1/shop', /--db cannot be decoded\. Write % as %25/],
      ['mysql://shop:Pa55word@[::1/shop', /--db is not a URL of MySQL/],
    ] as const) {
      const { code, out, err } = await run('list', '--db', url);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.ok(!`${out}${err}`.includes('Pa55word'));
    }
  });
});
