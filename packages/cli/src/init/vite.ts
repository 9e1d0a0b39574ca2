import { backendFiles, backendStep } from './backend.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { template } from './template.ts';

/** The extension of a component: with types, and without. */
const extensions = {
  react: ['tsx', 'jsx'],
  vue: ['vue', 'vue'],
  svelte: ['svelte', 'svelte'],
} as const;

const types = '/// <reference types="vite/client" />\n';
const origin = 'http://localhost:5173';

/** A component for a page that Vite builds, and a backend beside it. */
export const vite =
  (library: keyof typeof extensions) =>
  ({ isTypeScript, importExtension, addresses }: Project): Recipe => {
    const [withTypes, withoutTypes] = extensions[library];
    const name = `Checkout.${isTypeScript ? withTypes : withoutTypes}`;
    const component = `src/wallet/${name}`;
    return {
      files: {
        ...backendFiles(importExtension),
        [`src/wallet/tags.${isTypeScript ? 'ts' : 'js'}`]: `${isTypeScript ? types : ''}${tagsFile(isTypeScript)}`,
        [component]: template(`vite-${library}/Checkout.${withTypes}`, isTypeScript),
      },
      edits: [proxyTo(addresses.base), ...(library === 'vue' ? [customElements] : [])],
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
const serverWith = (path: string): string =>
  `server: { proxy: { '${path}/': { target: 'http://localhost:3000' } } },`;

/** Vite passes the endpoints on to the backend. */
function proxyTo(base: string): Edit {
  const server = serverWith(base);
  return {
    paths,
    change: (text) => {
      if (text.includes(`'${base}/'`)) return text;
      if (/\bserver\b/.test(text) || text.split(/\bplugins\b/).length > 2) return null;
      return insertAt(text, /^ *(?=plugins:)/m, (indent) => `${indent}${server}\n${indent}`);
    },
    byHand: `Add to your Vite config: ${server}`,
  };
}

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
