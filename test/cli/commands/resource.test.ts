import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../../src/model/core/resource.ts';
import { resources } from '../../../src/model/resources/registry.ts';
import type { Exchange } from '../../support/fake-transport.ts';
import { type RunInput, runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FARM = 'farm_01K9FARMAAAAAAAAAAAAAAAAAA';
const BARN = 'barn_01K9BARNAAAAAAAAAAAAAAAAAA';
const FLOCK = 'flock_01K9FKAAAAAAAAAAAAAAAAAAAA';
const meta = { total: 0, limit: 50, offset: 0, hasMore: false };
const emptyPage = { data: [], meta };
const me: Exchange = {
  on: 'GET /v1/platform/me',
  reply: {
    farms: [
      { id: FARM, name: 'North' },
      { id: `${FARM.slice(0, -1)}B`, name: 'South' },
    ],
  },
};

/** The requests of a command line, with empty responses; lookups are first. */
async function requestsOf(argv: readonly string[], exchanges: readonly Exchange[]) {
  const result = await runProgram([...argv, '-o', 'json'], { exchanges });
  expect({ code: result.code, stderr: result.stderr }).toMatchObject({ code: 0 });
  return result.requests.map(({ method, path, body }) => ({ method, path, body }));
}

describe('list: flags to query', () => {
  test.each<[readonly string[], string]>([
    [['flocks', 'list'], '/flocks?limit=50'],
    [['flocks', 'list', '--status', 'active', '--q', 'B1'], '/flocks?q=B1&status=active&limit=50'],
    [
      [
        'flocks',
        'list',
        '--placement-date-from',
        '2026-11-01',
        '--placement-date-to',
        '2026-11-30',
      ],
      '/flocks?placementDate_from=2026-11-01&placementDate_to=2026-11-30&limit=50',
    ],
    [
      ['tasks', 'list', '--order', 'dueDate', '--dir', 'asc'],
      '/tasks?order=dueDate&dir=asc&limit=50',
    ],
    [['tasks', 'list', '--offset', '100', '--limit', '7'], '/tasks?offset=100&limit=7'],
    [['tasks', 'list', '--cursor', 'abc'], '/tasks?cursor=abc&limit=50'],
    [['alerts', 'list', '--all'], '/alerts?limit=200'],
    [['env-readings', 'list', '--all'], '/env-readings?limit=2000'],
    [['env-readings', 'list', '--limit', '500'], '/env-readings?limit=500'],
    [['daily-logs', 'list', '--flock-id', FLOCK], `/daily-logs?flockId=${FLOCK}&limit=50`],
    [['field-reports', 'list', '--is-question', 'true'], '/field-reports?isQuestion=true&limit=50'],
    [
      ['flocks', 'list', '--fields', 'code,createdBy.id,live'],
      '/flocks?fields=code%2CcreatedBy%2Clive%2CmortalityDaysUnlogged&limit=50',
    ],
    [['barns', 'list', '--farm', FARM], `/barns?farmId=${FARM}&limit=50`],
    [['farms', 'list', '--farm', FARM], `/farms?farmId=${FARM}&limit=50`],
  ])('%j', async (argv, path) => {
    await requestsOf(argv, [{ on: `GET /v1/platform${path}`, reply: emptyPage }]);
  });

  test('names are resolved: the farm among those of the key, the barn in that farm', async () => {
    const requests = await requestsOf(
      ['flocks', 'list', '--farm', 'north', '--barn-id', 'House 1'],
      [
        me,
        {
          on: `GET /v1/platform/barns?q=House+1&farmId=${FARM}&limit=200`,
          reply: { data: [{ id: BARN, name: 'House 1' }], meta },
        },
        { on: `GET /v1/platform/flocks?barnId=${BARN}&farmId=${FARM}&limit=50`, reply: emptyPage },
      ],
    );
    expect(requests).toHaveLength(3);
  });

  test('the farm of the settings filters every list except farms', async () => {
    const environment = { FARMCTL_FARM: FARM };
    await runProgram(['farms', 'list'], {
      environment,
      exchanges: [{ on: 'GET /v1/platform/farms?limit=50', reply: emptyPage }],
    });
    const result = await runProgram(['barns', 'list'], {
      environment,
      exchanges: [{ on: `GET /v1/platform/barns?farmId=${FARM}&limit=50`, reply: emptyPage }],
    });
    expect(result.code).toBe(0);
  });
});

describe('list: how many', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `t${from + index}`, title: 'x' }));
  const page = (
    on: string,
    data: readonly object[],
    more: Partial<typeof meta> & { nextCursor?: string },
  ) => ({
    on: `GET /v1/platform/tasks?${on}`,
    reply: { data, meta: { ...meta, total: 1204, ...more } },
  });
  const run = (argv: readonly string[], input: RunInput) =>
    runProgram(['tasks', 'list', '--jq', 'length', ...argv], input);

  test('omitted rows are reported on stderr', async () => {
    const exchanges = [page('limit=50', rows(0, 50), { hasMore: true, nextCursor: 'a' })];
    expect(await run([], { exchanges })).toMatchObject({
      code: 0,
      stdout: '50\n',
      stderr: '50 of 1,204; --all for the rest\n',
    });
  });

  test('nothing is printed if nothing is omitted', async () => {
    const exchanges = [page('limit=50', rows(0, 3), { total: 3 })];
    expect(await run([], { exchanges })).toMatchObject({ stdout: '3\n', stderr: '' });
  });

  test('more than a page is read page by page', async () => {
    const exchanges = [
      page('limit=200', rows(0, 200), { hasMore: true, nextCursor: 'a' }),
      page('cursor=a&limit=200', rows(200, 200), { hasMore: true, nextCursor: 'b' }),
    ];
    expect(await run(['--limit', '250'], { exchanges })).toMatchObject({
      stdout: '250\n',
      stderr: '250 of 1,204; --all for the rest\n',
    });
  });

  test('--all reads all rows', async () => {
    const exchanges = [
      page('limit=200', rows(0, 200), { hasMore: true, nextCursor: 'a' }),
      page('cursor=a&limit=200', rows(200, 4), { total: 204 }),
    ];
    expect(await run(['--all'], { exchanges })).toMatchObject({ stdout: '204\n', stderr: '' });
  });
});

