import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type FixCall, fixCommandParts, readFix } from '../../src/cli/pages/core/fix-command.ts';
import { exampleId } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, requiredFields } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { runProgram } from '../support/run-program.ts';

const FARM = 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
const FLOCK = 'flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ';

test.each<[string, FixCall, string]>([
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
    'a row that needs more than the call says',
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
    'a farm for a row that has none',
    { method: 'POST', path: '/users', body: { farmId: FARM, name: null, role: 'worker' } },
    `farmctl api POST /users --set farmId=${FARM} --set name=<value> --set role=worker`,
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
    'a value that is none for its field',
    { method: 'PATCH', path: '/barns/barn_1', body: { capacity: 'many' } },
    'farmctl api PATCH /barns/barn_1 --set capacity=many',
  ],
  ['another path', { method: 'POST', path: '/actions/undo' }, 'farmctl api POST /actions/undo'],
  [
    'a row that nobody writes',
    { method: 'POST', path: '/agent-runs', body: {} },
    'farmctl api POST /agent-runs',
  ],
  [
    'a text that steers a terminal',
    { method: 'PATCH', path: '/tasks/task_1', body: { title: 'a\u001b[2Jb\u202ec' } },
    "farmctl tasks update task_1 --title 'a\\x1b[2Jb\\u202ec'",
  ],
])('%s', (_name, fix, command) => {
  expect(fixCommandParts(fix).join(' ')).toBe(command);
});

test.each([
  ['nothing', null],
  ['a text', 'POST /tasks'],
  ['an object without a path', { method: 'POST' }],
])('%s is no fix', (_name, value) => {
  expect(readFix(value)).toBeUndefined();
});

test('a fix is read without what it has besides', () => {
  const fix = { method: 'POST', path: '/tasks', body: { title: null }, action: 'create_task' };
  expect(readFix(fix)).toEqual({ method: 'POST', path: '/tasks', body: { title: null } });
});

describe('what is typed sends the call', () => {
  const writable = Object.values<ResourceDefinition>(resources).filter(({ readOnly }) => !readOnly);

  test.each(writable)('of $name', async ({ name, idPrefix, example }) => {
    const { farmId: _farm, ...body } = example;
    const calls: readonly FixCall[] = [
      { method: 'POST', path: `/${name}`, body },
      { method: 'PATCH', path: `/${name}/${exampleId(idPrefix)}`, body },
    ];
    for (const fix of calls) expect(await sentBy(fix)).toEqual(body);
  });

  test('what is to be filled in has the flags of the fields', () => {
    for (const definition of writable) {
      const command = fixCommandParts({
        method: 'POST',
        path: `/${definition.name}`,
        body: {},
      }).join(' ');
      const blanks = command.match(/<[^>]+>/g) ?? [];
      expect([definition.name, blanks.length]).toEqual([
        definition.name,
        requiredFields(definition).length,
      ]);
    }
  });
});

/** The body that arrives when the command of a call is typed into a shell. */
async function sentBy(fix: FixCall): Promise<unknown> {
  const typed = execFileSync('sh', ['-c', `printf '%s\\0' ${fixCommandParts(fix).join(' ')}`], {
    encoding: 'utf8',
  });
  const [program, ...argv] = typed.split('\0').slice(0, -1);
  const on = `${fix.method} /v1/platform${fix.path}`;
  const { requests, stderr } = await runProgram(argv, { exchanges: [{ on, reply: { id: 'x' } }] });
  const [request] = requests;
  if (!request) throw new Error(`${program} ${argv.join(' ')} sent nothing: ${stderr}`);
  return JSON.parse(request.body ?? 'null');
}
