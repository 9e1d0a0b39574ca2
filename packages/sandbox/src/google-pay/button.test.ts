// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { holdTime, press, sandbox } from '../../test/payer.ts';
import { client, freshSandbox, written } from '../../test/google-pay.ts';

freshSandbox();

describe('PaymentsClient.createButton', () => {
  const face = (element: Element): HTMLButtonElement => {
    const button = element.querySelector('button');
    if (!button) throw new Error('No button inside.');
    return button;
  };

  const hosts: HTMLElement[] = [];

  afterEach(() => {
    for (const host of hosts.splice(0)) host.remove();
  });

  async function inRoot(
    options: Omit<google.payments.api.ButtonOptions, 'onClick' | 'buttonRootNode'>,
    onClick: () => void = () => undefined,
  ): Promise<{ readonly root: ShadowRoot; readonly element: HTMLElement }> {
    const host = document.createElement('div');
    host.style.height = '48px';
    document.body.append(host);
    hosts.push(host);
    const root = host.attachShadow({ mode: 'open' });
    const element = client().createButton({ buttonRootNode: root, ...options, onClick });
    root.append(element);
    await new Promise(requestAnimationFrame);
    return { root, element };
  }

  it('returns a div with a real, named button', async () => {
    const { element } = await inRoot({ buttonType: 'donate', buttonLocale: 'uk' });
    assert.equal(element.localName, 'div');
    assert.equal(face(element).type, 'button');
    assert.equal(face(element).getAttribute('aria-label'), 'Пожертвувати через Wallet B');
  });

  it('calls onClick at a press, in the same task', async () => {
    let presses = 0;
    const { element } = await inRoot({}, () => {
      presses += 1;
    });
    await press(face(element));
    assert.equal(presses, 1);
  });

  it('throws without onClick and with an element as root', () => {
    const options = {} as google.payments.api.ButtonOptions;
    assert.throws(() => client().createButton(options), "Parameter 'onClick' must be set.");
    const buttonRootNode = document.body as unknown as ShadowRoot;
    const onClick = (): void => undefined;
    assert.throws(() => client().createButton({ onClick, buttonRootNode }), /buttonRootNode/);
  });

  it('falls back silently for a colour or type it does not know', async () => {
    const { element } = await inRoot({
      buttonColor: 'green' as google.payments.api.ButtonColor,
      buttonType: 'purchase' as google.payments.api.ButtonType,
    });
    assert.isTrue(face(element).classList.contains('black'));
    assert.isTrue(face(element).classList.contains('buy'));
  });

  it('has the size of its text, or fills its container', async () => {
    const staticButton = await inRoot({ buttonSizeMode: 'static' });
    assert.equal(face(staticButton.element).offsetHeight, 40);
    assert.isAtLeast(face(staticButton.element).offsetWidth, 152);
    const fillingButton = await inRoot({ buttonSizeMode: 'fill' });
    assert.equal(face(fillingButton.element).offsetHeight, 48);
    assert.equal(face(fillingButton.element).offsetWidth, fillingButton.element.offsetWidth);
  });

  it('puts its styles into the root once, and never again', async () => {
    const { root, element } = await inRoot({});
    client().createButton({ buttonRootNode: root, onClick: () => undefined });
    assert.lengthOf(root.querySelectorAll('style'), 1);
    root.querySelector('style')?.remove();
    root.append(client().createButton({ buttonRootNode: root, onClick: () => undefined }));
    assert.lengthOf(root.querySelectorAll('style'), 0);
    assert.isTrue(element.isConnected);
  });

  it('takes radius 0, and loses its own to the last radius of the page', async () => {
    const first = await inRoot({ buttonRadius: 0 });
    assert.equal(getComputedStyle(face(first.element)).borderTopLeftRadius, '0px');
    const second = await inRoot({ buttonRadius: 12 });
    assert.equal(getComputedStyle(face(second.element)).borderTopLeftRadius, '12px');
    assert.equal(getComputedStyle(face(first.element)).borderTopLeftRadius, '4px');
  });

  it('long means buy, short means plain', async () => {
    const long = await inRoot({ buttonType: 'long' });
    assert.isTrue(face(long.element).classList.contains('buy'));
    const short = await inRoot({ buttonType: 'short' });
    assert.isTrue(face(short.element).classList.contains('plain'));
  });

  it('has no border when asked', async () => {
    const { element } = await inRoot({ buttonBorderType: 'no_border' });
    assert.equal(getComputedStyle(face(element)).borderTopWidth, '0px');
  });

  it('knows two letters of a language; with a region it takes the browser’s and says so', async () => {
    const silent = await written('error', () => inRoot({ buttonLocale: 'de' }));
    assert.lengthOf(silent, 0);
    const said = await written('error', async () => {
      const { element } = await inRoot({ buttonLocale: 'de-DE' });
      assert.match(face(element).lang, /^[a-z]{2}$/);
    });
    assert.lengthOf(said, 1);
    assert.include(said[0]?.join(' '), 'de-DE');
  });

  it('knows Norwegian as no; nb and nn fall back to the language of the browser', async () => {
    const { element } = await inRoot({ buttonLocale: 'no' });
    assert.equal(face(element).lang, 'no');
    Object.defineProperty(navigator, 'language', { value: 'pl-PL', configurable: true });
    await written('error', async () => {
      for (const buttonLocale of ['nb', 'nn'] as never[]) {
        const other = await inRoot({ buttonLocale });
        assert.equal(face(other.element).lang, 'pl');
      }
    });
    Reflect.deleteProperty(navigator, 'language');
  });

  it('does not make fi of fil, neither of the page nor of the browser', async () => {
    const language = Object.getOwnPropertyDescriptor(navigator, 'language');
    Object.defineProperty(navigator, 'language', { value: 'fil-PH', configurable: true });
    await written('error', async () => {
      const { element } = await inRoot({ buttonLocale: 'fil' });
      assert.equal(face(element).lang, 'en');
    });
    if (language) Object.defineProperty(navigator, 'language', language);
    else Reflect.deleteProperty(navigator, 'language');
  });

  it('takes buttonLocale null silently', async () => {
    const silent = await written('error', () => inRoot({ buttonLocale: null as never }));
    assert.lengthOf(silent, 0);
  });

  it('loses its background under forced colours, and keeps the colours of its label', async function () {
    // WebKit has none.
    if (!CSS.supports('forced-color-adjust', 'none')) this.skip();
    await emulateMedia({ forcedColors: 'active' });
    try {
      if (!matchMedia('(forced-colors: active)').matches) this.skip();
      const button = face((await inRoot({})).element);
      assert.notEqual(getComputedStyle(button).backgroundColor, 'rgb(0, 0, 0)');
      assert.equal(getComputedStyle(button, '::after').color, 'rgb(255, 255, 255)');
    } finally {
      await emulateMedia({ forcedColors: 'none' });
    }
  });

  it('shows its whole label in a narrow place, smaller', async () => {
    sandbox().configure({ walletB: { cardInfo: 'none' } });
    const { element } = await inRoot({ buttonSizeMode: 'fill', buttonLocale: 'uk' });
    const button = face(element);
    button.style.minWidth = '0';
    element.style.width = '300px';
    const size = () => parseFloat(getComputedStyle(button, '::after').fontSize);
    const usual = size();
    element.style.width = '116px';
    assert.isBelow(size(), usual);
    assert.isAtMost(button.scrollWidth, button.clientWidth);
  });

  it('all buttons have the same id', async () => {
    const { element } = await inRoot({});
    const other = await inRoot({});
    assert.equal(face(element).id, 'gpay-button-online-api-id');
    assert.equal(face(other.element).id, face(element).id);
  });

  it('a disabled inner button tells nothing', async () => {
    let presses = 0;
    const { element } = await inRoot({}, () => {
      presses += 1;
    });
    face(element).disabled = true;
    await press(face(element));
    face(element).click();
    assert.equal(presses, 0);
  });

  it('the radius moves: there is one style element for it on the page', async () => {
    const first = await inRoot({ buttonRadius: 8 });
    assert.lengthOf(first.root.querySelectorAll('style'), 2);
    const second = await inRoot({ buttonRadius: 9 });
    assert.lengthOf(first.root.querySelectorAll('style'), 1);
    assert.lengthOf(second.root.querySelectorAll('style'), 2);
    await inRoot({});
    assert.equal(getComputedStyle(face(second.element)).borderTopLeftRadius, '9px');
  });

  it('styles of a document go into its head', () => {
    const previousCount = document.head.querySelectorAll('style').length;
    client().createButton({ onClick: () => undefined });
    client().createButton({ onClick: () => undefined, buttonRootNode: document });
    assert.equal(document.head.querySelectorAll('style').length, previousCount + 1);
  });

  it('with nonce "ignored", as builds before August 2026, has no nonce on its styles', () => {
    sandbox().configure({ walletB: { nonce: 'ignored' } });
    const root = document.createElement('div').attachShadow({ mode: 'closed' });
    const paymentsClient = new google.payments.api.PaymentsClient({ nonce: 'n0nce' });
    root.append(paymentsClient.createButton({ buttonRootNode: root, onClick: () => undefined }));
    assert.equal(root.querySelector('style')?.nonce, '');
  });

  it('is as small as an empty button where its styles are refused: 16 x 6 px in Chromium', async () => {
    const { root, element } = await inRoot({});
    for (const style of root.querySelectorAll('style')) style.remove();
    const empty = document.createElement('button');
    root.append(empty);
    const { offsetWidth, offsetHeight } = face(element);
    assert.deepEqual([offsetWidth, offsetHeight], [empty.offsetWidth, empty.offsetHeight]);
    assert.equal(face(element).getAttribute('aria-label'), 'Buy with Wallet B');
  });

  it('has a min-height of 40px', async () => {
    const { element } = await inRoot({ buttonSizeMode: 'fill' });
    face(element).style.height = '20px';
    assert.equal(face(element).offsetHeight, 40);
  });

  it('puts the client’s nonce on every style element', () => {
    const root = document.createElement('div').attachShadow({ mode: 'closed' });
    const paymentsClient = new google.payments.api.PaymentsClient({ nonce: 'n0nce' });
    root.append(
      paymentsClient.createButton({
        buttonRootNode: root,
        buttonRadius: 3,
        onClick: () => undefined,
      }),
    );
    const styles = [...root.querySelectorAll('style')];
    assert.deepEqual(
      styles.map(({ nonce }) => nonce),
      ['n0nce', 'n0nce'],
    );
  });
});

