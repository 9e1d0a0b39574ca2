import { assert } from '@open-wc/testing';
import type { WalletAButton, WalletBButton, WalletButton } from '@wallet-buttons/elements';
import { failures, type Failure } from '@wallet-buttons/protocol/testing/failures.js';
import {
  walletAProfiles,
  walletBProfiles,
  type WalletProfile,
} from '@wallet-buttons/sandbox/profiles';
import { freshPage, type Served } from '../test/fresh-page.ts';
import { bankAt, offline, payingBackend, sandbox, sheetIs, wallets } from '../test/scene.ts';
import { calls, press, problem, type FakeBackend } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

/** How a failure comes about. Without a word of it, the payer presses and agrees. */
interface Play {
  readonly settings?: WalletProfile;
  readonly set?: Partial<WalletAButton & WalletBButton>;
  readonly answers?: Parameters<typeof payingBackend>[0];
  /** Whether a script presses the button, not the payer. */
  readonly isScripted?: boolean;
  /** The time that has to pass for an answer, in milliseconds. */
  readonly passes?: number;
  /** The payer leaves the sheet after this answer: wallet B keeps it open after a refusal. */
  readonly leavesAfter?: string;
}

const answering = (payToken: () => Response | Promise<Response>): Play => ({
  answers: { 'pay-token': payToken, status: offline },
});
const sheetFails = (
  flow: 'in-page sheet' | 'android sheet' | 'popup',
  failure: 'BUYER_ACCOUNT_ERROR' | 'DEVELOPER_ERROR' | 'INTERNAL_ERROR' | 'MERCHANT_ACCOUNT_ERROR',
): Play => ({ settings: { walletB: { flow, failure } } });

const plays: Readonly<Record<string, Play>> = {
  'the payer’s browser cannot pay': {
    settings: { walletA: { canMakePayments: false }, walletB: { isReadyToPay: false } },
  },
  'the address of pay-token is not one of the web': { set: { payTokenUrl: 'ftp://shop.example' } },
  'the amount is not a number': { set: { amount: 'much' } },
  'the backend refuses another amount': {
    answers: { 'pay-token': () => problem(409, 'amount_mismatch') },
    leavesAfter: 'answer onPaymentAuthorized',
  },
  'the backend cannot be reached': answering(offline),
  'the backend answers with a page': answering(() => new Response('<html>')),
  'the bank’s address is not https': answering(bankAt('ftp://bank.example/')),
  'the page’s function of the request fails': {
    set: {
      providerRequest: (request) => {
        if (isPressed) throw new RangeError('It is for Olena.');
        return request;
      },
    },
  },
  'the page may not use the wallet': { settings: walletAProfiles.frameWithoutPermission },
  'the page is not secure': { settings: walletAProfiles.insecure },
  'the merchant’s account knows no payer': {
    settings: { walletA: { credentialStatus: 'applePayUnsupported' } },
    set: { merchantId: 'merchant.shop' },
  },
  'a script presses the button': { isScripted: true },
  'a polyfill throws text': { settings: walletAProfiles.foreignPolyfill, isScripted: true },
  'the system knows none of the networks': {
    settings: walletAProfiles.older,
    set: { networks: 'dankort' },
  },
  'the request has an unknown member': { set: { providerRequest: { colour: 'red' } } },
  'the backend refuses the validation': {
    answers: { 'validate-merchant': () => problem(403, 'domain_not_allowed') },
  },
  'the backend cannot be reached for the validation': {
    answers: { 'validate-merchant': offline },
  },
  'the validation has another gateway': { set: { validationGateways: 'gateway.example' } },
  'the sheet is gone before the validation': {
    settings: { walletA: { sheetGone: 'before-validation' } },
  },
  'the backend answers the validation with a page': {
    answers: { 'validate-merchant': () => new Response('<html>') },
  },
  'the payer has no card': { settings: walletBProfiles.noCard, set: { existingCardOnly: true } },
  'the browser is inside of an app': { settings: walletBProfiles.inAppBrowser },
  'the provider’s frame is blocked': {
    settings: walletBProfiles.frameBlocked,
    set: { existingCardOnly: true },
    passes: 10_000,
  },
  'the tag has no network of the provider': { set: { networks: 'dankort' } },
  'the question for readiness is wrong': { set: { authMethods: 'FINGER' } },
  'the popup is blocked': { settings: walletBProfiles.popupRefused },
  'in-page sheet BUYER_ACCOUNT_ERROR': sheetFails('in-page sheet', 'BUYER_ACCOUNT_ERROR'),
  'in-page sheet DEVELOPER_ERROR': sheetFails('in-page sheet', 'DEVELOPER_ERROR'),
  'in-page sheet INTERNAL_ERROR': sheetFails('in-page sheet', 'INTERNAL_ERROR'),
  'in-page sheet MERCHANT_ACCOUNT_ERROR': sheetFails('in-page sheet', 'MERCHANT_ACCOUNT_ERROR'),
  'android sheet BUYER_ACCOUNT_ERROR': sheetFails('android sheet', 'BUYER_ACCOUNT_ERROR'),
  'android sheet DEVELOPER_ERROR': sheetFails('android sheet', 'DEVELOPER_ERROR'),
  'android sheet INTERNAL_ERROR': sheetFails('android sheet', 'INTERNAL_ERROR'),
  'android sheet MERCHANT_ACCOUNT_ERROR': sheetFails('android sheet', 'MERCHANT_ACCOUNT_ERROR'),
  'popup DEVELOPER_ERROR': sheetFails('popup', 'DEVELOPER_ERROR'),
  'popup MERCHANT_ACCOUNT_ERROR': sheetFails('popup', 'MERCHANT_ACCOUNT_ERROR'),
};

