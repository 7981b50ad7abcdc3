import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { expectErrorShape } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A malicious request, and its expected response. */
type Attack = readonly [name: string, request: string, status: number, body?: unknown];

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const cannotBeText = { toString: 1, valueOf: 1 };
const injection = "' or '1'='1";

const bodies: readonly Attack[] = [
  ['a huge text', 'POST /tasks', 413, `{"title":"${'x'.repeat(1_100_000)}"}`],
  ['a long text', 'POST /tasks', 400, { title: 'x'.repeat(100_000) }],
  [
    'a thousand unknown fields',
    'POST /tasks',
    400,
    Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, index])),
  ],
  ['a hundred thousand levels', 'POST /tasks', 400, nested(100_000)],
  ['half a million brackets', 'POST /tasks', 400, '['.repeat(500_000)],
  ['a key twice', 'POST /tasks', 400, '{"title":"a","title":"b"}'],
  ['a key twice inside', 'POST /tasks', 400, '{"title":"a","x":{"y":1,"y":2}}'],
  ['a list', 'POST /tasks', 400, [{ title: 'x' }]],
  ['a number', 'POST /tasks', 400, '5'],
  ['a truth', 'PATCH /tasks/{task}', 400, 'true'],
  ['__proto__ in place of fields', 'POST /tasks', 400, '{"__proto__":{"title":"x"}}'],
  [
    'constructor in place of fields',
    'POST /tasks',
    400,
    '{"constructor":{"prototype":{"title":"x"}}}',
  ],
  ['NUL in a text', 'POST /tasks', 400, { title: 'a\0b' }],
  ['NUL in a text nobody reads', 'POST /tasks', 400, { title: 'x', foo: ['\0'] }],
  ['NUL in a name nobody reads', 'PATCH /tasks/{task}', 400, { 'a\0': 1 }],
  ['NUL in JSON', 'POST /vision-events', 400, { kind: 'count', meta: { a: '\0' } }],
  ['half a character', 'POST /tasks', 400, '{"title":"\\ud83d"}'],
  [
    'half a character in JSON',
    'POST /vision-events',
    400,
    '{"kind":"count","meta":{"a":"\\udc14"}}',
  ],
  ['a terminal’s escape', 'POST /tasks', 400, { title: '\u001b[2J' }],
  ['nothing that can be seen', 'POST /tasks', 400, { title: '\u200b\u2060\ufeff ' }],
  ['an object as text', 'POST /tasks', 400, { title: { a: 1 } }],
  [
    'an object that cannot be text',
    'POST /tasks',
    400,
    { title: cannotBeText, status: cannotBeText, barnId: cannotBeText, dueDate: cannotBeText },
  ],
  ['a list as text', 'POST /tasks', 400, { title: ['x'] }],
  ['a number without end', 'POST /barns', 400, '{"name":"x","capacity":1e999}'],
  ['a number without end nobody reads', 'POST /barns', 400, '{"name":"x","foo":-1e999}'],
  [
    'a number without end in JSON',
    'POST /vision-events',
    400,
    '{"kind":"count","meta":{"a":1e999}}',
  ],
  ['a very large number', 'POST /barns', 400, '{"name":"x","capacity":1e308}'],
  ['a whole number too exact', 'POST /barns', 400, '{"name":"x","capacity":9007199254740993}'],
  ['a number as text', 'POST /barns', 201, { name: 'x', capacity: '5' }],
  ['a number in words', 'POST /barns', 400, { name: 'x', capacity: 'five' }],
  ['half a bird', 'POST /barns', 400, { name: 'x', capacity: 0.5 }],
  ['a list as number', 'POST /barns', 400, { name: 'x', capacity: [5] }],
  [
    'a day that does not exist',
    'POST /daily-logs',
    400,
    { flockId: '{flock}', date: '2026-02-29' },
  ],
  ['the 13th month', 'POST /daily-logs', 400, { flockId: '{flock}', date: '2026-13-01' }],
  ['a year of six digits', 'POST /daily-logs', 400, { flockId: '{flock}', date: '+012026-01-01' }],
  ['a day as number', 'POST /daily-logs', 400, { flockId: '{flock}', date: 20_261_101 }],
  [
    'the year 10000',
    'POST /events',
    400,
    { kind: 'note', title: 'x', ts: '10000-01-01T00:00:00Z' },
  ],
  [
    'an hour that does not exist',
    'POST /events',
    400,
    { kind: 'note', title: 'x', ts: '2026-11-01T24:00:00' },
  ],
  ['SQL as id', 'POST /tasks', 400, { title: 'x', barnId: injection }],
  ['NUL as id', 'POST /tasks', 400, { title: 'x', barnId: 'a\0b' }],
  ['a long id', 'POST /tasks', 400, { title: 'x', barnId: 'x'.repeat(10_000) }],
  ['a pattern as id', 'POST /tasks', 400, { title: 'x', barnId: '%' }],
  ['an object as id', 'POST /tasks', 400, { title: 'x', barnId: { id: '{barn}' } }],
  ['a hint at SQL', 'POST /tasks', 400, { farmId: injection }],
  ['a long hint', 'POST /tasks', 400, { farmId: 'x'.repeat(9000) }],
  ['a property of objects as status', 'POST /tasks', 400, { title: 'x', status: 'constructor' }],
  ['__proto__ as status', 'PATCH /tasks/{task}', 400, { status: '__proto__' }],
  ['a text as JSON', 'POST /controller-commands', 400, { command: 'x', params: '{"a":1}' }],
  [
    '17 kB of JSON',
    'POST /vision-events',
    400,
    { kind: 'count', meta: { a: Array(20).fill('x'.repeat(900)) } },
  ],
  ['eleven levels of JSON', 'POST /vision-events', 400, `{"kind":"count","meta":${nested(11)}}`],
  [
    '201 tags',
    'POST /media',
    400,
    { tags: Array.from({ length: 201 }, (_, index) => `t${index}`) },
  ],
  ['objects as tags', 'POST /media', 400, { tags: [{ a: 1 }] }],
  [
    'a script as address',
    'POST /devices',
    400,
    { kind: 'camera', streamUrl: 'javascript:alert(1)' },
  ],
  ['a file as address', 'POST /devices', 400, { kind: 'camera', streamUrl: 'file:///etc/passwd' }],
  [
    'a secret in place of its name',
    'POST /integrations',
    400,
    { kind: 'weather', authRef: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc' },
  ],
  [
    'a trigger of objects',
    'POST /automations',
    400,
    { name: 'x', trigger: { metric: cannotBeText, op: cannotBeText, value: cannotBeText } },
  ],
  [
    'an action of objects',
    'POST /automations',
    400,
    { name: 'x', action: { command: cannotBeText, params: [] } },
  ],
  [
    'an action of every kind',
    'POST /automations',
    400,
    { name: 'x', action: { command: 'reboot', alert: {}, task: {} } },
  ],
  ['scopes of objects', 'POST /os/keys', 400, { name: 'x', scopes: [cannotBeText] }],
  ['a name of objects', 'POST /os/keys', 400, { name: cannotBeText, scopes: ['read:*'] }],
  [
    'farms of objects',
    'POST /os/keys',
    400,
    { name: 'x', scopes: ['read:*'], farmIds: [cannotBeText] },
  ],
  ['a long id of a farm', 'POST /os/keys', 400, { name: 'x', scopes: ['read:*'], farmIds: ['%'] }],
];

