import { assert } from '@open-wc/testing';
import { isSandboxHost } from './allowed-page.ts';

describe('where the stand-ins run', () => {
  it('on this machine and under names that no customer can reach', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'shop.localhost', 'shop.test']) {
      assert.isTrue(isSandboxHost(host), host);
    }
  });

  it('nowhere else', () => {
    for (const host of ['', 'shop.example', 'localhost.example', 'mytest', '10.0.0.1', 'test']) {
      assert.isFalse(isSandboxHost(host), host);
    }
  });

  it('on a host that the profile allows', () => {
    assert.isTrue(isSandboxHost('staging.shop.example', ['staging.shop.example']));
    assert.isFalse(isSandboxHost('shop.example', ['staging.shop.example']));
  });
});

describe('a page that is neither loopback nor allowed', () => {
  const page = (profile: object, paths: readonly string[]): string => `<!doctype html>
    <script>window.walletSandboxConfig = ${JSON.stringify(profile)}</script>
    <script type="module">
      try {
        for (const path of ${JSON.stringify(paths)}) await import(path);
        parent.postMessage('loaded', '*');
      } catch (error) {
        parent.postMessage(String(error), '*');
      }
    </script>`;
  const url = (path: string): string => new URL(path, import.meta.url).href;
  const scripts = [url('../apple-pay/wallet-a.ts'), url('../google-pay/wallet-b.ts')];

  /** A frame of srcdoc has no host name, so it is neither of the two; it loads the scripts. */
  async function loaded(
    profile: object,
    paths: readonly string[] = scripts,
  ): Promise<Window & typeof globalThis> {
    const frame = document.createElement('iframe');
    frame.srcdoc = page(profile, paths);
    const message = new Promise((resolve) => {
      window.addEventListener('message', resolve, { once: true });
    });
    document.body.append(frame);
    const { data } = (await message) as MessageEvent<string>;
    assert.equal(data, 'loaded');
    return frame.contentWindow as Window & typeof globalThis;
  }

  afterEach(() => {
    for (const frame of document.querySelectorAll('iframe[srcdoc]')) frame.remove();
  });

  it('gets nothing of the wallets, and each script shows that in the page', async () => {
    const view = await loaded({});
    assert.notProperty(view, 'walletSandbox');
    assert.isUndefined(view.customElements.get('apple-pay-button'));
    assert.isUndefined((view as { google?: unknown }).google);
    const said = [...view.document.querySelectorAll('[role="alert"]')].map(
      ({ shadowRoot }) => shadowRoot?.textContent ?? '',
    );
    assert.lengthOf(said, 2);
    assert.match(said[0] ?? '', /^wallet-a\.js .* takes no money and does not run/);
    assert.match(said[1] ?? '', /^wallet-b\.js .* takes no money and does not run/);
  });

  it('is left alone if it is a frame in a browser with a wallet A of its own', async () => {
    const view = await loaded({}, [url('../apple-pay/wallet-a-native.ts')]);
    assert.notProperty(view, 'walletSandbox');
    assert.equal(view.document.querySelectorAll('[role="alert"]').length, 0);
  });

  it('gets the wallets where its profile allows its host', async () => {
    const view = await loaded({ allowedHosts: [''] });
    assert.property(view, 'walletSandbox');
    assert.equal(view.document.querySelectorAll('[role="alert"]').length, 0);
  });
});
