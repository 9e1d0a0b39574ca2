import type { ReactiveElement } from '@lit/reactive-element';
import type { WalletButtonEventMap } from '../events.ts';
import type { WalletAButton } from '../wallet-a-button.ts';
import type { WalletBButton } from '../wallet-b-button.ts';
import type { WalletButtons } from '../wallet-buttons.ts';
import type { WalletPaymentStatus } from '../wallet-payment-status.ts';

/** Each tag, its element and the events that it sends: what every framework's entry is made of. */
export interface Tags {
  'wallet-a-button': { element: WalletAButton; events: WalletButtonEventMap };
  'wallet-b-button': { element: WalletBButton; events: WalletButtonEventMap };
  'wallet-buttons': { element: WalletButtons; events: WalletButtonEventMap };
  'wallet-payment-status': {
    element: WalletPaymentStatus;
    events: Pick<WalletButtonEventMap, 'wallet-result' | 'wallet-error'>;
  };
}

/** What an element only tells. */
type Told = 'state' | 'domain' | 'language' | 'pressable';

/**
 * What a page may set on an element: its own data, a function such as `fetch` too, without its methods. `null` and
 * `undefined` are as if it had set nothing.
 */
export type Properties<E> = {
  [
    K in keyof E as K extends keyof ReactiveElement | Told
      ? never
      : E[K] extends (...args: never) => unknown
        ? never
        : K
  ]?: E[K] | null | undefined;
};

/** The same data as attributes, in kebab-case; objects and lists have none. */
export type Attributes<E> = {
  [
    K in keyof Properties<E> & string as NonNullable<Properties<E>[K]> extends string | boolean
      ? Kebab<K>
      : never
  ]?: Properties<E>[K];
};

/** One handler an event, under the name that the framework gives it. */
export type Handlers<Events, Prefix extends string> = {
  [K in keyof Events & string as `${Prefix}${K}`]?: (event: Events[K]) => void;
};

/**
 * The same for JSX, where TypeScript lets each attribute with a hyphen pass: a misspelt name is refused where its
 * handler reads the event.
 */
export type JsxHandlers<Events, Prefix extends string> = Handlers<Events, Prefix> &
  Partial<Record<`${Prefix}wallet-${string}`, (event: NoSuchEvent) => void>>;

/** The event of a name that no tag sends. */
export interface NoSuchEvent {
  readonly error: 'no wallet tag sends an event of this name';
}

type Kebab<S extends string> = S extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${Kebab<Rest>}`
    : `${Lowercase<First>}-${Kebab<Rest>}`
  : S;
