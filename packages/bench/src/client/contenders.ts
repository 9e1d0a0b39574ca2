import { type BuiltFile, build, type Bundler, bundlers, compileLine } from './bundlers.ts';

/** A page of the benchmark, under its id. */
export interface Contender {
  readonly id: string;
  readonly name: string;
  readonly wallet: 'A' | 'B';
  readonly lines: readonly Line[];
  readonly files: readonly BuiltFile[];
  /** The initial content of the box, such as a tag. */
  readonly markup: string;
  /** Lines of the page's head. */
  readonly head: string;
}

/** What a page may add: the preload line of the provider's script, and the compile line of its own script. */
type Line = 'preload' | 'compile';

/** A way to take one wallet. `page/contenders/` has the script of a shop's page for each that needs one of its own. */
interface Way {
  readonly id: string;
  readonly name: string;
  readonly wallet: 'A' | 'B';
  readonly markup?: string;
  readonly code?: string;
  /** The provider's script, if the page loads it. */
  readonly script?: string;
}

const order = 'order="A-1" amount="30.00" currency="UAH" country="UA" label="Levada seed house"';
const gateway = 'gateway="examplegateway" gateway-merchant-id="exampleMerchant"';
const scriptA = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
const scriptB = 'https://pay.google.com/gp/p/js/pay.js';

/** Where the browser has wallet A itself, as here, our tag and a page by hand load no script. */
const oursA: Way = {
  id: 'ours-a',
  name: 'ours (A)',
  wallet: 'A',
  markup: `<wallet-a-button ${order}></wallet-a-button>`,
  code: "import '@wallet-buttons/elements/wallet-a-button.js';",
};
const oursB: Way = {
  id: 'ours-b',
  name: 'ours (B)',
  wallet: 'B',
  markup: `<wallet-b-button ${order} ${gateway}></wallet-b-button>`,
  code: "import '@wallet-buttons/elements/wallet-b-button.js';",
  script: scriptB,
};

const ways: readonly Way[] = [
  { id: 'hand-a', name: 'hand-written page (A)', wallet: 'A' },
  oursA,
  { id: 'apple-react', name: 'apple-pay-button + React (A)', wallet: 'A', script: scriptA },
  { id: 'hand-b', name: 'hand-written page (B)', wallet: 'B', script: scriptB },
  oursB,
  {
    id: 'google-element',
    name: '@google-pay/button-element (B)',
    wallet: 'B',
    script: scriptB,
  },
];

/** Every way, built by Vite, without lines and with each that it can have. */
export async function allContenders(): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const way of ways) {
    for (const compile of [false, true]) {
      const files = await filesOf(way, 'vite', compile ? compileLine : '');
      contenders.push(...withAndWithoutPreload(way, files, compile ? ['compile'] : []));
    }
  }
  return contenders;
}

/** Our tags as each bundler builds them by default. */
export async function builtContenders(): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const bundler of bundlers) {
    for (const way of [oursA, oursB]) {
      const all = withAndWithoutPreload(way, await filesOf(way, bundler), []);
      contenders.push(
        ...all.map(({ id, name, ...more }) => ({
          ...more,
          id: `${id}-${bundler}`,
          name: `${name}, built by ${bundler}`,
        })),
      );
    }
  }
  return contenders;
}

async function filesOf(
  { id, code = `import '../../src/client/page/contenders/${id}.ts';` }: Way,
  bundler: Bundler,
  banner = '',
): Promise<readonly BuiltFile[]> {
  return build(bundler, code, banner);
}

function withAndWithoutPreload(
  way: Way,
  files: readonly BuiltFile[],
  lines: readonly Line[],
): readonly Contender[] {
  const { id, name, wallet, script, markup = '' } = way;
  const all = script === undefined ? [lines] : [lines, ['preload', ...lines] as const];
  return all.map((lines) => ({
    id: [id, ...lines].join('-'),
    name: lines.length > 0 ? `${name} with the ${lines.join(' and ')} line` : name,
    wallet,
    lines,
    files,
    markup,
    head: lines.includes('preload')
      ? `<link rel="preload" as="script" href="${script ?? ''}">`
      : '',
  }));
}
