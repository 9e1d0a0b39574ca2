// @ts-nocheck
import { BlockList, isIP } from 'node:net';
import { WalletServerError } from './errors.ts';

/** A proxy chain longer than this is made up. */
const mostHops = 32;

/**
 * A test for addresses: single ones and networks (`203.0.113.0/24`, `2001:db8::/32`). An IPv4 address
 * matches in its IPv6 form too; text that is no address matches nothing.
 * @throws {WalletServerError} `config_invalid` for an entry that is neither.
 */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = familyOf(address);
    if (family === null || rest.length > 0 || !isPrefix(bits, family)) {
      throw new WalletServerError('config_invalid', `${entry} is no address and no network.`);
    }
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && list.check(address, family);
  };
}

/**
 * Whoever asks, as the trusted proxies tell it: X-Forwarded-For from the right, up to the first address
 * that is no trusted proxy's. What stands left of it was written by anybody. `null` where an entry that
 * counts is no address: then nobody can say.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string | null {
  let address = readAddress(socketAddress ?? '');
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',');
  if (hops.length > mostHops) return null;
  for (const hop of hops.reverse()) {
    if (address === null || !isTrusted(address)) return address;
    address = readAddress(hop.trim());
  }
  return address;
}

/** An address, in brackets or with a port as some proxies write it. */
function readAddress(text: string): string | null {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return familyOf(address) === null ? null : address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  // A zone (`%eth0`) is of one machine alone.
  if (isIP(address) === 0 || address.includes('%')) return null;
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function isPrefix(bits: string | undefined, family: 'ipv4' | 'ipv6'): boolean {
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128);
}
