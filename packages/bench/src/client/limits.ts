import type { Limit } from '../limit.ts';

const peersOfB = ['google-element', 'braintree-b', 'adyen-b'];
const peersOfA = ['apple-react', 'braintree-a', 'adyen-a'];
const both = [
  ['ours-a', 'A', peersOfA],
  ['ours-b', 'B', peersOfB],
] as const;

const kB = 1_000;

export const limits: readonly Limit[] = [
  {
    measure: 'bytes',
    contender: 'ours-both',
    figure: 'script',
    says: 'both tags with Lit',
    atMost: 12 * kB,
  },
  { measure: 'bytes', contender: 'ours-own', figure: 'script', says: 'own code', atMost: 6.5 * kB },
  {
    measure: 'bytes',
    contender: 'ours-a',
    figure: 'script',
    says: 'tag A alone',
    atMost: 9.5 * kB,
  },
  {
    measure: 'bytes',
    contender: 'ours-b',
    figure: 'script',
    says: 'tag B alone',
    atMost: 9.5 * kB,
  },

  {
    measure: 'ready',
    contender: 'ours-b',
    figure: 'ratio4',
    says: 'B to a hand-written page, 4x',
    atMost: 1.2,
  },
  {
    measure: 'ready',
    contender: 'ours-a',
    figure: 'ratio4',
    says: 'A, native, to a hand-written page, 4x',
    atMost: 1.25,
  },
  {
    measure: 'ready',
    contender: 'ours-b-preload',
    figure: 'ratio4',
    says: 'B with preload lines, 4x',
    atMost: 1.1,
  },
  ...both.flatMap(([contender, wallet, peers]): Limit[] => [
    {
      measure: 'ready',
      contender,
      figure: 'ratio4',
      says: `${wallet} ahead of every peer, 4x`,
      lessThan: peers,
    },
    {
      measure: 'ready',
      contender,
      figure: 'ratio1',
      says: `${wallet} ahead of every peer, 1x`,
      lessThan: peers,
    },
  ]),

  {
    measure: 'steps',
    contender: 'ours-b',
    figure: 'steps',
    says: 'B, steps in series',
    atMost: 3.1,
  },
  {
    measure: 'steps',
    contender: 'ours-b-preload',
    figure: 'steps',
    says: 'B with preload lines, steps in series',
    atMost: 2.1,
  },
  {
    measure: 'steps',
    contender: 'ours-a',
    figure: 'steps',
    says: 'A, native, steps in series',
    atMost: 2.1,
  },
  {
    measure: 'orders',
    contender: 'ours-b',
    figure: 'fetched',
    says: 'a script already on the page: fetched',
    exactly: 1,
  },

  ...both.flatMap(([contender, wallet]): Limit[] => [
    {
      measure: 'press',
      contender,
      figure: 'sameTask',
      says: `${wallet}, calls in the task of the press, %`,
      exactly: 100,
    },
    {
      measure: 'press',
      contender,
      figure: 'p99',
      says: `${wallet}, press to call, p99 in ms`,
      atMost: 1,
    },
  ]),

  ...['heap', 'document', 'visible'].map((figure): Limit => ({
    measure: 'many',
    contender: 'ours-b',
    figure,
    says: `1000 buttons of B against the provider's own element: ${figure}`,
    lessThan: ['google-element'],
  })),
  {
    measure: 'many',
    contender: 'ours-b',
    figure: 'clients',
    says: '1000 buttons of B: clients',
    exactly: 1,
  },

  ...both.flatMap(([contender, wallet]): Limit[] => [
    ...['createButton', 'clients', 'mutations'].map((figure) => ({
      measure: 'price',
      contender,
      figure,
      says: `2000 prices, ${wallet}: ${figure}`,
      exactly: 0,
    })),
    {
      measure: 'price',
      contender,
      figure: 'shown',
      says: `newest price in the sheet, ${wallet}`,
      exactly: '77.00',
    },
    ...['hidden', 'clients', 'isReadyToPay'].map((figure) => ({
      measure: 'look',
      contender,
      figure,
      says: `colour and locale, ${wallet}: ${figure}`,
      exactly: 0,
    })),
    {
      measure: 'look',
      contender,
      figure: 'changed',
      says: `colour and locale, ${wallet}: seen`,
      exactly: 'yes',
    },
    {
      measure: 'move',
      contender,
      figure: 'createButton',
      says: `a move, ${wallet}: createButton`,
      exactly: 0,
    },
    {
      measure: 'move',
      contender,
      figure: 'works',
      says: `a move, ${wallet}: opens a sheet`,
      exactly: 'yes',
    },
    {
      measure: 'orders',
      contender,
      figure: 'missing',
      says: `set-up orders without a button, ${wallet}`,
      exactly: 0,
    },
  ]),

  // Before its script has come a tag is nothing, so only a line of the page can keep its place.
  ...['ours-a-preload', 'ours-b-preload'].map((contender): Limit => ({
    measure: 'shift',
    contender,
    figure: 'shift',
    says: `layout shift with the reserved box, ${contender}`,
    exactly: 0,
  })),

  ...both.flatMap(([contender, wallet, peers]): Limit[] => [
    ...['nodes', 'listeners', 'clients'].map((figure) => ({
      measure: 'leaks',
      contender,
      figure,
      says: `1000 connects, ${wallet}: ${figure} kept`,
      atMost: 0,
    })),
    {
      measure: 'leaks',
      contender,
      figure: 'heap',
      says: `1000 connects, ${wallet}: heap as the peers`,
      noMoreThan: peers,
    },
  ]),
];
