import { assert } from '@open-wc/testing';
import { calls, heardOf, press, ready, walletA, type Rendered } from '../test/support.ts';
import { sandbox, scene, sheetIs } from '../test/scene.ts';
import { waitUntil } from '../test/wait-until.ts';

/** The JavaScript of the README, run as a page would: it finds the tag by itself. */
const snippets = [
  ...(await (await fetch(new URL('../README.md', import.meta.url))).text()).matchAll(
    /```js\n([\s\S]*?)```/g,
  ),
].map(([, code = '']) => code);

async function run(saying: string, names = ''): Promise<void> {
  const code = snippets.find((each) => each.includes(saying));
  assert.exists(code, `a snippet with ${saying}`);
  const url = URL.createObjectURL(new Blob([`${names}\n${code}`], { type: 'text/javascript' }));
  await import(url);
}

describe('what the README says of the sheet', () => {
  const page = scene();
  const open = async ({ tag }: Rendered): Promise<void> => {
    page.payer('chooses');
    await press(tag);
    await sheetIs('ready');
  };

  it('asks for an address, offers two ways to deliver and follows the payer’s choice', async () => {
    const rendered = await ready(walletA);
    await run(
      'updateWith',
      `const totalFor = async (option) => ({ amount: option === 'courier' ? '249.90' : '199.90' });`,
    );
    await open(rendered);
    sandbox().sheet.chooseShippingOption('courier');
    const told = 'ApplePaySession.completeShippingMethodSelection';
    await waitUntil(() => calls(told).length > 0);
    assert.nestedPropertyVal(calls(told)[0]?.args[0], 'newTotal.amount', '249.90');
    await sheetIs('ready');
    sandbox().sheet.pay();
    await heardOf(rendered.heard, 'wallet-result');
    const body = page.backend.asked.find(({ path }) => path === 'pay-token')?.body;
    assert.equal(body?.['shipping_option'], 'courier');
    assert.property(body, 'shipping_address');
  });

  it('sells a subscription', async () => {
    const rendered = await ready(walletA);
    await run('recurring', `const button = document.querySelector('wallet-a-button');`);
    await open(rendered);
    assert.nestedPropertyVal(
      calls('ApplePaySession.constructor').at(-1)?.args[1],
      'recurringPaymentRequest.regularBilling.amount',
      '199.90',
    );
    sandbox().sheet.pay();
    assert.equal((await heardOf(rendered.heard, 'wallet-result')).outcome, 'succeeded');
  });

  it('has no other JavaScript that no test runs', () => {
    assert.lengthOf(snippets, 2);
  });
});
