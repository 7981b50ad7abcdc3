import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from '../../../src/platform/outbound/check-target.ts';

/**
 * The IANA special-purpose address registries (RFC 6890), with multicast and the addresses outside
 * 2000::/3. Each block with both ends, and the addresses before and after it if those are public.
 * Blocks that IANA calls globally reachable (anycast of PCP, TURN and DNS, AS112, AMT, ORCHIDv2)
 * are rejected as well: they contain no receivers.
 */
const blocks: readonly (readonly [
  block: string,
  first: string,
  last: string,
  before?: string | undefined,
  behind?: string,
])[] = [
  ['0.0.0.0/8 this network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0/8 private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10 shared', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0/8 loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0/16 link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12 private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24 protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.0.0/29 DS-Lite', '192.0.0.0', '192.0.0.7'],
  ['192.0.0.8/32 dummy', '192.0.0.8', '192.0.0.8'],
  ['192.0.0.9/32 PCP anycast', '192.0.0.9', '192.0.0.9'],
  ['192.0.0.10/32 TURN anycast', '192.0.0.10', '192.0.0.10'],
  ['192.0.0.170/31 NAT64 discovery', '192.0.0.170', '192.0.0.171'],
  ['192.0.2.0/24 documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0/24 AS112', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0/24 AMT', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0/24 6to4 relay', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16 private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0/24 AS112', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0/15 benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  [
    '198.51.100.0/24 documentation',
    '198.51.100.0',
    '198.51.100.255',
    '198.51.99.255',
    '198.51.101.0',
  ],
  ['203.0.113.0/24 documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4 multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0/4 reserved', '240.0.0.0', '255.255.255.254'],
  ['255.255.255.255/32 broadcast', '255.255.255.255', '255.255.255.255'],
  [
    '168.63.129.16 agent of Azure',
    '168.63.129.16',
    '168.63.129.16',
    '168.63.129.15',
    '168.63.129.17',
  ],
  ['::/128 unspecified', '::', '::'],
  ['::1/128 loopback', '::1', '::1'],
  ['::/96 IPv4-compatible', '::2', '::ffff:ffff'],
  ['::ffff:0:0/96 IPv4-mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['::ffff:0:0:0/96 IPv4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::/96 NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::/48 local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64 discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::/64 dummy prefix', '100:0:0:1::', '100::1:ffff:ffff:ffff:ffff'],
  ['all below 2000::/3', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, '2000::'],
  [
    '2001::/23 protocols',
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  ['2001::/32 Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:1::1/128 PCP anycast', '2001:1::1', '2001:1::1'],
  ['2001:1::2/128 TURN anycast', '2001:1::2', '2001:1::2'],
  ['2001:1::3/128 DNS-SD anycast', '2001:1::3', '2001:1::3'],
  ['2001:2::/48 benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:3::/32 AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:4:112::/48 AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28 ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28 ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:30::/28 drones', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    '2001:db8::/32 documentation',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '2002::/16 6to4',
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
  ],
  [
    '2620:4f:8000::/48 AS112',
    '2620:4f:8000::',
    '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
    '2620:4f:8001::',
  ],
  [
    '3fff::/20 documentation',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  [
    'all above 2000::/3',
    '4000::',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  ['5f00::/16 segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7 unique-local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10 link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10 site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8 multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

const ends = blocks.map(([block, first, last]) => [block, first, last] as const);

test.each(ends)('%s is not public from %s to %s', (_, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test.each(
  blocks.flatMap(([block, , , ...sides]) =>
    sides.filter((side) => side !== undefined).map((side) => [side, block] as const),
  ),
)('%s, beside %s, is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...[
    '',
    ' ',
    'example.com',
    'localhost',
    '8.8.8',
    '8.8.8.8.',
    '8.8.8.8:443',
    ' 8.8.8.8',
    '134744072',
  ],
  ...[
    '0x08080808',
    '010.8.8.8',
    '8.8.8.8/32',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '２606:4700::1',
  ],
  ...['256.1.1.1', '2606:4700::1::', 'null', '٨.٨.٨.٨'],
])('%j is not an address in plain notation, and not public', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.255', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['126.255.255.255', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['127.1', false],
  ['localhost', false],
])('whether %s is a loopback address: %s', (address, isOwn) => {
  expect(isLoopbackAddress(address)).toBe(isOwn);
});

test('no IPv6 address that contains an IPv4 one is public, whatever it contains', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const carriers = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];
      for (const carrier of carriers) expect(isPublicAddress(carrier + address)).toBe(false);
    }),
  );
});

test('an address is public in every notation of its zeros and letters', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const short = groups.map((part) => part.toString(16)).join(':');
      const long = groups.map((part) => part.toString(16).padStart(4, '0').toUpperCase()).join(':');
      expect(isPublicAddress(long)).toBe(isPublicAddress(short));
    }),
  );
});
