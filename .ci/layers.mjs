// Which way imports run. `eslint.config.js` enforces both tables, `layers.test.mjs` tries them, `picture.mjs` draws them.
import { dirname, join, matchesGlob } from 'node:path/posix';

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {string} files
 * @property {readonly string[]} may
 * @property {string} why
 * @property {'file' | 'folder'} [apart]
 */

const wallets = 'providers/wallet-*';

/**
 * One row a layer; the first row that matches a file is its own. Files of a layer may import each other, and what `may`
 * names: layers of their package; packages by their import without `@wallet-buttons/`; `lit`; `others`, which are all
 * other packages and files. `/*` stands for all entries or layers of a package; `type` allows types only. `apart` keeps
 * the files, or the folders, of a layer from importing each other.
 */
export const layers = [
  ...layersOf('packages/protocol/src', {
    all: ['**', [], 'protocol imports nothing but itself'],
  }),
  ...layersOf('packages/elements/src', {
    development: ['development/*', [], 'another build leaves the checks of development out'],
    texts: ['texts', ['protocol'], 'a language needs nothing else'],
    locales: ['locales/*', ['texts'], 'a language is texts and nothing else', 'file'],
    events: ['{,sheet/}events', ['protocol', 'words', 'type sheet'], 'a provider fires no event'],
    backend: ['{backend,call,endpoint}', ['protocol', 'words'], 'the wire knows no page'],
    redirect: ['redirect', ['protocol', 'words'], 'the redirect knows an address'],
    seam: [
      'providers/*',
      ['protocol', 'words', 'type events', 'type sheet'],
      'the seam knows no wallet, no page and no backend',
    ],
    'wallet-button': [
      `${wallets}/button`,
      ['protocol', 'lit', 'words', 'base', 'wallet', 'controllers', 'type seam', 'type sheet'],
      'a class file has no side effects, and knows its own wallet alone',
      'folder',
    ],
    entries: [
      `{index,define,define-buttons,*-define,${wallets}/define}`,
      ['protocol', 'elements/*'],
      'a key must not get into a browser bundle',
    ],
    wallet: [
      `${wallets}/*`,
      ['protocol', 'words', 'seam', 'sheet', 'type texts', 'type events'],
      'a provider knows its wallet and nothing else',
      'folder',
    ],
    sheet: [
      'sheet/*',
      ['protocol', 'words', 'texts', 'events', 'type seam'],
      'the sheet knows the page and no wallet',
    ],
    controllers: [
      'controllers/**',
      ['protocol', 'type lit', 'words', 'texts', 'events', 'backend', 'redirect', 'seam', 'sheet'],
      'a controller knows the seam: a third wallet must cost one folder',
    ],
    base: [
      '{wallet-button,button-settings}',
      [
        ...['protocol', 'lit', '#development', 'words', 'texts', 'controllers'],
        ...['type backend', 'type redirect', 'type seam', 'type sheet'],
      ],
      'the base of the buttons knows neither wallet',
    ],
    tags: [
      'wallet-*',
      ['protocol', 'lit', 'words', 'texts', 'events', 'backend', 'redirect', 'controllers', 'base'],
      'a class file has no side effects',
    ],
    wallets: ['wallets', ['wallet-button'], 'the list of wallets is a list'],
    frameworks: [
      'frameworks/*',
      ['type others', 'type lit', 'type events', 'type tags', 'type wallets'],
      'an import of an entry for a framework loads nothing',
    ],
    words: [
      '*',
      ['protocol', 'lit', '#development', 'texts'],
      'words, styles and errors come before everything that uses them',
    ],
  }),
  ...layersOf('packages/service-client/src', {
    errors: ['errors', ['protocol/*'], 'errors come before everything that throws them'],
    index: ['index', ['protocol/*', 'service-client/*'], 'the signed calls can be used alone'],
    calls: ['{*,node/*}', ['protocol/*', 'errors'], 'the signed calls can be used alone'],
  }),
  ...layersOf('packages/server/src', {
    errors: [
      '{errors,sha256,new-id}',
      ['protocol', 'service-client'],
      'errors, digests and ids come before everything that uses them',
      'file',
    ],
    order: [
      'order/*',
      ['protocol', 'service-client', 'errors'],
      'what may happen to an order is decided without a clock, a store and a service',
    ],
    input: ['input', ['errors'], 'the options of a call are checked before anything is done'],
    seam: ['records/store', ['errors', 'type order'], 'a store knows no rule'],
    records: [
      'records/*',
      ['errors', 'input', 'order', 'seam'],
      'the records know the rules and a store, and neither a payment nor a service',
    ],
    context: [
      '{context,deadline}',
      ['protocol', 'service-client', 'errors', 'type order', 'type records'],
      'what all work shares does nothing by itself',
    ],
    upkeep: [
      'upkeep/*',
      ['service-client', 'errors', 'input', 'order', 'records', 'context'],
      'what goes on without a page knows neither a page nor a clerk',
    ],
    payment: [
      'payment/*',
      ['protocol', 'service-client', 'errors', 'order', 'context', 'upkeep'],
      'a payment knows neither a store, nor HTTP, nor the back office',
    ],
    'back-office': [
      'back-office/*',
      [
        ...['protocol', 'service-client', 'errors', 'input', 'order', 'type records'],
        ...['context', 'upkeep', 'payment'],
      ],
      'the back office knows a payment, and neither a store nor HTTP',
    ],
    store: ['store/*', ['errors', 'seam'], 'a store keeps records and knows no rule'],
    http: [
      'http/*',
      [
        ...['protocol', 'service-client', 'errors', 'input', 'order', 'type seam'],
        ...['context', 'upkeep', 'payment'],
      ],
      'an endpoint reads a request and calls the payment',
    ],
    explain: [
      'explain/*',
      ['type order', 'type back-office'],
      'a page tells a history in words, too: that needs types alone',
    ],
    node: [
      'node/*',
      ['service-client/*', 'errors', 'http', 'type main'],
      'an adapter holds nothing but the runtime',
    ],
    main: [
      '{index,server*,runtime,current-work}',
      [
        ...['protocol', 'service-client', 'errors', 'input', 'order', 'seam', 'records', 'context'],
        ...['upkeep', 'payment', 'back-office', 'store', 'http'],
      ],
      'a server ships no button and no stand-in, and loads on any runtime',
    ],
  }),
  ...layersOf('packages/sandbox/src', {
    wallets: [
      '{apple-pay,google-pay,sheet}/**',
      ['common', 'others'],
      'a stand-in must not share a bug with its subject',
    ],
    service: ['service/**', ['common', 'others'], 'the service knows tokens, and no page'],
    pages: [
      '{page,playwright,conformance,cli}/**',
      ['sandbox/*', 'lit', 'others'],
      'a stand-in must not share a bug with its subject',
    ],
    common: ['**', ['sandbox/*', 'others'], 'a stand-in must not share a bug with its subject'],
  }),
  ...layersOf('packages/sidecar/src', {
    'desk-texts': ['desk/texts', ['type server', 'server/explain'], 'texts need types alone'],
    'desk-locales': [
      'desk/locales/*',
      ['desk-texts', 'server/explain'],
      'a language is texts and nothing else',
      'file',
    ],
    desk: [
      'desk/*',
      ['protocol', 'lit', 'type server', 'server/explain', 'desk-texts', 'desk-locales'],
      'the desk is a page: it knows the private API, and of the server its types and its words',
    ],
    program: [
      '**',
      ['protocol/*', 'service-client/*', 'server/*', 'others'],
      'the sidecar is the server as a program: it serves the built tags as a file and imports none',
    ],
  }),
  ...layersOf('packages/cli/src', {
    all: [
      '**',
      ['protocol/*', 'service-client/*', 'server/*', 'others'],
      'the command line looks at a merchant from outside',
    ],
  }),
  ...layersOf('e2e', {
    'return-shop': [
      'return-shop',
      ['protocol/*', 'server/*', 'sandbox/*', 'e2e/*', 'others'],
      'a shop of its own is made of the server',
    ],
    all: [
      '**',
      ['protocol/*', 'sandbox/*', 'e2e/*', 'others'],
      'the end-to-end tests see the product through the browser',
    ],
  }),
];

