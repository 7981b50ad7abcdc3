import { expect, test } from 'vitest';
import { isAsciiOnly } from '../../../src/cli/pages/core/words.ts';

test.each([
  [{}, false],
  [{ LANG: 'en_US.UTF-8' }, false],
  [{ LANG: 'he_IL.utf8', TERM: 'xterm' }, false],
  [{ LC_ALL: 'C' }, true],
  [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, true],
  [{ LC_ALL: '', LANG: 'en_US.UTF-8' }, false],
  [{ LC_CTYPE: 'POSIX', LANG: 'en_US.UTF-8' }, true],
  [{ LANG: 'he_IL.ISO-8859-8' }, true],
  [{ TERM: 'dumb', LANG: 'en_US.UTF-8' }, true],
])('%j contains only ASCII: %s', (environment, isAscii) => {
  expect(isAsciiOnly(environment)).toBe(isAscii);
});
