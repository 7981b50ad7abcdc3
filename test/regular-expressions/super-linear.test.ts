import { readFileSync, writeFileSync } from 'node:fs';
import { check } from 'recheck';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FoundPatterns, findPatterns } from './find-patterns.ts';

/** Patterns whose check took place already; written by `npm run regexps`. */
const KNOWN_FILE = 'test/regular-expressions/linear-patterns.json';
const known: readonly string[] = JSON.parse(readFileSync(KNOWN_FILE, 'utf8'));
const isWriting = process.env['FARMCTL_WRITE_PATTERNS'] === '1';
/** Most patterns take milliseconds; a few take seconds. */
const PATIENCE = { pattern: 20_000, all: 300_000 };

let found: FoundPatterns;

beforeAll(async () => {
  found = await findPatterns('src');
});

describe('regular expressions', () => {
  test(
    'take time at most linear in their input',
    async () => {
      expect(found.patterns.length).toBeGreaterThan(300);
      const faults: string[] = [];
      const linear: string[] = [];
      for (const [text, places] of placesByPattern()) {
        const fault = known.includes(text) ? undefined : await faultOf(text);
        if (fault === undefined) linear.push(text);
        else faults.push(`${places.join(', ')}: ${fault}: ${text}`);
      }
      if (isWriting) writeFileSync(KNOWN_FILE, `${JSON.stringify(linear.sort(), null, 2)}\n`);
      expect(faults).toEqual([]);
    },
    PATIENCE.all,
  );

  test('are built from strings only at the top level of a module, where they are checked', () => {
    expect(found.unchecked).toEqual([]);
  });
});

describe('the check', () => {
  test.each(['/^\\s*a\\s*=\\s*(\\d*)\\s*$/', '/0+$/', '/(a+)+b/'])('rejects %s', async (text) => {
    expect(await faultOf(text)).toContain('vulnerable');
  });
});

function placesByPattern(): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { pattern, place } of found.patterns) {
    places.set(String(pattern), [...(places.get(String(pattern)) ?? []), place]);
  }
  return places;
}

async function faultOf(text: string): Promise<string | undefined> {
  const end = text.lastIndexOf('/');
  // Recheck does not know the flag d, which changes nothing about the search.
  const flags = text.slice(end + 1).replace('d', '');
  const found = await check(text.slice(1, end), flags, { timeout: PATIENCE.pattern });
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `not checked (${found.error.kind}); write it more simply`;
  return `vulnerable (${found.complexity.summary}, for example ${found.attack.pattern})`;
}
