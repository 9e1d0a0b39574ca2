import type { ReactiveElement } from '@lit/reactive-element';
import type { WalletButtonEventMap } from '../events.ts';
import type { WalletButtons } from '../wallet-buttons.ts';
import type { WalletPaymentStatus } from '../wallet-payment-status.ts';
import type * as wallets from '../wallets.ts';

type Wallets = typeof wallets;

/** `WalletAButton` as `wallet-a-button`. */
type TagOf<Name> = Name extends `Wallet${infer Wallet}Button`
  ? `wallet-${Lowercase<Wallet>}-button`
  : never;

/** The buttons of the wallets. */
type Buttons = {
  [Name in keyof Wallets as TagOf<Name>]: {
    element: InstanceType<Wallets[Name]>;
    events: WalletButtonEventMap;
  };
};

/** Each tag with its element and its events. The types of every framework are made from it. */
export interface Tags extends Buttons {
  'wallet-buttons': { element: WalletButtons; events: WalletButtonEventMap };
  'wallet-payment-status': {
    element: WalletPaymentStatus;
    events: Pick<WalletButtonEventMap, 'wallet-result' | 'wallet-error'>;
  };
}

/** Read-only properties. */
type ReadOnly = 'state' | 'language' | 'pressable';

/**
 * The properties that a page may set on an element: its data, and functions such as `fetch`, but not its methods.
 * `null` and `undefined` unset a property.
 */
export type Properties<E> = {
  [
    K in keyof E as K extends keyof ReactiveElement | ReadOnly
      ? never
      : E[K] extends (...args: never) => unknown
        ? never
        : K
  ]?: E[K] | null | undefined;
};

/** The same data as attributes, in kebab-case. Objects and lists have no attribute. */
export type Attributes<E> = {
  [
    K in keyof Properties<E> & string as NonNullable<Properties<E>[K]> extends string | boolean
      ? Kebab<K>
      : never
  ]?: Properties<E>[K];
};

/** A handler for each event, with the framework's name for it. */
export type Handlers<Events, Prefix extends string> = {
  [K in keyof Events & string as `${Prefix}${K}`]?: (event: Events[K]) => void;
};

/**
 * Handlers in JSX. TypeScript accepts any attribute with a hyphen there, so a misspelt name becomes an error where its
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
