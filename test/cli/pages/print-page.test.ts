import { describe, expect, test } from 'vitest';
import { ConnectionFailed } from '../../../src/client/errors.ts';
import type { Exchange } from '../../support/fake-transport.ts';
import { insightNames, someInsights } from '../../support/insight-answers.ts';
import {
  aFarmContext,
  anActivity,
  aPortfolio,
  aReader,
  aSetup,
  busyDigest,
  contextLogs,
  someGaps,
  someHits,
} from '../../support/page-answers.ts';
import { runProgram } from '../../support/run-program.ts';

const ROOT = 'GET /v1/platform';
const LOGS =
  '/daily-logs?farmId=farm_1&order=date&dir=desc&limit=200&fields=flockId%2Cdate%2CavgWeightGr%2CstandardG%2Csuspect%2CtempMin%2CtempMax';
const BARNS = '/barns?farmId=farm_1&limit=200&fields=id%2Cname';
const FLOCKS =
  '/flocks?farmId=farm_1&limit=200&fields=id%2Ccode%2CbarnId&order=placementDate&dir=desc';

/** Every page: its command, its endpoint, a response, and its further requests. */
const pages: readonly Page[] = [
  { argv: ['digest'], path: '/digest', answer: busyDigest },
  { argv: ['context'], path: '/context', answer: aFarmContext, more: [[LOGS, contextLogs]] },
  {
    argv: ['insights'],
    path: '/insights',
    answer: someInsights,
    more: [
      [BARNS, insightNames.barns],
      [FLOCKS, insightNames.flocks],
    ],
  },
  { argv: ['gaps'], path: '/gaps', answer: someGaps },
  { argv: ['portfolio'], path: '/portfolio', answer: aPortfolio },
  { argv: ['activity'], path: '/activity', answer: anActivity },
  { argv: ['search', 'weigh'], path: '/search?q=weigh', answer: someHits },
  { argv: ['setup'], path: '/setup', answer: aSetup },
];

interface Page {
  readonly argv: readonly string[];
  readonly path: string;
  readonly answer: object;
  readonly more?: readonly (readonly [path: string, answer: unknown])[];
}

/** All requests of a page, with changed responses. */
function exchangeOf(
  { path, answer, more = [] }: Page,
  change: (answer: unknown) => unknown = (same) => same,
): Exchange[] {
  return [
    { on: ROOT + path, reply: change(answer) },
    { on: `${ROOT}/me`, reply: change(aReader('en')) },
    ...more.map(([on, reply]) => ({ on: ROOT + on, reply: change(reply) })),
  ];
}

