import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  WalletAButton,
  WalletBButton,
  WalletButtons,
  WalletPaymentStatus,
} from '@wallet-buttons/elements';
import { defineProfile } from '@wallet-buttons/server';
import { main } from '@wallet-buttons/cli';
import { diagram } from '../src/site/markdown.ts';
import { snippetsOf, type Snippet } from '../src/snippets.ts';
import { snippets } from './pages.ts';

const root = new URL('../../../', import.meta.url);
const snippetsIn = (language: string): readonly Snippet[] =>
  snippets.filter((snippet) => snippet.language === language);
const place = ({ page, line }: Snippet): string => `${page}.md:${String(line)}`;

/** Each language with the test that reads or runs it, in this folder. `text` is what a program prints. */
const testFiles = {
  js: '../../elements/src/snippets.test.ts',
  css: '../../../e2e/readme.spec.ts',
  ts: 'types.slow.test.ts',
  tsx: 'types.slow.test.ts',
  vue: 'frameworks.slow.test.ts',
  svelte: 'frameworks.slow.test.ts',
  astro: 'templates.test.ts',
  html: 'snippets.test.ts',
  sh: 'snippets.test.ts',
  json: 'snippets.test.ts',
  http: 'snippets.test.ts',
  php: '../../sidecar/test/languages/wordpress.slow.test.ts',
  mermaid: 'flow.test.ts',
};

describe('a snippet', () => {
  it('is in a language that a test reads', () => {
    const knownLanguages = [...Object.keys(testFiles), 'text'];
    assert.deepEqual(
      snippets.filter(({ language }) => !knownLanguages.includes(language)).map(place),
      [],
    );
    for (const file of Object.values(testFiles)) {
      assert.ok(existsSync(new URL(`packages/docs/test/${file}`, root)), file);
    }
  });

  it('is found with its file and its line', () => {
    const text = '# T\n\n1. x\n\n   ```ts\n   // a.ts\n   f();\n   ```\n';
    assert.deepEqual(snippetsOf('t', text), [
      { page: 't', language: 'ts', info: '', file: 'a.ts', code: '// a.ts\nf();\n', line: 6 },
    ]);
  });
});

