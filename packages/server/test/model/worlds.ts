import { shorten } from '../../src/order/earlier.ts';
import { type Alphabet, later, stepsOf } from './events.ts';
import { start } from './explore.ts';
import { paid } from './service.ts';
import { hour, type World } from './world.ts';

interface Exploration {
  readonly alphabet: Alphabet;
  readonly depth: number;
  /** Made only when it is explored: a broken rule may forbid the way to it. */
  readonly begin: () => World;
}

const none: Alphabet = {
  presses: 0,
  tokens: ['t1'],
  outcomes: [],
  operations: [],
  questions: 1,
  lags: false,
  undoes: false,
  crashes: 0,
  jumps: 2,
};

/** An order that was paid, or whose amount is held. */
function after(outcome: 'paid' | 'holded'): World {
  const alphabet = { ...none, presses: 1, outcomes: [outcome] };
  const names = [
    'press with t1',
    'intent a-s1 t1',
    `token a-s1 ${outcome}`,
    'outcome a-s1',
    'deliver',
  ];
  const world = taken(start, names, alphabet);
  return { ...world, webhooks: [] };
}

/** An order that was freed although its payment is under way: the service has lied twice. */
function freed(): World {
  const alphabet = { ...none, presses: 1, outcomes: ['refused'] };
  const names = [
    ...['press with t1', 'intent a-s1 t1', 'token a-s1 refused', 'outcome a-s1', 'ask about a-s1'],
    ...['answer a-s1', '11 s pass', 'ask about a-s1', 'answer a-s1'],
  ];
  const world = taken(start, names, alphabet);
  const sessions = world.sessions.map((session) => paid(session, 'processing'));
  return { ...world, sessions, counts: { lie: 1 } };
}

/** An order at which nineteen payments of this day have failed: the last three are whole, the others a line each. */
function failedOften(): World {
  const alphabet = { ...none, presses: 19, outcomes: ['failed'] };
  const names = Array.from({ length: 19 }, (_, index) => {
    const id = `a-s${String(index + 1)}`;
    return [
      `press with t${id}`,
      `intent ${id} t${id}`,
      `token ${id} failed`,
      `outcome ${id}`,
      'deliver',
    ];
  });
  const world = names.reduce((before, each, index) => {
    const tokens = [`ta-s${String(index + 1)}`];
    const after = taken(before, each, { ...alphabet, tokens });
    return { ...after, record: shorten(after.record), webhooks: [] };
  }, start);
  return { ...later(world, hour), counts: {} };
}

/** A charge that a bank disputes, of which the server knows. */
function beingDisputed(): World {
  const alphabet = { ...none, disputes: true };
  return taken(after('paid'), ['s1 is disputed', 'ask about a-s1', 'answer a-s1'], alphabet);
}

function taken(begin: World, names: readonly string[], alphabet: Alphabet): World {
  return names.reduce((world, name) => {
    const step = stepsOf(world, alphabet).find(([each]) => each === name);
    if (!step) throw new Error(`${name} cannot happen.`);
    return step[1];
  }, begin);
}