describe('PaymentsClient.createButton: with the payer’s card in it', () => {
  function inNarrowPlace(): { readonly place: HTMLElement; readonly element: HTMLElement } {
    const place = document.createElement('div');
    place.style.width = '160px';
    document.body.append(place);
    const element = client().createButton({ onClick: () => undefined, buttonType: 'plain' });
    place.append(element);
    return { place, element };
  }

  it('is at least 240 pixels wide, also when plain', () => {
    sandbox().configure({ walletB: { cardInfo: 'shown' } });
    const { place, element } = inNarrowPlace();
    assert.isAtLeast(element.querySelector('button')?.offsetWidth ?? 0, 240);
    place.remove();
  });

  it('one that is late is replaced by another node after 15 seconds', () => {
    const time = holdTime();
    sandbox().configure({ walletB: { cardInfo: 'late' } });
    const { place, element } = inNarrowPlace();
    time.pass(14_999);
    assert.equal(place.firstChild, element);
    time.pass(1);
    assert.isFalse(element.isConnected);
    assert.lengthOf(place.querySelectorAll('button'), 1);
    assert.isBelow(place.querySelector('button')?.offsetWidth ?? 240, 240);
    place.remove();
    time.release();
  });

  it('one that is removed in time is not replaced', () => {
    const time = holdTime();
    sandbox().configure({ walletB: { cardInfo: 'late' } });
    const { place, element } = inNarrowPlace();
    element.remove();
    time.pass(15_000);
    assert.lengthOf(place.children, 0);
    place.remove();
    time.release();
  });

  it('the one that comes in its place calls the page too', () => {
    const time = holdTime();
    sandbox().configure({ walletB: { cardInfo: 'late' } });
    let presses = 0;
    const place = document.createElement('div');
    document.body.append(place);
    place.append(
      client().createButton({
        onClick: () => {
          presses += 1;
        },
      }),
    );
    time.pass(15_000);
    place.querySelector('button')?.click();
    assert.equal(presses, 1);
    place.remove();
    time.release();
  });
});
