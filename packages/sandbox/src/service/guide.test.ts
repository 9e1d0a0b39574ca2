import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Merchant } from '../../test/merchant.ts';
import { defaultSettings } from '../settings/wallet-settings.ts';
import { amountRules, defaultScenario, type Scenario, scenarioValues } from './payment/scenario.ts';

const guide = ['service', 'wallets']
  .map((page) => new URL(`../../${page}.md`, import.meta.url))
  .map((page) => unpadded(readFileSync(page, 'utf8')))
  .join('\n');

describe('the guide', () => {
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

  it('names each setting of the wallets with its default', () => {
    const { walletA, walletB, payer, ...others } = defaultSettings;
    const inGroup = (group: string, settings: object): [string, unknown][] =>
      Object.entries(settings).map(([name, value]) => [`${group}.${name}`, value]);
    const settings = [
      ...inGroup('walletA', walletA),
      ...inGroup('walletB', walletB),
      ...inGroup('payer', payer),
      ...Object.entries(others),
    ];
    const rows = [...guide.matchAll(/^\| `([\w.]+)` \| (.*?) \|/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    for (const [name, value] of settings) {
      const guideValue = rows.find(([row]) => row === name)?.[1];
      assert.ok(guideValue !== undefined, `${name} is not in the guide`);
      // Nothing, or a list without an entry, is written as words: "the first", "none".
      const inWords = value === '' || Array.isArray(value);
      assert.equal(guideValue.startsWith('`'), !inWords, name);
      if (!inWords) assert.equal(guideValue, code(value), name);
    }
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
  assert.ok(guide.includes(table), table);
}

/** Tables without the blanks that the formatter aligns them with. */
function unpadded(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '--');
}
