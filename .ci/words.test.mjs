// Checks that files use the field's terms instead of terms of this project.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const root = `${import.meta.dirname}/..`;

/** Words that are not used, with their replacements. @type {[RegExp, string][]} */
const words = [
  [/\bwords? of the service\b|\blast word\b/i, 'provider status'],
  [/(?<!good )\bnews\b|\b(un)?(told|heard)\b/i, 'event, notified, delivered, undelivered'],
  [/\bof ours\b|\bwhichever\b/i, 'our own, any'],
  [/\bpatience\b/i, 'timeout'],
  [/\bverdicts?\b/i, 'transition, result'],
  [/\blate truth\b|\b(given|set) free\b/i, 'late payment; abandoned'],
  [/\ba person (decides|looks|has to)\b/i, 'manual review'],
  [/\bfurther members?\b/i, 'extra fields'],
  [/\bwatchers\b|\bsurroundings\b/i, 'instrumentation; document listeners'],
  [/\bbroken variants?\b|\bstorms?\b/i, 'mutant, chaos test'],
  [/\blanes?\b|\bgates?\b/, 'check, job'],
  // In backticks it is the account with that name.
  [/(?<!`)\b(nobody|whoever)\b/i, 'the subject by its name'],
  [/\bis none\b(?! of)/i, 'is missing, is not a …'],
];

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|js|mjs|vue|svelte|html|css|md|ya?ml)$/.test(path))
  .filter((path) => path !== '.ci/words.test.mjs' && path !== 'pnpm-lock.yaml');

/** What compresses a test's name: a verb that opens a subject, a pronoun for a state. @type {[RegExp, string][]} */
const compressions = [
  [
    /^(and )?(says|takes|keeps|tells|reads|names|knows|leaves|gives|shows|has|lists|records) of (?!all)/,
    'the subject before the verb',
  ],
  [/\banew\b/, 'again'],
  [/^(so (is|are|does|do)|says so)\b/, 'what it is, does or says'],
  [/\bof the kind\b|\b(is|are|throws|means) nothing else$|\bas it was \w+ to\b/, 'the noun'],
];

describe('no test', () => {
  const names = files
    .filter((path) => /\.(test|spec)\.m?[jt]s$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(`${root}/${path}`, 'utf8');
      const calls = text.matchAll(/^ *(?:it|test|describe)\(\s*(['"`])((?:(?!\1).)+)\1/gm);
      return Array.from(calls, ([, , name = '']) => ({ path, name }));
    });
  for (const [pattern, instead] of compressions) {
    it(`has a name with ${pattern.source}, but: ${instead}`, () => {
      assert.ok(names.length > 2000);
      assert.deepEqual(
        names.filter(({ name }) => pattern.test(name)).map(({ path, name }) => `${path}: ${name}`),
        [],
      );
    });
  }
});

describe('no file says', () => {
  const lines = files.flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('\n')
      .map((text, index) => ({ at: `${path}:${index + 1}`, text })),
  );
  for (const [word, instead] of words) {
    it(`${word.source}, but: ${instead}`, () => {
      assert.ok(lines.length > 0);
      assert.deepEqual(
        lines.filter(({ text }) => word.test(text)).map(({ at }) => at),
        [],
      );
    });
  }
});
