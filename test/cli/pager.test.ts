import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagerOf, showWith } from '../../src/cli/core/io.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the pager', () => {
  test.each([
    [{ FARMCTL_PAGER: 'bat', PAGER: 'more' }, 'bat'],
    [{ PAGER: 'more' }, 'more'],
    [{ PAGER: 'cat' }, undefined],
    [{ FARMCTL_PAGER: '', PAGER: 'more' }, undefined],
  ])('the pager of %j is %s', (environment, pager) => {
    expect(pagerOf(environment)).toBe(pager);
  });

  test('defaults to less, and to no pager if less is missing', () => {
    expect(pagerOf({})).toContain('exec less');
    expect(pagerOf({})).toContain('exec cat');
  });
});

const environment = { PATH: process.env['PATH'] };

test('a text is shown completely, by a shell command', async () => {
  const file = join(await temporaryFolder(), 'shown');
  const text = 'a line of a page\n'.repeat(100_000);
  expect(await showWith(`cat > ${file}`, text, environment)).toBe(true);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('less keeps colours and the screen unless its own variable is set', async () => {
  const file = join(await temporaryFolder(), 'flags');
  await showWith(`echo "$LESS" > ${file}`, '', environment);
  await showWith(`echo "$LESS" >> ${file}`, '', { ...environment, LESS: '-i' });
  expect(await readFile(file, 'utf8')).toBe('FRX\n-i\n');
});

test('quitting before the end is not an error', async () => {
  const text = 'x'.repeat(4 * 1024 * 1024);
  expect(await showWith('head -c 1 > /dev/null', text, environment)).toBe(true);
});

test('a missing pager is reported', async () => {
  expect(await showWith('no-such-pager 2> /dev/null', 'text', environment)).toBe(false);
});
