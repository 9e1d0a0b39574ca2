import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prose } from './markdown.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The changelogs of the packages, which have the same versions, and the changes that wait for the next one. */
export function readChanges(): { readonly changelogs: string[]; readonly waiting: string[] } {
  const read = (pattern: string): string[] =>
    globSync(pattern, { cwd: root })
      .filter((path) => !path.endsWith('README.md'))
      .toSorted()
      .map((path) => readFileSync(`${root}/${path}`, 'utf8'));
  return { changelogs: read('packages/*/CHANGELOG.md'), waiting: read('.changeset/*.md') };
}

/** One changelog of all packages: a change that is in several of them stands once. */
export function changesPage({ changelogs, waiting }: ReturnType<typeof readChanges>): string {
  const versions = new Map<string, Set<string>>();
  for (const [version, text] of changelogs.flatMap(versionsIn)) {
    const changes = versions.get(version) ?? new Set();
    for (const change of changesIn(text)) changes.add(change);
    versions.set(version, changes);
  }
  const releases = Array.from(versions, ([version, changes]) =>
    [`## ${version}`, ...changes].join('\n\n'),
  );
  const next = waiting.map((text) => text.replace(/^---[^]*?\n---\n/, '').trim());
  const parts = next.length > 0 ? [['## Not released yet', ...next].join('\n\n')] : [];
  return `# Changes

What each version changes. All packages have the same version, and [an upgrade](../recipes/upgrading.md) takes them together.

${prose([...parts, ...releases].join('\n\n'))}
`;
}

/** The parts of a changelog, each below the heading of its version. */
function versionsIn(changelog: string): [version: string, text: string][] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')).trim(), part.slice(part.indexOf('\n'))]);
}

/** The entries of a version, without the name of a commit before each, and without those about its own packages. */
function changesIn(text: string): string[] {
  return text
    .replaceAll(/^### .*$/gm, '')
    .split(/^- /m)
    .slice(1)
    .filter((entry) => !entry.startsWith('Updated dependencies'))
    .map((entry) =>
      entry
        .replace(/^[0-9a-f]{7,}: /, '')
        .replaceAll(/^ {2}/gm, '')
        .trim(),
    );
}
