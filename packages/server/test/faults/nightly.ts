/**
 * Runs of chaos for `MINUTES` (10 by default; 0 for a single run), the first with `SEED`, the next with
 * the number after it. A run that breaks a promise is printed with the seed that repeats it. `ENGINE` is SQLite by
 * default, or PostgreSQL or MariaDB. With `MUTANT`, the name of a mutant, it has to fail.
 */
import { type MutantName, mutants } from './mutants.ts';
import { engines, startEngine } from '../shared-database.ts';
import { chaos } from './chaos.ts';

const { SEED, MINUTES = '10', MUTANT, ENGINE = 'SQLite' } = process.env;
const mutant = Object.keys(mutants).find((name): name is MutantName => name === MUTANT);
if (MUTANT !== undefined && !mutant) throw new RangeError(`There is no mutant "${MUTANT}".`);
const engine = engines.find((name) => name === ENGINE);
if (!engine && ENGINE !== 'SQLite') throw new RangeError(`There is no engine "${ENGINE}".`);
await using sharedEngine = engine ? await startEngine(engine) : null;
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
const end = performance.now() + Number(MINUTES) * 60_000;
let seed = first;
let [faults, failed] = [0, 0];

console.log(`SEED=${String(first)}`);
const worker = async (): Promise<void> => {
  do {
    const ownSeed = seed;
    seed += 1;
    const mutantSetting = mutant ? `MUTANT='${mutant}' ` : '';
    const command = `${mutantSetting}ENGINE=${ENGINE} SEED=${String(ownSeed)} MINUTES=0 pnpm test:faults:nightly`;
    try {
      const { hits, violations, ...seen } = await chaos(
        ownSeed,
        mutant,
        await sharedEngine?.make(),
      );
      faults += hits;
      if (violations.length === 0) continue;
      console.log(command, violations, seen);
    } catch (error) {
      console.log(command, error);
    }
    failed += 1;
  } while (performance.now() < end);
};
await Promise.all(Array.from({ length: Number(MINUTES) > 0 ? 4 : 1 }, worker));
console.log(`${String(seed - first)} runs, ${String(faults)} faults, ${String(failed)} broken`);
process.exitCode = failed > 0 || (faults === 0 && Number(MINUTES) > 0) ? 1 : 0;