/** What only the named files may use, where `layers` has them; the first row that matches a file is its own. */
export const platform = [
  { files: 'packages/elements/src/{backend,call,endpoint}.ts', may: ['fetch'] },
  { files: 'packages/elements/src/redirect.ts', may: ['location'] },
  {
    files: `packages/elements/src/${wallets}/{client,session}.ts`,
    may: ['ApplePaySession', 'google'],
  },
  { files: 'packages/service-client/src/errors.ts', may: [] },
  { files: 'packages/service-client/src/default-fetch.ts', may: ['fetch', 'node:crypto'] },
  {
    files: 'packages/{service-client,server}/src/{node/*,store/sqlite}.ts',
    may: ['node:', 'node:crypto'],
  },
  { files: 'packages/server/src/{order,explain}/*.ts', may: [] },
  { files: 'packages/{service-client,server}/src/**/*.ts', may: ['node:crypto'] },
  {
    files: 'packages/sandbox/src/{apple-pay,google-pay,sheet}/**/*.ts',
    may: ['ApplePaySession', 'google', 'fetch', 'location', 'crypto.subtle'],
  },
  { files: 'packages/sidecar/src/desk/locales/*.ts', may: [] },
  { files: 'packages/sidecar/src/desk/*.ts', may: ['fetch', 'location'] },
  { files: 'packages/sidecar/src/**/*.ts', may: ['fetch', 'node:', 'node:crypto'] },
  {
    files: 'packages/cli/src/**/*.ts',
    may: ['fetch', 'location', 'crypto.subtle', 'node:', 'node:crypto'],
  },
  {
    files: '{packages/sandbox/src,e2e}/**/*.ts',
    may: [
      ...['ApplePaySession', 'google', 'fetch', 'location'],
      ...['crypto.subtle', 'node:', 'node:crypto'],
    ],
  },
  { files: 'packages/{protocol,elements}/src/**/*.ts', may: [] },
];

