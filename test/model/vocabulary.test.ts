import { describe, expect, test } from 'vitest';
import {
  canonicalWord,
  closed,
  commandMode,
  direction,
  frequency,
  open,
  priority,
  severity,
} from '../../src/model/core/vocabulary.ts';

const colour = closed(['red', 'light_blue'], { crimson: 'red' });
const animal = open(['hen', 'guinea_fowl'], { chicken: 'hen' });

describe('a closed vocabulary', () => {
  test.each([
    ['red', 'red'],
    ['RED', 'red'],
    ['Light Blue', 'light_blue'],
    ['light-blue', 'light_blue'],
    ['crimson', 'red'],
    ['Crimson', 'red'],
    ['green', undefined],
    ['', undefined],
    ['red ', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['hasOwnProperty', undefined],
  ])('%j is %s', (typed, expected) => {
    expect(canonicalWord(colour, typed)).toBe(expected);
  });
});

describe('an open vocabulary', () => {
  test.each([
    ['hen', 'hen'],
    ['Guinea Fowl', 'guinea_fowl'],
    ['Chicken', 'hen'],
    ['Ostrich', 'Ostrich'],
    ['constructor', 'constructor'],
    ['תרנגול הודו', 'תרנגול הודו'],
    ['ไก่เนื้อ', 'ไก่เนื้อ'],
    ['火鸡', '火鸡'],
    ['7up', '7up'],
    ['a'.repeat(40), 'a'.repeat(40)],
    ['a'.repeat(41), undefined],
    ['', undefined],
    [' hen', undefined],
    ['-hen', undefined],
    ['hen!', undefined],
    ['<b>hen</b>', undefined],
    ['hen\n', undefined],
    ['ิhen', undefined],
    ['🐔', undefined],
  ])('%j is stored as %j', (typed, expected) => {
    expect(canonicalWord(animal, typed)).toBe(expected);
  });
});

describe('shared vocabularies', () => {
  test.each([
    [severity, 'low', 'info'],
    [severity, 'medium', 'warning'],
    [severity, 'HIGH', 'critical'],
    [priority, 'medium', 'normal'],
    [priority, 'critical', 'urgent'],
    [frequency, 'one time', 'once'],
    [frequency, 'fortnightly', 'biweekly'],
    [direction, 'Purchase', 'buy'],
    [commandMode, 'automatic', 'auto'],
  ])('%# %s is %s', (vocabulary, typed, expected) => {
    expect(canonicalWord(vocabulary, typed)).toBe(expected);
  });
});
