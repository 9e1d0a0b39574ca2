import { describe, it } from 'node:test';
import { type Door, refused, type Target } from './target.ts';

const listedIp = '203.0.113.7';
const foreignIp = '198.51.100.1';
const header = (chain: string): string => `x-forwarded-for: ${chain}`;

/**
 * The client's address, where webhooks are taken from listed addresses only. The test's own 127.0.0.1 is the
 * proxy. A request that gets through still lacks a signature.
 */
export function proxy(target: Target): void {
  const chains: readonly (readonly [string, Door, readonly string[], boolean])[] = [
    ['every forwarded address where no proxy is trusted', 'direct', [header(listedIp)], false],
    ['the rightmost address', 'proxied', [header(`${foreignIp}, ${listedIp}`)], true],
    [
      'a listed address left of a foreign one',
      'proxied',
      [header(`${listedIp}, ${foreignIp}`)],
      false,
    ],
    ['an address behind two trusted proxies', 'proxied', [header(`${listedIp}, 10.0.0.2`)], true],
    [
      'an address that an untrusted proxy wrote',
      'proxied',
      [header(`${listedIp}, 192.0.2.1`)],
      false,
    ],
    [
      'two headers, the last of which is foreign',
      'proxied',
      [header(listedIp), header(foreignIp)],
      false,
    ],
    [
      'two headers, the last of which is listed',
      'proxied',
      [header(foreignIp), header(listedIp)],
      true,
    ],
    ['an address of IPv4 in IPv6', 'proxied', [header(`::ffff:${listedIp}`)], true],
    ['an address with a port', 'proxied', [header(`${listedIp}:5555`)], true],
    ['an address of IPv6 with a port', 'proxied', [header('[2001:db8::1]:1')], true],
    ['the word unknown', 'proxied', [header('unknown')], false],
    ['an item that is empty', 'proxied', [header(`${listedIp},`)], false],
    ['a number over 255', 'proxied', [header('203.0.113.999')], false],
    ['a number in octal', 'proxied', [header('0203.0.113.7')], false],
    ['spaces around an address', 'proxied', [header(`  ${listedIp}  `)], true],
    [
      'sixty hops',
      'proxied',
      [header([listedIp, ...Array<string>(59).fill('10.0.0.2')].join(','))],
      false,
    ],
    ['the header Forwarded', 'proxied', [`forwarded: for=${listedIp}`], false],
    ['the header X-Real-IP', 'proxied', [`x-real-ip: ${listedIp}`], false],
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
