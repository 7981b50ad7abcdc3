import { expect, test } from 'vitest';
import { networkOf } from '../../../src/platform/access/rate-limiter.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7::1', '20010db800000007'],
  ['2001:db8:0:7:ffff:ffff:ffff:ffff', '20010db800000007'],
  ['2001:db8:0:8::1', '20010db800000008'],
  ['fe80::1%eth0', 'fe80000000000000'],
  ['::1', '0000000000000000'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
