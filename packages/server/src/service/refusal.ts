import { parseJson } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import { pick, pickAny } from './operation.ts';
import type { JsonObject } from './operation.ts';
import type { WireProfile } from './profile.ts';

/** An answer that is no success. */
export interface BadAnswer {
  readonly status: number;
  readonly body: Bytes;
  /** The id that came in a header. */
  readonly requestId: string | null;
}

const forbidden =
  "A 403 points to the IP allow-list: ask the service to add the address that this server's calls come from.";

/**
 * What an answer means that is no success. `service_refused` for a 4xx, `service_failed` for the rest;
 * codes, ids and names of fields are kept, the text beside them is localised and may hold anything.
 */
export function refusal(
  { status, body, requestId }: BadAnswer,
  profile: WireProfile,
): WalletServerError {
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  const code = refused ? 'service_refused' : 'service_failed';
  const answer = readObject(body);
  const serviceCode = plain(pick(answer, profile.answers.errorCode));
  const id = plain(pick(answer, profile.answers.requestId) ?? requestId);
  const serviceFields = fieldsOf(answer, profile);
  return new WalletServerError(code, `It answered ${String(status)}.`, {
    serviceStatus: status,
    ...(serviceCode !== null && { serviceCode }),
    ...(serviceFields.length > 0 && { serviceFields }),
    ...(id !== null && { requestId: id }),
    ...(status === 403 && { suggestion: forbidden }),
  });
}

/** A word or an id; anything longer or stranger may be somebody's data. */
export function plain(text: string | null): string | null {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null;
}

/** The names of fields that a validation complains of, in any generation's spelling of them. */
function fieldsOf(answer: JsonObject, { answers }: WireProfile): readonly string[] {
  const found = pickAny(answer, answers.fieldErrors);
  const items: readonly unknown[] = Array.isArray(found) ? found : [];
  return items
    .slice(0, 10)
    .map((item) => pick(Object(item) as JsonObject, answers.fieldPath) ?? '')
    .filter((path) => /^[\w.[\]/-]{1,64}$/.test(path));
}

function readObject(body: Bytes): JsonObject {
  try {
    return Object(parseJson(body)) as JsonObject;
  } catch {
    return {};
  }
}
