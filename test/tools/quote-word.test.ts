import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoteWord } from '../../src/tools/words.ts';
import { EDGE_TEXTS } from '../support/edge-values.ts';

test.each([
  ['2026-11-21', '2026-11-21'],
  ['/flocks/flock_1', '/flocks/flock_1'],
  ['date,mortality', 'date,mortality'],
  ['Weigh 100 birds', "'Weigh 100 birds'"],
  ["the vet's word", "'the vet'\\''s word'"],
  ['לול', "'לול'"],
  ['$(reboot)', "'$(reboot)'"],
  ['', "''"],
])('%s is quoted as %s', (text, word) => {
  expect(quoteWord(text)).toBe(word);
});

test('a shell parses the original value', () => {
  const texts = EDGE_TEXTS.filter((text) => !/\p{Cs}/u.test(text) && !text.includes('\0'));
  const script = `printf '%s\\n' ${texts.map(quoteWord).join(' ')}`;
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(read).toBe(texts.map((text) => `${text}\n`).join(''));
});
