import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchedFields } from '../../../src/model/core/resource.ts';
import { getResource, resourceNames } from '../../../src/model/resources/registry.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES } from '../../support/databases.ts';
import { create } from '../../support/farm.ts';
import { ask } from '../../support/farm-answers.ts';
import { playScenarios, type Scenario, type Stage } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** Every searchable field, with a unique word. */
const FIELDS = resourceNames.flatMap((name) =>
  searchedFields(getResource(name)).map((field) => ({ name, field, word: `zq${name}x${field}q` })),
);

const TITLES = [
  'Weigh 100 birds',
  'weigh',
  'Weighing scale',
  'Overweigh',
  'Do not weigh 50% of them_all*',
  'Compra de alimentación',
  'שָׁקַלְנוּ תרנגולות',
  'ชั่งไก่ 100 ตัว',
  '称了100只鸡',
  'Η ΖΎΓΙΣΗ ΤΗΣ ΗΜΈΡΑΣ',
];

const REFUSED: readonly Scenario[] = [
  ['nothing to look for', '/search', 'required'],
  ['an empty text', '/search?q=', 'required'],
  ['one character', '/search?q=w', 'too_small'],
  ['one character and spaces', '/search?q=%20%20w%20', 'too_small'],
  ['one character of Chinese', `/search?q=${encodeURIComponent('鸡')}`, 'too_small'],
  ['two texts', '/search?q=aa&q=bb', 'repeated_parameter'],
  ['201 characters', `/search?q=${'w'.repeat(201)}`, 'too_long'],
  ['a control character', '/search?q=we%00igh', 'invalid_character'],
].map(([name, url, code]) => ({
  name: `${name} is refused`,
  method: 'GET',
  url: String(url),
  status: 400,
  has: { issues: [{ path: 'q', code }] },
}));

for (const database of DATABASES) {
  describe(`${database}: /search`, () => {
    let service: TestService;
    let stage: Stage;
    let farmId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      const { runtime } = service.service;
      farmId = (await create(service, 'farms', { name: 'Emek Hefer' })).id;
      const ownIds = { farmId, orgId: service.orgId };
      for (const [index, { name, field, word }] of FIELDS.entries()) {
        const row = { ...ownIds, id: `row_${index}`, [field]: word };
        await insertRowsOf(runtime.database, name, [row]);
      }
      for (const title of TITLES) await create(service, 'tasks', { title }, { farmId });
      const completedTask = await create(service, 'tasks', { title: 'weigh' }, { farmId });
      await service.send('PATCH', `/tasks/${completedTask.id}`, { body: { status: 'done' } });
      await create(service, 'alerts', { title: 'Scale', message: 'Cannot weigh.' }, { farmId });
      const keys = {
        tasks: await service.createKey({ scopes: ['read:tasks'] }),
        writer: await service.createKey({ scopes: ['write:*'] }),
      };
      stage = { service, keys, names: {} };
    });
    afterAll(() => service.close());

    playScenarios(
      () => stage,
      [
        ...REFUSED,
        {
          name: 'a key that writes only',
          as: 'writer',
          method: 'GET',
          url: '/search?q=weigh',
          status: 403,
          has: { error: 'insufficient_scope' },
        },
        {
          name: 'a farm is no parameter of it',
          method: 'GET',
          url: '/search?q=weigh&farmId=x',
          status: 400,
          has: { issues: [{ path: 'farmId', code: 'unknown_parameter' }] },
        },
      ],
    );

    const find = async (text: string, key = service.admin) =>
      (await ask(service, `/search?q=${encodeURIComponent(text)}`, { key })).data;
    const titlesOf = async (text: string) =>
      (await find(text)).map(({ title }: { title: string }) => title);

    test.each(FIELDS)('finds $name by its $field', async ({ name, word }) => {
      const results = await find(word.slice(1, -1).toUpperCase());
      const id = `row_${FIELDS.findIndex((field) => field.word === word)}`;
      const hits = results.filter((row: { id: string }) => row.id === id);
      expect(hits).toEqual([expect.objectContaining({ resource: name, snippet: word })]);
      expect(results.length).toBe(
        FIELDS.filter((field) => field.word.includes(word.slice(1, -1))).length,
      );
    });

    test('ranks whole titles before prefixes, words and parts, and open rows before completed ones', async () => {
      const rows = await find('weigh');
      expect(rows.map(({ title, score }: Record<string, unknown>) => [title, score])).toEqual([
        ['weigh', 120],
        ['weigh', 110],
        ['Weigh 100 birds', 100],
        ['Weighing scale', 100],
        ['Do not weigh 50% of them_all*', 80],
        ['Scale', 70],
        ['Overweigh', 60],
      ]);
    });

    test.each([
      ['case', 'WEIGH 100', 'Weigh 100 birds'],
      ['surrounding spaces', '  weigh 100 ', 'Weigh 100 birds'],
      ['an accent in the query', 'alimentación', 'Compra de alimentación'],
      ['a missing accent in the query', 'ALIMENTACION', 'Compra de alimentación'],
      ['niqqud only in the text', 'שקלנו', 'שָׁקַלְנוּ תרנגולות'],
      ['niqqud only in the query', 'תַּרְנְגוֹלוֹת', 'שָׁקַלְנוּ תרנגולות'],
      ['Thai', 'ชั่ง', 'ชั่งไก่ 100 ตัว'],
      ['two Chinese characters', '只鸡', '称了100只鸡'],
      ['a sigma at the end of a word', 'τησ ημερας', 'Η ΖΎΓΙΣΗ ΤΗΣ ΗΜΈΡΑΣ'],
      ['full-width letters', 'ｗｅｉｇｈ １００', 'Weigh 100 birds'],
      ['a percent sign', '50%', 'Do not weigh 50% of them_all*'],
      ['an underscore', 'm_a', 'Do not weigh 50% of them_all*'],
      ['an asterisk', 'l*', 'Do not weigh 50% of them_all*'],
    ])('respects %s', async (_, text, title) => {
      expect(await titlesOf(text)).toEqual([title]);
    });

    test.each(['%%', '__', '**', 'w%h', 'w_igh', '.*', "' or 1=1 --", 'zzz'])(
      'finds nothing for %s',
      async (text) => {
        expect(await find(text)).toEqual([]);
      },
    );

    test('a key for tasks finds tasks only', async () => {
      const rows = await find('weigh', stage.keys['tasks']);
      const resources = new Set(rows.map(({ resource }: { resource: string }) => resource));
      expect([...resources]).toEqual(['tasks']);
      expect(await find('zqalertsxtitleq', stage.keys['tasks'])).toEqual([]);
    });

    test('/search returns at most 50 rows, with the total', async () => {
      for (let index = 0; index < 60; index++) {
        await create(service, 'events', { kind: 'other', title: `Manifold ${index}` }, { farmId });
      }
      const { data, meta } = await ask(service, '/search?q=manifold');
      expect([data.length, meta]).toEqual([50, { total: 60, limit: 50 }]);
    });

    test('deleted rows are not found', async () => {
      const task = await create(service, 'tasks', { title: 'Gone tomorrow' }, { farmId });
      expect(await titlesOf('gone tomorrow')).toEqual(['Gone tomorrow']);
      await service.send('DELETE', `/tasks/${task.id}`);
      expect(await titlesOf('gone tomorrow')).toEqual([]);
    });
  });
}
