import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measure, Row } from '../../measure.ts';
import { quantile, spread } from '../../statistics.ts';
import type { Workbench } from '../workbench.ts';

const ours = '@wallet-buttons/server';
const contenders = [
  { id: 'ours', name: ours, installed: ours, imports: [ours] },
  {
    id: 'ours-all',
    name: `${ours}, with ./node and ./sqlite`,
    installed: ours,
    imports: [ours, `${ours}/node`, `${ours}/sqlite`],
  },
  ...['stripe', '@adyen/api-library', '@mollie/api-client'].map((name) => ({
    id: name,
    name,
    installed: name,
    imports: [name],
  })),
];

const here = fileURLToPath(new URL('../../..', import.meta.url));
const mebibyte = 2 ** 20;

interface Started {
  readonly ms: number;
  readonly resident: number;
}

/** What it costs to have the library in a process. */
export const start: Measure<Workbench> = {
  id: 'start',
  title: 'Import and size',
  method:
    'A process of its own each time, of the built packages as they are published, the contenders in turn; memory is what is resident after the import beyond a process that imports nothing. Installed is every file of the package and of what it depends on.',
  columns: {
    ms: 'import, ms',
    memory: 'resident memory, MiB',
    size: 'installed, kB',
    packages: 'packages',
  },
  run: async ({ rounds }) => {
    const taken = Array.from({ length: 2 * rounds + 1 }, () => ({
      empty: started([]),
      all: contenders.map(({ imports }) => started(imports)),
    }));
    const empty = quantile(
      taken.map((round) => round.empty.resident),
      0.5,
    );
    const rows = contenders.map(({ id, name, installed }, at): Row => {
      const own = taken.flatMap(({ all }) => all.slice(at, at + 1));
      const folders = closure(join(here, 'node_modules', installed));
      return {
        contender: id,
        name,
        figures: {
          ms: spread(own.map(({ ms }) => ms)),
          memory: spread(own.map(({ resident }) => (resident - empty) / mebibyte)),
          size: [...folders].reduce((sum, folder) => sum + sizeOf(folder), 0) / 1_000,
          packages: folders.size,
        },
      };
    });
    return Promise.resolve(rows);
  },
};

function started(imports: readonly string[]): Started {
  const code = `const from = performance.now();
for (const name of ${JSON.stringify(imports)}) await import(name);
const ms = performance.now() - from;
console.log(JSON.stringify({ ms, resident: process.memoryUsage.rss() }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: here,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Started;
}

/** The folders of a package and of everything that it depends on. */
function closure(folder: string, known = new Set<string>()): ReadonlySet<string> {
  const real = realpathSync(folder);
  if (known.has(real)) return known;
  known.add(real);
  const { dependencies = {} } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) closure(find(name, real), known);
  return known;
}

function find(name: string, from: string): string {
  const path = join(from, 'node_modules', name);
  if (statSync(path, { throwIfNoEntry: false })) return path;
  const up = dirname(from);
  if (up === from) throw new Error(`${name} is not installed.`);
  return find(name, up);
}

/** Of a workspace's own package only what is published counts. */
function sizeOf(folder: string): number {
  const { files = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly files?: readonly string[];
  };
  const isOurs = !folder.includes('node_modules');
  const roots = isOurs ? files.filter((each) => !each.startsWith('!')) : [''];
  return globSync(
    roots.flatMap((each) => [each || '.', `${each || '.'}/**/*`]),
    { cwd: folder, exclude: (name) => /(^|\/)node_modules$|\.test\.|\.tsbuildinfo$/.test(name) },
  )
    .map((path) => statSync(join(folder, path)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
