import { describe, test } from 'node:test';
import { refused } from './target.ts';
import type { Door, Target } from './target.ts';

const listed = '203.0.113.7';
const foreign = '198.51.100.1';
const from = (chain: string): string => `x-forwarded-for: ${chain}`;

/**
 * Bad inputs of group I, in the order of its list: who asks, where addresses are listed. The test's own
 * 127.0.0.1 is the proxy that is trusted, or not. Whoever is let in still lacks a signature.
 */
export function proxy(target: Target): void {
  const chains: readonly (readonly [string, Door, readonly string[], boolean])[] = [
    ['I-1: whatever is forwarded where no proxy is trusted', 'direct', [from(listed)], false],
    ['I-2: what stands left of the real address', 'proxied', [from(`${foreign}, ${listed}`)], true],
    ['I-3: a listed address that anybody wrote', 'proxied', [from(`${listed}, ${foreign}`)], false],
    ['I-4: what came over two proxies', 'proxied', [from(`${listed}, 10.0.0.2`)], true],
    [
      'I-4: what a proxy that is not trusted wrote',
      'proxied',
      [from(`${listed}, 192.0.2.1`)],
      false,
    ],
    [
      'I-5: two headers, the last of which is foreign',
      'proxied',
      [from(listed), from(foreign)],
      false,
    ],
    [
      'I-5: two headers, the last of which is listed',
      'proxied',
      [from(foreign), from(listed)],
      true,
    ],
    ['I-6: an address of IPv4 in IPv6', 'proxied', [from(`::ffff:${listed}`)], true],
    ['I-7: an address with a port', 'proxied', [from(`${listed}:5555`)], true],
    ['I-8: an address of IPv6 with a port', 'proxied', [from('[2001:db8::1]:1')], true],
    ['I-9: the word unknown', 'proxied', [from('unknown')], false],
    ['I-10: an item that is empty', 'proxied', [from(`${listed},`)], false],
    ['I-11: a number over 255', 'proxied', [from('203.0.113.999')], false],
    ['I-12: a number in octal', 'proxied', [from('0203.0.113.7')], false],
    ['I-13: spaces around an address', 'proxied', [from(`  ${listed}  `)], true],
    [
      'I-14: sixty hops',
      'proxied',
      [from([listed, ...Array<string>(59).fill('10.0.0.2')].join(','))],
      false,
    ],
    ['I-15: the header Forwarded', 'proxied', [`forwarded: for=${listed}`], false],
    ['I-16: the header X-Real-IP', 'proxied', [`x-real-ip: ${listed}`], false],
  ];
  describe('I: an address behind proxies', () => {
    for (const [name, door, headers, isLetIn] of chains) {
      test(`${name} ${isLetIn ? 'counts' : 'does not count'}`, async () => {
        const ask = async () => target.post('/wallet/webhook/v1', '{}', headers, door);
        await (isLetIn
          ? refused(target, ask, 401, 'signature_invalid')
          : refused(target, ask, 403, 'address_not_allowed'));
      });
    }
  });
}
