import type { Limit } from '../limit.ts';

const ratios = { pay: 2, webhook: 0.4, validate: 1.6, status: 0.2 };

export const limits: readonly Limit[] = [
  ...Object.entries(ratios).map(([route, atMost]) => ({
    measure: 'routes',
    contender: `ours-${route}`,
    figure: 'ratio',
    says: `${route}, to one signature`,
    atMost,
  })),
  {
    measure: 'calls',
    contender: 'ours',
    figure: 'ratio8',
    says: 'a signed call over TLS, to one signature',
    atMost: 1.6,
  },
  {
    measure: 'calls',
    contender: 'ours',
    figure: 'connections',
    says: 'new connections per 100 calls',
    exactly: 0,
  },
  { measure: 'start', contender: 'ours', figure: 'ms', says: 'import, ms', atMost: 15 },
  {
    measure: 'start',
    contender: 'ours',
    figure: 'memory',
    says: 'memory of the import, MiB',
    atMost: 10,
  },
  { measure: 'slow', contender: 'ours', figure: 'lost', says: 'slow service: lost', exactly: 0 },
  {
    measure: 'slow',
    contender: 'ours',
    figure: 'twice',
    says: 'slow service: sent twice',
    exactly: 0,
  },
  {
    measure: 'slow',
    contender: 'ours',
    figure: 'memory',
    says: 'slow service: memory more, MiB',
    atMost: 80,
  },
];
