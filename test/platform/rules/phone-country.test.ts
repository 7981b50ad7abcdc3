import { expect, test } from 'vitest';
import { phoneCountry } from '../../../src/platform/rules/contact-rules.ts';

test.each([
  ['a farm in Israel', 'Asia/Jerusalem', 'ILS', 'IL'],
  ['a farm in Spain, which pays in euro', 'Europe/Madrid', 'EUR', 'ES'],
  ['a farm in Thailand with the default currency', 'Asia/Bangkok', 'ILS', 'TH'],
  ['an American farm, by its currency', 'America/Chicago', 'USD', 'US'],
  ['a currency of many countries', 'Africa/Dakar', 'XOF', 'IL'],
  ['an organisation', 'Asia/Jerusalem', undefined, 'IL'],
  ['a zone named like a method of objects', 'constructor', undefined, 'IL'],
])('%s: %s and %s are %s', (_fact, zone, currency, expected) => {
  expect(phoneCountry(zone, currency)).toBe(expected);
});