describe('create and update: flags to body', () => {
  test.each<[readonly string[], string, object]>([
    [
      [
        'flocks',
        'create',
        '--barn-id',
        BARN,
        '--placement-date',
        '2026-11-01',
        '--chicks-ordered',
        '20000',
      ],
      'POST /flocks',
      { barnId: BARN, placementDate: '2026-11-01', chicksOrdered: 20_000 },
    ],
    [
      ['farms', 'create', '--name', '007', '--latitude', '32.36', '--set', 'currency=EUR'],
      'POST /farms',
      { name: '007', latitude: 32.36, currency: 'EUR' },
    ],
    [
      ['tasks', 'create', '--title', 'Weigh', '--farm', FARM],
      `POST /tasks?farmId=${FARM}`,
      { title: 'Weigh' },
    ],
    [
      ['automations', 'create', '--name', 'Cool', '--enabled', '--trigger', '{"metric":"temp"}'],
      'POST /automations',
      { name: 'Cool', enabled: true, trigger: { metric: 'temp' } },
    ],
    [
      ['automations', 'create', '--name', 'Cool', '--enabled', 'false'],
      'POST /automations',
      { name: 'Cool', enabled: false },
    ],
    [
      ['media', 'create', '--tags', 'wet litter, east'],
      'POST /media',
      { tags: ['wet litter', 'east'] },
    ],
    [
      ['users', 'create', '--name', 'Dana', '--lang', 'he'],
      'POST /users',
      { name: 'Dana', lang: 'he' },
    ],
    [
      ['users', 'create', '--farm', FARM, '--name', 'Dana'],
      `POST /users?farmId=${FARM}`,
      { name: 'Dana' },
    ],
    [
      ['flocks', 'update', FLOCK, '--notes', '', '--set', 'targetWeightKg=2.6'],
      `PATCH /flocks/${FLOCK}`,
      { targetWeightKg: 2.6, notes: null },
    ],
    [
      ['flocks', 'update', FLOCK, '--set', 'status=closed', '--status', 'selling'],
      `PATCH /flocks/${FLOCK}`,
      { status: 'selling' },
    ],
  ])('%j', async (argv, line, body) => {
    const [method = '', path = ''] = line.split(' ');
    const on = `${method} /v1/platform${path}`;
    const requests = await requestsOf(argv, [{ on, status: 201, reply: { id: 'x' } }]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(body);
  });

  test.each([
    ['get', 'GET'],
    ['update', 'PATCH', '--notes', 'x'],
    ['delete', 'DELETE', '--yes'],
  ])('%s of an id on another farm than --farm is rejected', async (verb, method, ...flags) => {
    const at = `/v1/platform/flocks/${FLOCK}`;
    const row = { id: FLOCK, farmId: FARM };
    const read: Exchange = { on: `GET ${at}`, reply: row };
    const line = ['flocks', verb, FLOCK, ...flags, '--farm'];
    const other = `${FARM.slice(0, -1)}B`;
    const refused = await runProgram([...line, other], { exchanges: [read] });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`the flock ${FLOCK} does not belong to the farm ${other}`);
    const exchanges = [read, { on: `${method} ${at}`, reply: row }];
    expect((await runProgram([...line, FARM], { exchanges })).code).toBe(0);
  });

  test('--input is a JSON object, which flags override', async () => {
    const { code, requests, stderr } = await runProgram(
      ['flocks', 'update', FLOCK, '--input', '-', '--breed', 'Cobb 500'],
      {
        stdin: JSON.stringify({ id: FLOCK, breed: 'Ross 308', notes: 'x', live: 5, bred: 'y' }),
        exchanges: [{ on: `PATCH /v1/platform/flocks/${FLOCK}`, reply: { id: FLOCK, code: 'B1' } }],
      },
    );
    expect(code).toBe(0);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      id: FLOCK,
      breed: 'Cobb 500',
      notes: 'x',
      live: 5,
      bred: 'y',
    });
    expect(stderr).toBe(
      'farmctl: bred is not a field of flocks and is ignored; did you mean breed?\n' +
        `updated flock ${FLOCK} (B1)\n`,
    );
  });

  test('a parent can be given by name instead of its id', async () => {
    const requests = await requestsOf(
      ['daily-logs', 'create', '--flock-id', 'B1-2611', '--date', '2026-11-20'],
      [
        {
          on: 'GET /v1/platform/flocks?q=B1-2611&limit=200',
          reply: { data: [{ id: FLOCK, code: 'B1-2611' }], meta },
        },
        { on: 'POST /v1/platform/daily-logs', status: 201, reply: { id: 'log_1' } },
      ],
    );
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({ flockId: FLOCK, date: '2026-11-20' });
  });

  test.each<[readonly string[], string]>([
    [['flocks', 'create', '--code', 'B1'], 'a flock needs --barn-id and --placement-date'],
    [['farms', 'create', '--name', ''], 'a farm needs --name'],
    [
      ['farms', 'create', '--name', 'x', '--latitude', 'north'],
      '--latitude must be a number, not "north"',
    ],
    [
      ['farms', 'create', '--set', 'nam=x'],
      '--set: nam is not a field that can be written; did you mean name?',
    ],
    [['farms', 'create', '--set', 'name'], '--set must be field=value, not "name"'],
    [['farms', 'create', '--input', '-'], '--input must hold one JSON object'],
    [['flocks', 'update', FLOCK], 'there is nothing to change; give a field, --set or --input'],
    [
      ['flocks', 'update', FLOCK, '--breed', 'x', '--if-match', 'new'],
      '--if-match must be the version of a row',
    ],
  ])('%j is a usage error and sends nothing', async (argv, message) => {
    const { code, stdout, stderr } = await runProgram(argv, { stdin: '[]' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`farmctl: ${message}`);
  });

  test.each(['3', 'v3', '"v3"'])('--if-match %s is the version 3', async (version) => {
    const { requests } = await runProgram(
      ['flocks', 'update', FLOCK, '--breed', 'x', '--if-match', version],
      { exchanges: [{ on: `PATCH /v1/platform/flocks/${FLOCK}`, reply: { id: FLOCK } }] },
    );
    expect(requests[0]?.headers).toMatchObject({ 'if-match': '"v3"' });
  });

  test('the row is printed to stdout, the note to stderr', async () => {
    const reply = { id: 'farm_1', name: 'North\u001b[2J', version: 1 };
    const exchanges = [{ on: 'POST /v1/platform/farms', status: 201, reply }];
    const argv = ['farms', 'create', '--name', 'North', '--fields', 'id,name,version'];
    expect(await runProgram(argv, { exchanges })).toMatchObject({
      code: 0,
      stdout: 'id\tfarm_1\nname\tNorth\\x1b[2J\nversion\t1\n',
      stderr: 'created farm farm_1 (North\\x1b[2J)\n',
    });
    expect(
      await runProgram(['farms', 'create', '--name', 'x', '--jq', '.id'], { exchanges }),
    ).toMatchObject({ code: 0, stdout: 'farm_1\n' });
  });

  test.each<readonly string[]>([
    ...Object.values<ResourceDefinition>(resources).flatMap(({ name, readOnly }) =>
      readOnly
        ? []
        : [
            [name, 'create', '--input', '-'],
            [name, 'update', FLOCK, '--input', '-'],
            [name, 'delete', FLOCK, '--yes'],
          ],
    ),
    ['act', 'create_task', '--title', 'Call the vet'],
    ['act', 'log_daily', '--input', '-'],
    ['keys', 'create', 'brain', '--scope', 'read:*'],
    ['keys', 'update', 'brain', '--name', 'x'],
    ['keys', 'revoke', 'brain', '--yes'],
    ['webhook', 'add', 'https://a.example', '--events', 'all', '--fields', 'secret,nowhere'],
    ['webhook', 'update', 'a.example', '--events', 'all'],
    ['webhook', 'adopt', 'a.example'],
    ['webhook', 'remove', 'a.example', '--yes'],
    ['webhook', 'rotate', 'a.example', '--fields', 'secret,nowhere'],
    ['media', 'upload', 'photo.jpg'],
    ['media', 'analyze', 'media_1'],
    ['init', '--demo'],
  ])('--fields is checked before anything is sent: %s %s', async (...words) => {
    const fields = words.includes('--fields') ? [] : ['--fields', 'nowhere'];
    const result = await runProgram([...words, ...fields], { stdin: '{}' });
    expect([result.code, result.requests]).toEqual([2, []]);
    expect(result.stderr).toContain('--fields: there is no field "nowhere"');
  });

  test('fields of a new key can be selected, including the key', async () => {
    const reply = { id: 'key_1', name: 'brain', key: 'fk_live_x' };
    const { code, stdout } = await runProgram(
      ['keys', 'create', 'brain', '--scope', 'read:*', '--fields', 'id,key'],
      { exchanges: [{ on: 'POST /v1/platform/os/keys', status: 201, reply }] },
    );
    expect([code, stdout]).toEqual([0, 'id\tkey_1\nkey\tfk_live_x\n']);
  });

  test('a successful write that cannot be printed exits with 9', async () => {
    const exchanges = [{ on: 'POST /v1/platform/farms', status: 201, reply: { id: 'farm_1' } }];
    const result = await runProgram(['farms', 'create', '--name', 'x', '--jq', '.id | keys'], {
      exchanges,
    });
    expect(result).toMatchObject({ code: 9, stdout: '' });
    expect(result.stderr).toContain('created farm farm_1, but it cannot be printed: --jq: ');
  });

  test('a write has an Idempotency-Key, the same for every attempt', async () => {
    const on = 'POST /v1/platform/farms';
    const { requests } = await runProgram(['farms', 'create', '--name', 'x'], {
      exchanges: [
        { on, status: 503, reply: {} },
        { on, status: 201, reply: { id: 'farm_1' } },
      ],
    });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
  });
});

