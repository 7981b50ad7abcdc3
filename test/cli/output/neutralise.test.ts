import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeForJson, neutralise, neutraliseLines } from '../../../src/cli/output/neutralise.ts';

describe('hostile text', () => {
  test.each([
    ['a colour', '\u001b[31mred', '\\x1b[31mred'],
    ['a window title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
    ['the 8-bit form of the same', '\u009b31m', '\\x9b31m'],
    ['a hyperlink', '\u001b]8;;http://evil\u001b\\x', '\\x1b]8;;http://evil\\x1b\\x'],
    ['a backspace', 'rm\b\bls', 'rm\\x08\\x08ls'],
    ['a carriage return', 'safe\rEVIL', 'safe\\rEVIL'],
    ['a line break', 'a\nb', 'a\\nb'],
    ['a tab', 'a\tb', 'a\\tb'],
    ['NUL', 'a\0b', 'a\\x00b'],
    ['DEL', 'a\u007fb', 'a\\x7fb'],
    ['a direction override', 'exe\u202egnp.', 'exe\\u202egnp.'],
    ['an unterminated isolate', '\u2067abc', '\\u2067abc'],
    ['direction marks', '\u200fa\u200eb\u061cc', '\\u200fa\\u200eb\\u061cc'],
    ['line separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['a byte order mark', '\ufeffa', '\\ufeffa'],
    ['half a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ])('%s is made visible', (_name, text, visible) => {
    expect(neutralise(text)).toBe(visible);
  });

  test.each([
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Thai', 'ไก่เนื้อ'],
    ['Chinese', '养鸡场'],
    ['Arabic', 'مزرعة'],
    ['a family of emoji', '👩‍🌾🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['punctuation', 'a\\b "c" <d> é'],
  ])('%s is unchanged', (_name, text) => {
    expect(neutralise(text)).toBe(text);
  });

  test('no terminal control sequence remains for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutralise(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

test('multi-line text keeps its line breaks and tabs, and no other control characters', () => {
  expect(neutraliseLines('a\tb\nc\r\nd\re\u001b[1m')).toBe('a\tb\nc\r\nd\\re\\x1b[1m');
});

test('JSON keeps its value without terminal control sequences', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'binary' }), (json, text) => {
      const value: unknown = [JSON.parse(json), text];
      const escaped = escapeForJson(JSON.stringify(value, undefined, 2));
      expect(JSON.parse(escaped)).toEqual(value);
      expect(escaped.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
