import type { HTMLAttributes } from 'svelte/elements';
import type { Attributes, Handlers, Properties, Tags } from './tags.ts';

/**
 * Types for Svelte 5: `<wallet-a-button displayItems={items} onwallet-result={({ outcome }) => …}>`.
 * @see https://svelte.dev/docs/svelte/typescript#Enhancing-built-in-DOM-types
 */
export type WalletTags = {
  [T in keyof Tags]: HTMLAttributes<Tags[T]['element']> &
    Properties<Tags[T]['element']> &
    Attributes<Tags[T]['element']> &
    Handlers<Tags[T]['events'], 'on'>;
};

declare module 'svelte/elements' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into its list of tags
  interface SvelteHTMLElements extends WalletTags {}
}
