import type { Profile, RecordedCall } from '@wallet-buttons/service-client';

/** The evidence of real calls for one entry of the wire profile. */
export interface Evidence {
  /** The entry: `operations.payToken.answer.status`. */
  readonly path: string;
  readonly result: 'confirmed' | 'contradicted' | 'open';
  /** The observation. */
  readonly seen: string;
  /** The right value of the entry; missing if the calls do not show it. */
  readonly value?: unknown;
}

type PlacesByName = Readonly<Record<string, readonly string[]>>;

/** The places of the values in the answers of an operation. */
interface Answers {
  readonly answer: PlacesByName;
  readonly payment?: PlacesByName;
}

interface Entry {
  readonly path: string;
  readonly places: readonly string[];
  /** The places are looked for in the members of this list. */
  readonly list?: readonly string[];
}

/** Compares the assumptions of a profile with recorded calls. Other entries appear only if they are wrong. */
export function evidenceIn(calls: readonly RecordedCall[], profile: Profile): Evidence[] {
  const good = calls.filter(({ status }) => status >= 200 && status < 300);
  const bad = calls.filter(({ status }) => status >= 400);
  const profiles: Readonly<Record<string, Answers>> = { ...profile.operations };
  const operations = Object.entries(profiles).flatMap(([name, { answer, payment: items = {} }]) => {
    const list = answer['payments'] ?? [];
    const answers = good.filter((call) => call.operation === name).map((call) => call.answer);
    return [
      ...entriesOf(`operations.${name}.answer`, answer).map((entry) => judge(entry, answers, list)),
      ...entriesOf(`operations.${name}.payment`, items).map((entry) =>
        judge({ ...entry, list }, answers, []),
      ),
    ];
  });
  const { code, type, requestId } = profile.errors;
  const errors = entriesOf('errors', { code, type, requestId }).map((entry) =>
    judge(
      entry,
      bad.map(({ answer }) => answer),
      [],
    ),
  );
  const all = [...operations, ...errors, ...values(good, profile)].filter(
    ({ path, result }) => result === 'contradicted' || profile.basisOf(path) === 'assumed',
  );
  const unseen = Object.keys(profile.basis)
    .filter((path) => profile.basisOf(path) === 'assumed')
    .filter((path) => !all.some((each) => `${each.path}.`.startsWith(`${path}.`)))
    .map((path): Evidence => ({ path, result: 'open', seen: 'Recorded answers do not show it.' }));
  return [...all, ...unseen];
}

function entriesOf(path: string, places: PlacesByName): Entry[] {
  return Object.entries(places).map(([name, each]) => ({ path: `${path}.${name}`, places: each }));
}

/** One entry with places: confirmed, or found under the same name elsewhere, or still open. */
function judge(
  { path, places, list }: Entry,
  answers: readonly unknown[],
  excludedPlaces: readonly string[],
): Evidence {
  const bodies = list === undefined ? answers : answers.flatMap((answer) => itemsAt(answer, list));
  if (bodies.length === 0) return { path, result: 'open', seen: 'No recorded answer has it.' };
  const flat = bodies.map((body) => membersOf(body));
  const place = places.find((each) => flat.some((members) => isThere(members.get(each))));
  if (place !== undefined) {
    const count = flat.filter((members) => isThere(members.get(place))).length;
    return {
      path,
      result: 'confirmed',
      seen: `${place}, in ${String(count)} of ${String(bodies.length)}.`,
      value: places,
    };
  }
  const names = new Set(places.map(lastName));
  const elsewhere = flat.flatMap((members) =>
    [...members].filter(
      ([member, value]) =>
        isThere(value) &&
        names.has(lastName(member)) &&
        !excludedPlaces.some((each) => member.startsWith(each)),
    ),
  );
  const [other, ...more] = new Set(elsewhere.map(([member]) => member));
  if (other === undefined)
    return { path, result: 'open', seen: `In none of ${String(bodies.length)} recorded.` };
  const observation = `Not at ${places.join(', ')}, but at ${[other, ...more].join(', ')}.`;
  return {
    path,
    result: 'contradicted',
    seen: observation,
    ...(more.length === 0 && { value: [other] }),
  };
}

/** Statuses and currencies that the profile does not have. */
function values(good: readonly RecordedCall[], profile: Profile): Evidence[] {
  const seenAt = (name: 'status' | 'currency'): ReadonlySet<string> => {
    const texts = good.flatMap(({ operation, answer }) => {
      const places: PlacesByName = profile.operations[operation].answer;
      const members = membersOf(answer);
      return (places[name] ?? [])
        .map((place) => members.get(place))
        .filter((value) => typeof value === 'string');
    });
    return new Set(texts);
  };
  const statuses = [...seenAt('status')].map((status): Evidence => {
    const path = `statuses.${status}`;
    const meaning = profile.meaningOf(status);
    if (meaning === undefined)
      return {
        path,
        result: 'contradicted',
        seen: 'The profile has no such status; it is read as pending.',
      };
    return {
      path,
      result: 'confirmed',
      seen: `It occurs, but the recording does not show that it means ${meaning}.`,
    };
  });
  const others = [...seenAt('currency')].filter((code) => !profile.currencies.includes(code));
  if (others.length === 0) return statuses;
  const areCodes = others.every((code) => /^[A-Z]{3}$/.test(code));
  const currencies: Evidence = {
    path: 'currencies',
    result: 'contradicted',
    seen: `Also ${others.join(', ')}.`,
    ...(areCodes && { value: [...profile.currencies, ...others] }),
  };
  return [...statuses, currencies];
}

/** The maximum depth of a place in a profile. */
const mostLevels = 20;

/** Every member of a body by its place; only the first item of a list. */
function membersOf(body: unknown, path = '', depth = 0): Map<string, unknown> {
  const members = new Map<string, unknown>();
  if (typeof body !== 'object' || body === null || depth > mostLevels) return members;
  const entries = Array.isArray(body) ? [['[0]', body[0]] as const] : Object.entries(body);
  for (const [name, value] of entries as readonly (readonly [string, unknown])[]) {
    const place = path === '' || name.startsWith('[') ? `${path}${name}` : `${path}.${name}`;
    members.set(place, value);
    for (const [inner, member] of membersOf(value, place, depth + 1)) members.set(inner, member);
  }
  return members;
}

function itemsAt(body: unknown, places: readonly string[]): readonly unknown[] {
  const members = membersOf(body);
  const list = places.map((place) => members.get(place)).find((value) => Array.isArray(value));
  return list ?? [];
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The last name of a place, in one spelling: `data.externalId` and `external_id` have the same. */
function lastName(place: string): string {
  return (place.split('.').pop() ?? '').replaceAll(/[_\W]/g, '').toLowerCase();
}
