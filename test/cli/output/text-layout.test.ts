import { describe, expect, test } from 'vitest';
import { cutTo, isolate, isPlain, loadMeasure } from '../../../src/cli/output/text-layout.ts';

const widthOf = await loadMeasure();

describe('width', () => {
  test.each([
    ['Ross 308', 8],
    ['养鸡场', 6],
    ['한글', 4],
    ['שָׁלוֹם', 4],
    ['ไก่เนื้อ', 5],
    ['ทั่วไป', 4],
    ['น้ำ', 2],
    ['คำถาม', 5],
    ['नमस्ते', 3],
    ['👩‍🌾', 2],
    ['🇮🇱', 2],
    ['1️⃣', 2],
    ['e\u0301', 1],
    ['', 0],
  ])('%s takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['养鸡场', 5, '养鸡…'],
  ['养鸡场', 4, '养…'],
  ['ไก่เนื้อ', 4, 'ไก่เ…'],
  ['👩‍🌾👩‍🌾👩‍🌾', 5, '👩‍🌾👩‍🌾…'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['ab', 1, '…'],
])('%s truncated to %i columns is %s', (text, width, cut) => {
  expect(cutTo(text, width, widthOf)).toBe(cut);
  expect(widthOf(cut)).toBeLessThanOrEqual(width);
});

test.each([
  ['Emek Hefer', 'Emek Hefer'],
  ['עמק חפר', '\u2068עמק חפר\u2069'],
  ['barn مزرعة 2', '\u2068barn مزرعة 2\u2069'],
  ['养鸡场', '养鸡场'],
])('%s isolated', (text, isolated) => {
  expect(isolate(text)).toBe(isolated);
  expect(widthOf(isolated)).toBe(widthOf(text));
});

test.each([
  ['plain ~text!', true],
  ['', true],
  ['é', false],
  ['a\nb', false],
])('%j is plain: %s', (text, expected) => {
  expect(isPlain(text)).toBe(expected);
});
