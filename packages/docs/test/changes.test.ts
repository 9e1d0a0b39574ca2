import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changesPage, readChanges } from '../src/reference/changes.ts';

const elements = `# @wallet-buttons/elements

## 0.2.0

### Minor Changes

- 1a2b3c4: Draw the button at once.

  A press waits.

- 2b3c4d5: Add a language.

## 0.1.0

### Minor Changes

- 3c4d5e6: The first release.
`;

const server = `# @wallet-buttons/server

## 0.2.0

### Patch Changes

- 1a2b3c4: Draw the button at once.

  A press waits.

- Updated dependencies [1a2b3c4]
  - @wallet-buttons/protocol@0.2.0

## 0.1.0

### Minor Changes

- 3c4d5e6: The first release.
`;

describe('the page of the changes', () => {
  it('has each change of all packages once, below its version', () => {
    const page = changesPage({ changelogs: [elements, server], waiting: [] });
    assert.equal(
      page.slice(page.indexOf('## ')),
      `## 0.2.0

Draw the button at once.

A press waits.

Add a language.

## 0.1.0

The first release.
`,
    );
  });

  it('begins with what waits for the next version', () => {
    const waiting = ["---\n'@wallet-buttons/cli': minor\n---\n\nAdd `explain`.\n"];
    const page = changesPage({ changelogs: [elements], waiting });
    assert.match(page, /## Not released yet\n\nAdd `explain`\.\n\n## 0\.2\.0\n/);
  });

  it('is made from the changes of this repository', () => {
    assert.match(changesPage(readChanges()), /The first release/);
  });
});
