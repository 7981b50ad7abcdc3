import { describe, expect, test } from 'vitest';
import {
  boolean,
  date,
  type Field,
  integer,
  json,
  list,
  money,
  number,
  positive,
  prose,
  reference,
  text,
  timestamp,
  word,
} from '../../src/model/core/fields.ts';
import { closed, open } from '../../src/model/core/vocabulary.ts';
import { toIssue } from '../../src/model/validation/field-values.ts';
import { fieldSchema } from '../../src/model/validation/validation.ts';

const zone = 'Asia/Jerusalem';

/** The stored value, or the refusals of the field `x` as `path code: message`. */
function read(field: Field, value: unknown): unknown {
  const result = fieldSchema(field, { zone }).safeParse(value);
  if (result.success) return result.data;
  return result.error.issues
    .map((issue) => toIssue('x', issue))
    .map(({ path, code, message }) => `${path} ${code}: ${message}`)
    .join('\n');
}

const WRONG_TEXT = 'x wrong_type: x must be text';
const FORBIDDEN =
  'x invalid_character: x holds a control character or half a character, which is not allowed.';

describe('text', () => {
  test.each([
    ['Barn 1', 'Barn 1'],
    ['  Barn 1\t\n', 'Barn 1'],
    ['לול 3', 'לול 3'],
    ['ＢＡＲＮ', 'ＢＡＲＮ'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['a"b\\c%_*', 'a"b\\c%_*'],
    ['10 charact', '10 charact'],
    ['🐔'.repeat(10), '🐔'.repeat(10)],
    ['🐔'.repeat(11), 'x too_long: x must be at most 10 characters long.'],
    ['11 characte', 'x too_long: x must be at most 10 characters long.'],
    ['a'.repeat(1_000_000), 'x too_long: x must be at most 10 characters long.'],
    ['a\u0000b', FORBIDDEN],
    ['a\nb', FORBIDDEN],
    ['a\tb', FORBIDDEN],
    ['a\u001b[31m', FORBIDDEN],
    ['a\u0085b', FORBIDDEN],
    ['a\u2028b', FORBIDDEN],
    ['a\ud800', FORBIDDEN],
    ['\udc00b', FORBIDDEN],
    [12, `${WRONG_TEXT} (got 12).`],
    [true, `${WRONG_TEXT} (got true).`],
    [['Barn 1'], `${WRONG_TEXT} (got a list).`],
    [{ toString: 1 }, `${WRONG_TEXT} (got an object).`],
    [null, `${WRONG_TEXT} (got null).`],
    [undefined, `${WRONG_TEXT} (got undefined).`],
  ])('%j is %j', (value, expected) => {
    expect(read(text(10), value)).toBe(expected);
  });
});

describe('prose', () => {
  test.each([
    ['line 1\nline 2\tend\n', 'line 1\nline 2\tend'],
    ['line 1\r\nline 2\rline 3', 'line 1\nline 2\nline 3'],
    ['a\u2028b', 'a\u2028b'],
    ['a\u0000b', FORBIDDEN],
    ['a\u0007b', FORBIDDEN],
    ['a\ud83d', FORBIDDEN],
    [5, `${WRONG_TEXT} (got 5).`],
  ])('%j is %j', (value, expected) => {
    expect(read(prose(100), value)).toBe(expected);
  });
});

describe('an e-mail address', () => {
  const refusal = (value: string) =>
    `x invalid_format: x must be an e-mail address (got ${JSON.stringify(value)}).`;
  test.each([
    ['dana@farm.example', 'dana@farm.example'],
    [' dana+1@mail.farm.co.il ', 'dana+1@mail.farm.co.il'],
    ['dana', refusal('dana')],
    ['dana@', refusal('dana@')],
    ['dana@farm', refusal('dana@farm')],
    ['a b@farm.example', refusal('a b@farm.example')],
    ['a@b@farm.example', refusal('a@b@farm.example')],
  ])('%j is %j', (value, expected) => {
    expect(read(text(254, { format: 'email' }), value)).toBe(expected);
  });
});

describe('a phone number', () => {
  const refusal = (value: string) =>
    `x invalid_format: x must be a phone number, such as +972 50 123 4567 (got ${JSON.stringify(value)}).`;
  test.each([
    ['+972 50 123 4567', '+972 50 123 4567'],
    ['050-1234567', '050-1234567'],
    ['*2700', '*2700'],
    ['03-9988776 ext. 12', '03-9988776 ext. 12'],
    ['０５０', '０５０'],
    ['none', refusal('none')],
    ['+1', refusal('+1')],
  ])('%j is %j', (value, expected) => {
    expect(read(text(40, { format: 'phone' }), value)).toBe(expected);
  });
});

describe('an address', () => {
  const refusal = 'x invalid_format: x must be an address that begins with https:// or rtsp://.';
  test.each([
    ['https://example.com/hook?a=1', 'https://example.com/hook?a=1'],
    ['HTTPS://example.com', 'HTTPS://example.com'],
    ['rtsp://user:secret@192.168.1.20:554/s1', 'rtsp://user:secret@192.168.1.20:554/s1'],
    ['http://example.com', refusal],
    ['javascript:alert(1)', refusal],
    ['https:example.com', refusal],
    ['https:///path', refusal],
    ['https://exa mple.com', refusal],
    ['https://example.com/a b', refusal],
    ['https://', refusal],
    ['https://example.com:99999/', refusal],
    ['example.com', refusal],
  ])('%j is %j', (value, expected) => {
    const field = text(2000, { format: 'url', schemes: ['https', 'rtsp'] });
    expect(read(field, value)).toBe(expected);
  });

  test('an address without schemes is a web address', () => {
    expect(read(text(2000, { format: 'url' }), 'http://example.com')).toBe('http://example.com');
    expect(read(text(2000, { format: 'url' }), 'ftp://example.com')).toBe(
      'x invalid_format: x must be an address that begins with http:// or https://.',
    );
  });

  test('an address with a password is not repeated in the error', () => {
    const field = text(2000, { format: 'url' });
    expect(read(field, 'rtsp://admin:hunter2@cam')).not.toContain('hunter2');
  });
});

describe('a currency', () => {
  const refusal = (value: string) =>
    `x invalid_format: x must be the code of a currency, such as ILS or EUR (got ${JSON.stringify(value)}).`;
  test.each([
    ['ILS', 'ILS'],
    ['eur', 'EUR'],
    [' usd ', 'USD'],
    ['XYZ', refusal('XYZ')],
    ['₪', refusal('₪')],
    ['NIS', refusal('NIS')],
    ['DOLLAR', 'x too_long: x must be at most 3 characters long.'],
  ])('%j is %j', (value, expected) => {
    expect(read(text(3, { format: 'currency' }), value)).toBe(expected);
  });
});

describe('a reference to a secret', () => {
  const field = text(200, { format: 'secret-reference' });

  test.each(['env:ROTEM_TOKEN', 'file:/etc/farmctl/rotem token'])('%j is accepted', (value) => {
    expect(read(field, value)).toBe(value);
  });

  test.each([
    'hunter2',
    'rotem',
    'Feed mill of Emek Hefer',
    'vault/farm-3/rotem',
    'env:',
    'env:with space',
    'fk_live_0A1b2C3d4E5f_0123456789abcdef0123456789abcdef012345',
    'sk-proj-abcdef',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'Bearer abc',
    'Basic dXNlcjpwYXNz',
    'eyJhbGciOiJIUzI1NiJ9.e30.abc',
    'AKIAIOSFODNN7EXAMPLE',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '2f1b6c1e-9d2f-4a9e-8a1c-3b5d7e9f1a2b',
    'token=abc',
    'user:password',
    'https://user:password@host',
    'dGhpcyBpcyBhIHNlY3JldA==',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmn',
    '12345678901234567890',
    'env:1',
  ])('%j is rejected and not repeated', (value) => {
    expect(read(field, value)).toBe(
      'x invalid_format: x must name where a secret is kept, such as env:NAME or file:PATH, and not hold the secret.',
    );
  });
});

describe('an integer', () => {
  const takes = 'x must be a whole number from 0 to 700 days';
  test.each([
    [0, 0],
    [-0, 0],
    [700, 700],
    [21.0, 21],
    [-1, `x too_small: ${takes} (got -1).`],
    [701, `x too_large: ${takes} (got 701).`],
    [1e300, `x too_large: ${takes} (got 1e+300).`],
    [2.5, `x wrong_type: ${takes} (got 2.5).`],
    ['21', `x wrong_type: ${takes} (got "21").`],
    [true, `x wrong_type: ${takes} (got true).`],
    [[21], `x wrong_type: ${takes} (got a list).`],
    [JSON.parse('1e999'), `x not_finite: ${takes} (got Infinity).`],
    [Number.NaN, `x not_finite: ${takes} (got NaN).`],
  ])('%j is %j', (value, expected) => {
    expect(read(integer(0, 700, { unit: 'days' }), value)).toBe(expected);
  });
});

describe('a number', () => {
  test.each([
    [0.1 + 0.2, 0.3],
    [1 / 3, 0.333333333],
    [-90, -90],
    [90.0000000001, 90],
    [90.1, 'x too_large: x must be a number from -90 to 90 ° (got 90.1).'],
    [-91, 'x too_small: x must be a number from -90 to 90 ° (got -91).'],
    ['12', 'x wrong_type: x must be a number from -90 to 90 ° (got "12").'],
    [null, 'x wrong_type: x must be a number from -90 to 90 ° (got null).'],
  ])('%j is %j', (value, expected) => {
    expect(read(number(-90, 90, { unit: '°' }), value)).toBe(expected);
  });

  test.each([
    [0.001, 0.001],
    [0, 'x too_small: x must be a number above 0 and up to 100 kg (got 0).'],
    [1e-12, 'x too_small: x must be a number above 0 and up to 100 kg (got 0).'],
    [100.5, 'x too_large: x must be a number above 0 and up to 100 kg (got 100.5).'],
  ])('above 0: %j is %j', (value, expected) => {
    expect(read(positive(100, { unit: 'kg' }), value)).toBe(expected);
  });

  test.each([
    [360, 0],
    [359.9, 359.9],
    [360.5, 'x too_large: x must be a number from 0 to below 360 ° (got 360.5).'],
  ])('a number of a circle: %j is %j', (value, expected) => {
    const field = number(0, 360, { below: 360, wraps: { from: 360, to: 0 }, unit: '°' });
    expect(read(field, value)).toBe(expected);
  });
});

describe('an amount', () => {
  test.each([
    [4.5, 4.5],
    [1.005, 1.01],
    [0.001, 0],
    [-5, 'x too_small: x must be an amount from 0 to 1000 (got -5).'],
    [1000.001, 1000],
    [1000.01, 'x too_large: x must be an amount from 0 to 1000 (got 1000.01).'],
    ['4.50', 'x wrong_type: x must be an amount from 0 to 1000 (got "4.50").'],
  ])('%j is %j', (value, expected) => {
    expect(read(money(1000), value)).toBe(expected);
  });

  test('may be negative if credits are allowed', () => {
    expect(read(money(1000, { min: -1000 }), -12.345)).toBe(-12.35);
  });
});

describe('a date', () => {
  const refusal = (value: string) =>
    `x invalid_date: x must be a day that exists, YYYY-MM-DD (got ${JSON.stringify(value)}).`;
  test.each([
    ['2026-11-01', '2026-11-01'],
    [' 2026-11-01 ', '2026-11-01'],
    ['2028-02-29', '2028-02-29'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01'],
    ['2026-11-01T22:30:00Z', '2026-11-02'],
    ['2026-11-01 01:00:00+05:00', '2026-10-31'],
    ['2026-02-30', refusal('2026-02-30')],
    ['2027-02-29', refusal('2027-02-29')],
    ['1900-02-29', refusal('1900-02-29')],
    ['2026-13-01', refusal('2026-13-01')],
    ['2026-02-30T10:00:00Z', refusal('2026-02-30T10:00:00Z')],
    ['2026-11-01T10:00:00', '2026-11-01'],
    ['1899-12-31', refusal('1899-12-31')],
    ['2199-12-31T23:00:00Z', refusal('2199-12-31T23:00:00Z')],
    ['01/11/2026', refusal('01/11/2026')],
    ['2026-11-1', refusal('2026-11-1')],
    ['２０２６-11-01', refusal('２０２６-11-01')],
    ['today', refusal('today')],
    [20261101, 'x wrong_type: x must be a day that exists, YYYY-MM-DD (got 20261101).'],
  ])('%j is %j', (value, expected) => {
    expect(read(date(), value)).toBe(expected);
  });

  test('a date of a time stamp is the day in the requested zone', () => {
    const parse = (inZone: string) =>
      fieldSchema(date(), { zone: inZone }).parse('2026-11-01T22:30:00Z');
    expect(parse('UTC')).toBe('2026-11-01');
    expect(parse('Asia/Bangkok')).toBe('2026-11-02');
  });
});

describe('a time stamp', () => {
  const refusal = (value: string) =>
    `x invalid_date: x must be a time stamp such as 2026-11-01T10:00:00Z (got ${JSON.stringify(value)}).`;
  test.each([
    ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01T10:00:00.123456Z', '2026-11-01T10:00:00.123Z'],
    ['2026-11-01T10:00Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-01', refusal('2026-11-01')],
    ['2026-11-01T10:00:00', '2026-11-01T08:00:00.000Z'],
    ['2026-07-01 10:00', '2026-07-01T07:00:00.000Z'],
    ['2199-12-31T23:59:59', '2199-12-31T21:59:59.000Z'],
    ['1900-01-01T00:00:00', refusal('1900-01-01T00:00:00')],
    ['2026-11-01T24:00:00', refusal('2026-11-01T24:00:00')],
    ['2026-11-01T25:00:00Z', refusal('2026-11-01T25:00:00Z')],
    ['2026-02-30T10:00:00Z', refusal('2026-02-30T10:00:00Z')],
    ['now', refusal('now')],
    [
      1793527200000,
      'x wrong_type: x must be a time stamp such as 2026-11-01T10:00:00Z (got 1793527200000).',
    ],
  ])('%j is %j', (value, expected) => {
    expect(read(timestamp(), value)).toBe(expected);
  });
});

test('a time stamp without an offset is in the requested zone', () => {
  const parse = (inZone: string) =>
    fieldSchema(timestamp(), { zone: inZone }).parse('2026-11-01T10:00:00.5');
  expect(parse('UTC')).toBe('2026-11-01T10:00:00.500Z');
  expect(parse('Asia/Bangkok')).toBe('2026-11-01T03:00:00.500Z');
  expect(parse('UTC')).toBe('2026-11-01T10:00:00.500Z');
});

describe('a boolean', () => {
  test.each([
    [true, true],
    [1, true],
    ['true', true],
    ['True', true],
    ['1', true],
    [false, false],
    [0, false],
    [-0, false],
    ['false', false],
    ['0', false],
    ['yes', 'x wrong_type: x must be true or false (got "yes").'],
    [2, 'x wrong_type: x must be true or false (got 2).'],
    [[], 'x wrong_type: x must be true or false (got a list).'],
    [null, 'x wrong_type: x must be true or false (got null).'],
  ])('%j is %j', (value, expected) => {
    expect(read(boolean(), value)).toBe(expected);
  });
});

/** An object within an object, so many levels of them. */
function nested(levels: number): unknown {
  return levels === 1 ? {} : { inside: nested(levels - 1) };
}

describe('JSON', () => {
  test.each([
    [{}],
    [[]],
    [{ boxes: [[1, 2, 3.5]], zone: 'east', ok: true, none: null }],
    [nested(10)],
    [JSON.parse('{"__proto__": {"polluted": true}}')],
    [{ text: 'שלום 🐔 \n\t' }],
    [{ text: 'a'.repeat(16_373) }],
  ])('%# is unchanged', (value) => {
    expect(read(json(), value)).toEqual(value);
  });

  test.each([
    ['text', 'x wrong_type: x must be an object or a list (got "text").'],
    [5, 'x wrong_type: x must be an object or a list (got 5).'],
    [nested(11), 'x too_deep: x must not be nested deeper than 10 levels.'],
    [{ text: 'a'.repeat(16_374) }, 'x too_large: x must take at most 16384 bytes as JSON text.'],
    [{ text: '🐔'.repeat(5000) }, 'x too_large: x must take at most 16384 bytes as JSON text.'],
    [JSON.parse('{"a": [1e999]}'), 'x not_finite: x must hold finite numbers only.'],
    [
      { a: 'b\u0000' },
      'x invalid_character: x must not hold the character NUL or half a character in any text or name.',
    ],
    [
      { '\ud800': 1 },
      'x invalid_character: x must not hold the character NUL or half a character in any text or name.',
    ],
    [{ a: undefined }, 'x wrong_type: x must hold JSON values only.'],
    [new Date(0), 'x wrong_type: x must hold JSON values only.'],
    [{ a: 1n }, 'x wrong_type: x must hold JSON values only.'],
  ])('%# is rejected', (value, expected) => {
    expect(read(json(), value)).toBe(expected);
  });

  test('a name __proto__ changes no object', () => {
    const value = read(json(), JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a cycle is rejected, not followed', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(read(json(), cycle)).toBe('x too_deep: x must not be nested deeper than 10 levels.');
  });
});

describe('any JSON value', () => {
  test.each([
    ['text'],
    [''],
    [' '],
    [5],
    [0],
    [-0.5],
    [true],
    [false],
    [[]],
    [{}],
    [[null, [1, ['a']]]],
    [nested(10)],
  ])('%j is unchanged', (value) => {
    expect(read(json({ anyValue: true }), value)).toEqual(value);
  });

  test.each([
    [Number.POSITIVE_INFINITY, 'x not_finite: x must hold finite numbers only.'],
    ['a'.repeat(16_383), 'x too_large: x must take at most 16384 bytes as JSON text.'],
    [nested(11), 'x too_deep: x must not be nested deeper than 10 levels.'],
    [
      'b\u0000',
      'x invalid_character: x must not hold the character NUL or half a character in any text or name.',
    ],
  ])('%# is rejected', (value, expected) => {
    expect(read(json({ anyValue: true }), value)).toBe(expected);
  });
});

describe('a list', () => {
  const field = list(3, 5, { words: ['count', 'weight'] });
  test.each([
    [[], []],
    [
      ['a', ' b ', 'a'],
      ['a', 'b'],
    ],
    ['a, b,,a ', ['a', 'b']],
    [['Count'], ['count']],
    [['a,b'], ['a,b']],
    [['a', '', '  '], ['a']],
    [
      ['a', 'b', 'c', 'c', 'a'],
      ['a', 'b', 'c'],
    ],
    ['🐔🐔🐔🐔🐔', ['🐔🐔🐔🐔🐔']],
  ])('%j is %j', (value, expected) => {
    expect(read(field, value)).toEqual(expected);
  });

  test.each([
    ['a,b,c,d', 'x too_many: x must have at most 3 items.'],
    [Array(201).fill('a'), 'x too_many: x must have at most 200 items.'],
    [
      ['a', 5, 'toolong'],
      'x[1] wrong_type: x[1] must be text (got 5).\nx[2] too_long: x[2] must be at most 5 characters long.',
    ],
    [[['a']], 'x[0] wrong_type: x[0] must be text (got a list).'],
    [
      ['a\u0000'],
      'x[0] invalid_character: x[0] holds a control character or half a character, which is not allowed.',
    ],
    [5, 'x wrong_type: x must be a list of texts, or one text with commas (got 5).'],
    [
      { 0: 'a' },
      'x wrong_type: x must be a list of texts, or one text with commas (got an object).',
    ],
  ])('%j is rejected', (value, expected) => {
    expect(read(field, value)).toBe(expected);
  });
});

describe('a vocabulary word', () => {
  const status = word(closed(['active', 'cleaning', 'inactive'], { empty: 'inactive' }));

  test.each([
    ['active', 'active'],
    [' ACTIVE ', 'active'],
    ['empty', 'inactive'],
    [5, 'x wrong_type: x must be one of active, cleaning, inactive (got 5).'],
    [['active'], 'x wrong_type: x must be one of active, cleaning, inactive (got a list).'],
    [
      'constructor',
      'x not_allowed: x must be one of active, cleaning, inactive (got "constructor").',
    ],
    ['active\u0000', FORBIDDEN],
  ])('closed: %j is %j', (value, expected) => {
    expect(read(status, value)).toBe(expected);
  });

  test('an invalid word is reported with the valid ones, and the closest', () => {
    const { error } = fieldSchema(status, { zone }).safeParse('activ');
    expect(error?.issues.map((issue) => toIssue('status', issue))).toEqual([
      {
        path: 'status',
        code: 'not_allowed',
        message: 'status must be one of active, cleaning, inactive (got "activ").',
        allowed: ['active', 'cleaning', 'inactive'],
        suggestion: 'active',
      },
    ]);
  });

  test('a word unlike all others is reported without a suggestion', () => {
    const { error } = fieldSchema(status, { zone }).safeParse('zzz');
    expect(error?.issues.map((issue) => 'suggestion' in toIssue('status', issue))).toEqual([false]);
  });

  test.each([
    ['Broiler', 'broiler'],
    ['ברווזים', 'ברווזים'],
    ['เป็ด', 'เป็ด'],
    ['鸭子', '鸭子'],
    [
      'a'.repeat(41),
      `x invalid_format: x must be a word of at most 40 letters, digits, spaces, _ or - (got "${'a'.repeat(40)}…").`,
    ],
    [
      '<script>',
      'x invalid_format: x must be a word of at most 40 letters, digits, spaces, _ or - (got "<script>").',
    ],
  ])('open: %j is %j', (value, expected) => {
    expect(read(word(open(['broiler', 'layer'])), value)).toBe(expected);
  });
});

describe('a reference', () => {
  test.each([
    ['barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ', 'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ'],
    [' barn-1 ', 'barn-1'],
    ['a/b', 'x not_found: x "a/b" is not a barn the key may see.'],
    ["' or 1=1", 'x not_found: x "\' or 1=1" is not a barn the key may see.'],
    ['לול', 'x not_found: x "לול" is not a barn the key may see.'],
    ['a'.repeat(81), `x not_found: x "${'a'.repeat(40)}…" is not a barn the key may see.`],
    [7, 'x wrong_type: x must be an id (got 7).'],
    [{ id: 'barn_1' }, 'x wrong_type: x must be an id (got an object).'],
  ])('%j is %j', (value, expected) => {
    expect(read(reference('barns'), value)).toBe(expected);
  });
});

test('the schema of a field is built once', () => {
  const field = text(10);
  expect(fieldSchema(field, { zone: 'UTC' })).toBe(fieldSchema(field, { zone }));
});
