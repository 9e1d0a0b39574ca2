import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Attributes, JsxHandlers, Properties, Tags } from './tags.ts';

/**
 * Types for React 19 and later, which sets properties and listens to events of custom elements itself:
 * `<wallet-a-button displayItems={items} onwallet-result={({ outcome }) => …} />`.
 * @see https://react.dev/reference/react-dom/components#custom-html-elements
 */
export type WalletTags = {
  [T in keyof Tags]: DetailedHTMLProps<HTMLAttributes<Tags[T]['element']>, Tags[T]['element']> &
    Properties<Tags[T]['element']> &
    Attributes<Tags[T]['element']> &
    JsxHandlers<Tags[T]['events'], 'on'>;
};

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the framework's own way
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into its list of tags
    interface IntrinsicElements extends WalletTags {}
  }
}
