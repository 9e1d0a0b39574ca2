import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainFile, placedText } from './addresses.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { recipes } from './signs.ts';
import { template } from './template.ts';
import { walletFile } from './wallet-file.ts';

const settings = `Object.fromEntries(
    ['SERVICE_URL', 'MERCHANT_ID', 'MERCHANT_KEY_FILE', 'SERVICE_KEY_FILE', 'SHOP_URL'].map(
      (name) => [name, getSecret(name)],
    ),
  )`;

/** Pages and endpoints that are rendered for each request, which takes an adapter: Node's. */
export function astro({ folder, isTypeScript, addresses }: Project): Recipe {
  const { demo, base } = addresses;
  const script = isTypeScript ? 'ts' : 'js';
  const origin = 'http://localhost:4321';
  const endpoints = template('astro/endpoints.ts', isTypeScript);
  const load = "import { getSecret } from 'astro:env/server';\n";
  return {
    files: {
      [`src/lib/wallet.${script}`]: walletFile(settings, load),
      [`src/pages${base}/[...path].${script}`]: endpoints,
      [`src/pages/${domainFile}.${script}`]: endpoints,
      [`src/pages${demo}/index.astro`]: template('astro/checkout.astro'),
      [`src/pages${demo}/return.astro`]: template('astro/return.astro'),
    },
    edits: [
      {
        paths: [`src/middleware.${script}`, ...middlewares],
        change: (text) => (isOwnCheck(text) ? text : null),
        create: placedText(template('astro/middleware.ts', isTypeScript), addresses),
        byHand: bankForm(base),
      },
      configured(replacesCheck(folder)),
    ],
    packages: ['@astrojs/node'],
    origin,
    start: [
      'npx astro dev',
      openAt(`${origin}${demo}`),
      'In production: npx astro build, then node --env-file=.env dist/server/entry.mjs',
    ],
  };
}

const middlewares = ['src/middleware.ts', 'src/middleware.js', 'src/middleware/index.ts'];
const isOwnCheck = (text: string): boolean => text.includes('isFormOfAnotherSite');
const bankForm = (base: string): string =>
  `Before you go live: a bank may send the payer back by a form, which Astro refuses. Let your middleware check forms, but for ${base}/ and /.well-known/, and then set security: { checkOrigin: false } in the Astro config: ${recipes}/astro.md`;

/** Whether the middleware of `init` checks forms in place of Astro, or will do so: no other one is there. */
function replacesCheck(folder: string): boolean {
  const path = middlewares.map((name) => join(folder, name)).find((name) => existsSync(name));
  return path === undefined || isOwnCheck(readFileSync(path, 'utf8'));
}

/** Adds the adapter to the configuration and, where the middleware replaces it, switches off Astro's check of forms. */
function configured(withoutCheck: boolean): Edit {
  const adapter = "adapter: node({ mode: 'standalone' }),";
  const lines = [adapter, ...(withoutCheck ? ['security: { checkOrigin: false },'] : [])];
  return {
    paths: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js'],
    change: (text) => {
      if (text.includes(adapter)) return text;
      if (/\b(adapter|security)\b/.test(text)) return null;
      const load = "import node from '@astrojs/node';\n";
      const textWithImport = insertAt(text, /^(?=import )/m, () => load);
      const insertion = lines.map((line) => `\n  ${line}`).join('');
      return (
        textWithImport &&
        insertAt(textWithImport, /defineConfig\(\{(\}?)/, (_, end) => {
          return `defineConfig({${insertion}${end === '}' ? '\n}' : ''}`;
        })
      );
    },
    byHand: `Give the Astro config an adapter for your server, such as ${adapter} with node of '@astrojs/node'${withoutCheck ? '; and security: { checkOrigin: false }, which src/middleware replaces' : ''}.`,
  };
}
