import { expect, test } from '@wallet-buttons/sandbox/playwright';

test('the payer pays with wallet B', async ({ page, wallets }) => {
  await page.goto('https://shop.test/checkout');
  await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
  await (await wallets.sheet('B')).pay({ card: 'visa-approve' });
  await expect(page.getByText('Thank you')).toBeVisible();
});

/** A checkout page written by hand, with the providers' own APIs instead of the tags. */
const checkout = `<!doctype html><html lang="en"><title>Checkout</title>
  <link rel="icon" href="data:,">
  <script src="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js" crossorigin></script>
  <script src="https://pay.google.com/gp/p/js/pay.js"></script>
  <body><button id="a">Pay with wallet A</button><p role="status"></p>
  <script>
    const say = (text) => { document.querySelector('[role=status]').textContent = text; };
    const card = {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        allowedCardNetworks: ['VISA', 'MASTERCARD'],
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'examplegateway', gatewayMerchantId: 'shop-7' },
      },
    };
    const client = new google.payments.api.PaymentsClient({ environment: 'TEST' });
    const onClick = () => client.loadPaymentData({
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: { merchantName: 'Shop' },
      allowedPaymentMethods: [card],
      transactionInfo: {
        countryCode: 'UA', currencyCode: 'UAH', totalPriceStatus: 'FINAL', totalPrice: '199.90',
      },
    }).then(() => say('Thank you'), (error) => say(error.statusCode ?? String(error)));
    document.body.prepend(client.createButton({ onClick, buttonType: 'buy' }));
    document.querySelector('#a').onclick = () => {
      const session = new ApplePaySession(3, {
        countryCode: 'UA', currencyCode: 'UAH', supportedNetworks: ['visa'],
        merchantCapabilities: ['supports3DS'], total: { label: 'Shop', amount: '199.90' },
      });
      session.oncancel = () => say('cancelled');
      session.begin();
    };
  </script>`;

test.beforeEach(async ({ context }) => {
  await context.route('https://shop.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: checkout }),
  );
});

test('the script of wallet B adds its frame once the page has a body', async ({ page }) => {
  await page.goto('https://shop.test/checkout');
  await expect(page.locator('body > iframe[data-wallet-sandbox=payframe]')).toHaveCount(1);
});

test.describe('in wallet B’s popup', () => {
  test.use({ walletB: 'popup' });

  test('the sheet is found without looking for the window', async ({ page, wallets }) => {
    await page.goto('https://shop.test/checkout');
    await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
    await (await wallets.sheet('B')).pay();
    await expect(page.getByText('Thank you')).toBeVisible();
  });
});

test.describe('a profile by its name', () => {
  test.use({ walletA: 'native', walletB: 'unsupported' });

  test('is in force before the first script of the page runs', async ({ page, wallets }) => {
    await page.goto('https://shop.test/checkout');
    await page.getByRole('button', { name: 'Pay with wallet A' }).click();
    await (await wallets.sheet('A')).cancel();
    await expect(page.getByText('cancelled')).toBeVisible();
    expect(await page.evaluate('walletSandbox.settings.walletB.isReadyToPay')).toBe(false);
  });
});

test('the calls of a page are kept over a navigation', async ({ page, wallets }) => {
  await page.goto('https://shop.test/checkout');
  await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
  await (await wallets.sheet('B')).cancel();
  await expect(page.getByText('CANCELED')).toBeVisible();
  await page.goto('https://shop.test/thanks');

  const apis = (await wallets.calls()).map(({ api }) => api);
  expect(apis).toContain('PaymentsClient.loadPaymentData');
});

test('a sheet that does not open is an error with what the page called', async ({
  page,
  wallets,
}) => {
  await page.goto('https://shop.test/checkout');
  await expect(wallets.sheet('A', { timeout: 100 })).rejects.toThrow(
    /wallet A did not open within 100 ms\. What the page called: .*PaymentsClient/,
  );
});

