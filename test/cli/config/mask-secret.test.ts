import { expect, test } from 'vitest';
import { maskSecret } from '../../../src/cli/commands/core/stored-settings.ts';

test.each([
  ['fk_live_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz', 'fk_live_…WxYz'],
  ['cam_AbCdEfGh1234_0123456789abcdefghijABCDEFGHIJ01zzzzWxYz', 'cam_…WxYz'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_…LaSw'],
  ['another-kind-of-key-1234', '…1234'],
  ['fk_live_short', 'fk_live_…'],
  ['123456789012345', '…'],
  ['', '…'],
])('"%s" is masked as %s', (secret, masked) => {
  expect(maskSecret(secret)).toBe(masked);
});
