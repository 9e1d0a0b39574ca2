import { keysIn } from '@wallet-buttons/service-client';

/** JSON in which no object has a key twice: of two amounts neither would count. @throws {SyntaxError} */
export function parseUnambiguous(text: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const { isRepeated } of keysIn(text)) {
    if (isRepeated) throw new SyntaxError('A key is in an object twice.');
  }
  return value;
}
