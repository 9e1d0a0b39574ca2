import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { guideSentences } from './guide-sentences.ts';
import { conformanceChecks, isNamed, untested } from './run.ts';

const page = new URL('../../../docs/recipes/other-languages.md', import.meta.url);
const remedy =
  'conformance/guide-sentences.ts has to name the checks of this sentence of the guide';

describe('each sentence of the guide for backends in other languages', () => {
  it('has its checks, or a line under "Not tested"', () => {
    const texts = guideSentences.map(({ text }) => text);
    for (const sentence of sentencesOf(readFileSync(page, 'utf8'))) {
      assert.ok(texts.includes(sentence), `${remedy}: ${sentence}`);
    }
    assert.equal(new Set(texts).size, texts.length);
  });

  it('is in the guide, if it is in the list', () => {
    const sentences = sentencesOf(readFileSync(page, 'utf8'));
    assert.deepEqual(
      guideSentences.map(({ text }) => text).filter((text) => !sentences.includes(text)),
      [],
    );
  });

  it('names checks that exist, and each check proves a sentence', () => {
    const names = guideSentences.flatMap(({ checks }) => checks);
    const isKnown = (name: string): boolean =>
      conformanceChecks.some((check) => isNamed(check, name));
    assert.deepEqual(
      names.filter((name) => !isKnown(name)),
      [],
    );
    const idle = conformanceChecks.filter((check) => !names.some((name) => isNamed(check, name)));
    assert.deepEqual(
      idle.map(({ id }) => id),
      [],
    );
  });

  it('is named after each run where no run can show it, with the reason', () => {
    const limits = { canRestart: true, hasHeaders: true, confirmsWebhooks: false };
    const lines = untested({ ...limits, leftOut: 0, notReached: 0 });
    for (const { untested: line } of guideSentences) {
      if (line === undefined) continue;
      assert.match(line, /, because /);
      assert.ok(lines.includes(line), line);
    }
  });
});

/** The sentences of what the page asks for, and the first cell of each row: of several statuses one each. */
function sentencesOf(markdown: string): readonly string[] {
  const text = markdown.slice(
    markdown.indexOf('\n## Your endpoints'),
    markdown.indexOf('\n## Prove it'),
  );
  return text
    .split('\n\n')
    .flatMap((block) => (block.startsWith('|') ? rowsOf(block) : proseOf(block)));
}

function rowsOf(table: string): readonly string[] {
  const [, , ...rows] = table.trim().split('\n');
  return rows.flatMap((row) => {
    const cell = (row.split('|')[1] ?? '').trim();
    return cell.split(/, (?=`[a-z_]+`)/);
  });
}

function proseOf(block: string): readonly string[] {
  return block
    .split(/\n(?=- |\d\. )/)
    .map((part) =>
      part
        .replace(/^(- |\d\. )/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '' && !part.startsWith('#'))
    .map((part) => part.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    .flatMap((part) => part.split(/(?<=\.) (?=[A-Z`])/));
}
