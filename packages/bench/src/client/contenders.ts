/** Who is measured. Several entries may share one page's source and differ in how the page loads it. */
export interface Contender {
  readonly id: string;
  readonly name: string;
  readonly wallet: 'A' | 'B';
  /** The page's source, below `page/contenders/`. */
  readonly source: string;
  /** What stands in the box from the start: a tag, where the contender is one. */
  readonly markup?: string;
  /** Lines of the page's head. */
  readonly head?: readonly string[];
  /** The script stands in the page instead of a file of its own. */
  readonly inline?: boolean;
  /** It differs in loading only, so only measures of loading run it. */
  readonly loadingOnly?: boolean;
}

const preload = '<link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js">';
const order = 'order="A-1" amount="30.00" currency="UAH" country="UA" label="Levada seed house"';
const gateway = 'gateway="examplegateway" gateway-merchant-id="exampleMerchant"';
const tagA = `<wallet-a-button ${order}></wallet-a-button>`;
const tagB = `<wallet-b-button ${order} ${gateway}></wallet-b-button>`;
const reserved = (tag: string) =>
  `<style>${tag}:not(:defined){display:inline-block;vertical-align:top;inline-size:240px;block-size:44px}</style>`;
const handBox = '<style>#pay{block-size:44px}</style>';
const adyenStyles = '<link rel="stylesheet" href="/js/adyen.css">';

export const contenders: readonly Contender[] = [
  {
    id: 'hand-b',
    name: 'hand-written, module',
    wallet: 'B',
    source: 'hand-b',
    head: [handBox],
  },
  {
    id: 'hand-b-inline',
    name: 'hand-written, inline',
    wallet: 'B',
    source: 'hand-b',
    head: [handBox],
    inline: true,
    loadingOnly: true,
  },
  {
    id: 'hand-b-preload',
    name: 'hand-written, module + preload lines',
    wallet: 'B',
    source: 'hand-b',
    head: [handBox, preload],
    loadingOnly: true,
  },
  { id: 'ours-b', name: 'ours', wallet: 'B', source: 'ours-b', markup: tagB },
  {
    id: 'ours-b-preload',
    name: 'ours + preload lines',
    wallet: 'B',
    source: 'ours-b',
    markup: tagB,
    head: [preload, reserved('wallet-b-button')],
    loadingOnly: true,
  },
  {
    id: 'google-element',
    name: '@google-pay/button-element',
    wallet: 'B',
    source: 'google-element',
  },
  { id: 'braintree-b', name: 'braintree-web', wallet: 'B', source: 'braintree-b' },
  {
    id: 'adyen-b',
    name: '@adyen/adyen-web',
    wallet: 'B',
    source: 'adyen-b',
    head: [adyenStyles],
  },
  { id: 'hand-a', name: 'hand-written, module', wallet: 'A', source: 'hand-a', head: [handBox] },
  {
    id: 'hand-a-inline',
    name: 'hand-written, inline',
    wallet: 'A',
    source: 'hand-a',
    head: [handBox],
    inline: true,
    loadingOnly: true,
  },
  { id: 'ours-a', name: 'ours', wallet: 'A', source: 'ours-a', markup: tagA },
  {
    id: 'ours-a-preload',
    name: 'ours + reserved box',
    wallet: 'A',
    source: 'ours-a',
    markup: tagA,
    head: [reserved('wallet-a-button')],
    loadingOnly: true,
  },
  {
    id: 'apple-react',
    name: 'apple-pay-button + React',
    wallet: 'A',
    source: 'apple-react',
  },
  { id: 'braintree-a', name: 'braintree-web', wallet: 'A', source: 'braintree-a' },
  {
    id: 'adyen-a',
    name: '@adyen/adyen-web',
    wallet: 'A',
    source: 'adyen-a',
    head: [adyenStyles],
  },
];

/** One a product and wallet: for everything that happens after loading. */
export const products = contenders.filter(({ loadingOnly }) => !loadingOnly);

/** The page that a loading time is a ratio to. */
export const yardstick = { A: 'hand-a', B: 'hand-b' } as const;
