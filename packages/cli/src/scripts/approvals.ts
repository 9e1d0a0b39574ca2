import { isObject, objectOf } from '../files.ts';
import { UsageError } from '../report.ts';
import type { Inventory, Item } from './inventory.ts';

/** What somebody has decided about one script, or one frame. */
export interface Approval {
  /** As the report names it. `*` stands for any characters, `\*` for itself. */
  readonly script: string;
  readonly owner: string;
  readonly purpose: string;
  readonly approvedBy: string;
  /** `2026-11-22`. */
  readonly approvedAt: string;
  /** The allowed contents; empty for any content, if its owner changes it in place. */
  readonly hashes: readonly string[];
  /** It may be missing. */
  readonly optional?: boolean;
}

/** The reviewed file: the scripts and headers that a payment page may have. */
export interface Approvals {
  readonly scripts: readonly Approval[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of the approvals on one part of the page. */
export interface Judged {
  readonly result: 'approved' | 'new' | 'changed' | 'gone';
  readonly name: string;
  /** The reason, in a sentence; empty if it is approved. */
  readonly why: string;
  readonly item?: Item;
  readonly approval?: Approval;
}

/** Reads the file. @throws {UsageError} that names the invalid entry. */
export async function approvalsIn(file: string): Promise<Approvals> {
  const { scripts, headers = {} } = await objectOf(file);
  if (!Array.isArray(scripts))
    throw new UsageError(`${file} has no list "scripts". Make one with --propose.`);
  const texts = ['script', 'owner', 'purpose', 'approvedBy', 'approvedAt'] as const;
  for (const [index, json] of (scripts as readonly unknown[]).entries()) {
    const entry = isObject(json) ? json : {};
    const wrong = texts.find((name) => typeof entry[name] !== 'string');
    const place = `${file}: scripts[${String(index)}]`;
    if (wrong) throw new UsageError(`${place}.${wrong} is not a text.`);
    if (!isTexts(entry['hashes']))
      throw new UsageError(`${place}.hashes is not a list of texts; [] allows any content.`);
  }
  if (!isObject(headers) || !isTexts(Object.values(headers)))
    throw new UsageError(`${file}: headers is not an object of texts.`);
  return { scripts: scripts as Approval[], headers: headers as Approvals['headers'] };
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Compares a page with the approvals. */
export function judge({ items, headers }: Inventory, approvals: Approvals): readonly Judged[] {
  const scripts = items.map((item) => judgeItem(item, approvals.scripts));
  const missing = approvals.scripts.filter(
    (approval) => approval.optional !== true && !items.some(({ name }) => isFor(approval, name)),
  );
  const names = [...new Set([...Object.keys(headers), ...Object.keys(approvals.headers)])];
  return [
    ...scripts,
    ...missing.map((approval): Judged => ({
      result: 'gone',
      name: approval.script,
      why: 'It is approved, and the page did not load it. Remove its entry, or set "optional": true.',
      approval,
    })),
    ...names.map((name) => judgeHeader(name, headers[name], approvals.headers[name])),
  ];
}

function judgeItem(item: Item, approvals: readonly Approval[]): Judged {
  const { name, hashes, varies } = item;
  const fitting = approvals.filter((approval) => isFor(approval, name));
  const allowsItem = ({ hashes: allowedHashes }: Approval): boolean =>
    allowedHashes.length === 0 || (!varies && hashes.every((hash) => allowedHashes.includes(hash)));
  const approval = fitting.find(allowsItem) ?? fitting[0];
  if (!approval) return { result: 'new', name, why: 'No approval names it.', item };
  const subject = { name, item, approval };
  if (!allowsItem(approval)) {
    const reason = varies
      ? 'Its content differs between two loads, so no hash can be approved: "hashes": [].'
      : 'Its content is not what was approved.';
    return { ...subject, result: 'changed', why: reason };
  }
  const open = (['purpose', 'approvedBy', 'approvedAt'] as const).filter(
    (field) => approval[field].trim() === '',
  );
  if (open.length > 0)
    return { ...subject, result: 'new', why: `Its entry has no ${open.join(', no ')}.` };
  return { ...subject, result: 'approved', why: '' };
}

function judgeHeader(
  header: string,
  value: string | undefined,
  approvedValue: string | undefined,
): Judged {
  const name = `header ${header}`;
  if (value === approvedValue) return { result: 'approved', name, why: '' };
  if (approvedValue === undefined) return { result: 'new', name, why: `Received: ${value ?? ''}` };
  if (value === undefined)
    return { result: 'gone', name, why: `It was not received. Approved: ${approvedValue}` };
  return { result: 'changed', name, why: `Received: ${value}. Approved: ${approvedValue}` };
}

function isFor({ script }: Approval, name: string): boolean {
  if (!script.includes('*')) return script === name;
  const pattern = script
    .split(/(?<!\\)\*/)
    .map((part) => part.replaceAll('\\*', '*').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(name);
}

/** The approvals with entries for everything that they lack, to be filled in. */
export function propose(inventory: Inventory, { scripts }: Approvals): Approvals {
  const missing = inventory.items.filter(
    ({ name }) => !scripts.some((approval) => isFor(approval, name)),
  );
  return {
    scripts: [
      ...scripts,
      ...missing.map(({ name, owner, purpose, hashes }) => ({
        script: name.replaceAll('*', '\\*'),
        owner,
        purpose,
        approvedBy: '',
        approvedAt: '',
        // A script that a wallet's provider changes in place is approved by its address.
        hashes: purpose.includes('changes this file in place') ? [] : hashes,
      })),
    ],
    headers: inventory.headers,
  };
}
