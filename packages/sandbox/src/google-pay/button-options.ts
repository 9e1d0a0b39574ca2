/** `ButtonOptions` of the reference: a missing or unknown value gets the provider's default. */
import type { Members } from '../sheet/members.ts';

export interface ButtonOptions {
  readonly onClick: (event: Event) => unknown;
  /** Where the styles go. */
  readonly root: Document | ShadowRoot;
  readonly color: string;
  readonly type: string;
  readonly sizeMode: string;
  readonly border: boolean;
  /** Pixels; undefined: the style sheet's own. */
  readonly radius: number | undefined;
  readonly locale: string;
}

/** Throws plain Errors, as the provider does. */
export function readButtonOptions(options: Members): ButtonOptions {
  const { onClick } = options;
  if (typeof onClick !== 'function') throw new Error("Parameter 'onClick' must be set.");
  const radius = options['buttonRadius'];
  return {
    onClick: (event) => {
      Reflect.apply(onClick, undefined, [event]);
    },
    root: readRoot(options['buttonRootNode']),
    color: known(options['buttonColor'], ['black', 'white'], 'black'),
    type: known(alias(options['buttonType']), knownTypes, 'buy'),
    sizeMode: known(options['buttonSizeMode'], ['static', 'fill'], 'static'),
    border: options['buttonBorderType'] !== 'no_border',
    radius: typeof radius === 'number' ? radius : undefined,
    locale: readLocale(options['buttonLocale']),
  };
}

const knownTypes = ['buy', 'book', 'checkout', 'donate', 'order', 'pay', 'plain', 'subscribe'];
const knownLocales =
  'en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh'.split(
    ' ',
  );

function readRoot(value: unknown): Document | ShadowRoot {
  if (value === undefined) return document;
  if (value instanceof Document || value instanceof ShadowRoot) return value;
  throw new Error("Parameter 'buttonRootNode' must be a Document or a ShadowRoot.");
}

function known(value: unknown, values: readonly string[], fallback: string): string {
  return typeof value === 'string' && values.includes(value) ? value : fallback;
}

function alias(value: unknown): unknown {
  if (value === 'short') return 'plain';
  return value === 'long' ? 'buy' : value;
}

/** Only two letters. For any other value the browser's language is used. */
function readLocale(value: unknown): string {
  if (typeof value === 'string' && knownLocales.includes(value)) return value;
  if (value !== undefined && value !== null) {
    console.error('The button locale is not supported:', value);
  }
  const [language = ''] = navigator.language.split('-');
  return knownLocales.includes(language) ? language : 'en';
}