/** The worlds that are explored, each with a part of what may happen. */
export const worlds: Readonly<Record<string, Exploration>> = {
  'presses, answers and questions': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t1'],
      outcomes: ['paid', 'processing', 'refused', 'busy'],
    },
    depth: 8,
    begin: () => start,
  },
  'two processes, one of which ends': {
    alphabet: { ...none, presses: 3, outcomes: ['paid', 'failed'], crashes: 1, jumps: 1 },
    depth: 8,
    begin: () => start,
  },
  'repeated and other tokens': {
    alphabet: {
      ...none,
      presses: 3,
      tokens: ['t1', 't2'],
      outcomes: ['paid', 'refused'],
      jumps: 0,
    },
    depth: 8,
    begin: () => start,
  },
  'an order that was freed too early': {
    alphabet: { ...none, presses: 1, tokens: ['t1', 't2'], outcomes: ['paid', 'failed'], jumps: 0 },
    depth: 8,
    begin: freed,
  },
  'operations on a charge': {
    alphabet: {
      ...none,
      operations: [
        ['refund', 40],
        ['refund', null],
        ['void', null],
      ],
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'operations on a hold': {
    alphabet: {
      ...none,
      operations: [
        ['capture', 60],
        ['void', null],
        ['refund', null],
      ],
    },
    depth: 8,
    begin: () => after('holded'),
  },
  'a hold that nears its end': {
    alphabet: {
      ...none,
      operations: [['void', null]],
      undoes: true,
      jumps: 2,
    },
    depth: 8,
    begin: () => later(after('holded'), 100 * hour),
  },
  'a service that lags behind and takes back': {
    alphabet: {
      ...none,
      operations: [
        ['capture', 60],
        ['void', null],
        ['refund', 40],
      ],
      lags: true,
      undoes: true,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('holded'),
  },
  'a service that contradicts itself': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t1', 't2'],
      outcomes: ['paid', 'failed'],
      jumps: 1,
      lies: ['two statuses'],
      mostLies: 2,
    },
    depth: 8,
    begin: () => start,
  },
  'a service that denies a charge': {
    alphabet: { ...none, lies: ['denies', 'two statuses'], mostLies: 2, jumps: 3 },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that names more than there was': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t2'],
      outcomes: ['paid'],
      lies: ['whole', 'more'],
      mostLies: 2,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'an operation beside a lie': {
    alphabet: {
      ...none,
      operations: [
        ['refund', 40, 'job'],
        ['refund', null],
      ],
      ways: ['accepted', 'busy'],
      lies: ['whole', 'more', 'denies'],
      mostLies: 1,
      jumps: 0,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that names less than before': {
    alphabet: {
      ...none,
      operations: [['refund', 40, 'job']],
      ways: ['accepted'],
      mostOperations: 1,
      lies: ['less'],
      mostLies: 2,
      jumps: 2,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that denies a hold': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t2'],
      outcomes: ['paid'],
      lies: ['denies', 'two statuses'],
      mostLies: 2,
      jumps: 2,
    },
    depth: 8,
    begin: () => after('holded'),
  },
  'a service that does what it refuses': {
    alphabet: {
      ...none,
      operations: [
        ['refund', 40, 'job'],
        ['refund', 40],
        ['refund', null],
      ],
      ways: ['does and refuses', 'refused', 'accepted', 'failed'],
      mostOperations: 3,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that does what it refuses, and lags behind': {
    alphabet: {
      ...none,
      operations: [['refund', 40]],
      ways: ['does and refuses', 'refused'],
      mostOperations: 3,
      lags: true,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that does to a hold what it refuses': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t2'],
      outcomes: ['paid'],
      operations: [
        ['capture', 60, 'job'],
        ['capture', null],
        ['void', null],
      ],
      ways: ['does and refuses', 'refused', 'failed', 'voided'],
      jumps: 1,
    },
    depth: 8,
    begin: () => after('holded'),
  },
  'a service that names nothing, and drops what it accepted': {
    alphabet: {
      ...none,
      operations: [['refund', null]],
      ways: ['accepts and drops'],
      namesNothing: true,
      jumps: 3,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a service that names nothing, and does what it refuses': {
    alphabet: {
      ...none,
      operations: [
        ['refund', 40],
        ['refund', 40, 'job'],
      ],
      ways: ['does and refuses', 'refused'],
      mostOperations: 3,
      namesNothing: true,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'a rest that the cabinet returns': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t2'],
      outcomes: ['paid'],
      operations: [['refund', 40]],
      ways: ['accepted'],
      mostOperations: 1,
      namesNothing: true,
      returns: true,
      jumps: 1,
    },
    depth: 8,
    begin: () => after('paid'),
  },
  'an order at which too many payments fail': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t1', 't2'],
      outcomes: ['paid', 'failed'],
      questions: 0,
      jumps: 0,
      reopens: true,
    },
    depth: 10,
    begin: failedOften,
  },
  'a charge that a bank disputes': {
    alphabet: {
      ...none,
      presses: 2,
      tokens: ['t2'],
      outcomes: ['paid'],
      operations: [
        ['refund', 40],
        ['void', null],
      ],
      disputes: true,
      lags: true,
      jumps: 2,
    },
    depth: 8,
    begin: beingDisputed,
  },
};
