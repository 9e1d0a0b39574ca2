import { textOf } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { WalletServerError } from './errors.ts';

/** More than any body of the contract needs. */
const mostLevels = 16;
const mostKeys = 200;

/** Names by which an object that is copied carelessly changes others. */
const poisonous: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * A request's body as JSON that means one thing: UTF-8 without a byte order mark, no key twice, none
 * that reaches for a prototype, not too deep, not too many.
 * @throws {WalletServerError} `invalid_json`.
 */
export function readStrictJson(bytes: Bytes): unknown {
  let text: string;
  let value: unknown;
  try {
    text = textOf(bytes);
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON in UTF-8.');
  }
  checkKeys(text);
  return value;
}

/** In text that is JSON, a string before a colon is a key, and a brace outside of a string is one. */
function checkKeys(json: string): void {
  const levels: Set<string>[] = [];
  let count = 0;
  for (const [token, text = '""', colon] of json.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g,
  )) {
    if (token === '{' || token === '[') {
      if (levels.push(new Set()) > mostLevels) throw invalid('The body is nested too deeply.');
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (colon !== undefined) {
      const name = JSON.parse(text) as string;
      const seen = levels.at(-1);
      if (poisonous.includes(name)) throw invalid('The body has a key that is not taken.');
      if (seen?.has(name)) throw invalid('The body has a key twice.');
      if ((count += 1) > mostKeys) throw invalid('The body has too many keys.');
      seen?.add(name);
    }
  }
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('invalid_json', message);
}