describe('get', () => {
  test('shows all fields in the order of the model, with units, on a terminal', async () => {
    const { stdout } = await runProgram(['flocks', 'get', FLOCK], {
      isTerminal: true,
      environment: { NO_COLOR: '1' },
      exchanges: [
        {
          on: `GET /v1/platform/flocks/${FLOCK}`,
          reply: {
            id: FLOCK,
            code: 'B1',
            targetWeightKg: 2.6,
            updatedAt: '2026-11-21T07:00:00.000Z',
          },
        },
      ],
    });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `ID                   ${FLOCK}`,
      'Barn',
      'Code                 B1',
    ]);
    expect(stdout).toContain('\nTarget weight        2.6 kg\n');
    expect(stdout).toContain('(1h ago)\n');
  });

  test('accepts the name of a row', async () => {
    const { code, stdout } = await runProgram(['farms', 'get', 'North', '--jq', '.id'], {
      exchanges: [me, { on: `GET /v1/platform/farms/${FARM}`, reply: { id: FARM } }],
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${FARM}\n` });
  });

  test.each([
    [['--lang', 'es-MX'], 'es'],
    [[], undefined],
  ])('get with %j requests texts in the selected language', async (flags, language) => {
    const exchanges = [{ on: 'GET /v1/platform/alerts/alert_1', reply: { id: 'alert_1' } }];
    const { requests } = await runProgram(['alerts', 'get', 'alert_1', ...flags], { exchanges });
    expect(requests[0]?.headers?.['accept-language']).toBe(language);
  });

  test('get of another resource accepts only ids, whatever they look like', async () => {
    const { code } = await runProgram(['expenses', 'get', 'a/../b'], {
      exchanges: [
        {
          on: 'GET /v1/platform/expenses/a%2F..%2Fb',
          status: 404,
          reply: { error: 'not_found', message: 'No.' },
        },
      ],
    });
    expect(code).toBe(3);
  });
});

describe('delete', () => {
  const exchanges = [
    { on: `DELETE /v1/platform/flocks/${FLOCK}`, reply: { id: FLOCK, deleted: true } },
  ];
  const argv = ['flocks', 'delete', FLOCK];

  test('--yes deletes', async () => {
    expect(await runProgram([...argv, '--yes', '-o', 'jsonl'], { exchanges })).toMatchObject({
      code: 0,
      stdout: `{"id":"${FLOCK}","deleted":true}\n`,
      stderr: `deleted flock ${FLOCK}\n`,
    });
  });

  test('delete without --yes and a terminal sends nothing', async () => {
    const { code, stderr } = await runProgram(argv, { stdin: 'y\n' });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'an answer is required, and this is not an interactive terminal: give --yes',
    );
  });

  const flockExchange = {
    on: `GET /v1/platform/flocks/${FLOCK}`,
    reply: { id: FLOCK, code: 'B1-2611' },
  };

  test('asks for confirmation with the name of the row, and deletes it after a yes', async () => {
    const { code, stderr } = await runProgram(argv, {
      typed: 'y\n',
      exchanges: [flockExchange, ...exchanges],
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`deleted flock ${FLOCK}`);
  });

  test.each(['\n', 'n\n'])('%j deletes nothing, which is not an error', async (typed) => {
    const declined = await runProgram(argv, { typed, exchanges: [flockExchange] });
    expect(declined).toMatchObject({ code: 0, stdout: '' });
    expect(declined.stderr).toContain('nothing was changed\n');
  });

  test.each([
    ['en', `Delete flock B1-2611 (${FLOCK})?`],
    ['he', `למחוק את להקה B1-2611 (${FLOCK})?`],
    ['th', `ลบ ฝูง B1-2611 (${FLOCK}) หรือไม่`],
    ['zh', `删除 批次 B1-2611 (${FLOCK})？`],
    ['es', `¿Borrar lote B1-2611 (${FLOCK})?`],
  ])('delete in %s asks for confirmation with %s', async (lang, question) => {
    const { asked } = await runProgram([...argv, '--lang', lang], {
      typed: '\n',
      exchanges: [flockExchange],
    });
    expect(asked).toContain(question);
  });

  test('delete of an unknown row does not ask for confirmation', async () => {
    const missing = {
      ...flockExchange,
      status: 404,
      reply: { error: 'not_found', message: 'No row.' },
    };
    const { code, asked } = await runProgram(argv, { typed: 'y\n', exchanges: [missing] });
    expect([code, asked]).toEqual([3, '']);
  });
});

const definitions: readonly ResourceDefinition[] = Object.values(resources);

describe.each(definitions)('$name', (definition) => {
  const verbs = definition.readOnly
    ? ['list', 'get']
    : ['list', 'get', 'create', 'update', 'delete'];

  test.each(verbs)('%s has its help', async (verb) => {
    const { code, stdout } = await runProgram([definition.name, verb, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: farmctl ${definition.name} ${verb}`);
    expect(stdout.match(/^ {2}\$ farmctl /gm)?.length ?? 0).toBe(2);
  });
});

