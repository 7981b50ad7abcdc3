import type { Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { listCommands } from '../../src/cli/command-table.ts';
import { completionValues } from '../../src/cli/core/command-line.ts';
import { dateFlags } from '../../src/cli/input/date-flags.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import {
  filterNames,
  type ResourceDefinition,
  writableFields,
} from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { kebabCase } from '../../src/tools/words.ts';
import { aContext } from '../support/a-context.ts';
import { runProgram } from '../support/run-program.ts';

const silentOptions = { onRun: async () => {}, onHelp: () => {}, helpWidth: 80 };
const program = await createWholeProgram(await listCommands(), aContext(), silentOptions);
type Command = typeof program;

function commandsBelow(command: Command, path: readonly string[] = []): [string, Command][] {
  const below = command.commands.flatMap((child) => commandsBelow(child, [...path, child.name()]));
  return [[path.join(' '), command], ...below];
}

const commands = commandsBelow(program);
const commandByName = new Map(commands);

/** Names and placeholders of flags with a point in time. */
const DATE_PLACEHOLDER = /<[^>]*\b(date|day|time|when|instant|moment)\b[^>]*>/;
const DATE_NAME = /(^|-)(date|from|to|until|since|before|after|at|expires|week|deadline|now)$/;
/** Flags with such a name and another meaning. */
const OTHERS = new Set([
  '--after <minutes>',
  '--backup-at <cron>',
  '--color <when>',
  '--forward-to <address>',
  '--from <hh:mm>',
  '--since <id>',
  '--to <hh:mm>',
  '--to <id>',
]);

const looksDated = ({ flags, long = '' }: Option) =>
  !OTHERS.has(flags) && (DATE_PLACEHOLDER.test(flags) || DATE_NAME.test((long ?? '').slice(2)));

test('no date flag bypasses the common parser', () => {
  const escaped = commands.flatMap(([path, { options }]) =>
    options
      .filter((option) => looksDated(option) && !dateFlags.has(option))
      .map(({ flags }) => `${path} ${flags}`),
  );
  expect(escaped).toEqual([]);
});

test('the flags of all date fields and filters use it', () => {
  for (const definition of Object.values<ResourceDefinition>(resources)) {
    const isDated = (name: string) => {
      const field = definition.fields[name];
      return field ? field.type === 'date' || field.type === 'timestamp' : /_(from|to)$/.test(name);
    };
    const filters = filterNames(definition).filter(isDated);
    const fields = definition.readOnly ? [] : writableFields(definition).map(([name]) => name);
    const places = [
      ...filters.map((name) => [`${definition.name} list`, name] as const),
      ...fields.filter(isDated).map((name) => [`${definition.name} create`, name] as const),
    ];
    for (const [path, name] of places) {
      const flag = `--${kebabCase(name)}`;
      const option = commandByName.get(path)?.options.find(({ long }) => long === flag);
      expect(option && dateFlags.has(option), `${path} ${flag}`).toBe(true);
    }
  }
});

const dated = commands.flatMap(([path, command]) =>
  command.options
    .filter((option) => dateFlags.has(option))
    .map((option) => ({ path, command, option })),
);

test('each is in the completion, and its help has an example of a relative date', () => {
  expect(dated.length).toBeGreaterThan(80);
  for (const { path, option } of dated) {
    const place = `${path} ${option.flags}`;
    expect(completionValues(option).length, place).toBeGreaterThan(2);
    expect(option.description, place).toMatch(/today-7d|now-2h/);
  }
});

function argumentsOf(command: Command): readonly string[] {
  const words = command.registeredArguments.flatMap(({ required, argChoices }) =>
    required ? [argChoices?.[0] ?? 'x'] : [],
  );
  const mandatoryOptions = command.options.filter(({ mandatory }) => mandatory);
  return [
    ...words,
    ...mandatoryOptions.flatMap((option) => [
      option.long ?? '',
      dateFlags.has(option) ? '2026-11-20' : 'x',
    ]),
  ];
}

test('each rejects an invalid date before anything is sent, and names itself', async () => {
  for (const { path, command, option } of dated) {
    for (const value of ['nextweek', '2026-02-30', 'today-', 'today-7']) {
      const argv = [...path.split(' '), ...argumentsOf(command), option.long ?? '', value];
      const { code, stderr, requests } = await runProgram(argv, { exchanges: [] });
      expect([argv.join(' '), code, requests.length]).toEqual([argv.join(' '), 2, 0]);
      expect(stderr, argv.join(' ')).toContain(`${option.long} must be a `);
    }
  }
});

