import type { Framework } from './project.ts';
import type { Files } from './server-files.ts';
import { typed } from './typed.ts';

/** Vite: the tags, after the sandbox's wallets where those play. */
const viteTags = (
  isTypeScript: boolean,
): string => `${isTypeScript ? '/// <reference types="vite/client" />\n' : ''}const sandbox = import.meta.env.VITE_SANDBOX_URL;

function load(url${isTypeScript ? ': string' : ''}) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = reject;
    script.src = url;
    document.head.append(script);
  });
}

// The sandbox plays both wallets while you try things out. In production VITE_SANDBOX_URL is not set.
export async function defineTags() {
  if (sandbox) await Promise.all(['a', 'b'].map((wallet) => load(\`\${sandbox}/wallet-\${wallet}.js\`)));
  await import('@wallet-buttons/elements/define.js');
}
`;

const react = `import { useEffect } from 'react';
TYPES
import { defineTags } from './tags';

const payment = { order: 'A-1001', amount: '199.90', currency: 'UAH', country: 'UA', label: 'Shop' };
const finish = ({ outcome }EVENT) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

/** The buttons, and on /return what became of the payment. */
export function Checkout() {
  useEffect(() => void defineTags(), []);
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

onMounted(defineTags);
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

  onMount(() => void defineTags());
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
  'vite-react': ['react', react, 'tsx', 'jsx'],
  'vite-vue': ['vue', vue, 'vue', 'vue'],
  'vite-svelte': ['svelte', svelte, 'svelte', 'svelte'],
} as const;

/** The component of a page that Vite builds; nothing for other frameworks. */
export function viteFiles(framework: Framework, isTypeScript: boolean): Files {
  if (framework !== 'vite-react' && framework !== 'vite-vue' && framework !== 'vite-svelte')
    return {};
  const [types, text, withTypes, without] = components[framework];
  return {
    [`src/wallet/tags.${isTypeScript ? 'ts' : 'js'}`]: viteTags(isTypeScript),
    [`src/wallet/Checkout.${isTypeScript ? withTypes : without}`]: typed(text, types, isTypeScript),
  };
}