describe('several farms are pinned', () => {
  const SOUTH = 'farm_01K9FARMBBBBBBBBBBBBBBBBBB';

  async function run(argv: readonly string[], exchanges: readonly Exchange[] = []) {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, '.farmctl.json'), JSON.stringify({ farms: [FARM, SOUTH] }));
    return runProgram(argv, { cwd, exchanges });
  }

  test('a list combines them, and reports that there may be more', async () => {
    const row = {
      on: `GET /v1/platform/tasks?farmId=${FARM}&limit=1`,
      reply: { data: [{ id: 'a' }], meta: { ...meta, total: 1 } },
    };
    expect(await run(['tasks', 'list', '--limit', '1', '--jq', '.[].id'], [row])).toMatchObject({
      code: 0,
      stdout: 'a\n',
      stderr: '1; --all for the rest\n',
    });
  });

  test('an offset is rejected, since it would be ambiguous', async () => {
    const { code, stderr } = await run(['tasks', 'list', '--offset', '10']);
    expect(code).toBe(2);
    expect(stderr).toContain('--offset and --cursor work within one farm; choose it with --farm');
  });

  test('a new row requires one of them', async () => {
    const created = { on: 'POST /v1/platform/tasks', status: 201, reply: { id: 'a' } };
    expect((await run(['tasks', 'create', '--title', 'x'], [created])).code).toBe(0);
  });
});