const queries: readonly Attack[] = [
  ['NUL as farm', 'GET /tasks?farmId=a%00b', 403],
  ['NUL as farm of a new row', 'POST /tasks?farmId=%00', 403, { title: 'x' }],
  ['NUL as farm of a row', 'GET /tasks/{task}?farmId=%00', 403],
  ['SQL as farm', `GET /tasks?farmId=${encodeURIComponent(injection)}`, 403],
  ['a long farm', `GET /tasks?farmId=${'x'.repeat(5000)}`, 403],
  ['a query of 9 kB', `GET /tasks?q=${'x'.repeat(9000)}`, 400],
  ['NUL as filter', 'GET /tasks?barnId=%00', 400],
  ['NUL as status', 'GET /tasks?status=op%00en', 400],
  ['NUL as search', 'GET /tasks?q=%00', 400],
  ['NUL as order', 'GET /tasks?order=title%00', 400],
  ['NUL as field', 'GET /tasks?fields=id%00', 400],
  ['NUL as name', 'GET /tasks?%00=1', 400],
  ['NUL as day', 'GET /tasks?dueDate_from=2026-11-01%00', 400],
  ['NUL in a cursor', `GET /tasks?cursor=${cursorOf(['title', 'asc', 'x\0', 'y'])}`, 400],
  [
    'half a character in a cursor',
    `GET /tasks?cursor=${cursorOf('["title","asc","\\ud83d","y"]')}`,
    200,
  ],
  [
    'a number without end in a cursor',
    `GET /sales?cursor=${cursorOf('["totalWeightKg","asc",1e999,"y"]')}`,
    200,
  ],
  ['JSON in a cursor', `GET /tasks?cursor=${cursorOf(['createdBy', 'asc', 'x', 'y'])}`, 400],
  ['a list in a cursor', `GET /media?cursor=${cursorOf(['tags', 'asc', 'x', 'y'])}`, 400],
  [
    'SQL in a cursor',
    `GET /tasks?cursor=${cursorOf(['title; drop table tasks', 'asc', 'x', 'y'])}`,
    400,
  ],
  [
    'a property of objects in a cursor',
    `GET /tasks?cursor=${cursorOf(['constructor', 'asc', 'x', 'y'])}`,
    400,
  ],
  ['a wrong encoding', 'GET /tasks?status=%zz', 400],
  ['half an encoding', 'GET /tasks?status=%', 400],
  ['bytes that are no text', 'GET /tasks?status=%ff%fe', 400],
  ['a list as filter', 'GET /tasks?status[]=open', 400],
  ['an operator as filter', 'GET /tasks?status[$ne]=open', 400],
  ['__proto__ as filter', 'GET /tasks?__proto__[status]=open', 400],
  ['an exponent as limit', 'GET /tasks?limit=1e1', 400],
  ['no end as limit', 'GET /tasks?limit=Infinity', 400],
  ['a far offset', 'GET /tasks?offset=99999999999999999999', 400],
  ['SQL as order', 'GET /tasks?order=title;drop%20table%20tasks', 400],
  ['two orders', 'GET /tasks?order=title,id', 400],
  ['SQL as direction', 'GET /tasks?dir=asc;--', 400],
  ['SQL as day', `GET /tasks?dueDate_from=${encodeURIComponent(injection)}`, 400],
  ['SQL as filter', `GET /tasks?barnId=${encodeURIComponent(injection)}`, 400],
  ['SQL as page', `GET /os/keys?limit=${encodeURIComponent(injection)}`, 400],
  ['SQL as method of the audit log', `GET /os/audit?method=${encodeURIComponent(injection)}`, 200],
  ['SQL as search', `GET /tasks?q=${encodeURIComponent(injection)}`, 200],
  ['patterns as search', 'GET /tasks?q=%25%5F%2A%5C', 200],
  ['half a pattern as search', 'GET /tasks?q=%5C', 200],
];

