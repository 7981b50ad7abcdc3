import { describe, expect, test } from 'vitest';
import { type FixCall, fixCommandParts, readFix } from '../../src/cli/pages/core/fix-command.ts';
import { findGaps } from '../../src/farming/gaps/find-gaps.ts';
import { setupOf } from '../../src/farming/setup/setup.ts';
import { exampleId } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, requiredFields } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { aBarn, aFlock, aSnapshot, row } from '../support/a-snapshot.ts';
import { runProgram } from '../support/run-program.ts';
import { shellWords } from '../support/shell-words.ts';
import { typeFixes } from '../support/type-fixes.ts';

const FARM = 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
const FLOCK = 'flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ';

/** A call as the service sends it, with its operation. */
type Call = Pick<FixCall, 'method' | 'path' | 'body'>;

function fixOf(call: Call): FixCall {
  const { fix } = typeFixes({ fix: call });
  return { operation: '', ...fix };
}

function commandOf(call: Call): string {
  return fixCommandParts(fixOf(call)).join(' ');
}

test.each<[string, Call, string]>([
  [
    'a new row',
    {
      method: 'POST',
      path: '/daily-logs',
      body: { flockId: FLOCK, date: '2026-11-21', mortality: null },
    },
    `farmctl daily-logs create --flock-id ${FLOCK} --date 2026-11-21 --mortality <number>`,
  ],
  [
    'a row of the farm',
    { method: 'POST', path: '/contacts', body: { farmId: FARM, kind: 'vet', name: null } },
    `farmctl contacts create --farm ${FARM} --kind vet --name <text>`,
  ],
  [
    'a row that needs more than the call contains',
    { method: 'POST', path: '/daily-logs', body: { flockId: FLOCK } },
    `farmctl daily-logs create --date <day> --flock-id ${FLOCK}`,
  ],
  [
    'a changed row',
    { method: 'PATCH', path: '/farms/farm_1', body: { latitude: null, longitude: -34.91 } },
    'farmctl farms update farm_1 --latitude <number> --longitude=-34.91',
  ],
  [
    'a source to be adopted, under its own name',
    {
      method: 'POST',
      path: '/os/cameras/adopt',
      body: { farmId: FARM, source: "it's $HOME", barnId: 'barn_1', name: "it's $HOME" },
    },
    `farmctl cameras adopt 'it'\\''s $HOME' --farm ${FARM} --barn barn_1`,
  ],
  [
    'a source that could be read as a flag',
    { method: 'POST', path: '/os/cameras/adopt', body: { farmId: FARM, source: '--yes' } },
    `farmctl api POST /os/cameras/adopt --set farmId=${FARM} --set source=--yes`,
  ],
  [
    'a text with quotes',
    { method: 'PATCH', path: '/tasks/task_1', body: { title: "Dana's list" } },
    "farmctl tasks update task_1 --title 'Dana'\\''s list'",
  ],
  [
    'a farm that a new user may access',
    { method: 'POST', path: '/users', body: { farmId: FARM, name: null, role: 'worker' } },
    `farmctl users create --farm ${FARM} --name <text> --role worker`,
  ],
  [
    'a field without a flag',
    {
      method: 'PATCH',
      path: '/tasks/task_1',
      body: { colour: 'red', shade: '7', parts: [1, 'a'] },
    },
    `farmctl api PATCH /tasks/task_1 --set colour=red --set 'shade="7"' --set 'parts=[1,"a"]'`,
  ],
  [
    'a value that is invalid for its field',
    { method: 'PATCH', path: '/barns/barn_1', body: { capacity: 'many' } },
    'farmctl api PATCH /barns/barn_1 --set capacity=many',
  ],
  [
    'a webhook to enable',
    { method: 'PATCH', path: '/os/webhooks/webhook_1', body: { enabled: true } },
    'farmctl webhook update webhook_1 --enabled',
  ],
  [
    'a webhook to enable at another address',
    { method: 'PATCH', path: '/os/webhooks/webhook_1', body: { url: null, enabled: true } },
    'farmctl webhook update webhook_1 --url <url> --enabled',
  ],
  [
    'a webhook without an owner',
    { method: 'POST', path: '/os/webhooks/webhook_1/adopt', body: {} },
    'farmctl webhook adopt webhook_1',
  ],
  ['another path', { method: 'POST', path: '/actions/undo' }, 'farmctl api POST /actions/undo'],
  [
    'a row that cannot be written',
    { method: 'POST', path: '/agent-runs', body: {} },
    'farmctl api POST /agent-runs',
  ],
  [
    'a text with control characters',
    { method: 'PATCH', path: '/tasks/task_1', body: { title: 'a\u001b[2Jb\u202ec' } },
    "farmctl tasks update task_1 --title 'a\\x1b[2Jb\\u202ec'",
  ],
])('%s', (_name, call, command) => {
  expect(commandOf(call)).toBe(command);
});

test.each([
  ['nothing', null],
  ['a text', 'POST /tasks'],
  ['an object without a path', { method: 'POST' }],
])('%s is not a fix', (_name, value) => {
  expect(readFix(value)).toBeUndefined();
});

test('additional members of a fix are ignored', () => {
  const fix = { method: 'POST', path: '/tasks', body: { title: null }, action: 'create_task' };
  expect(readFix(typeFixes({ fix }).fix)).toEqual({
    operation: 'createTask',
    resource: 'tasks',
    method: 'POST',
    path: '/tasks',
    body: { title: null },
  });
});

const writable = Object.values<ResourceDefinition>(resources).filter(({ readOnly }) => !readOnly);

describe('the command of a fix sends its call', () => {
  const calls: readonly Call[] = writable.flatMap(({ name, idPrefix, example }) => {
    const { farmId: _farm, ...body } = example;
    return [
      { method: 'POST', path: `/${name}`, body },
      { method: 'PATCH', path: `/${name}/${exampleId(idPrefix)}`, body },
    ];
  });
  const typed = shellWords(calls.map((call) => commandOf(call)));

  test.each(calls.map((call, index) => ({ ...call, words: typed[index] ?? [] })))(
    '$method $path',
    async ({ method, path, body, words: [program, ...argv] }) => {
      const exchange = { on: `${method} /v1/platform${path}`, reply: { id: 'x' } };
      const { requests, stderr } = await runProgram(argv, { exchanges: [exchange] });
      expect([program, requests.length, stderr]).toEqual(['farmctl', 1, expect.any(String)]);
      expect(JSON.parse(requests[0]?.body ?? 'null')).toEqual(body);
    },
  );
});

test('gaps and setup steps of an empty farm have commands of their resources', () => {
  const farm = row('farms', { id: FARM, name: 'North' });
  const bare = aSnapshot({ farm, reach: 'nobody' });
  const planned = aSnapshot({ farm, reach: 'nobody', barns: [aBarn()], liveFlocks: [aFlock()] });
  const fixes = [bare, planned].flatMap((snapshot) => [
    ...findGaps(snapshot),
    ...setupOf(snapshot).items,
  ]);
  const commands = fixes.flatMap(({ fix }) => (fix ? [commandOf(fix as Call)] : []));
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter((command) => command.startsWith('farmctl api'))).toEqual([]);
});

test('placeholders have the flags of their fields', () => {
  for (const definition of writable) {
    const call = { method: 'POST', path: `/${definition.name}`, body: {} };
    const blanks = commandOf(call).match(/<[^>]+>/g) ?? [];
    // A media item is created with its file.
    const files = definition.name === 'media' ? 1 : 0;
    expect([definition.name, blanks.length]).toEqual([
      definition.name,
      requiredFields(definition).length + files,
    ]);
  }
});
