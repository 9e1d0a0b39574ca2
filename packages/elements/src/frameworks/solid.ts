import type { JSX } from 'solid-js';
import type { Attributes, JsxHandlers, Properties, Tags } from './tags.ts';

/**
 * Types for Solid:
 * `<wallet-a-button prop:displayItems={items()} on:wallet-result={({ outcome }) => …} />`.
 * @see https://docs.solidjs.com/concepts/components/web-components
 */
export type WalletTags = {
  [T in keyof Tags]: JSX.HTMLAttributes<Tags[T]['element']> &
    Properties<Tags[T]['element']> &
    ExplicitProperties<Tags[T]['element']> &
    Attributes<Tags[T]['element']> &
    JsxHandlers<Tags[T]['events'], 'on:'>;
};

type ExplicitProperties<E> = {
  [K in keyof Properties<E> & string as `prop:${K}`]?: Properties<E>[K];
};

declare module 'solid-js' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the framework's own way
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into its list of tags
    interface IntrinsicElements extends WalletTags {}
  }
}
