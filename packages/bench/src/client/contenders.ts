/** The contenders. `page/contenders/` has a shop's page for each, under its id. */
export interface Contender {
  readonly id: string;
  readonly name: string;
  readonly wallet: 'A' | 'B';
  /** The initial content of the box, such as a tag, and the script that it needs. */
  readonly markup?: string;
  readonly code?: string;
  /** Lines of the page's head. */
  readonly head?: string;
}

const order = 'order="A-1" amount="30.00" currency="UAH" country="UA" label="Levada seed house"';
const gateway = 'gateway="examplegateway" gateway-merchant-id="exampleMerchant"';
const tagA = `<wallet-a-button ${order}></wallet-a-button>`;
const tagB = `<wallet-b-button ${order} ${gateway}></wallet-b-button>`;

const codeA = "import '@wallet-buttons/elements/wallet-a-button.js';";
const codeB = "import '@wallet-buttons/elements/wallet-b-button.js';";

/** The preload line of the guide. Wallet A's script is not loaded here: the browser has that wallet itself. */
const preloadB = '<link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js">';

export const contenders: readonly Contender[] = [
  { id: 'hand-a', name: 'hand-written page (A)', wallet: 'A' },
  { id: 'ours-a', name: 'ours (A)', wallet: 'A', markup: tagA, code: codeA },
  { id: 'apple-react', name: 'apple-pay-button + React (A)', wallet: 'A' },
  { id: 'hand-b', name: 'hand-written page (B)', wallet: 'B' },
  { id: 'ours-b', name: 'ours (B)', wallet: 'B', markup: tagB, code: codeB },
  {
    id: 'ours-b-preload',
    name: 'ours, with the preload line of the guide (B)',
    wallet: 'B',
    markup: tagB,
    code: codeB,
    head: preloadB,
  },
  { id: 'google-element', name: '@google-pay/button-element (B)', wallet: 'B' },
];
