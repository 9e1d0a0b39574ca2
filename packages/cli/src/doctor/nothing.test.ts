import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from '../../test/run.ts';

describe('doctor with nothing to check', () => {
  it('says that nothing was checked, and ends with 2', async () => {
    const { code, err } = await run('doctor');
    assert.equal(code, 2);
    assert.match(err, /Nothing was checked\. Name the URL of the checkout page/);
  });

  it('does the same where an option lacks another one, and says which', async () => {
    const { code, out, err } = await run('doctor', '--service', 'https://service.example');
    assert.equal(code, 2);
    assert.match(out, /Name --service, --merchant-id and --key\./);
    assert.match(err, /Nothing was checked/);
  });
});
