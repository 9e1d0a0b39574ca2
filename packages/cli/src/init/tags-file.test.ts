import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { write } from '../../test/projects.ts';
import { providerScripts } from '../provider-scripts.ts';
import { tagsFile } from './tags-file.ts';

/** Stands for a page: the tags in it, and the elements that its head gets. */
interface Page {
  readonly tags: readonly string[];
  readonly window: object;
}

/** What the script of `init` adds to the head of a page before it has defined the tags. */
async function added(
  test: TestContext,
  { tags, window }: Page,
  sandbox?: string,
): Promise<Record<string, unknown>[]> {
  const place = temporaryFolder();
  await write(place, {
    'package.json': '{"type":"module"}',
    'tags.js': tagsFile(false),
    'node_modules/@wallet-buttons/elements/package.json':
      '{"type":"module","exports":{"./define.js":"./define.js"}}',
    'node_modules/@wallet-buttons/elements/define.js': '',
  });
  const elements: Record<string, unknown>[] = [];
  const append = (element: Record<string, unknown>): void => {
    elements.push(element);
    const { onload } = element;
    if (typeof onload === 'function') Reflect.apply(onload, element, []);
  };
  const document = {
    querySelector: (name: string) => (tags.includes(name) ? {} : null),
    createElement: (name: string) => ({ name }),
    head: { append },
  };
  Object.assign(globalThis, { document, window });
  test.after(() => {
    Reflect.deleteProperty(globalThis, 'document');
    Reflect.deleteProperty(globalThis, 'window');
  });
  const { defineTags } = (await import(join(place, 'tags.js'))) as {
    readonly defineTags: (sandbox?: string) => Promise<void>;
  };
  await defineTags(sandbox);
  return elements;
}

const line = { name: 'link', rel: 'preload', as: 'script' };
const lineOfA = { ...line, href: providerScripts.a, crossOrigin: 'anonymous' };
const lineOfB = { ...line, href: providerScripts.b, crossOrigin: null };
const both = ['wallet-a-button', 'wallet-b-button'];

describe('the script of the tags that init writes', () => {
  it("requests both wallets' scripts while the tags load", async (test) => {
    assert.deepEqual(await added(test, { tags: both, window: {} }), [lineOfB, lineOfA]);
  });

  it('requests only the script of a wallet that the page has', async (test) => {
    const page = { tags: ['wallet-b-button'], window: {} };
    assert.deepEqual(await added(test, page), [lineOfB]);
  });

  it('requests no script of wallet A where the browser has it itself', async (test) => {
    const page = { tags: both, window: { ApplePaySession: {} } };
    assert.deepEqual(await added(test, page), [lineOfB]);
  });

  it('requests nothing on a page without a button', async (test) => {
    assert.deepEqual(await added(test, { tags: [], window: {} }), []);
  });

  it('loads the stand-ins of the sandbox instead where it is set', async (test) => {
    const page = { tags: both, window: {} };
    const names = (await added(test, page, 'http://sandbox.example')).map(({ src }) => src);
    assert.deepEqual(names, [
      'http://sandbox.example/wallet-a.js',
      'http://sandbox.example/wallet-b.js',
    ]);
  });
});