const paths: readonly Attack[] = [
  ['a wrong encoding', 'GET /tasks/%zz', 400],
  ['bytes that are no text', 'GET /tasks/%F0%28%8C%BC', 400],
  ['NUL', 'GET /tasks/a%00b', 404],
  ['NUL to change', 'PATCH /tasks/a%00b', 404, { title: 'x' }],
  ['NUL to delete', 'DELETE /tasks/%00', 404],
  ['NUL as key', 'DELETE /os/keys/%00', 404],
  ['SQL', `GET /tasks/${encodeURIComponent(injection)}`, 404],
  ['SQL to delete', `DELETE /tasks/${encodeURIComponent("x' or 1=1 --")}`, 404],
  ['a pattern', 'DELETE /tasks/%25', 404],
  ['a star', 'GET /tasks/*', 404],
  ['a long id', `GET /tasks/${'x'.repeat(10_000)}`, 404],
  ['a long id to delete', `DELETE /tasks/${'x'.repeat(400)}`, 404],
  ['a way up', 'GET /tasks/..%2f..%2fos%2fkeys', 404],
  ['a way up in full', 'GET /tasks/../os/keys/nothing', 404],
  ['no id', 'GET /tasks/', 404],
  ['two slashes', 'GET //tasks', 404],
  ['a parameter of the path', 'GET /tasks;farmId=x', 404],
  ['an ending', 'GET /tasks/{task}.json', 404],
  ['an id in small letters', 'GET /tasks/{small}', 404],
  ['an id and a space', 'GET /tasks/{task}%20', 404],
  ['a wide form of an id', 'GET /tasks/{wide}', 404],
  ['a name in capitals', 'GET /TASKS', 404],
];

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let names: Readonly<Record<string, string>>;
    let ownId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      const { farmId, barnId, flockId } = await createFarm(service);
      const task = await create(service, 'tasks', { title: 'Mine' }, { farmId });
      names = {
        task: task.id,
        barn: barnId,
        flock: flockId,
        small: task.id.toLowerCase(),
        wide: encodeURIComponent(task.id.replace('task', 'ｔａｓｋ')),
      };
      ownId = (await service.send('GET', `/tasks/${task.id}`)).text;
    });
    afterAll(() => service.close());

    const fillIn = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all);
    const attack = async ({ request, status, body }: Case) => {
      const [method = '', path = ''] = fillIn(request).split(' ');
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      const eventCount = (await service.events()).length;
      const answer = await service.send(
        method,
        path,
        text === undefined ? {} : { body: fillIn(text) },
      );
      expect([answer.status, answer.text.slice(0, 500)]).toEqual([status, expect.anything()]);
      if (status >= 400) expectErrorShape(answer);
      expect((await service.events()).length).toBe(eventCount);
      expect((await service.send('GET', `/tasks/${names['task']}`)).text).toBe(ownId);
      expect(answer.text.length).toBeLessThan(20_000);
    };

    test.each(casesOf(bodies))('a body with $name', attack);
    test.each(casesOf(queries))('a query with $name', attack);
    test.each(casesOf(paths))('a path with $name', attack);

    test.each([
      [
        'bytes that are not text',
        Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
      ],
      ['half a character at the end', Buffer.from([0x22, 0xf0, 0x9f, 0x90])],
      ['UTF-16', Buffer.from('{"title":"x"}', 'utf16le')],
      ['compressed bytes', Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex')],
    ])('a body of %s', async (_, payload) => {
      const answer = await service.service.app.inject({
        method: 'POST',
        url: '/v1/platform/tasks',
        headers: { authorization: `Bearer ${service.admin}`, 'content-type': 'application/json' },
        payload,
      });
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('"issues"')]);
    });

    test.each([
      ['two keys', { authorization: `Bearer a, Bearer b` }, 401],
      ['a key and NUL', { authorization: `Bearer a\0b` }, 401],
      ['a long key', { authorization: `Bearer ${'x'.repeat(10_000)}` }, 401],
      ['a long version', { 'if-none-match': '"v1",'.repeat(2000) }, 200],
      ['an invalid version', { 'if-none-match': '\0' }, 200],
      ['another host', { host: 'evil.example', 'x-forwarded-host': 'evil.example' }, 200],
      ['a method to override', { 'x-http-method-override': 'DELETE' }, 200],
      ['a language', { 'accept-language': "xx-' or 1=1" }, 200],
      ['a version of the API', { 'accept-version': '99.0.0' }, 200],
    ])('headers with %s', async (_, headers, status) => {
      const answer = await service.send('GET', `/tasks/${names['task']}`, { headers });
      expect(answer.status).toBe(status);
      if (status >= 400) expectErrorShape(answer);
    });

    test.each([
      ['a right-to-left override', 'abc\u202edef'],
      ['one character of many', '👩‍👩‍👧‍👦'],
      ['many accents', `z${'\u0301'.repeat(150)}`],
      ['a byte order mark', '\ufeffx'],
      ['markup', '<script>alert(1)</script>'],
      ['a formula', '=cmd|" /C calc"!A0'],
      ['SQL', "Robert'); drop table tasks;--"],
      ['a template', '{{7*7}} #{7*7} %s %n'],
      ['a private character', '\ue000\u{10ffff}'],
    ])('a text with %s is stored unchanged', async (_, title) => {
      const created = await create(service, 'tasks', { title, barnId: names['barn'] });
      expect(created.title).toBe(title.normalize('NFC').trim());
      const { body } = await service.send('GET', `/tasks?q=${encodeURIComponent(title)}`);
      expect(body.data.map(({ id }: { id: string }) => id)).toContain(created.id);
    });

    test('afterwards the service works as before', async () => {
      expect((await service.send('GET', `/tasks/${names['task']}`)).text).toBe(ownId);
      expect((await service.send('GET', '/os/audit/verify')).body.ok).toBe(true);
    });
  });
}

interface Case {
  readonly name: string;
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

function casesOf(attacks: readonly Attack[]): Case[] {
  return attacks.map(([name, request, status, body]) => ({ name, request, status, body }));
}

/** A cursor with these parts, or with this text. */
function cursorOf(parts: readonly unknown[] | string): string {
  const text = typeof parts === 'string' ? parts : JSON.stringify(parts);
  return Buffer.from(text).toString('base64url');
}
