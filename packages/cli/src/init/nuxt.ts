import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { typed } from './typed.ts';
import { walletFile } from './wallet-file.ts';

const route = `import { wallet } from '../../utils/wallet';

export default defineEventHandler((event) =>
  wallet.handle(toWebRequest(event), { original: event }),
);
`;

const plugin = `import { wallet } from '../utils/wallet';

/** Asks about payments that are due, and delivers changes. */
export default defineNitroPlugin(({ hooks }) => {
  if (import.meta.prerender) return;
  void wallet.keepReconciling();
  hooks.hook('close', async () => wallet.close());
});
`;

const checkout = `<script setup LANG>
TYPES
import { defineTags } from '../wallet/tags';

const { sandboxUrl } = useRuntimeConfig().public;
const payment = { order: 'A-1001', amount: '199.90', currency: 'UAH', country: 'UA', label: 'Shop' };
const finish = ({ outcome }EVENT) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

onMounted(() => defineTags(sandboxUrl));
</script>

<template>
  <main>
    <h1>Order A-1001</h1>
    <wallet-a-button v-bind="payment" @wallet-result="finish" />
    <wallet-b-button
      v-bind="payment"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
      @wallet-result="finish"
    />
  </main>
</template>
`;

const returnPage = `<script setup LANG>
import { defineTags } from '../wallet/tags';

onMounted(() => defineTags());
</script>

<template>
  <wallet-payment-status />
</template>
`;

/** Pages that are rendered on the server, and routes of the server. */
export function nuxt({ folder, isTypeScript, source }: Project): Recipe {
  const script = isTypeScript ? 'ts' : 'js';
  const hasApp = existsSync(join(folder, `${source}app.vue`));
  const origin = 'http://localhost:3000';
  return {
    files: {
      [`server/utils/wallet.${script}`]: walletFile(),
      [`server/routes/wallet/[...path].${script}`]: route,
      [`server/routes/.well-known/[...file].${script}`]: route,
      [`server/plugins/wallet.${script}`]: plugin,
      [`${source}wallet/tags.${script}`]: tagsFile(isTypeScript),
      [`${source}pages/checkout.vue`]: typed(checkout, 'vue', isTypeScript),
      [`${source}pages/return.vue`]: typed(returnPage, 'vue', isTypeScript),
    },
    edits: [
      configured(/\bruntimeConfig\b/, 'sandboxUrl', sandbox),
      configured(/\bvue:/, 'isCustomElement', custom),
      ...(hasApp ? [shown(`${source}app.vue`)] : []),
    ],
    origin,
    sandboxSetting: 'NUXT_PUBLIC_SANDBOX_URL',
    start: ['npx nuxt dev', openAt(origin)],
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
      return insertAt(text, /defineNuxtConfig\(\{\n/, (found) => `${found}  ${line}\n`);
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