describe.each(pages)('$argv', (page) => {
  const { argv, path, answer } = page;
  const onlyExchange = [{ on: ROOT + path, reply: answer }];

  test.each(['json', 'yaml'])('-o %s is the unchanged answer', async (format) => {
    const { stdout, code } = await runProgram([...argv, '-o', format], { exchanges: onlyExchange });
    const { parse } = await import('yaml');
    expect([parse(stdout), code]).toEqual([answer, 0]);
  });

  test('--jq works on the answer', async () => {
    const { stdout } = await runProgram([...argv, '--jq', 'keys'], { exchanges: onlyExchange });
    expect(JSON.parse(stdout)).toEqual(Object.keys(answer).toSorted());
  });

  test('reads the same in a pipe and on a wide terminal without colour', async () => {
    const inPipe = await runProgram([...argv, '-o', 'table'], { exchanges: exchangeOf(page) });
    const onTerminal = await runProgram([...argv, '-o', 'table'], {
      exchanges: exchangeOf(page),
      isTerminal: true,
    });
    expect(onTerminal.stdout).toBe(inPipe.stdout);
    expect(inPipe.stdout).not.toMatch(/[ \t]$/m);
  });

  test('no line is wider than the terminal', async () => {
    const environment = { NO_COLOR: '1' };
    const options = { exchanges: exchangeOf(page), isTerminal: true, columns: 80, environment };
    const { stdout } = await runProgram(argv, options);
    const { default: stringWidth } = await import('string-width');
    expect(stdout.split('\n').filter((line) => stringWidth(line) > 80)).toEqual([]);
  });

  test('control and bidi sequences are neutralised', async () => {
    const hostile = (text: string) => `${text}\u001b[2J\u202e\u2066\u009b1m\r\nx\u200f`;
    const exchanges = exchangeOf(page, (each) => changeTexts(each, hostile));
    for (const isTerminal of [true, false]) {
      const environment = { NO_COLOR: '1' };
      const { stdout } = await runProgram(argv, { exchanges, isTerminal, environment });
      const output = isTerminal ? stdout.replace(/[\u2068\u2069]/g, '') : stdout;
      expect(
        output.match(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu),
      ).toBeNull();
      expect(stdout).toContain('\\x1b[2J');
    }
  });

  test.each([{}, null, 'text', []])('an answer of %j causes no error', async (empty) => {
    const me = { on: `${ROOT}/me`, reply: {} };
    const exchanges = [{ on: ROOT + path, reply: empty }, me];
    const lacking = argv[0] === 'insights' ? namesOfNoFarm() : [];
    const { code } = await runProgram(argv, { exchanges: [...exchanges, ...lacking] });
    expect(code).toBe(0);
  });

  test.each([
    [403, 'insufficient_scope', 4],
    [404, 'not_found', 3],
    [400, 'validation_failed', 5],
    [501, 'not_implemented', 7],
  ])('an answer %i %s exits with status %s and prints nothing', async (status, error, exitCode) => {
    const reply = { error, message: 'No.', requestId: 'req-1' };
    const exchanges = [{ on: ROOT + path, status, reply }, exchangeOf(page)[1]];
    const { stdout, stderr, code } = await runProgram(argv, {
      exchanges: exchanges.filter((exchange) => exchange !== undefined),
    });
    expect([stdout, code]).toEqual(['', exitCode]);
    expect(stderr).toContain(`farmctl: No. (${status} ${error})`);
  });

  test('without a connection exits with status 8 and prints nothing', async () => {
    const request = { method: 'GET', path: '/', server: 'http://farm.test' };
    const fails = new ConnectionFailed('unknown_host', request);
    const exchanges = [
      { on: ROOT + path, fails },
      { on: `${ROOT}/me`, fails },
    ];
    const { stdout, code } = await runProgram(argv, { exchanges });
    expect([stdout, code]).toEqual(['', 8]);
  });

  test('a language without texts is rejected before anything is sent', async () => {
    const { stdout, stderr, code } = await runProgram([...argv, '--lang', 'fr']);
    expect([stdout, code]).toEqual(['', 2]);
    expect(stderr).toContain('--lang must be one of he, en, th, es, zh, not "fr"');
  });

  test('--help has two examples', async () => {
    const { stdout, code } = await runProgram([argv[0] ?? '', '--help']);
    const [, examples = ''] = stdout.split('\nExamples:\n');
    expect(examples.trim().split('\n')).toHaveLength(2);
    expect(code).toBe(0);
  });
});

test.each<[argv: readonly string[], message: string]>([
  [
    ['context', '--depth', 'ful'],
    '--depth must be one of full, summary, not "ful"; did you mean full?',
  ],
  [['insights', '--include', 'health,risc'], 'weights, risk, not "risc"; did you mean risk?'],
  [
    ['gaps', '--exit-status', 'warn'],
    '--exit-status must be one of info, warning, critical, not "warn"; did you mean warning?',
  ],
  [
    ['activity', '--min-score', '101'],
    '--min-score must be a whole number from 0 to 100, not "101"',
  ],
  [['search', 'x'], 'a search needs at least two characters'],
  [['search', 'weigh', '--farm', 'North'], 'search does not take --farm'],
  [['portfolio', '--farm', 'North'], 'portfolio does not take --farm'],
  [['digest', '-o', 'xml'], '--output must be one of table, tsv, json, jsonl, csv, yaml'],
])('%j is rejected before anything is sent', async (argv, message) => {
  const { stdout, stderr, code, requests } = await runProgram(argv);
  expect([stdout, code, requests]).toEqual(['', 2, []]);
  expect(stderr).toContain(message);
});

test('--fail-empty exits with status 3 if an answer has no rows', async () => {
  const reply = { ...someGaps, gaps: [] };
  const gaps = [{ on: `${ROOT}/gaps`, reply }];
  for (const format of ['json', 'tsv', 'csv', 'jsonl']) {
    const argv = ['gaps', '--fail-empty', '-o', format];
    expect([format, (await runProgram(argv, { exchanges: gaps })).code]).toEqual([format, 3]);
  }
});

/** The lists that insights requests for an unknown farm. */
function namesOfNoFarm(): Exchange[] {
  const emptyPage = { data: [], meta: insightNames.barns.meta };
  return [BARNS, FLOCKS].map((path) => ({
    on: ROOT + path.replace('farmId=farm_1&', ''),
    reply: emptyPage,
  }));
}

/** The value with every text in it changed, but for ids, days and instants, by which things are found. */
function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string')
    return /^\w+_\d+$|^\d{4}-|^[A-Z]{3}$/.test(value) ? value : change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, changeTexts(item, change)]),
  );
}
