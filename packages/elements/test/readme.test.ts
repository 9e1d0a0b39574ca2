import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { WalletAButton, WalletBButton, WalletPaymentStatus } from '@wallet-buttons/elements';
import type { Setting } from '../src/settings.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
/** The README with the pages of the guide that its tables go on in. */
const readme = ['../README.md', '../../docs/lookup/tags.md', '../../docs/recipes/looks.md']
  .map(read)
  .join('\n');
const events = ['../src/events.ts', '../src/readiness-events.ts'].map(read).join('\n');
const sources = {
  button: read('../src/wallet-button.ts'),
  status: read('../src/wallet-payment-status.ts'),
};

/** Every code span, without the quotes. */
const spans = matches(readme.replace(/```[\s\S]*?```/g, ''), /`([^`]+)`/g);
/** The words in them: where several are named in one span, each. */
const words = spans.flatMap((span) => span.split(' '));

/** The cells of every row of the table whose first column has that heading. */
function table(heading: string): readonly (readonly string[])[] {
  const [, found = ''] = readme.split(new RegExp(`^\\| ${heading} +\\|.*\\n\\|[ -|]+\\n`, 'm'));
  const [rows = ''] = found.split(/\n(?!\|)/);
  assert.ok(rows, `a table of ${heading}`);
  return rows.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What is in code in the first cells of that table. */
function named(heading: string): readonly string[] {
  return table(heading).flatMap(([cell = '']) => matches(cell, /`([^`]+)`/g));
}

/** What the pattern's first group finds; one that finds nothing is out of date. */
function matches(text: string, pattern: RegExp): string[] {
  const groups = [...text.matchAll(pattern)].map(([, each = '']) => each);
  assert.ok(groups.length > 0, `nothing like ${String(pattern)}`);
  return groups;
}

/** The words of `@tag` lines such as `@slot a b c - What they share.` */
function documented(source: string, tag: string): readonly string[] {
  return matches(source, new RegExp(`@${tag} ([a-z ]+?)(?: - .*)?$`, 'gm')).flatMap((names) =>
    names.split(' '),
  );
}

/** The words of a type that is one of several. */
function union(source: string, type: string): readonly string[] {
  const [, of = ''] = new RegExp(`export type ${type} =([^;]+);`).exec(source) ?? [];
  return matches(of, /'([^']+)'/g);
}

it('the root README has the script of the version that is released, and of the first one before that', () => {
  const { version } = JSON.parse(read('../package.json')) as { readonly version: string };
  const versions = matches(read('../../../README.md'), /elements@([\d.]+)\/dist/g);
  assert.deepEqual(versions, [version === '0.0.0' ? '0.1.0' : version]);
});

describe('the README of the tags, with the guide,', () => {
  for (const [element, ...headings] of [
    [WalletAButton, 'both buttons', '`<wallet-a-button>`'],
    [WalletBButton, 'both buttons', '`<wallet-b-button>`'],
    [WalletPaymentStatus, '`<wallet-payment-status>`'],
  ] as const) {
    it(`has every attribute and property of ${element.name}, with its default, and no other`, () => {
      assert.ok(element.observedAttributes.includes('order'));
      const rows = headings.flatMap(table);
      const names: string[] = [];
      for (const [property, setting] of element.elementProperties) {
        const { attribute, value } = setting as Setting<unknown>;
        const name = typeof attribute === 'string' ? attribute : String(property);
        const [, shown] = rows.find(([cell]) => cell?.split(', ').includes(`\`${name}\``)) ?? [];
        if (value && typeof value === 'string') assert.equal(shown, `\`${value}\``, name);
        names.push(name);
      }
      // The platform's own.
      const ownNames = headings.flatMap(named).filter((name) => name !== 'nonce');
      assert.deepEqual(ownNames.sort(), names.sort());
    });
  }

  it('has every event with its fields, and no other', () => {
    const eventTypes = matches(sources.button, /@fires \{\w+\} ([\w-]+)/g);
    assert.deepEqual(named('event').toSorted(), eventTypes.toSorted());
    for (const type of matches(sources.status, /@fires \{\w+\} ([\w-]+)/g)) {
      assert.ok(words.includes(type));
    }
    for (const [, body = '', type] of events.matchAll(/class \w+ ([^}]*?)super\('([\w-]+)'/g)) {
      const [, fields] = table('event').find(([cell]) => cell === `\`${String(type)}\``) ?? [];
      const fieldNames = [...body.matchAll(/readonly (\w+):/g)].map(([, field]) => field);
      assert.equal(fields?.replace(/[`?]/g, ''), fieldNames.join(', '), type);
    }
  });

  it('has every word that a field of them says, and every state', () => {
    assert.deepEqual(named('`reason`'), union(events, 'UnavailableReason'));
    assert.deepEqual(named('`state`'), union(sources.button, 'WalletButtonState'));
    for (const word of union(events, 'CancelPhase')) assert.ok(words.includes(word), word);
    for (const word of documented(sources.status, 'cssstate'))
      assert.ok(words.includes(word), word);
  });

  it('has every part, slot and custom property', () => {
    const properties = matches(sources.button, /@cssproperty \[(.+)\]/g);
    assert.deepEqual(
      table('custom property').map(([name, value]) => [name, value].join('=').replaceAll('`', '')),
      properties,
    );
    for (const source of Object.values(sources)) {
      const parts = documented(source, 'csspart');
      assert.ok(parts.length > 0);
      for (const part of parts) assert.ok(spans.includes(`::part(${part})`), part);
      for (const slot of documented(source, 'slot')) {
        assert.ok(spans.includes(`slot="${slot}"`) || words.includes(slot), slot);
      }
    }
  });
});
