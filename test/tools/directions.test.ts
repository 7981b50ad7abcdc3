import { expect, test } from 'vitest';
import { closeDirections } from '../../src/tools/text.ts';

test.each([
  ['Barn 3', 'Barn 3'],
  ['\u202eBarn', '\u202eBarn\u202c'],
  ['\u2067Barn', '\u2067Barn\u2069'],
  ['Barn\u2069\u202c 3', 'Barn 3'],
  ['\u2066-4 °C\u2069', '\u2066-4 °C\u2069'],
  // An embedding ends with the isolate around it.
  ['\u2068\u202eBarn\u2069 3', '\u2068\u202eBarn\u2069 3'],
  ['\u202e\u2069\u2066\u202dBarn', '\u202e\u2066\u202dBarn\u202c\u2069\u202c'],
  ['\u2066\u202c\u2069', '\u2066\u2069'],
  ['\u200fלול 3\u200e', '\u200fלול 3\u200e'],
])('%j becomes %j', (text, closed) => {
  expect(closeDirections(text)).toBe(closed);
  expect(closeDirections(closed)).toBe(closed);
});
