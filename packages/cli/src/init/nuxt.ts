import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { domainFile } from './addresses.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { template } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** Pages that are rendered on the server, and routes of the server. */
export function nuxt({ folder, isTypeScript, source, addresses }: Project): Recipe {
  const { demo, base } = addresses;
  const script = isTypeScript ? 'ts' : 'js';
  const hasApp = existsSync(join(folder, `${source}app.vue`));
  const origin = 'http://localhost:3000';
  return {
    files: {
      [`server/utils/wallet.${script}`]: walletFile(),
      [`server/routes${base}/[...path].${script}`]: template('nuxt/route.js'),
      [`server/routes/${domainFile}.${script}`]: template('nuxt/route.js'),
      [`server/plugins/wallet.${script}`]: template('nuxt/plugin.js'),
      [`${source}wallet/tags.${script}`]: tagsFile(isTypeScript),
      [`${source}pages${demo}/index.vue`]: template('nuxt/checkout.vue', isTypeScript),
      [`${source}pages${demo}/return.vue`]: template('nuxt/return.vue', isTypeScript),
    },
    edits: [
      configured(/\bruntimeConfig\b/, 'sandboxUrl', sandbox),
      configured(/\bvue:/, 'isCustomElement', custom),
      ...(hasApp ? [shown(`${source}app.vue`)] : []),
    ],
    origin,
    sandboxSetting: 'NUXT_PUBLIC_SANDBOX_URL',
    start: ['npx nuxt dev', openAt(`${origin}${demo}`)],
  };
}

const sandbox = "runtimeConfig: { public: { sandboxUrl: '' } },";
const custom = "vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } },";

/** Adds a line to the configuration, if it has no such part yet. */
function configured(part: RegExp, mark: string, line: string): Edit {
  return {
    paths: ['nuxt.config.ts', 'nuxt.config.js', 'nuxt.config.mjs'],
    change: (text) => {
      if (text.includes(mark)) return text;
      if (part.test(text)) return null;
      return insertAt(text, /defineNuxtConfig\(\{\n/, (match) => `${match}  ${line}\n`);
    },
    byHand: `Add to your Nuxt config: ${line}`,
  };
}

/** A new project shows a greeting instead of its pages. */
function shown(path: string): Edit {
  return {
    paths: [path],
    change: (text) =>
      text.includes('<NuxtPage') ? text : insertAt(text, /<NuxtWelcome \/>/, () => '<NuxtPage />'),
    byHand: `Show the pages: put <NuxtPage /> into ${path}.`,
  };
}