describe('HTML of the guide', () => {
  const elements = {
    'wallet-a-button': WalletAButton,
    'wallet-b-button': WalletBButton,
    'wallet-buttons': WalletButtons,
    'wallet-payment-status': WalletPaymentStatus,
  };
  const platform = ['id', 'class', 'slot', 'lang', 'nonce'];

  for (const snippet of snippetsIn('html')) {
    it(`names tags and attributes that exist, at ${place(snippet)}`, () => {
      const tags = snippet.code.matchAll(/<(wallet-[a-z-]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g);
      for (const [, tag = '', rest = ''] of tags) {
        const element = Object.entries(elements).find(([name]) => name === tag)?.[1];
        assert.ok(element, tag);
        for (const [, name = ''] of rest.matchAll(/([a-z-]+)(?:="[^"]*")?/g)) {
          const knownAttributes = [...platform, ...element.observedAttributes];
          assert.ok(knownAttributes.includes(name), `${tag} ${name}`);
        }
      }
      const tagNames = new Set(
        Array.from(snippet.code.matchAll(/<(wallet-[a-z-]+)/g), ([, tag]) => tag),
      );
      assert.ok([...tagNames].every((tag) => tag !== undefined && tag in elements));
    });
  }
});

describe('a command of the guide', () => {
  for (const snippet of snippetsIn('sh')) {
    it(`exists, at ${place(snippet)}`, async () => {
      const lines = snippet.code.replaceAll('\\\n', ' ').split('\n').filter(Boolean);
      for (const line of lines) await assertCommand(line, snippet.page);
    });
  }
});

describe('JSON of the guide', () => {
  for (const snippet of snippetsIn('json')) {
    it(`is an override of the wire profile, at ${place(snippet)}`, () => {
      const profile = defineProfile(JSON.parse(snippet.code) as object);
      assert.ok(Object.values(profile.basis).includes('configured'));
    });
  }
});

describe('headers of the guide', () => {
  it('are those that the demo sends', () => {
    const demo = readFileSync(new URL('demo/strict-csp.ts', root), 'utf8');
    const [, list = ''] = /string\[\] => \[([^]*?)\];/.exec(demo) ?? [];
    const policy = Array.from(list.matchAll(/["'`](.+)["'`],$/gm), ([, each = '']) =>
      each.replace('${nonce}', '{nonce}'),
    );
    assert.ok(policy.length > 5);
    for (const { code } of snippetsIn('http')) {
      const [, directives = ''] = /Content-Security-Policy:\n([^]*?)\n(?! )/.exec(code) ?? [];
      assert.deepEqual(
        directives.split(';').map((each) => each.trim()),
        policy,
      );
      for (const [, value = ''] of code.matchAll(/^(?:Cross|Permissions)\S+: (.+)$/gm)) {
        assert.ok(demo.includes(value), value);
      }
    }
  });
});

describe('a picture of the guide', () => {
  for (const snippet of snippetsIn('mermaid')) {
    it(`is drawn, and loads nothing, at ${place(snippet)}`, () => {
      const svg = diagram(snippet.code);
      assert.match(svg, /^<svg[^]*<\/svg>$/);
      assert.doesNotMatch(svg, /@import|url\(http/);
    });
  }
});

/** Held against the package, the program's own help, or the files of the page. */
async function assertCommand(line: string, page: string): Promise<void> {
  const words = Array.from(
    line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c ?? '',
  );
  const [program = '', ...args] = words;
  if (program === 'npx' && args[0] === '@wallet-buttons/cli') {
    await assertOptions(args.slice(1));
  } else if (program === 'npx' && args[0] === '@wallet-buttons/sandbox') {
    const help = readFileSync(new URL('packages/sandbox/src/cli/main.ts', root), 'utf8');
    for (const word of args.slice(1).filter(isWord)) assert.ok(help.includes(word), word);
  } else if (program === 'npm' && args[0] === 'install') {
    for (const name of args.slice(1).filter((arg) => !arg.startsWith('-'))) {
      const manifest = new URL(
        `packages/${name.replace('@wallet-buttons/', '')}/package.json`,
        root,
      );
      const others = [
        'express',
        'pg',
        'postgres',
        'vitest',
        '@vitest/browser-playwright',
        'playwright',
        'mysql2',
        'serverless-http',
        '@playwright/test',
        '@astrojs/node',
      ];
      assert.ok(
        name.startsWith('@wallet-buttons/') ? existsSync(manifest) : others.includes(name),
        name,
      );
    }
  } else if (program === 'node') {
    const files = snippets.filter((snippet) => snippet.page === page).map(({ file }) => file);
    assert.ok(files.includes(args[0]), line);
  } else {
    const others = ['mkdir', 'cd', 'mkcert', 'npm', 'npx playwright', 'npx create-next-app@latest'];
    assert.ok(others.includes(program) || others.includes(`${program} ${args[0] ?? ''}`), line);
  }
}

/** A command or an option, and no value. */
function isWord(word: string): boolean {
  return /^(--)?[a-z][a-z-]*$/.test(word);
}

/** The command and each of its options are in its help. */
async function assertOptions(args: readonly string[]): Promise<void> {
  const [name = '', below = ''] = args;
  const path = ['webhook', 'profile'].includes(name) ? [name, below] : [name];
  let help = '';
  const write = (text: string): void => {
    help += text;
  };
  assert.equal(await main([...path, '--help'], { out: write, err: write }), 0);
  assert.ok(help.startsWith(`Usage: wallet-buttons ${path.join(' ')}`), help);
  for (const option of args.filter((arg) => arg.startsWith('--'))) {
    assert.match(help, new RegExp(`^ +(?:-., )?${option}\\b`, 'm'), `${name} ${option}`);
  }
}
