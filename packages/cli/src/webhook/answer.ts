import { isObject } from '../files.ts';

/** The code in a problem document; `''` for any other answer. */
export function codeIn(body: Uint8Array): string {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    return isObject(json) ? String(json['code']) : '';
  } catch {
    return '';
  }
}
