/**
 * Storm after storm for `MINUTES` (10 by default; 0 for a single one), the first with `SEED`, the next with
 * the number after it. A storm that breaks a promise is printed with the seed that repeats it. With
 * `VARIANT`, the name of a broken variant, it has to fail.
 */
import { variants } from './broken-variants.ts';
import type { VariantName } from './broken-variants.ts';
import { storm } from './storm.ts';

const { SEED, MINUTES = '10', VARIANT } = process.env;
const variant = Object.keys(variants).find((name): name is VariantName => name === VARIANT);
if (VARIANT !== undefined && !variant) throw new RangeError(`There is no variant "${VARIANT}".`);
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
const end = performance.now() + Number(MINUTES) * 60_000;
let seed = first;
let [faults, failed] = [0, 0];

console.log(`SEED=${String(first)}`);
const lane = async (): Promise<void> => {
  do {
    const own = seed;
    seed += 1;
    const broken = variant ? `VARIANT='${variant}' ` : '';
    const again = `${broken}SEED=${String(own)} MINUTES=0 pnpm test:faults:nightly`;
    try {
      const { hits, violations, ...seen } = await storm(own, variant);
      faults += hits;
      if (violations.length === 0) continue;
      console.log(again, violations, seen);
    } catch (error) {
      console.log(again, error);
    }
    failed += 1;
  } while (performance.now() < end);
};
await Promise.all(Array.from({ length: Number(MINUTES) > 0 ? 4 : 1 }, lane));
console.log(`${String(seed - first)} storms, ${String(faults)} faults, ${String(failed)} broken`);
process.exitCode = failed > 0 || (faults === 0 && Number(MINUTES) > 0) ? 1 : 0;
