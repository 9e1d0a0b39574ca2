import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { defaultProfile } from '@wallet-buttons/server';
import { english } from '@wallet-buttons/server/explain';
import { textOf } from '../src/pages.ts';
import { pages, snippets } from './pages.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('the page about captures and refunds', () => {
  it('names each refusal that is not a code of the service', () => {
    const text = textOf('recipes/capture-and-refund');
    const refusals = Object.keys(english.refusals).filter(
      (name) => !['other', 'without'].includes(name),
    );
    assert.deepEqual(
      refusals.filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });
});

describe('a status whose meaning is only assumed', () => {
  it('frees no order, as the promises say', () => {
    const { statuses, basisOf } = defaultProfile;
    const assumedStatuses = Object.entries(statuses).filter(
      ([status]) => basisOf(`statuses.${status}`) === 'assumed',
    );
    assert.deepEqual(assumedStatuses, [
      ['blocked', 'pending'],
      ['disputed', 'disputed'],
    ]);
    const promise = 'A status whose meaning is only assumed never frees an order';
    assert.ok(plain(read('packages/server/promises.md')).includes(promise));
  });
});

describe('the file of wallet A’s domain association', () => {
  it('has one name in all commands', () => {
    const files = snippets
      .filter(({ language }) => language === 'sh')
      .flatMap(({ code }) => Array.from(code.matchAll(/--association (\S+)/g), ([, file]) => file));
    assert.deepEqual([...new Set(files)], ['apple-developer-merchantid-domain-association']);
  });
});

describe('the packages that a shop installs', () => {
  const foreign = (name: string): string[] => {
    const { dependencies } = JSON.parse(read(`packages/${name}/package.json`)) as {
      readonly dependencies: object;
    };
    return Object.keys(dependencies).filter((each) => !each.startsWith('@wallet-buttons/'));
  };

  it('depend on what the promises say', () => {
    const text = plain(read('packages/server/promises.md'));
    assert.ok(text.includes('Outside this kit the server has no runtime dependencies.'));
    assert.deepEqual([...foreign('server'), ...foreign('service-client')], []);
    assert.ok(text.includes('The tags have one, a part of Lit.'));
    assert.deepEqual(foreign('elements'), ['@lit/reactive-element']);
  });
});

describe('a run of the conformance checks', () => {
  it('takes as long in the guide as in the README of the sandbox', () => {
    for (const text of [textOf('recipes/testing'), read('packages/sandbox/README.md')])
      assert.ok(plain(text).includes('about a minute'));
  });
});

describe('what a payer reads', () => {
  it('is quoted as it is, by the page about troubles', () => {
    const quotation = '"The status cannot be read."';
    assert.ok(textOf('lookup/troubleshooting').includes(quotation));
    assert.ok(read('packages/elements/src/texts.ts').includes(quotation.replaceAll('"', '')));
  });
});

describe('a page that names a wallet by its letter', () => {
  const brands = { 'wallet A': 'Apple Pay', 'wallet B': 'Google Pay' };

  for (const page of pages) {
    it(`names its brand too, ${page}`, () => {
      const prose = textOf(page).replaceAll(/^ *```[^]*?^ *```$/gm, '');
      for (const [letter, brand] of Object.entries(brands)) {
        assert.ok(!new RegExp(letter, 'i').test(prose) || prose.includes(brand), brand);
      }
    });
  }
});

describe('JavaScript of the guide', () => {
  it('is of a page whose snippets run in a browser, or a file of a program that is tested elsewhere', () => {
    const runner = read('packages/elements/src/snippets.test.ts');
    const idle = pages.filter(
      (page) =>
        snippets.some((each) => each.page === page && each.language === 'js' && !each.file) &&
        !runner.includes(`'${page}'`),
    );
    assert.deepEqual(idle, []);
  });
});