/**
 * @param {string} folder
 * @param {Record<string, [files: string, may: string[], why: string, apart?: 'file' | 'folder']>} rows
 * @returns {Layer[]}
 */
function layersOf(folder, rows) {
  const home = folder.replace(/^packages\/|\/src$/g, '');
  /** @param {string} word */
  const inFull = (word) =>
    word.replace(/(?<=^|^type )[\w-]+$/, (name) => (name in rows ? `${home}/${name}` : name));
  return Object.entries(rows).map(([name, [files, may, why, apart]]) => ({
    name: name === 'all' ? home : `${home}/${name}`,
    files: `${folder}/${files.replace(/\*\*$/, '**/*')}.ts`,
    may: may.map(inFull),
    why,
    ...(apart && { apart }),
  }));
}

/** @param {string} path from the root of the repository @returns {Layer | undefined} */
export function layerOf(path) {
  return layers.find(({ files }) => matchesGlob(path, files));
}

/**
 * Why a file may not import something; `null` if it may. Imports of Node are the matter of `platform`.
 * @param {string} path of the file, from the root of the repository
 * @param {string} specifier
 * @param {boolean} isType
 */
export function refusalOf(path, specifier, isType) {
  const layer = layerOf(path);
  if (!layer || specifier.startsWith('node:')) return null;
  const target = join(dirname(path), specifier);
  const name = nameOf(specifier, target, packageOf(layer.name));
  const isAllowed = name === layer.name || layer.may.some((word) => allows(word, name, isType));
  if (isAllowed && !isApart(layer, path, target)) return null;
  return `${layer.name} may import ${layer.may.join(', ') || 'itself'}: ${layer.why}.`;
}

/**
 * The name that `may` has for an import. A package imports itself by paths and others by name, so that the other two
 * forms have none.
 * @param {string} specifier
 * @param {string} target
 * @param {string} home
 */
function nameOf(specifier, target, home) {
  if (specifier.startsWith('.')) {
    const name = layerOf(target)?.name ?? 'others';
    return name === 'others' || packageOf(name) === home ? name : target;
  }
  if (specifier.startsWith('#')) return specifier;
  if (/^@?lit\b/.test(specifier)) return 'lit';
  if (!specifier.startsWith('@wallet-buttons/')) return 'others';
  const name = specifier.replace('@wallet-buttons/', '');
  return packageOf(name) === home ? specifier : name;
}

/** @param {string} name of a layer, or of an entry of a package */
export function packageOf(name) {
  return name.replace(/\/.*/, '');
}

/** @param {string} word of `may` @param {string} name @param {boolean} isType */
function allows(word, name, isType) {
  const pattern = word.replace(/^type /, '');
  if (pattern !== word && !isType) return false;
  if (!pattern.endsWith('/*')) return name === pattern;
  return `${name}/`.startsWith(pattern.slice(0, -1));
}

/** @param {Layer} layer @param {string} path @param {string} target */
function isApart({ apart }, path, target) {
  if (!apart || !layerOf(target)?.apart) return false;
  return apart === 'file' ? path !== target : dirname(path) !== dirname(target);
}
