import { BlockList, isIP } from 'node:net';
import { invalidConfig } from '../errors.ts';

/** A longer proxy chain is treated as forged. */
const maxHops = 32;

/**
 * A test for single addresses and networks (`203.0.113.0/24`, `2001:db8::/32`). An IPv4 address also matches in its
 * IPv6 form. Text that is not an address never matches.
 * @throws {WalletServerError} `config_invalid` for an entry that is neither.
 */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = familyOf(address);
    if (family === null || Number(bits ?? 0) > (family === 'ipv4' ? 32 : 128)) {
      throw invalidConfig(`${entry} is not an address or a network.`);
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
 * The client's address behind trusted proxies. It reads X-Forwarded-For from the right, up to the first address that
 * is not a trusted proxy's; the client itself may have written the entries to the left. `null` if an entry that it
 * reads is not an address.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string | null {
  let address = readAddress(socketAddress ?? '');
  const hops = forwardedFor === null ? [] : forwardedFor.split(',');
  if (hops.length > maxHops) return null;
  for (const hop of hops.reverse()) {
    if (address === null || !isTrusted(address)) return address;
    address = readAddress(hop.trim());
  }
  return address;
}

/** An address; some proxies write it in brackets or with a port. */
function readAddress(text: string): string | null {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  return familyOf(address) === null ? null : address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  // A zone (`%eth0`) has a meaning on one machine only.
  if (isIP(address) === 0 || address.includes('%')) return null;
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
