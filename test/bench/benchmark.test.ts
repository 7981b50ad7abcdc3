import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../bench/arguments.ts';
import { compare } from '../../bench/results/compare.ts';
import { loadOf } from '../../bench/results/load.ts';
import { replacePart } from '../../bench/results/performance-page.ts';
import { measuredTable, reachedTable } from '../../bench/results/render-table.ts';
import { isReached, targetsOf, workNames } from '../../bench/results/targets.ts';
import {
  expectedPage,
  PAGE_ROWS,
  TABLE_ROWS,
  taskQueries,
  taskRows,
} from '../../bench/stages/task-table.ts';
import { sizesTo } from '../../bench/works/growth.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('arguments', () => {
  test('by default, all benchmarks run with their peers', () => {
    expect(parseArguments([])).toEqual({
      options: {
        works: workNames,
        rounds: 5,
        seconds: 1,
        size: 1_000_000,
        farms: 1000,
        readings: 1_000_000,
        hasPeers: true,
        isJson: false,
        isWritten: false,
      },
    });
  });

  test('benchmarks are given by name, and numbers may be written as 1e7', () => {
    const argv = ['growth', 'list', '--size', '1e7', '--rounds', '2', '--seconds', '0.5'];
    const fleet = ['--farms', '2000', '--readings', '3e6'];
    expect(parseArguments([...argv, ...fleet, '--no-peers', '--json', '--write'])).toEqual({
      options: {
        works: ['growth', 'list'],
        rounds: 2,
        seconds: 0.5,
        size: 10_000_000,
        farms: 2000,
        readings: 3_000_000,
        hasPeers: false,
        isJson: true,
        isWritten: true,
      },
    });
  });

  test.each([
    [['sing'], 'There is no work sing'],
    [['--rounds', '0'], '--rounds must be a number of at least 1, not 0.'],
    [['--size', 'many'], '--size must be a number of at least 1000, not many.'],
    [['--farms', '99'], '--farms must be a number of at least 100, not 99.'],
    [['--loud'], "Unknown option '--loud'"],
  ])('%j is rejected', (argv, reason) => {
    expect(parseArguments(argv)).toEqual({ isWrong: true, text: expect.stringContaining(reason) });
  });

  test('the help names every benchmark', () => {
    const help = parseArguments(['--help']);
    if (!('text' in help)) throw new Error('no help');
    expect(workNames.filter((name) => !help.text.includes(`  ${name} `))).toEqual([]);
  });
});

