import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checksOf } from '../limit.ts';
import { build, bundlers, compileLine } from './bundlers.ts';
import { builtContenders } from './contenders.ts';
import { countSteps } from './measures/steps.ts';
import { work } from './measures/work.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

const button = "import '@wallet-buttons/elements/wallet-b-button.js';";

/** The answers that a button waits for one after another, by the start of a contender's id. */
const stepsOf = { 'ours-a-': 2, 'ours-b-preload-': 2, 'ours-b-': 3 } as const;

describe('a button in a default build', () => {
  let bench: Workbench & AsyncDisposable;
  before(async () => {
    bench = await openWorkbench(await builtContenders());
  });
  after(async () => bench[Symbol.asyncDispose]());

  for (const bundler of bundlers) {
    for (const [id, steps] of Object.entries(stepsOf)) {
      it(`can be pressed after ${String(steps)} network steps: ${id}${bundler}`, async () => {
        const contender = bench.contenders.find((each) => each.id === `${id}${bundler}`);
        assert.ok(contender);
        assert.equal(await countSteps(bench, contender), steps);
      });
    }

    it(`is one file with ${bundler}`, () => {
      const files = bench.contenders
        .filter(({ id }) => id.endsWith(`-${bundler}`))
        .map((contender) => contender.files.length);
      assert.deepEqual(files, [1, 1, 1]);
    });

    it(`has the compile line first with the banner for ${bundler}`, async () => {
      const [file] = await build(bundler, button, compileLine);
      assert.equal(file?.code.split('\n')[0], compileLine);
    });
  }

  it('runs no more functions and calls than its limits before it can be pressed', async () => {
    const contenders = bench.contenders.filter(({ id }) => id.endsWith('-vite'));
    const rows = await work.run({ ...bench, contenders });
    const checks = checksOf(
      work,
      rows.map((row) => ({ ...row, contender: row.contender.replace('-vite', '') })),
    );
    assert.equal(checks.length, 4);
    for (const { says, value, bound, isMet } of checks) {
      assert.ok(isMet, `${says}: ${value}, which has to be ${bound}`);
    }
  });
});
