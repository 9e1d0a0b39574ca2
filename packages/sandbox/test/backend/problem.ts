/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A refusal, answered as a problem document. */
export class Problem extends Error {
  readonly status: number;
  readonly extra: Json;

  constructor(status: number, code: string, extra: Json = {}) {
    super(code);
    this.status = status;
    this.extra = extra;
  }
}

/** The members of a JSON object. @throws Problem for any other text */
export function readJson(text: string): Json {
  const members = membersOf(text);
  if (members === undefined) throw new Problem(400, 'invalid_json');
  return members;
}

/** The members of a JSON object; undefined for any other text. */
export function membersOf(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
