import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/tools/hash.ts';

// The examples of RFC 8785, section 3.2.
test.each([
  [[56, { d: true, '10': null, '1': [] }], '[56,{"1":[],"10":null,"d":true}]'],
  [
    {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      literals: [null, true, false],
    },
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  ],
  ['\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  // By UTF-16 units: the surrogates of the smiley sort before the Hebrew presentation form.
  [
    { '\ufb33': 1, '\ud83d\ude00': 2, '\u20ac': 3, '\r': 4, '1': 5 },
    '{"\\r":4,"1":5,"€":3,"😀":2,"\ufb33":1}',
  ],
])('%j has one canonical form', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the text represents the same value, whatever the order of its names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
