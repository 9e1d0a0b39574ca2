// Written from Apple's "Displaying Apple Pay buttons using JavaScript" and what its element is seen to do.
import { assert } from '@open-wc/testing';
import { holdTime, press, sandbox } from '../../test/payer.ts';
import { WALLET_A_PROFILES } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

describe('<apple-pay-button>', () => {
  beforeEach(() => {
    sandbox().reset();
  });

  afterEach(() => {
    for (const host of document.querySelectorAll('.button-test')) host.remove();
  });

  async function button(html: string): Promise<HTMLElement> {
    const host = document.createElement('div');
    host.className = 'button-test';
    host.innerHTML = html;
    document.body.append(host);
    await new Promise(requestAnimationFrame);
    return host.querySelector('apple-pay-button') ?? host;
  }

  const inner = (element: Element): HTMLButtonElement => {
    const face = element.shadowRoot?.querySelector('button');
    if (!face) throw new Error('No button.');
    return face;
  };

  it('asks canMakePayments when it is drawn, not when it becomes true later', async () => {
    sandbox().configure(WALLET_A_PROFILES.unsupported);
    const element = await button('<apple-pay-button></apple-pay-button>');
    sandbox().reset();
    assert.equal(getComputedStyle(element).display, 'none');
    element.setAttribute('type', 'pay');
    assert.equal(getComputedStyle(element).display, 'inline-block');
    assert.isFalse(element.hasAttribute('aria-hidden'));
  });

  it('is hidden where canMakePayments throws', async () => {
    sandbox().configure(WALLET_A_PROFILES.insecure);
    const element = await button('<apple-pay-button></apple-pay-button>');
    assert.equal(getComputedStyle(element).display, 'none');
    assert.equal(element.getAttribute('aria-hidden'), 'true');
  });

  it('a click is heard by capturing listeners around it, and by no others', async () => {
    const element = await button('<apple-pay-button></apple-pay-button>');
    const heard: string[] = [];
    const parent = element.parentElement;
    parent?.addEventListener('click', () => heard.push('captured'), { capture: true });
    parent?.addEventListener('click', () => heard.push('bubbled'));
    await press(element);
    assert.deepEqual(heard, ['captured']);
  });

  it('focus on the element does not reach its face: there is no delegatesFocus', async () => {
    const element = await button('<apple-pay-button></apple-pay-button>');
    element.focus();
    assert.isNull(element.shadowRoot?.activeElement ?? null);
    inner(element).focus();
    assert.equal(element.shadowRoot?.activeElement, inner(element));
  });

  it('drops to its logo where the text does not fit, and keeps its name', async () => {
    const element = await button(
      '<apple-pay-button type="set-up" locale="uk-UA" style="--apple-pay-button-width:140px"></apple-pay-button>',
    );
    const text = inner(element).querySelector('.text');
    assert.equal(text && getComputedStyle(text).display, 'none');
    assert.equal(inner(element).getAttribute('aria-label'), 'Налаштувати Wallet A');
    element.style.setProperty('--apple-pay-button-width', '400px');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.notEqual(text && getComputedStyle(text).display, 'none');
  });

  it('waits for its font in its place: invisible, not gone', async () => {
    sandbox().configure({ walletA: { fontDelay: 300 } });
    const time = holdTime();
    const element = await button('<apple-pay-button></apple-pay-button>');
    assert.equal(getComputedStyle(inner(element)).visibility, 'hidden');
    assert.isAbove(element.offsetWidth, 0);
    time.pass(300);
    assert.equal(getComputedStyle(inner(element)).visibility, 'visible');
    time.release();
  });

  it('brings the styles of its host inline where that is set, as the provider’s does', async () => {
    const adopted = await button('<apple-pay-button></apple-pay-button>');
    assert.isNull(adopted.shadowRoot?.querySelector('style') ?? null);
    sandbox().configure(WALLET_A_PROFILES.inlineButtonStyle);
    const inline = await button('<apple-pay-button></apple-pay-button>');
    const { nonce, textContent } = inline.shadowRoot?.querySelector('style') ?? {};
    assert.equal(nonce, '');
    assert.include(textContent, ':host');
    assert.equal(inline.offsetHeight, adopted.offsetHeight);
  });
});
