/** Reads requests and writes answers as the profile describes them. */
import { minorFromNumber, minorFromText, textFromMinor } from '../../money.ts';
import { operationNames, type OperationName } from '../operations/names.ts';
import { isContainer, putAt } from './place.ts';
import {
  defaultProfile,
  type OperationProfile,
  type Places,
  tokenField,
  type WireProfile,
} from './profile.ts';
import type { Refusal } from './refusal.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** Members of an answer by the profile's names for them. */
export type Members = Readonly<Record<string, unknown>>;

/** One profile's wire. */
export class Wire {
  /** Can be changed while the service runs. */
  profile: WireProfile;

  constructor(profile: WireProfile) {
    this.profile = profile;
  }

  /** The signature of webhooks. */
  get webhookScheme(): SignatureScheme {
    const [first] = this.profile.webhook.signatures;
    if (first === undefined) throw new TypeError('The profile’s webhook.signatures is empty.');
    return first;
  }

  /**
   * The operations that a call may be: several can share a path, such as the two groups' voids. Of those,
   * the ones whose header with the merchant's id is there, or, without such a header, the others.
   */
  candidates(method: string, path: string, hasHeader: (name: string) => boolean): OperationName[] {
    const all = operationNames.filter((name) => {
      const spellings = this.spellings(name);
      return spellings.some((one) => one.method === method && one.path === path);
    });
    const headerOperations = all.filter((name) => {
      const header = this.profile.operations[name].headers.merchantId;
      return header === null ? false : hasHeader(header);
    });
    const plain = all.filter((name) => this.profile.operations[name].headers.merchantId === null);
    if (headerOperations.length > 0) return headerOperations;
    return plain.length > 0 ? plain : all;
  }

  /** Every way in which an operation may be written: a void also as the profile writes a refund. */
  spellings(name: OperationName): readonly OperationProfile[] {
    const { [name]: entry, refund } = this.profile.operations;
    if (name === 'payToken') return [{ ...entry, fields: { ...entry.fields, ...this.#tokens() } }];
    return name === 'void' ? [entry, refund] : [entry];
  }

  /** The places of the wallets' tokens. */
  #tokens(): Readonly<Record<string, string>> {
    const wallets = Object.entries(this.profile.wallets);
    return Object.fromEntries(
      wallets.map(([name, { place: tokenPlace }]) => [tokenField(name), tokenPlace]),
    );
  }

  /**
   * An answer: members of the profile at their places, `others` beside them as observed.
   *
   * @param configuredMembers members that no observed answer has: written if the profile has them
   */
  answer(
    name: OperationName,
    members: Members,
    others: Members = {},
    configuredMembers: Members = {},
  ): Members {
    const { answer } = this.profile.operations[name];
    const byDefault = defaultProfile.operations[name].answer;
    const configuredEntries = Object.entries(configuredMembers).filter(
      ([member]) => JSON.stringify(answer[member]) !== JSON.stringify(byDefault[member]),
    );
    return place(answer, { ...members, ...Object.fromEntries(configuredEntries) }, others);
  }

  /** A refusal, at the places where the profile reads it. @param id of the call */
  refusal({ type, message, code, errors }: Refusal, id: string): Members {
    const places = this.profile.errors;
    const [pathPlace = 'path'] = places.fieldPath;
    const items = errors.map(({ path, ...rest }) => ({ ...rest, [pathPlace]: path }));
    const members = { requestId: id, type };
    const { fields, code: codePlaces, requestId, type: typePlaces } = places;
    const memberPlaces = { requestId, type: typePlaces, code: codePlaces, fields };
    if (type === 'validation') return place(memberPlaces, { ...members, fields: items }, {});
    return place(memberPlaces, { ...members, code }, { error: message, description: '' });
  }

  /** The profile's own name for a status, if it adds one with the same meaning to the default's. */
  status(status: string): string {
    const meaning = this.profile.statuses[status];
    const ownStatus = Object.keys(this.profile.statuses).find(
      (name) =>
        !Object.hasOwn(defaultProfile.statuses, name) && this.profile.statuses[name] === meaning,
    );
    return ownStatus ?? status;
  }

  /** An amount in an answer. @param asNumber if the form leaves it open */
  amount(text: string, currency: string, asNumber = false): string | number {
    if (this.profile.forms.answeredAmount === 'minor') return minorFromText(text, currency) ?? 0;
    return asNumber ? Number(text) : text;
  }

  /** A request's amount as a decimal string; undefined if form or currency do not allow it. */
  readAmount(value: unknown, currency: string): string | undefined {
    const minor = this.#minorOf(value, currency);
    if (minor === undefined || minor <= 0) return undefined;
    const text = textFromMinor(minor, currency);
    // A value that is too large to be read again would count as missing.
    return minorFromText(text, currency) === minor ? text : undefined;
  }

  #minorOf(value: unknown, currency: string): number | undefined {
    if (typeof value === 'string') return minorFromText(value, currency);
    if (typeof value !== 'number') return undefined;
    return this.profile.forms.amount === 'minor-integer' ? value : minorFromNumber(value, currency);
  }
}

/** Members at the first of their places. A member without a place or a value is left out. */
export function place(places: Places, members: Members, others: Members): Members {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const [first] = places[name] ?? [];
    if (first !== undefined && value !== undefined) putAt(body, first, value);
  }
  for (const [name, value] of Object.entries(others)) {
    const placedValue = body[name];
    if (isContainer(placedValue) && isContainer(value)) body[name] = { ...value, ...placedValue };
    else if (!Object.hasOwn(body, name)) body[name] = value;
  }
  return body;
}

/** Whether a value is a list of objects. */
export function isList(value: unknown): value is readonly Members[] {
  return Array.isArray(value) && value.every(isContainer);
}
