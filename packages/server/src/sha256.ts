import { hash } from 'node:crypto';

/** The first half of SHA-256, in hexadecimal: as hard to meet by chance or to invert as a random 16 bytes. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex').slice(0, 32);
}