const NORTH = 'farm_01KANB6V7K8S3Q9D5T2W4X6Y7Z';
const P = '/v1/platform';
// The server's clock shows half past one in the morning of the 20th in Jerusalem.
const present = [
  {
    on: `GET ${P}/me`,
    reply: { org: { timezone: 'UTC' }, farms: [{ id: NORTH, name: 'North' }], key: {} },
  },
  { on: `GET ${P}/os/mock/clock`, reply: { now: '2026-11-19T23:30:00.000Z' } },
  { on: `GET ${P}/farms/${NORTH}`, reply: { id: NORTH, timezone: 'Asia/Jerusalem' } },
];
const page = { data: [], meta: { total: 0, limit: 50, offset: 0, hasMore: false } };

describe('the day is that of the farm by the clock of the server', () => {
  test.each([
    ['today', '2026-11-20'],
    ['yesterday', '2026-11-19'],
    ['today-14d', '2026-11-06'],
    ['now-2h', '2026-11-19'],
  ])('daily-logs list --date-from %s', async (typed, sent) => {
    const list = { on: `GET ${P}/daily-logs?date_from=${sent}&limit=50`, reply: page };
    const argv = ['daily-logs', 'list', '--date-from', typed, '-o', 'json'];
    const { code, stderr } = await runProgram(argv, { exchanges: [...present, list] });
    expect([stderr, code]).toEqual(['', 0]);
  });

  test.each([
    ['today-1d', '2026-11-19'],
    ['now-90m', encodeURIComponent('2026-11-19T22:00:00.000Z')],
    ['today 01:00', encodeURIComponent('2026-11-19T23:00:00.000Z')],
  ])('audit list --from %s', async (typed, sent) => {
    const list = { on: `GET ${P}/os/audit?from=${sent}&limit=50&offset=0`, reply: page };
    const argv = ['audit', 'list', '--from', typed, '-o', 'json'];
    const { code, stderr } = await runProgram(argv, { exchanges: [...present, list] });
    expect([stderr, code]).toEqual(['', 0]);
  });

  test('fields of rows, also with --set', async () => {
    const createdTask = { id: 'task_01KANB6V7K8S3Q9D5T2W4X6Y7Z', title: 'Vet', version: 1 };
    const exchanges = [...present, { on: `POST ${P}/tasks`, reply: createdTask, status: 201 }];
    for (const flags of [
      ['--due-date', 'tomorrow'],
      ['--set', 'dueDate=tomorrow'],
    ]) {
      const argv = ['tasks', 'create', '--title', 'Vet', ...flags, '-o', 'json'];
      const { code, requests } = await runProgram(argv, { exchanges });
      expect(code).toBe(0);
      expect(JSON.parse(String(requests.at(-1)?.body))).toEqual({
        title: 'Vet',
        dueDate: '2026-11-21',
      });
    }
  });

  test('a day as a time stamp is its first moment', async () => {
    const createdEvent = { id: 'event_01KANB6V7K8S3Q9D5T2W4X6Y7Z', version: 1 };
    const exchanges = [...present, { on: `POST ${P}/events`, reply: createdEvent, status: 201 }];
    const argv = ['events', 'create', '--set', 'ts=yesterday', '--kind', 'note', '--title', 'Vet'];
    const { requests } = await runProgram([...argv, '-o', 'json'], { exchanges });
    expect(JSON.parse(String(requests.at(-1)?.body))).toMatchObject({
      ts: '2026-11-18T22:00:00.000Z',
    });
  });
});

test.each(['2026-11-20', '2026-11-20T06:30:00Z', '2026-11-20T06:30'])(
  'an ISO date requires no request for the time: %s',
  async (typed) => {
    const sent = encodeURIComponent(typed);
    const list = { on: `GET ${P}/tasks?createdAt_from=${sent}&limit=50`, reply: page };
    const argv = ['tasks', 'list', '--created-at-from', typed, '-o', 'json'];
    const { code, stderr } = await runProgram(argv, { exchanges: [list] });
    expect([stderr, code]).toEqual(['', 0]);
  },
);

test('an empty value clears a date', async () => {
  const id = 'task_01KANB6V7K8S3Q9D5T2W4X6Y7Z';
  const exchanges = [{ on: `PATCH ${P}/tasks/${id}`, reply: { id, title: 'Vet' } }];
  const argv = ['tasks', 'update', id, '--due-date', '', '-o', 'json'];
  const { requests } = await runProgram(argv, { exchanges });
  expect(JSON.parse(String(requests[0]?.body))).toEqual({ dueDate: null });
});

test.each([
  ['31/11/2569', '2026-11 has no day 31; the year 2569 is written 2026 here'],
  ['30/11/2569', 'the year 2569 is 2026 here: write 2026-11-30'],
  ['2569-11-30', 'the year 2569 is 2026 here: write 2026-11-30'],
  ['30.11.2026', 'write 2026-11-30'],
  ['2026-11-31', '2026-11 has no day 31'],
])('%s is rejected with the accepted formats', async (date, hint) => {
  const argv = ['daily-logs', 'create', '--flock-id', 'flock_1', '--date', date];
  const { code, stderr } = await runProgram(argv, { exchanges: [] });
  expect(code).toBe(2);
  expect(stderr).toContain(hint);
});