/** What the provider's script is, in a page of its own. */
const loads: Readonly<Record<string, Served>> = {
  'the provider’s script does not load': 'error',
  'the provider’s script brings no API': 'empty',
};

let orders = 0;
let isPressed = false;
let backend: FakeBackend;

/** A tag of an order of its own, in the page. */
function add(wallet: string, set: Play['set'] = {}): WalletButton {
  const tag = document.createElement(`${wallet}-button` as 'wallet-b-button');
  const order = `R-${String(++orders)}`;
  const usual = { order, amount: '199.90', currency: 'UAH', country: 'UA', label: 'Honey shop' };
  const ofB = { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' };
  Object.assign(tag, usual, wallet === 'wallet-b' && ofB, set);
  document.body.append(tag);
  return tag;
}

async function fail({ report }: Failure, play: Play): Promise<WalletButton> {
  const { isScripted, passes, leavesAfter } = play;
  const time = passes === undefined ? undefined : holdTime();
  try {
    const tag = add(report.wallet, play.set);
    const types: string[] = [];
    for (const type of ['wallet-ready', 'wallet-unavailable', 'wallet-error'])
      tag.addEventListener(type, () => types.push(type));
    await waitUntil(() => {
      time?.pass(passes ?? 0);
      return types.length > 0;
    });
    if (types[0] !== 'wallet-ready') return tag;
    await waitUntil(() => tag.state === 'ready');
    await tag.updateComplete;
    isPressed = true;
    if (isScripted) tag.click();
    else await press(tag);
    if (leavesAfter && report.wallet === 'wallet-b') {
      // The answer may be there by the end of the press.
      await waitUntil(() => calls(leavesAfter).length > 0);
      await sheetIs('ready');
      sandbox().sheet.cancel();
    }
    await waitUntil(() => types.includes('wallet-error'));
    return tag;
  } finally {
    time?.release();
  }
}

describe('a failure of a payer is reported:', () => {
  beforeEach(() => {
    localStorage.clear();
    isPressed = false;
    sandbox().reset();
    backend = payingBackend();
  });
  afterEach(() => {
    for (const { template: _, ...each } of wallets)
      for (const tag of document.querySelectorAll(`${each.wallet}-button`)) tag.remove();
    const { sheet } = sandbox();
    if (['waiting', 'ready', 'processing'].includes(sheet.state)) sheet.cancel();
    backend.restore();
    sandbox().reset();
  });

  for (const failure of failures.filter(({ scenario }) => scenario in plays)) {
    const { scenario, report } = failure;
    it(`${scenario} (${report.wallet})`, async function () {
      // WebKit's runner shows the tests in a frame, and there the code names the frame.
      if (report.code === 'disallowed' && self !== top) this.skip();
      const play = plays[scenario] ?? {};
      backend.restore();
      backend = payingBackend(play.answers);
      sandbox().configure({ payer: { does: 'pays' }, endState: 0 });
      sandbox().configure(play.settings ?? {});
      const tag = await fail(failure, play);
      const { order } = tag;
      assert.deepEqual(backend.reports, [{ order, ...report, tag_version: '0.0.0' }]);
    });
  }

  for (const { scenario, report } of failures.filter(({ scenario }) => scenario in loads)) {
    it(`${scenario} (${report.wallet})`, async () => {
      const page = await freshPage();
      const beacons: [string, Blob][] = [];
      try {
        page.window.navigator.sendBeacon = (url, body) => {
          beacons.push([String(url), body as Blob]);
          return true;
        };
        page.serve(report.wallet === 'wallet-a' ? 'a' : 'b', loads[scenario] ?? 'error');
        await page.define();
        page.add(
          `<${report.wallet}-button order="R-0" gateway="g" gateway-merchant-id="m"></${report.wallet}-button>`,
        );
        await waitUntil(() => beacons.length > 0);
        const [[url, body] = ['', new Blob()]] = beacons;
        assert.equal(url, new URL('/wallet/report', location.href).href);
        assert.equal(body.type, 'application/json');
        assert.deepEqual<unknown>(JSON.parse(await body.text()), {
          order: 'R-0',
          ...report,
          tag_version: '0.0.0',
        });
      } finally {
        page.close();
      }
    });
  }

  it('of every scenario that is listed', () => {
    const scenarios = [...Object.keys(plays), ...Object.keys(loads)];
    assert.deepEqual(
      failures.map(({ scenario }) => scenario).filter((scenario) => !scenarios.includes(scenario)),
      [],
    );
    assert.isAtLeast(failures.length, 30);
  });
});
