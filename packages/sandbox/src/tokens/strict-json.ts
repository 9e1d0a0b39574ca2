/** Strict readers of the content of a token. */
import { TokenError } from './token-error.ts';

export type Members = Readonly<Record<string, unknown>>;

/** An object; with `allowedNames`, one that has exactly these members. */
export function members(value: unknown, name: string, allowedNames?: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenError('format', `${name} is not an object.`);
  }
  const keys = Object.keys(value);
  const stranger = allowedNames && keys.find((member) => !allowedNames.includes(member));
  if (stranger !== undefined) {
    throw new TokenError('format', `${name} has a member that does not belong there.`);
  }
  return value as Members;
}

/** A member that is a text with something in it. */
export function text(object: Members, member: string): string {
  const value = object[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new TokenError('format', `${member} is missing, or is not a text.`);
}

/** The bytes of a padded base64 text; Node's own decoder would take almost anything. */
export function base64(object: Members, member: string): Buffer {
  const value = text(object, member);
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') === value) return bytes;
  throw new TokenError('format', `${member} is not base64.`);
}

/** The bytes of hex digits. */
export function hex(object: Members, member: string): Buffer {
  const value = text(object, member);
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, 'hex');
  throw new TokenError('format', `${member} is not hex.`);
}

/** The value of a JSON text. */
export function json(value: string, name: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new TokenError('format', `${name} is not JSON.`);
  }
}
