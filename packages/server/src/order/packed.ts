/** A UUID, or 16 bytes in hexadecimal. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const sixteenBytes = /^[\da-f]{32}$/;

/** A text in less room: a UUID, or 16 bytes in hexadecimal, in 23 characters. Any other text stays, behind a dot. */
export function packed(text: string): string {
  if (uuid.test(text)) return `u${inBase64(text.replaceAll('-', ''))}`;
  return sixteenBytes.test(text) ? `h${inBase64(text)}` : `.${text}`;
}

/** The text that was packed. */
export function unpacked(text: string): string {
  const rest = text.slice(1);
  if (text.startsWith('.')) return rest;
  const hex = Buffer.from(rest, 'base64url').toString('hex');
  if (text.startsWith('h')) return hex;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function inBase64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
