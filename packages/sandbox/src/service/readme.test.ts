import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Merchant } from '../../test/merchant.ts';
import { scenarioValues } from './payment/read-scenario.ts';
import { amountRules, defaultScenario, type Scenario } from './payment/scenario.ts';

const readme = unpadded(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'));

describe('the README', () => {
  it('names each operation with its path, its answer and what that rests on', async (t) => {
    const { sandbox } = await Merchant.open(t);
    const rows = sandbox.operations().map(({ name, method, path, answers, basis }) => {
      return `| ${name} | \`${method} ${path}\` | ${answers} | ${basis} |`;
    });
    has(['| operation | call | answer | basis |', '| -- | -- | -- | -- |', ...rows]);
  });

  it('names each field of a scenario with its default and what it accepts', () => {
    const rows = Object.entries(scenarioValues).map(([name, values]) => {
      const texts = typeof values === 'string' ? [values] : values.map((value) => code(value));
      const accepts =
        name === 'answerOn' ? 'the name of an operation, in kebab-case' : texts.join(', ');
      return `| ${code(name)} | ${code(defaultScenario[name as keyof Scenario])} | ${accepts} |`;
    });
    has(['| field | default | accepts |', '| -- | -- | -- |', ...rows]);
  });

  it('names the amounts that choose a scenario', () => {
    const rows = amountRules.map(
      ({ cents, says }) => `| \`.${String(cents).padStart(2, '0')}\` | ${says} |`,
    );
    has(['| amount ends in | the payment is |', '| -- | -- |', ...rows]);
  });
});

function code(value: unknown): string {
  return `\`${String(value)}\``;
}

function has(lines: readonly string[]): void {
  const table = lines.join('\n');
  assert.ok(readme.includes(table), table);
}

/** Tables without the blanks that the formatter aligns them with. */
function unpadded(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--');
}