test.describe('on a page with a frame of a third party', () => {
  test.use({ walletA: 'native' });

  test('the frame is left alone, without an error', async ({ page, wallets, context }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await context.route('https://ads.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><p id="ad">An ad</p>' }),
    );
    await page.goto('https://shop.test/checkout');
    await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), {
      src: 'https://ads.example/frame.html', name: 'ad',
    }))`);
    await expect(page.frameLocator('iframe[name=ad]').getByText('An ad')).toBeVisible();
    expect(errors).toEqual([]);
    await page.getByRole('button', { name: 'Pay with wallet A' }).click();
    await (await wallets.sheet('A')).cancel();
  });
});

test('a card that the sheet does not offer is an error with those that it does', async ({
  page,
  wallets,
}) => {
  await page.goto('https://shop.test/checkout');
  await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
  const sheet = await wallets.sheet('B');
  await expect(sheet.pay({ card: 'visa-aprove' })).rejects.toThrow(
    /The sheet has no card "visa-aprove"\. It has: visa-approve, .*mastercard-challenge/,
  );
  await expect(sheet.chooseAddress('home')).rejects.toThrow(/The sheet asks for no address/);
});

test('a page that is not allowed is an error that names its host', async ({
  page,
  wallets,
  context,
}) => {
  await context.route('https://staging.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: checkout }),
  );
  await page.goto('https://staging.example/checkout');
  await expect(wallets.sheet('B', { timeout: 100 })).rejects.toThrow(
    /does not run on "staging\.example".*allowedHosts/,
  );
});

test.describe('the service', () => {
  test.use({ sandboxUrl: async ({ baseURL }, use) => use(`${String(baseURL)}/sandbox`) });

  test('knows no charge of an order that no page paid', async ({ service }) => {
    expect(await service.charges('never-paid')).toBe(0);
    expect(await service.calls('never-paid')).toEqual([]);
  });

  test('shows that a lost answer is paid once', async ({ page, wallets, service }) => {
    // The demo's own picker chooses a scenario at each load; this one comes after it.
    const scenarioAnswer = page.waitForResponse('**/control/scenario');
    await page.goto('/');
    await scenarioAnswer;
    const order = await page.locator('#order-code').innerText();
    await service.scenario(order, { answer: 'cut', webhook: 'never' });
    await page.getByRole('button', { name: 'Buy with Wallet B' }).click();
    await (await wallets.sheet('B')).pay();

    await expect.poll(() => service.charges(order)).toBe(1);
    await expect.poll(() => service.calls(order, 'get-status')).not.toHaveLength(0);
    expect(await service.calls(order, 'pay-token')).toHaveLength(1);
  });
});

test.describe('without a service', () => {
  test.use({ sandboxUrl: 'http://127.0.0.1:9' });

  test('the error says how to start one', async ({ service }) => {
    await expect(service.charges('any')).rejects.toThrow('npx @wallet-buttons/sandbox');
  });
});

test.describe('a sheet that the page leaves waiting', () => {
  for (const [what, action, says] of [
    [
      'whose merchant validation fails',
      "fetch('/wallet/validate-merchant')",
      /press Pay within 300 ms: the sheet of wallet A waits for completeMerchantValidation\(\) of the page\. The page called last: ApplePaySession\.begin\./,
    ],
    [
      'which it aborts',
      'session.abort()',
      /press Pay within 300 ms: the sheet of wallet A is closed\. The page called last: ApplePaySession\.abort\./,
    ],
  ] as const) {
    test(`${what} is an error with the answer that is missing`, async ({
      page,
      wallets,
      context,
    }) => {
      await context.route('https://shop.test/wallet/**', (route) => route.fulfill({ status: 502 }));
      await page.goto('https://shop.test/checkout');
      await page.evaluate(`document.querySelector('#a').onclick = () => {
        window.session = new ApplePaySession(3, {
          countryCode: 'UA', currencyCode: 'UAH', supportedNetworks: ['visa'],
          merchantCapabilities: ['supports3DS'], total: { label: 'Shop', amount: '199.90' },
        });
        session.onvalidatemerchant = () => undefined;
        session.begin();
      }`);
      await page.getByRole('button', { name: 'Pay with wallet A' }).click();
      const sheet = await wallets.sheet('A');
      await page.evaluate(action);
      await expect(sheet.pay({ timeout: 300 })).rejects.toThrow(says);
    });
  }
});

// Firefox has no PaymentRequest.
test(
  'a PaymentRequest of the page is named where no sheet opens',
  { tag: '@chromium' },
  async ({ page, wallets }) => {
    await page.goto('https://shop.test/checkout');
    await page.evaluate(`new PaymentRequest(
      [{ supportedMethods: 'https://apple.com/apple-pay', data: {} }],
      { total: { label: 'Shop', amount: { currency: 'UAH', value: '199.90' } } },
    ) instanceof PaymentRequest`);
    await expect(wallets.sheet('A', { timeout: 100 })).rejects.toThrow(
      /What the page called: .*wallet-a PaymentRequest.* PaymentRequest asks the wallets of the browser/,
    );
  },
);
