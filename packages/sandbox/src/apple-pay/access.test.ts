// Written from Apple's reference of ApplePaySession's static methods and the behaviour of WebKit: where
// they throw instead of saying no, and what they tell in private browsing.
import { assert } from '@open-wc/testing';
import { onPress, sandbox, sheetIs } from '../../test/payer.ts';
import { heldTime, payPage, request, thrown, wrong } from '../../test/wallet-a-page.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

heldTime();

const statics: Readonly<Record<string, () => unknown>> = {
  supportsVersion: () => ApplePaySession.supportsVersion(14),
  canMakePayments: () => ApplePaySession.canMakePayments(),
  constructor: () => new ApplePaySession(14, request),
};

async function hasActiveCard(): Promise<boolean> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated for applePayCapabilities, and still there
  return ApplePaySession.canMakePaymentsWithActiveCard('merchant.test');
}

async function rejection(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'none',
    (error: unknown) => (error as Error).name,
  );
}

describe('ApplePaySession: where it may be used', () => {
  it('an insecure document: each static method throws InvalidAccessError', async () => {
    sandbox().configure(walletAProfiles.insecure);
    for (const [name, call] of Object.entries(statics)) {
      assert.equal(thrown(call).name, 'InvalidAccessError', name);
    }
    const active = hasActiveCard();
    assert.equal(await rejection(active), 'InvalidAccessError');
    const capabilities = ApplePaySession.applePayCapabilities('merchant.test');
    assert.equal(await rejection(capabilities), 'InvalidAccessError');
  });

  it('http of this machine: a session opens, and the console says that the wallet itself never does', async () => {
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (line: unknown) => lines.push(line);
    try {
      await onPress(() => new ApplePaySession(14, request));
    } finally {
      console.warn = warn;
    }
    assert.equal(location.protocol, 'http:');
    assert.lengthOf(lines, 1);
    assert.match(String(lines[0]), /takes https only, on this machine too.*InvalidAccessError/);
  });

  it('a frame without the payment permission: each throws SecurityError', async () => {
    sandbox().configure(walletAProfiles.frameWithoutPermission);
    for (const [name, call] of Object.entries(statics)) {
      assert.equal(thrown(call).name, 'SecurityError', name);
    }
    const capabilities = ApplePaySession.applePayCapabilities('merchant.test');
    assert.equal(await rejection(capabilities), 'SecurityError');
  });

  it('openPaymentSetup needs a gesture', async () => {
    assert.equal(
      await rejection(ApplePaySession.openPaymentSetup('merchant.test')),
      'InvalidAccessError',
    );
    assert.isFalse(await onPress(() => ApplePaySession.openPaymentSetup('merchant.test')));
  });
});

describe('ApplePaySession: what it tells of the cards', () => {
  it('a device with the wallet and no card', async () => {
    sandbox().configure(walletAProfiles.noCard);
    assert.isTrue(ApplePaySession.canMakePayments());
    assert.isFalse(await hasActiveCard());
    assert.deepEqual(await ApplePaySession.applePayCapabilities('merchant.test'), {
      paymentCredentialStatus: 'paymentCredentialsUnavailable',
    });
  });

  it('private browsing: what the device can, and nothing of its cards', async () => {
    sandbox().configure(walletAProfiles.noCard);
    sandbox().configure(walletAProfiles.privateMode);
    assert.isTrue(await hasActiveCard());
    assert.deepEqual(await ApplePaySession.applePayCapabilities('merchant.test'), {
      paymentCredentialStatus: 'paymentCredentialStatusUnknown',
    });
  });

  it('another browser than the provider’s does not know of the phone’s cards', async () => {
    sandbox().configure(walletAProfiles.polyfill);
    assert.deepEqual(await ApplePaySession.applePayCapabilities('merchant.test'), {
      paymentCredentialStatus: 'paymentCredentialStatusUnknown',
    });
  });

  it('a device without the wallet', async () => {
    sandbox().configure(walletAProfiles.unsupported);
    assert.isFalse(ApplePaySession.canMakePayments());
    assert.isFalse(await hasActiveCard());
    assert.deepEqual(await ApplePaySession.applePayCapabilities('merchant.test'), {
      paymentCredentialStatus: 'applePayUnsupported',
    });
  });
});

describe('ApplePayWebOptions: the code that a phone scans', () => {
  const options = (): {
    readonly renderApplePayCodeAs: string;
    set(options: object): void;
  } => Reflect.get(window, 'ApplePayWebOptions') as ReturnType<typeof options>;

  const codes = (): readonly unknown[] =>
    sandbox()
      .calls.filter(({ api }) => api === 'event code')
      .map(({ args }) => args[0]);

  afterEach(() => {
    options().set({ renderApplePayCodeAs: 'modal', onApplePayCodeClose: undefined });
  });

  it('shows it as a modal, or as a window; `set` leaves what it does not name', async () => {
    let closeCount = 0;
    options().set({ onApplePayCodeClose: () => (closeCount += 1) });
    const first = await payPage();
    first.session.abort();
    options().set({ renderApplePayCodeAs: 'window' });
    const second = await payPage();
    second.session.abort();
    assert.deepEqual(codes(), ['modal', 'window']);
    assert.equal(closeCount, 2);
  });

  it('refuses another word', () => {
    const error = thrown(() => {
      options().set({ renderApplePayCodeAs: 'tab' });
    });
    assert.equal(error.name, 'TypeError');
    assert.equal(options().renderApplePayCodeAs, 'modal');
  });

  it('a window is a popup: without the payer’s activation begin throws, and the page can open another', async () => {
    const session = await onPress(() => new ApplePaySession(14, request));
    options().set({ renderApplePayCodeAs: 'window' });
    const gesture = sandbox().gesture.bind(sandbox());
    Object.assign(sandbox(), { gesture: () => ({ userActivation: false, sameTask: false }) });
    sandbox().configure({ walletA: { gesture: 'task' } });
    try {
      const error = thrown(() => {
        session.begin();
      });
      assert.equal(error.name, 'InvalidAccessError');
    } finally {
      Object.assign(sandbox(), { gesture });
    }
    await payPage();
    await sheetIs('ready');
  });
});

describe('a polyfill of a third party', () => {
  it('throws a bare string in the constructor', () => {
    sandbox().configure(walletAProfiles.foreignPolyfill);
    const thrownValue: unknown = thrown(() => new ApplePaySession(14, request));
    assert.equal(thrownValue, 'Must create a new ApplePaySession from a user gesture handler.');
  });
});

describe('a session of version 10', () => {
  const billing = { label: 'Monthly', amount: '9.90', paymentTiming: 'recurring' };
  const laterFields = {
    recurringPaymentRequest: {
      paymentDescription: 'Coffee',
      regularBilling: billing,
      managementURL: 'https://shop.test/manage',
    },
    multiTokenContexts: [
      { merchantIdentifier: 'a', externalIdentifier: 'b', merchantName: 'c', amount: '1.00' },
    ],
  };
  for (const [name, value] of Object.entries(laterFields)) {
    it(`refuses ${name}`, async () => {
      await onPress(() => {
        const error = thrown(() => new ApplePaySession(10, wrong({ [name]: value })));
        assert.equal(error.name, 'TypeError');
      });
      await onPress(() => new ApplePaySession(14, wrong({ [name]: value })));
    });
  }
});
