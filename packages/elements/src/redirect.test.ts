import { aTimeout, assert } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { waitUntil } from '../test/wait-until.ts';

/** What the frame tells of its button. */
interface FrameMessage {
  readonly type: string;
  readonly code?: string;
  readonly cause?: { readonly url: string };
  readonly asked?: boolean;
  readonly state: string;
}

describe('a button in a frame of another origin, with redirect="top"', () => {
  let messages: FrameMessage[];
  let frame: HTMLIFrameElement;
  const receive = ({ data, source }: MessageEvent<FrameMessage>) => {
    if (source === frame.contentWindow) messages.push(data);
  };
  const has = (type: string) => messages.some((each) => each.type === type);
  /** A busy browser may lose a click into a frame that it has just placed, so it is repeated until one arrives. */
  const pressInFrame = async () => {
    const { left, top: above } = frame.getBoundingClientRect();
    for (let clicks = 0; clicks < 10 && !has('wallet-click'); clicks += 1) {
      await sendMouse({ type: 'click', position: [Math.round(left) + 60, Math.round(above) + 30] });
      await aTimeout(500);
    }
  };
  /** Another host of the same server, which leads back to this page by a fragment. */
  const show = async (isSandboxed: boolean) => {
    const bank = `${String(top?.location.href.split('#')[0])}#bank`;
    const url = new URL('../test/cross-origin.html', import.meta.url);
    url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    url.search = String(new URLSearchParams({ bank }));
    frame = document.createElement('iframe');
    frame.style.cssText = 'display: block; width: 400px; height: 200px; border: 0';
    frame.allow = 'payment';
    if (isSandboxed)
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups');
    frame.src = url.href;
    document.body.prepend(frame);
    await waitUntil(() => has('wallet-ready'), 'the button in the frame');
    await pressInFrame();
    await waitUntil(() => has('wallet-redirect'), 'the bank');
    return bank;
  };
  beforeEach(() => {
    messages = [];
    addEventListener('message', receive);
  });
  afterEach(() => {
    removeEventListener('message', receive);
    frame.remove();
    history.replaceState(null, '', location.href.split('#')[0]);
  });

  it('leaves for the bank', async () => {
    const bank = await show(false);
    await waitUntil(() => top?.location.href === bank, 'the page to leave');
    assert.isFalse(has('wallet-error'));
  });

  it('tells the page where to go when the browser does not let it leave, after the end of the press', async () => {
    const bank = await show(true);
    await waitUntil(() => has('wallet-error'), 'the error');
    // The focus may also have made the tag ask about its order, and every answer here is that of pay-token.
    const errors = messages.filter(({ code }) => code === 'redirect-blocked');
    assert.lengthOf(errors, 1);
    assert.deepInclude(errors[0], { cause: { url: bank }, asked: true, state: 'done' });
  });
});
