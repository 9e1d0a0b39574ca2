// Written from Apple's "Displaying Apple Pay buttons using JavaScript" and what its element is seen to do.
import { assert } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { holdTime, press, sandbox, until } from '../../test/payer.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
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

  it('is a real button with a name, in an open shadow root', async () => {
    const element = await button('<apple-pay-button type="pay" locale="de-DE"></apple-pay-button>');
    assert.equal(inner(element).getAttribute('aria-label'), 'Mit Wallet A zahlen');
  });

  it('rewrites what it does not know and removes a locale it cannot use', async () => {
    const element = await button(
      '<apple-pay-button type="purchase" buttonstyle="red" locale="xx-XX"></apple-pay-button>',
    );
    assert.equal(element.getAttribute('type'), 'buy');
    assert.equal(element.getAttribute('buttonstyle'), 'black');
    assert.isFalse(element.hasAttribute('locale'));
  });

  it('takes its language from the nearest lang', async () => {
    const element = await button('<p lang="uk"><apple-pay-button></apple-pay-button></p>');
    assert.equal(inner(element).lang, 'uk-UA');
  });

  it('is sized by the five custom properties, and never below its minimum', async () => {
    const element = await button(
      `<apple-pay-button style="--apple-pay-button-width:220px;--apple-pay-button-height:48px;
        --apple-pay-button-border-radius:9px;--apple-pay-button-padding:4px;
        --apple-pay-button-box-sizing:border-box"></apple-pay-button>`,
    );
    const { width, height } = element.getBoundingClientRect();
    assert.deepEqual([width, height], [220, 48]);
    const face = inner(element);
    assert.equal(getComputedStyle(face).borderTopLeftRadius, '9px');
    const small = await button(
      '<apple-pay-button style="--apple-pay-button-width:20px;--apple-pay-button-height:10px"></apple-pay-button>',
    );
    assert.deepEqual([small.offsetWidth, small.offsetHeight], [140, 30]);
  });

  it('keeps a click to itself: only a listener on the element receives it', async () => {
    const element = await button('<apple-pay-button></apple-pay-button>');
    const events: string[] = [];
    element.addEventListener('click', () => events.push('element'));
    element.parentElement?.addEventListener('click', () => events.push('parent'));
    await press(element);
    assert.deepEqual(events, ['element']);
  });

  it('asks canMakePayments when it is drawn, not when it becomes true later', async () => {
    sandbox().configure(walletAProfiles.unsupported);
    const element = await button('<apple-pay-button></apple-pay-button>');
    sandbox().reset();
    assert.equal(getComputedStyle(element).display, 'none');
    element.setAttribute('type', 'pay');
    assert.equal(getComputedStyle(element).display, 'inline-block');
    assert.isFalse(element.hasAttribute('aria-hidden'));
  });

  it('is hidden where canMakePayments throws', async () => {
    sandbox().configure(walletAProfiles.insecure);
    const element = await button('<apple-pay-button></apple-pay-button>');
    assert.equal(getComputedStyle(element).display, 'none');
    assert.equal(element.getAttribute('aria-hidden'), 'true');
  });

  it('a click is received by capturing listeners around it, and by no others', async () => {
    const element = await button('<apple-pay-button></apple-pay-button>');
    const events: string[] = [];
    const parent = element.parentElement;
    parent?.addEventListener('click', () => events.push('captured'), { capture: true });
    parent?.addEventListener('click', () => events.push('bubbled'));
    await press(element);
    assert.deepEqual(events, ['captured']);
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
    await until(() => text !== null && getComputedStyle(text).display !== 'none', 'the text');
  });

  it('loses its background under forced colours, and keeps the colours of its face', async function () {
    // WebKit has none.
    if (!CSS.supports('forced-color-adjust', 'none')) this.skip();
    await emulateMedia({ forcedColors: 'active' });
    try {
      if (!matchMedia('(forced-colors: active)').matches) this.skip();
      const face = inner(await button('<apple-pay-button></apple-pay-button>'));
      const [text, mark] = face.querySelectorAll('.text, .mark');
      if (!text || !mark) throw new Error('Its face has no text and no logo.');
      assert.notEqual(getComputedStyle(face).backgroundColor, 'rgb(0, 0, 0)');
      assert.equal(getComputedStyle(text).color, 'rgb(255, 255, 255)');
      assert.equal(getComputedStyle(mark, '::before').backgroundColor, 'rgb(255, 255, 255)');
    } finally {
      await emulateMedia({ forcedColors: 'none' });
    }
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

  it('styles its host inline, as the SDK does; "adopted" adds no style element', async () => {
    const inline = await button('<apple-pay-button></apple-pay-button>');
    const { nonce, textContent } = inline.shadowRoot?.querySelector('style') ?? {};
    assert.equal(nonce, '');
    assert.include(textContent, ':host');
    sandbox().configure(walletAProfiles.adoptedButtonStyle);
    const adopted = await button('<apple-pay-button></apple-pay-button>');
    assert.isNull(adopted.shadowRoot?.querySelector('style') ?? null);
    assert.equal(inline.offsetHeight, adopted.offsetHeight);
    assert.equal(inner(inline).textContent, inner(adopted).textContent);
  });

  it('an outline is 242 x 50 in a box of 240 x 48, unless box-sizing is border-box', async () => {
    const size = '--apple-pay-button-width:240px;--apple-pay-button-height:48px';
    const outline = async (more: string): Promise<readonly number[]> => {
      const { offsetWidth, offsetHeight } = await button(
        `<apple-pay-button buttonstyle="white-outline" style="${size}${more}"></apple-pay-button>`,
      );
      return [offsetWidth, offsetHeight];
    };
    assert.deepEqual(await outline(''), [242, 50]);
    assert.deepEqual(await outline(';--apple-pay-button-box-sizing:border-box'), [240, 48]);
  });

  it('its minimum is 140 x 30', async () => {
    const size = '--apple-pay-button-width:20px;--apple-pay-button-height:10px';
    const element = await button(`<apple-pay-button style="${size}"></apple-pay-button>`);
    assert.deepEqual([element.offsetWidth, element.offsetHeight], [140, 30]);
  });

  for (const [asked, locale] of [
    ['de-AT', 'de-DE'],
    ['zh-Hant', 'zh-CN'],
    ['uk', 'uk-UA'],
    ['nb', 'nb-NO'],
  ] as const) {
    it(`${asked} becomes ${locale}`, async () => {
      const element = await button(`<apple-pay-button locale="${asked}"></apple-pay-button>`);
      assert.equal(inner(element).lang, locale);
    });
  }

  it('no, which is no locale of it, becomes English', async () => {
    const element = await button(
      '<div lang="en"><apple-pay-button locale="no"></apple-pay-button></div>',
    );
    assert.match(inner(element).lang, /^en/);
    assert.isFalse(element.hasAttribute('locale'));
  });

  it('an unknown type keeps the previous one', async () => {
    const element = await button('<apple-pay-button type="donate"></apple-pay-button>');
    element.setAttribute('type', 'nonsense');
    assert.equal(element.getAttribute('type'), 'donate');
    assert.equal(inner(element).getAttribute('aria-label'), 'Donate with Wallet A');
    element.removeAttribute('type');
    assert.equal(inner(element).getAttribute('aria-label'), 'Buy with Wallet A');
  });

  it('a locale taken away is kept', async () => {
    const element = await button('<apple-pay-button locale="uk-UA"></apple-pay-button>');
    element.removeAttribute('locale');
    assert.equal(inner(element).lang, 'uk-UA');
  });
});

