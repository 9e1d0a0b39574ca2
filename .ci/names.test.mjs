// Names are prose too: a value has a noun, a function a verb, and a boolean `is…` or `has…`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import ts from 'typescript';

const root = `${import.meta.dirname}/..`;

/** In percent: the most local names of a package that are a bare participle, preposition or adverb. */
const mostOdd = 2;

const irregular =
  'begun bound bought broken brought built caught chosen done drawn found given gone held hidden kept known left lost made meant met paid read seen sent shown sold spent spoken stood taken taught thought thrown understood woken written';
const others =
  'across after again ahead along already also always apart around as at before behind below beside besides between beyond but by down during earlier else ever far from here how in inside into later like near never of off on once only out outside over own per since soon still than then there through throughout to together toward towards twice under until up upon via what when where who why with within without late';
const odd = new Set(`${irregular} ${others}`.split(' '));
const nouns = new Set(['bed', 'embed', 'feed', 'hundred', 'need', 'red', 'seed', 'shed', 'speed']);

/** @param {string} name */
function isOdd(name) {
  return odd.has(name) || (/^[a-z]+ed$/.test(name) && !nouns.has(name));
}

/** A function may have the verb that is also a participle: `read`. @param {ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement} node */
function isFunction(node) {
  const { initializer } = node;
  const type = ts.isBindingElement(node) ? undefined : node.type;
  return Boolean(
    (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) ||
    (type && ts.isFunctionTypeNode(type)),
  );
}

/** The local variables and parameters of a file. A destructured one has the name of its property. @param {string} path */
function namesIn(path) {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {{ name: string, place: string }[]} */
  const names = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isOwn =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      (ts.isBindingElement(node) && node.propertyName !== undefined);
    if (isOwn && ts.isIdentifier(node.name) && !(node.name.text === 'read' && isFunction(node))) {
      const { line } = file.getLineAndCharacterOfPosition(node.name.getStart());
      names.push({ name: node.name.text, place: `${path}:${String(line + 1)}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path))
  .filter((path) => !/\/locales\/|wire-profile\.ts|\.d\.ts$/.test(path));

/** @param {string} path */
const folderOf = (path) => /^(packages\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? '';
// The rules are read most.
const folders = new Set([...files.map(folderOf), 'packages/server/src/order']);
folders.delete('');

describe('the names of local values are nouns', () => {
  for (const folder of folders) {
    it(`in ${folder}`, () => {
      const names = files.filter((path) => path.startsWith(`${folder}/`)).flatMap(namesIn);
      const oddNames = names.filter(({ name }) => isOdd(name));
      const share = (100 * oddNames.length) / names.length;
      const list = oddNames.map(({ name, place }) => `${place} ${name}`).join('\n');
      assert.ok(share < mostOdd, `${share.toFixed(1)} %:\n${list}`);
    });
  }
});
