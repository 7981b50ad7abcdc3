import { describe, expect, test } from 'vitest';
import { keyName } from '../../src/console/ui/key-name.ts';

describe('the name of a key', () => {
  test('is that of its letter, also where the layout moves Latin letters', () => {
    expect(keyName({ key: 'a', code: 'KeyA' })).toBe('a');
    expect(keyName({ key: 'A', code: 'KeyA' })).toBe('a');
    // French: A is at the place of Q.
    expect(keyName({ key: 'a', code: 'KeyQ' })).toBe('a');
  });

  test('is the Latin letter at its place, where the layout has no Latin letters', () => {
    // Hebrew and Thai.
    expect(keyName({ key: 'ל', code: 'KeyK' })).toBe('k');
    expect(keyName({ key: 'ห', code: 'KeyS' })).toBe('s');
  });

  test('is its own for keys without a letter', () => {
    expect(keyName({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('arrowdown');
    // Hebrew: a comma at the place of the apostrophe.
    expect(keyName({ key: ',', code: 'Quote' })).toBe(',');
  });
});
