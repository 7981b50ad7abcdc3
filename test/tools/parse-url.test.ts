import { expect, test } from 'vitest';
import { parseUrl } from '../../src/tools/unknown-values.ts';

test('an address in any script is parsed, also by compiled code', () => {
  let read = 0;
  for (let call = 0; call < 20_000; call++) {
    if (parseUrl('https://münchen.example/')?.hostname === 'xn--mnchen-3ya.example') read += 1;
  }
  expect(read).toBe(20_000);
});

test.each(['', 'münchen', 'https://', 'http://[::1'])('%s is not an address', (text) => {
  expect(parseUrl(text)).toBeUndefined();
});
