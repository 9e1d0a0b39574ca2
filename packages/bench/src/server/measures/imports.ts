import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Measure, quantile, type Row, spread } from '../../measure.ts';
import type { Workbench } from '../workbench.ts';

const ours = '@wallet-buttons/server';
const contenders = [
  { id: 'ours', name: ours, imports: [ours] },
  {
    id: 'ours-all',
    name: 'with ./node and ./sqlite',
    imports: [ours, `${ours}/node`, `${ours}/sqlite`],
  },
  ...['stripe', '@adyen/api-library'].map((name) => ({ id: name, name, imports: [name] })),
];
const here = fileURLToPath(new URL('../../..', import.meta.url));
const mebibyte = 2 ** 20;

interface Imported {
  readonly ms: number;
  readonly resident: number;
}

/** What it costs to have the library in a process. */
export const imports: Measure<Workbench> = {
  id: 'imports',
  title: 'Import',
  method:
    'A process of its own each time, of the built packages, in turn. Memory is what is resident after the import beyond a process that imports nothing.',
  columns: { ms: 'import, ms', memory: 'resident memory, MiB' },
  limits: [
    ['import, ms', 'ours', 'ms', 15],
    ['memory of the import, MiB', 'ours', 'memory', 10],
  ],
  run: async ({ passes }) => {
    const taken = Array.from({ length: 2 * passes + 1 }, () => ({
      empty: imported([]).resident,
      all: contenders.map((each) => imported(each.imports)),
    }));
    const empty = quantile(
      taken.map((pass) => pass.empty),
      0.5,
    );
    const rows = contenders.map(({ id, name }, at): Row => {
      const own = taken.flatMap(({ all }) => all.slice(at, at + 1));
      const memory = spread(own.map(({ resident }) => (resident - empty) / mebibyte));
      return { contender: id, name, figures: { ms: spread(own.map(({ ms }) => ms)), memory } };
    });
    return Promise.resolve(rows);
  },
};

function imported(names: readonly string[]): Imported {
  const code = `const from = performance.now();
for (const name of ${JSON.stringify(names)}) await import(name);
const ms = performance.now() - from;
console.log(JSON.stringify({ ms, resident: process.memoryUsage.rss() }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: here,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Imported;
}
