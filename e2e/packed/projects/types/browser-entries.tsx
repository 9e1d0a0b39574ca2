import '@wallet-buttons/elements/define.js';
import '@wallet-buttons/elements/locales/uk.js';
export * from '@wallet-buttons/elements';
export type {} from '@wallet-buttons/elements/preact';
export type {} from '@wallet-buttons/elements/react';
export type {} from '@wallet-buttons/elements/solid';
export type {} from '@wallet-buttons/elements/svelte';
export type {} from '@wallet-buttons/elements/vue';

export const tags = [
  <wallet-b-button button-type="pay" onwallet-result={({ outcome }) => outcome === 'failed'} />,
  // @ts-expect-error -- no such event
  <wallet-b-button onwallet-resutl={({ outcome }) => outcome === 'failed'} />,
  // @ts-expect-error -- no such word
  <wallet-b-button button-type="bye" />,
];