describe('the table', () => {
  const rows = taskRows();

  test('no two rows have the same due date or time, so that every order is unique', () => {
    expect(new Set(rows.map(({ dueDate }) => dueDate)).size).toBe(TABLE_ROWS);
    expect(new Set(rows.map(({ createdAt }) => createdAt)).size).toBe(TABLE_ROWS);
  });

  test('every page is requested once, and is full', () => {
    const queries = taskQueries();
    expect(new Set(queries.map((query) => JSON.stringify(query))).size).toBe(39_000);
    fc.assert(
      fc.property(fc.constantFrom(...queries), (query) => {
        const { total, ids } = expectedPage(rows, query);
        expect([total, ids.length]).toEqual([2000, PAGE_ROWS]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('results', () => {
  test('a load is summarised by its rate and percentiles', () => {
    expect(loadOf([1, 2, 3, 4, 5], 1000)).toEqual({
      answers: 5,
      perSecond: 5,
      refused: 0,
      p50: 3,
      p95: 4.8,
      p99: 4.96,
    });
  });

  test('a ratio is the median of alternating rounds, after a warm-up round', async () => {
    const turns: string[] = [];
    const competitor = (name: string, rates: readonly number[]) => {
      let round = 0;
      const run = async () => {
        turns.push(name);
        const perSecond = rates[round++] ?? 0;
        return { answers: 1, perSecond, refused: 0, p50: 1, p95: 2, p99: 3 };
      };
      return { name, who: `the ${name}`, run };
    };
    const ours = competitor('ours', [1, 100, 200, 300]);
    const other = competitor('other', [1, 50, 200, 100]);
    const { measured, ratios } = await compare([ours, other], 3, 0);
    expect(turns).toEqual(Array(4).fill(['ours', 'other']).flat());
    expect(ratios).toEqual({ other: 2 });
    expect(measured).toEqual([
      { who: 'the ours', perSecond: 200, p50: 1, p95: 2, p99: 3 },
      { who: 'the other', perSecond: 100, p50: 1, p95: 2, p99: 3, ratio: 2 },
    ]);
  });

  test('contestants are warmed up for a time, those that count requests for one round', async () => {
    const runs = { timed: 0, counted: 0 };
    const competitor = (name: keyof typeof runs) => ({
      name,
      who: name,
      isCounted: name === 'counted',
      run: async () => {
        runs[name]++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { answers: 1, perSecond: 1, refused: 0, p50: 1, p95: 2, p99: 3 };
      },
    });
    await compare([competitor('timed'), competitor('counted')], 2, 500);
    expect(runs.counted).toBe(1 + 2);
    expect(runs.timed).toBeGreaterThan(2 + 2);
  });

  test('a target is met at its limit, and not beyond', () => {
    const [least, most] = [
      { text: '', unit: '×', least: 2 },
      { text: '', unit: 'ms', most: 30 },
    ] as const;
    expect([isReached(least, 2), isReached(least, 1.99)]).toEqual([true, false]);
    expect([isReached(most, 30), isReached(most, 30.1)]).toEqual([true, false]);
  });

  test('a table shows the number of rows, and which target was met', () => {
    const measured = [
      { who: 'farmctl', perSecond: 1234.5, p50: 1.2345 },
      { who: 'raw', perSecond: 4000, ratio: 0.309 },
    ];
    expect(measuredTable({ measured })).toEqual({
      head: ['contestant', 'per second', 'p50 ms', 'ratio'],
      rows: [
        ['farmctl', '1235', '1.23', ''],
        ['raw', '4000', '', '0.31'],
      ],
    });
    expect(reachedTable({ work: 'again', reached: { raw: 0.309 } }).rows).toEqual([
      ['raw node:http with the same bytes', '≥ 0.5 ×', '0.309 ×', 'no'],
    ]);
  });

  test('tables grow tenfold up to the size', () => {
    expect(sizesTo(250_000)).toEqual([1000, 10_000, 100_000, 250_000]);
  });
});

describe('the results page', () => {
  test('has a section for each benchmark, in the order they run', async () => {
    const page = await readFile(join(ROOT, 'docs/performance.md'), 'utf8');
    const places = [...page.matchAll(/<!-- begin (.+) -->/g)].map(([, name]) => name);
    expect(places).toEqual(workNames);
    for (const name of places) expect(page).toContain(`<!-- end ${name} -->`);
  });

  test('shows the targets of each measured benchmark', async () => {
    const page = await readFile(join(ROOT, 'docs/performance.md'), 'utf8');
    for (const work of workNames) {
      const part = page.split(`<!-- begin ${work} -->`)[1]?.split('<!-- end')[0]?.trim() ?? '';
      if (part === '' || part.includes('Not measured:')) continue;
      const missing = Object.values(targetsOf(work)).filter(({ text }) => !part.includes(text));
      expect([work, missing]).toEqual([work, []]);
    }
  });

  test('keeps the text outside of the markers', () => {
    const page = 'by hand\n<!-- begin a -->\nold\n<!-- end a -->\nby hand too\n';
    expect(replacePart(page, 'a', 'new')).toBe(
      'by hand\n<!-- begin a -->\nnew\n<!-- end a -->\nby hand too\n',
    );
    expect(() => replacePart(page, 'b', 'new')).toThrow('has no place for b');
  });
});

test('the benchmark and its peers are not published', async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { files, dependencies, devDependencies } = JSON.parse(text);
  expect(files).not.toContain('bench');
  const peers = ['json-server', 'soul-cli', 'directus', '@mockoon/cli', '@stoplight/prism-cli'];
  const known = Object.keys({ ...dependencies, ...devDependencies });
  expect(known.filter((name) => peers.includes(name))).toEqual([]);
});