describe('<apple-pay-button> under a policy of the page', () => {
  afterEach(() => {
    for (const frame of document.querySelectorAll('iframe[srcdoc]')) frame.remove();
  });

  /** The button in a frame with a Content-Security-Policy, and the number of received presses on it. */
  async function underPolicy(policy: string): Promise<{ element: Element; presses: () => number }> {
    const script = new URL('./wallet-a.ts', import.meta.url).href;
    const frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html><meta http-equiv="content-security-policy" content="${policy}">
      <script>window.walletSandboxConfig = { allowedHosts: [''] }</script>
      <script type="module">
        await import('${script}');
        const button = document.createElement('apple-pay-button');
        button.addEventListener('click', () => parent.postMessage('press', '*'));
        document.body.append(button);
        parent.postMessage('drawn', '*');
      </script><body></body>`;
    let presses = 0;
    const drawing = new Promise<void>((resolve) => {
      window.addEventListener('message', ({ data }) => {
        if (data === 'drawn') resolve();
        else presses += 1;
      });
    });
    document.body.append(frame);
    await drawing;
    const element = frame.contentDocument?.querySelector('apple-pay-button');
    if (!element) throw new Error('No button in the frame.');
    return { element, presses: () => presses };
  }

  // An engine without Trusted Types takes the string.
  if ('trustedTypes' in window)
    it('require-trusted-types-for: a blank bar, and a press still works', async () => {
      const { element, presses } = await underPolicy("require-trusted-types-for 'script'");
      assert.equal(inner(element).childNodes.length, 0);
      assert.isAbove(inner(element).offsetWidth, 0);
      inner(element).click();
      await until(() => presses() === 1, 'the press');
    });

  it('a style nonce without Trusted Types: the text is invisible, and the logo shown', async () => {
    const { element } = await underPolicy("style-src 'nonce-n0nce'");
    const visibility = (selector: string): string => {
      const part = inner(element).querySelector(selector);
      const view = element.ownerDocument.defaultView;
      return (part && view?.getComputedStyle(part).visibility) ?? '';
    };
    assert.equal(visibility('.text'), 'hidden');
    assert.equal(visibility('.mark'), 'visible');
  });
});

function inner(element: Element): HTMLButtonElement {
  const face = element.shadowRoot?.querySelector('button');
  if (!face) throw new Error('No button.');
  return face;
}
