import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { typesOf } from '../test/scene.ts';
import { calls, eventOf, ready, render, walletB } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { warningsOf } from '../test/warnings.ts';

/** In milliseconds, until a developer build warns. */
const grace = 1_000;

describe('a button', () => {
  beforeEach(() => window.walletSandbox?.reset());

  describe('that lacks something required', () => {
    const faults = [
      ['gateway', html`<wallet-b-button gateway-merchant-id="m"></wallet-b-button>`],
      ['gateway-merchant-id', html`<wallet-b-button gateway="g"></wallet-b-button>`],
      [
        'environment',
        html`<wallet-b-button gateway="g" gateway-merchant-id="m" environment="prod"></wallet-b-button>`,
      ],
      [
        'merchant-id',
        html`<wallet-b-button
          gateway="g"
          gateway-merchant-id="m"
          environment="PRODUCTION"
        ></wallet-b-button>`,
      ],
    ] as const;
    for (const [attribute, template] of faults) {
      it(`calls nothing without ${attribute}, and warns the developer once`, async () => {
        const warnings = warningsOf();
        const time = holdTime(window, grace);
        try {
          const { tag, events } = await render(template);
          await tag.updateComplete;
          assert.deepEqual(warnings.texts, []);
          time.pass(grace);
          assert.lengthOf(warnings.texts, 1);
          assert.include(warnings.texts[0], attribute);
          tag.requestUpdate();
          await tag.updateComplete;
          time.pass(grace);
          assert.lengthOf(warnings.texts, 1);
          assert.lengthOf(calls('PaymentsClient.isReadyToPay'), 0);
          assert.equal(tag.state, 'loading');
          assert.deepEqual(events, []);
        } finally {
          time.release();
          warnings.restore();
        }
      });
    }

    it('is ready as soon as that is set, without an error before', async () => {
      const { tag, events } = await render(
        html`<wallet-b-button order="A-1" gateway="g"></wallet-b-button>`,
      );
      await tag.updateComplete;
      tag.setAttribute('gateway-merchant-id', 'm');
      await eventOf(events, 'wallet-ready');
      assert.deepEqual(typesOf(events), ['wallet-ready']);
    });

    it('is warned by the developer build of an unknown word', async () => {
      const warnings = warningsOf();
      const time = holdTime(window, grace);
      try {
        const { tag } = await ready(walletB);
        tag.networks = 'visa mastercrad';
        tag.setAttribute('button-type', 'purchase');
        tag.request = 'name fax';
        tag.setAttribute('report', 'false');
        tag.setAttribute('loading', 'lazy');
        await tag.updateComplete;
        time.pass(grace);
        assert.include(warnings.texts[0], 'networks: mastercrad');
        assert.include(warnings.texts[0], 'button-type: purchase');
        assert.include(warnings.texts[0], 'request: fax');
        assert.include(warnings.texts[0], 'report: false');
        assert.include(warnings.texts[0], 'loading: lazy');
      } finally {
        time.release();
        warnings.restore();
      }
    });
  });
});
