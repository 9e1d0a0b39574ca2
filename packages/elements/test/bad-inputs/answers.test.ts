import { assert } from '@open-wc/testing';
import { payerLeaves, sandbox, scene, silence, wallets } from '../scene.ts';
import { calls, eventOf, json, press, problem, ready } from '../support.ts';
import { holdTime } from '../time.ts';
import { badInput, endedOnce } from './bad-input.ts';
import { waitUntil } from '../wait-until.ts';

const megabytes = 'x'.repeat(10_000_000);
const html = '<!doctype html><title>502</title>';
const unreachable = {
  'error.code': 'unreachable',
  'error.suggestion': 'Ask for the status first.',
};
/** Answers that are none: what happened stays open. */
const unreadable: Readonly<Record<string, () => Response>> = {
  'K6: HTML': () => new Response(html, { headers: { 'content-type': 'text/html' } }),
  'K6: HTML of a gateway': () => new Response(html, { status: 502 }),
  'K7: 204': () => new Response(null, { status: 204 }),
  'K8: 500 without a word': () => new Response(null, { status: 500 }),
  'K9: 10 MB of anything': () => new Response(megabytes),
};

describe('K: an answer to the token', () => {
  const page = scene();
  const posts = () => page.backend.to('pay-token');

  for (const { wallet, template, completion, success } of wallets) {
    const toldSuccess = () => {
      assert.deepEqual(calls(completion).at(-1)?.args[0], success);
    };

    for (const [name, answer] of Object.entries(unreadable)) {
      badInput(`${name} is asked about, and nothing is paid twice, of ${wallet}`, async () => {
        page.answers({
          'pay-token': answer,
          status: () => json({ outcome: 'pending', status: 'processing', final: false }),
        });
        const { tag, events } = await ready(template);
        await press(tag);
        assert.nestedInclude(await endedOnce(events), { outcome: 'pending', status: 'processing' });
        toldSuccess();
        assert.lengthOf(posts(), 1);
        assert.equal(tag.state, 'done');
      });
    }

    badInput(`K8: 500 with a problem document is a clear no, of ${wallet}`, async () => {
      page.answers({ 'pay-token': () => problem(500, 'internal') });
      const { tag, events } = await ready(template);
      await Promise.all([press(tag), payerLeaves(completion)]);
      assert.nestedInclude(await endedOnce(events), {
        'error.code': 'refused',
        'error.suggestion': 'See the code of cause.',
        'error.cause.code': 'internal',
      });
      assert.notDeepEqual(calls(completion).at(-1)?.args[0], success);
      assert.equal(tag.state, 'ready');
    });

    badInput(`K9: 10 MB beside a good answer are passed over, of ${wallet}`, async () => {
      page.answers({
        'pay-token': () => json({ outcome: 'succeeded', status: 'paid', more: megabytes }),
      });
      const { tag, events } = await ready(template);
      await press(tag);
      assert.nestedInclude(await endedOnce(events), { outcome: 'succeeded', status: 'paid' });
      toldSuccess();
    });

    badInput(
      `K10: none ends in time, and the order is not offered again, of ${wallet}`,
      async () => {
        page.answers({ 'pay-token': silence, status: silence });
        const time = holdTime();
        try {
          const { tag, events } = await ready(template);
          await press(tag);
          await waitUntil(() => posts().length === 1);
          time.pass(20_000);
          await waitUntil(() => page.backend.to('status').length > 0);
          time.pass(9_000);
          assert.nestedInclude(await endedOnce(events), unreachable);
          toldSuccess();
          assert.lengthOf(posts(), 1);
          assert.equal(tag.state, 'done');
          page.answers({
            status: () => json({ outcome: 'succeeded', status: 'paid', final: true }),
          });
          tag.reload();
          assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
        } finally {
          time.release();
        }
      },
    );
  }
});

describe('K: an answer to the merchant’s validation', () => {
  const page = scene();

  for (const [name, answer] of Object.entries({
    ...unreadable,
    'K10: none': silence,
  })) {
    badInput(`${name} closes the sheet, and the payer may press again`, async () => {
      page.answers({ 'validate-merchant': answer });
      const time = holdTime();
      try {
        const { tag, events } = await ready(wallets[0].template);
        await press(tag);
        await waitUntil(() => page.backend.asked.length === 1);
        if (answer === silence) time.pass(20_000);
        assert.nestedInclude(await endedOnce(events), unreachable);
        assert.equal(sandbox().sheet.state, 'closed');
        assert.equal(tag.state, 'ready');
        page.answers({});
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      } finally {
        time.release();
      }
    });
  }
});