test('a feed order set to delivered names the new delivery and its day', async () => {
  const id = 'order_01M8KYKDT7E00SZ4CG2KDK0S1M';
  const reply = { id, status: 'delivered', deliveredAt: '2026-11-19', deliveryId: 'delivery_1' };
  const update = (flags: readonly string[], row: object = reply) =>
    runProgram(['feed-orders', 'update', id, ...flags], {
      exchanges: [{ on: `PATCH /v1/platform/feed-orders/${id}`, reply: row }],
    });
  const { stderr } = await update(['--status', 'delivered']);
  expect(stderr).toContain('delivery of the order: delivery_1, dated Nov 19, 2026;');
  const { stderr: other } = await update(['--notes', 'x']);
  expect(other).not.toContain('delivery_1');
});

test('deaths of flocks are marked as a lower bound, and live birds as an upper one, if days are not logged', async () => {
  const rows = [
    { code: 'B1', live: 19_580, cumMortalityPct: 2.1, mortalityDaysUnlogged: 29 },
    { code: 'B2', live: 19_828, cumMortalityPct: 0.86, mortalityDaysUnlogged: 0 },
    { code: 'B3', live: 0, cumMortalityPct: null, mortalityDaysUnlogged: 3 },
  ];
  const on =
    'GET /v1/platform/flocks?fields=code%2Clive%2CmortalityDaysUnlogged%2CcumMortalityPct&limit=50';
  const meta = { total: 3, limit: 50, offset: 0, hasMore: false };
  const flags = ['--fields', 'code,live,cumMortalityPct', '-o', 'table'];
  const { stdout, stderr } = await runProgram(['flocks', 'list', ...flags], {
    exchanges: [{ on, reply: { data: rows, meta } }],
  });
  const lines = stdout.trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['B1', '≤19,580', '≥2.1'],
    ['B2', '19,828', '0.86'],
    ['B3', '0'],
  ]);
  expect(stderr.split('\n')).toEqual([
    '≤ at most: deaths are not logged on every day since placement',
    '≥ at least: deaths are not logged on every day since placement',
    '',
  ]);
});

