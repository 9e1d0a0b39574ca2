import { describe, it } from 'node:test';
import { type Door, refused, type Target } from './target.ts';

const listed = '203.0.113.7';
const foreign = '198.51.100.1';
const from = (chain: string): string => `x-forwarded-for: ${chain}`;

/**
 * The client's address, where webhooks are taken from listed addresses only. The test's own 127.0.0.1 is the
 * proxy. A request that gets through still lacks a signature.
 */
export function proxy(target: Target): void {
  const chains: readonly (readonly [string, Door, readonly string[], boolean])[] = [
    ['every forwarded address where no proxy is trusted', 'direct', [from(listed)], false],
    ['the rightmost address', 'proxied', [from(`${foreign}, ${listed}`)], true],
    ['a listed address left of a foreign one', 'proxied', [from(`${listed}, ${foreign}`)], false],
    ['an address behind two trusted proxies', 'proxied', [from(`${listed}, 10.0.0.2`)], true],
    ['an address that an untrusted proxy wrote', 'proxied', [from(`${listed}, 192.0.2.1`)], false],
    ['two headers, the last of which is foreign', 'proxied', [from(listed), from(foreign)], false],
    ['two headers, the last of which is listed', 'proxied', [from(foreign), from(listed)], true],
    ['an address of IPv4 in IPv6', 'proxied', [from(`::ffff:${listed}`)], true],
    ['an address with a port', 'proxied', [from(`${listed}:5555`)], true],
    ['an address of IPv6 with a port', 'proxied', [from('[2001:db8::1]:1')], true],
    ['the word unknown', 'proxied', [from('unknown')], false],
    ['an item that is empty', 'proxied', [from(`${listed},`)], false],
    ['a number over 255', 'proxied', [from('203.0.113.999')], false],
    ['a number in octal', 'proxied', [from('0203.0.113.7')], false],
    ['spaces around an address', 'proxied', [from(`  ${listed}  `)], true],
    [
      'sixty hops',
      'proxied',
      [from([listed, ...Array<string>(59).fill('10.0.0.2')].join(','))],
      false,
    ],
    ['the header Forwarded', 'proxied', [`forwarded: for=${listed}`], false],
    ['the header X-Real-IP', 'proxied', [`x-real-ip: ${listed}`], false],
  ];
  describe('an address behind proxies', () => {
    for (const [name, door, headers, isListed] of chains) {
      it(`${name} ${isListed ? 'counts' : 'does not count'}`, async () => {
        const ask = async () => target.post('/wallet/webhook/v1', '{}', headers, door);
        await (isListed
          ? refused(target, ask, 401, 'signature_invalid')
          : refused(target, ask, 403, 'address_not_allowed'));
      });
    }
  });
}
