import { assert } from '@open-wc/testing';
import { openSheet, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  endState,
  heldTime,
  merchantSession,
  payPage,
  thrown,
  dispatched,
} from '../../test/wallet-a-page.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

const time = heldTime();

describe('ApplePaySession: a merchant session', () => {
  const bad: readonly [string, (session: Record<string, unknown>) => unknown][] = [
    ['of another domain', (session) => ({ ...session, domainName: 'shop.example' })],
    ['without an identifier', (session) => ({ ...session, merchantSessionIdentifier: undefined })],
    ['whose numbers became strings', (session) => ({ ...session, expiresAt: '1700000000000' })],
  ];
  for (const [what, change] of bad) {
    it(`${what} ends the sheet with "Payment Not Completed" and a cancel that tells nothing`, async () => {
      const cancels: unknown[] = [];
      const page = await payPage({}, (session) => {
        session.onvalidatemerchant = () => {
          session.completeMerchantValidation(change(merchantSession()));
        };
        session.oncancel = (event) => {
          cancels.push(Reflect.get(event, 'sessionError'));
        };
      });
      await sheetIs('failed');
      assert.include(openSheet().dialog.textContent, 'Payment Not Completed');
      assert.isEmpty(cancels);
      time.pass(endState);
      await until(() => cancels.length > 0, 'cancel');
      assert.deepEqual(cancels, [{ code: 'unknown', info: {} }]);
      assert.equal(
        thrown(() => {
          page.session.abort();
        }).name,
        'InvalidAccessError',
      );
    });
  }

  it('must be an object', async () => {
    let error: { readonly name: string } | undefined;
    await payPage({}, (session) => {
      session.onvalidatemerchant = () => {
        error = thrown(() => {
          session.completeMerchantValidation(JSON.stringify(merchantSession()));
        });
      };
    });
    await until(() => error !== undefined, 'the error');
    assert.equal(error?.name, 'TypeError');
  });
});

describe('ApplePaySession: a merchant session is good once, for five minutes', () => {
  const fiveMinutes = 5 * 60 * 1000;

  async function validated(session: Record<string, unknown>): Promise<string> {
    await payPage({}, (payment) => {
      payment.onvalidatemerchant = () => {
        payment.completeMerchantValidation(session);
      };
    });
    await until(() => ['ready', 'failed'].includes(sandbox().sheet.state), 'an answer');
    const { state } = sandbox().sheet;
    if (state === 'ready') sandbox().sheet.cancel();
    time.pass(endState);
    await sheetIs('closed');
    return state;
  }

  it('is used once', async () => {
    const session = merchantSession();
    assert.equal(await validated(session), 'ready');
    assert.equal(await validated(session), 'failed');
  });

  it('is good until five minutes have passed', async () => {
    const [fresh, stale] = [merchantSession(), merchantSession()];
    time.pass(fiveMinutes - 60_000);
    assert.equal(await validated(fresh), 'ready');
    time.pass(60_000);
    assert.equal(await validated(stale), 'failed');
  });

  it('says when it was made, in numbers', async () => {
    assert.equal(await validated({ ...merchantSession(), epochTimestamp: undefined }), 'failed');
    assert.equal(await validated({ ...merchantSession(), epochTimestamp: '1700000000' }), 'failed');
  });

  it('is for the domain of the page, or for another one that is set', async () => {
    const other = { domainName: 'checkout.shop.test' };
    assert.equal(await validated({ ...merchantSession(), ...other }), 'failed');
    sandbox().configure({ walletA: { merchantDomain: 'checkout.shop.test' } });
    assert.equal(await validated({ ...merchantSession(), ...other }), 'ready');
  });

  it('must be JSON: what cannot be written throws, and may be answered again', async () => {
    const round: Record<string, unknown> = merchantSession();
    round['self'] = round;
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await dispatched('validatemerchant');
    const error = thrown(() => {
      page.session.completeMerchantValidation(round);
    });
    assert.equal(error.name, 'InvalidAccessError');
    page.session.completeMerchantValidation(merchantSession());
    await sheetIs('ready');
  });

  it('refused whatever it is: "Payment Not Completed", then a cancel that tells nothing', async () => {
    sandbox().configure(walletAProfiles.instantCancel);
    const page = await payPage();
    await sheetIs('failed');
    assert.include(openSheet().dialog.textContent, 'Payment Not Completed');
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
    assert.deepEqual(page.events, ['validatemerchant', 'cancel']);
  });
});
