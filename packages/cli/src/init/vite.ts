import { backendFiles, backendStep } from './backend.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { typed } from './typed.ts';

const react = `import { useEffect } from 'react';
TYPES
import { defineTags } from './tags';

const payment = { order: 'A-1001', amount: '199.90', currency: 'UAH', country: 'UA', label: 'Shop' };
const finish = ({ outcome }EVENT) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

/** The buttons, and on /return the status of the payment. */
export function Checkout() {
  useEffect(() => void defineTags(import.meta.env.VITE_SANDBOX_URL), []);
  if (location.pathname === '/return') return <wallet-payment-status />;
  return (
    <>
      <wallet-a-button {...payment} onwallet-result={finish} />
      <wallet-b-button
        {...payment}
        gateway="examplegateway"
        gateway-merchant-id="exampleMerchant"
        onwallet-result={finish}
      />
    </>
  );
}
`;

const vue = `<script setup LANG>
TYPES
import { onMounted } from 'vue';
import { defineTags } from './tags';

const payment = { order: 'A-1001', amount: '199.90', currency: 'UAH', country: 'UA', label: 'Shop' };
const isReturn = location.pathname === '/return';
const finish = ({ outcome }EVENT) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

onMounted(() => defineTags(import.meta.env.VITE_SANDBOX_URL));
</script>

<template>
  <wallet-payment-status v-if="isReturn" />
  <template v-else>
    <wallet-a-button v-bind="payment" @wallet-result="finish" />
    <wallet-b-button
      v-bind="payment"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
      @wallet-result="finish"
    />
  </template>
</template>
`;

const svelte = `<script LANG>
  TYPES
  import { onMount } from 'svelte';
  import { defineTags } from './tags';

  const isReturn = location.pathname === '/return';
  const finish = ({ outcome }EVENT) => {
    if (outcome !== 'failed') location.assign('/return?order=A-1001');
  };

  onMount(() => void defineTags(import.meta.env.VITE_SANDBOX_URL));
</script>

{#if isReturn}
  <wallet-payment-status></wallet-payment-status>
{:else}
  <wallet-buttons order="A-1001" amount="199.90" currency="UAH" country="UA" label="Shop">
    <wallet-a-button onwallet-result={finish}></wallet-a-button>
    <wallet-b-button
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
      onwallet-result={finish}
    ></wallet-b-button>
  </wallet-buttons>
{/if}
`;

const components = {
  react: [react, 'tsx', 'jsx'],
  vue: [vue, 'vue', 'vue'],
  svelte: [svelte, 'svelte', 'svelte'],
} as const;

const types = '/// <reference types="vite/client" />\n';
const origin = 'http://localhost:5173';

/** A component for a page that Vite builds, and a backend beside it. */
export const vite =
  (library: keyof typeof components) =>
  ({ isTypeScript, importExtension }: Project): Recipe => {
    const [text, withTypes, without] = components[library];
    const component = `src/wallet/Checkout.${isTypeScript ? withTypes : without}`;
    return {
      files: {
        ...backendFiles(importExtension),
        [`src/wallet/tags.${isTypeScript ? 'ts' : 'js'}`]: `${isTypeScript ? types : ''}${tagsFile(isTypeScript)}`,
        [component]: typed(text, library, isTypeScript),
      },
      edits: [proxy, ...(library === 'vue' ? [customElements] : [])],
      origin,
      sandboxSetting: 'VITE_SANDBOX_URL',
      start: [
        `Show the component of ${component} in your app.`,
        backendStep(importExtension),
        'npx vite',
        `Open ${origin} and pay order A-1001.`,
      ],
    };
  };

const paths = ['vite.config.ts', 'vite.config.js', 'vite.config.mjs'];
// As an object the proxy keeps the host: the backend refuses a page whose origin is another one.
const server = "server: { proxy: { '/wallet': { target: 'http://localhost:3000' } } },";

/** Vite passes the endpoints on to the backend. */
const proxy: Edit = {
  paths,
  change: (text) => {
    if (text.includes("'/wallet'")) return text;
    if (/\bserver\b/.test(text) || text.split(/\bplugins\b/).length > 2) return null;
    return insertAt(text, /^ *(?=plugins:)/m, (indent) => `${indent}${server}\n${indent}`);
  },
  byHand: `Add to your Vite config: ${server}`,
};

const custom =
  "{ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } } }";

/** Vue has to know that the tags are not its components. */
const customElements: Edit = {
  paths,
  change: (text) => {
    if (text.includes('isCustomElement')) return text;
    return text.includes('vue()') ? text.replace('vue()', `vue(${custom})`) : null;
  },
  byHand: `Give vue() in your Vite config: ${custom}`,
};
