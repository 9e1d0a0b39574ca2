import { assert } from '@open-wc/testing';
import { onPress, sandbox, sheetIs, until } from '../../test/payer.ts';
import { allBut, refused } from '../../test/session-calls.ts';
import { heldTime, payPage, request, thrown } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: leaving the page', () => {
  function leave(isPersisted: boolean): void {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: isPersisted }));
  }

  it('ends the session, and the page receives no event', async () => {
    const page = await payPage();
    await sheetIs('ready');
    leave(false);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(refused(page.session), allBut());
    assert.notInclude(page.events, 'cancel');
  });

  it('a page that comes back from the back-forward cache receives cancel', async () => {
    const page = await payPage();
    await sheetIs('ready');
    leave(true);
    await until(() => page.events.includes('cancel'), 'cancel');
    assert.deepEqual(refused(page.session), allBut());
  });
});

describe('ApplePaySession: one session a page', () => {
  /** A document of the same host, whatever it shows, with a stand-in of its own. */
  async function frame(): Promise<HTMLIFrameElement> {
    const script = new URL('./wallet-a.ts', import.meta.url).href;
    const element = document.createElement('iframe');
    element.src = script;
    const loading = new Promise((resolve) => {
      element.addEventListener('load', resolve, { once: true });
    });
    document.body.append(element);
    await loading;
    const inner = element.contentDocument?.createElement('script');
    if (inner)
      element.contentDocument?.head.append(Object.assign(inner, { type: 'module', src: script }));
    await until(() => Reflect.has(element.contentWindow ?? {}, 'ApplePaySession'), 'the script');
    return element;
  }

  it('its frames share it: one in a frame keeps the page from another', async () => {
    const element = await frame();
    const inner = element.contentWindow;
    inner?.walletSandbox?.configure({ walletA: { gesture: 'none' } });
    const InnerSession = Reflect.get(inner ?? {}, 'ApplePaySession') as typeof ApplePaySession;
    const first = new InnerSession(14, request);
    first.begin();
    const error = await onPress(() =>
      thrown(() => {
        new ApplePaySession(14, request).begin();
      }),
    );
    assert.equal(error.message, 'Page already has an active payment session.');
    first.abort();
    await payPage();
    await sheetIs('ready');
    element.remove();
  });
});
