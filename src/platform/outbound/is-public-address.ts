import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is routed on the internet; what only looks like it is told by its range. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Of the internet by their number, but answered by the cloud around the machine: Azure's agent. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is one of the internet; false for whatever leads or could lead inside
 * (private, loopback, link-local and metadata addresses, IPv6 that carries IPv4: mapped, NAT64,
 * 6to4, Teredo), for all other blocks of the IANA special-purpose registries, where no receiver
 * lives, and for text that is not an address in its plain notation.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%') || CLOUD_ADDRESSES.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Whether an IP address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}
