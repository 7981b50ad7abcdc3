import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBreed } from '../../../src/farming/standards/breed-lookup.ts';
import { breedNames, breedTables } from '../../../src/farming/standards/breed-tables.ts';

test.each([
  ['Ross 308', 'ross_308'],
  ['ROSS-308', 'ross_308'],
  ['ross', 'ross_308'],
  ['308', 'ross_308'],
  ['Ross® 308 FF', 'ross_308'],
  ['308 AP', 'ross_308_ap'],
  ['Ross 708', 'ross_708'],
  ['Cobb500', 'cobb_500'],
  ['cobb_800', 'cobb_800'],
  ['AA+', 'arbor_acres_plus'],
  ['Arbor Acres Plus', 'arbor_acres_plus'],
  ['Hubbard', 'hubbard_efficiency_plus'],
  ['Indian River', 'indian_river'],
  ['Hy-Line', 'hyline_brown'],
  ['Hy-Line Brown', 'hyline_brown'],
  ['W-36', 'hyline_w36'],
  ['LB-Classic', 'lohmann_brown_classic'],
  ['LSL', 'lohmann_lsl_lite'],
  ['ISA Brown', 'isa_brown'],
  ['Dekalb White', 'dekalb_white'],
  ['B.U.T. 6', 'turkey_but6'],
  ['רוס', 'ross_308'],
  ['רוֹס 308', 'ross_308'],
  ['קוב', 'cobb_500'],
  ['לוהמן', 'lohmann_brown_classic'],
  ['היי-ליין', 'hyline_brown'],
])('%s means %s', (typed, breed) => {
  expect(findBreed(typed)).toBe(breed);
});

test.each(['Ross 309', 'Cobb 700', 'broiler', 'unknown', '', '   ', 'פטם', null, undefined])(
  '%s is not a breed with a table',
  (typed) => {
    expect(findBreed(typed)).toBeUndefined();
  },
);

test('every breed is found by its own name and title', () => {
  for (const name of breedNames) {
    expect(findBreed(name)).toBe(name);
    expect(findBreed(breedTables[name].title)).toBe(name);
  }
});

test('case, spaces and punctuation do not change the breed that is meant', () => {
  const between = fc.constantFrom('', ' ', '-', '_', '  ', '.', '®', '\u00a0');
  fc.assert(
    fc.property(fc.constantFrom(...breedNames), between, fc.boolean(), (name, gap, isLoud) => {
      const typed = ` ${name.replaceAll('_', gap)}${gap}`;
      expect(findBreed(isLoud ? typed.toUpperCase() : typed)).toBe(name);
    }),
  );
});

test('any text is one of the breeds or not a breed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      expect([undefined, ...breedNames]).toContain(findBreed(typed));
    }),
  );
});
