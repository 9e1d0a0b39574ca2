import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return hash('sha256', data, 'hex');
}