test('birds of farms are marked as an upper bound if deaths are not logged', async () => {
  const rows = [
    { name: 'North', birds: 19_580, mortalityDaysUnlogged: 29 },
    { name: 'South', birds: 19_828, mortalityDaysUnlogged: 0 },
  ];
  const on = 'GET /v1/platform/farms?fields=name%2Cbirds%2CmortalityDaysUnlogged&limit=50';
  const meta = { total: 2, limit: 50, offset: 0, hasMore: false };
  const flags = ['--fields', 'name,birds', '-o', 'table'];
  const { stdout, stderr } = await runProgram(['farms', 'list', ...flags], {
    exchanges: [{ on, reply: { data: rows, meta } }],
  });
  const lines = stdout.trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['North', '≤19,580'],
    ['South', '19,828'],
  ]);
  expect(stderr).toBe('≤ at most: deaths are not logged on every day since placement\n');
});

describe('the weights of flocks', () => {
  const rows = [
    { code: 'B1', weightG: 1733.7, weightEstimated: true },
    { code: 'B2', weightG: 985, weightEstimated: false },
    { code: 'B3', weightG: null, weightEstimated: null },
  ];
  const list = async (...format: readonly string[]) => {
    const on = 'GET /v1/platform/flocks?fields=code%2CweightG%2CweightEstimated&limit=50';
    const meta = { total: 3, limit: 50, offset: 0, hasMore: false };
    return runProgram(['flocks', 'list', '--fields', 'code,weightG', ...format], {
      exchanges: [{ on, reply: { data: rows, meta } }],
    });
  };

  test('are marked in a table if estimated, with an explanation', async () => {
    const { stdout, stderr } = await list('-o', 'table');
    const cells = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(cells.slice(1)).toEqual([['B1', '≈1,733.7'], ['B2', '985'], ['B3']]);
    expect(stderr).toBe(
      '≈ estimate: carried on from the last weighing along the standard of the breed\n',
    );
  });

  test.each([
    ['csv', 'code,weightG\nB1,1733.7\nB2,985\nB3,\n'],
    ['tsv', 'B1\t1733.7\nB2\t985\nB3\t\n'],
  ])('are plain numbers in %s', async (format, text) => {
    const { stdout, stderr } = await list('-o', format);
    expect([stdout, stderr]).toEqual([text, '']);
  });
});
