import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { app, kit, other, resultsIn, unavailable } from '../../test/browser-page.ts';
import { listen, run } from '../../test/run.ts';

describe('doctor looks at the checkout page with Firefox', () => {
  it('and sees tags that a script has made, and two versions', async (test) => {
    const html = `<body>${kit}${other}${app}`;
    assert.deepEqual(await resultsIn(test, html, 'firefox'), ['pass', 'fail']);
  });

  it('and says why a tag is unavailable', async (test) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(unavailable('no-answer'));
    });
    const { out } = await run('doctor', await listen(test, server), '--browser', 'firefox');
    assert.match(out, /^fail +page\.tags.*no-answer.*\n.*frame-src/m);
  });
});
