import type { HTMLAttributes, ReservedProps } from 'vue';
import type { Properties, Tags } from './tags.ts';

/**
 * Types for Vue 3: `<wallet-a-button :displayItems.prop="items" @wallet-result="onResult" />`, with
 * `isCustomElement: (tag) => tag.startsWith('wallet-')` in the compiler's options.
 * @see https://vuejs.org/guide/extras/web-components.html
 */
export type WalletTags = {
  [T in keyof Tags]: new () => {
    $props: HTMLAttributes &
      ReservedProps &
      Properties<Tags[T]['element']> &
      Handlers<Tags[T]['events']>;
  };
};

/** Vue's templates use `onWalletResult` for the listener of `wallet-result`. */
type Handlers<Events> = {
  [K in keyof Events & string as `on${Pascal<K>}`]?: (event: Events[K]) => void;
};

type Pascal<S extends string> = S extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<S>;

declare module 'vue' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into its list of tags
  interface GlobalComponents extends WalletTags {}
  /** The platform's attribute that puts an element into a slot of a tag. */
  interface HTMLAttributes {
    slot?: string;
  }
}
