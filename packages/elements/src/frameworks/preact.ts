import type { HTMLAttributes } from 'preact';
import type { Attributes, JsxHandlers, Properties, Tags } from './tags.ts';

/**
 * Types for Preact 10 and later:
 * `<wallet-a-button displayItems={items} onwallet-result={({ outcome }) => …} />`.
 * @see https://preactjs.com/guide/v10/web-components/
 */
export type WalletTags = {
  [T in keyof Tags]: HTMLAttributes<Tags[T]['element']> &
    Properties<Tags[T]['element']> &
    Attributes<Tags[T]['element']> &
    JsxHandlers<Tags[T]['events'], 'on'>;
};

declare module 'preact' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the framework's own way
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into its list of tags
    interface IntrinsicElements extends WalletTags {}
  }
}
