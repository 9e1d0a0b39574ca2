import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../test/run.ts';

describe('wallet-buttons', () => {
  it('ends with 0 for help and version', async () => {
    const help = await run('--help');
    assert.equal(help.code, 0);
    assert.match(help.out, /keys/);
    assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/);
  });

  it('ends with 2 for wrong use, and says what may be meant', async () => {
    const command = await run('kyes');
    assert.equal(command.code, 2);
    assert.match(command.err, /Did you mean keys/);
    const option = await run('keys', '--ot', 'x');
    assert.equal(option.code, 2);
    assert.match(option.err, /Did you mean --out/);
    assert.equal((await run('keys', '--bits', '1024')).code, 2);
    assert.equal((await run('keys', 'surplus')).code, 2);
  });
});
