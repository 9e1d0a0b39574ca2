/** A key of JSON text, or the beginning of an object or a list, which has no key. */
export interface JsonKey {
  readonly key: string | null;
  /** How many objects and lists are around it, its own included. */
  readonly depth: number;
  /** Whether its object has the key already: readers differ in which of the two values counts. */
  readonly isRepeated: boolean;
}

/**
 * The keys of valid JSON. A string before a colon is a key, and a brace outside a string begins or ends an object.
 */
export function* keysIn(json: string): Generator<JsonKey> {
  const levels: Set<string>[] = [];
  for (const [token, text = '', colon] of json.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g,
  )) {
    if (token === '{' || token === '[') {
      const depth = levels.push(new Set());
      yield { key: null, depth, isRepeated: false };
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (colon !== undefined) {
      const key = JSON.parse(text) as string;
      const keys = levels.at(-1);
      yield { key, depth: levels.length, isRepeated: keys?.has(key) === true };
      keys?.add(key);
    }
  }
}
