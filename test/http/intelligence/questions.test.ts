import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insightSections } from '../../../src/model/core/insight-sections.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm, type TestFarm } from '../../support/farm.ts';
import { ask, FARM_QUESTIONS } from '../../support/farm-answers.ts';
import { playScenarios, type Scenario, type Stage } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** The step of `/setup` about coordinates. */
const LOCATION = {
  he: 'להזין את הקואורדינטות של המשק',
  en: 'Enter the coordinates of the farm',
  th: 'ระบุพิกัดของฟาร์ม',
  es: 'Registre las coordenadas de la granja',
  zh: '填写农场坐标',
} as const;

const FORBIDDEN = {
  error: 'farm_forbidden',
  message: 'farmId names no farm that the key may touch.',
};

/** How every request about one farm handles its parameters. */
const ofQuestion = (name: string): Scenario[] => [
  {
    name: `/${name} answers the only farm of a key that names none`,
    as: 'pinned',
    method: 'GET',
    url: `/${name}`,
    status: 200,
    sends: {
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '1000000',
      etag: undefined,
    },
  },
  {
    name: `/${name} answers the farm that is named`,
    method: 'GET',
    url: `/${name}?farmId={first}`,
    headers: { 'x-request-id': 'mine' },
    status: 200,
    lacks: ['{second}'],
    sends: { 'x-request-id': 'mine' },
  },
  {
    name: `/${name} asks which of several farms`,
    method: 'GET',
    url: `/${name}`,
    status: 400,
    has: { issues: [{ path: 'farmId', code: 'required', allowed: ['{first}', '{second}'] }] },
  },
  {
    name: `/${name} is of no use to a key without farms`,
    as: 'farmless',
    method: 'GET',
    url: `/${name}`,
    status: 400,
    has: { issues: [{ path: 'farmId', code: 'required' }] },
  },
  ...['{second}', '{foreign}', 'farm_nowhere', 'null', 'x'].map((farm) => ({
    name: `/${name} of ${farm} is forbidden to a key that does not see it`,
    as: 'pinned',
    method: 'GET',
    url: `/${name}?farmId=${farm}`,
    status: 403,
    has: FORBIDDEN,
  })),
  ...['', '%00', `${'x'.repeat(300)}`].map((farm) => ({
    name: `/${name} of the farm ${JSON.stringify(farm.slice(0, 5))} is not valid`,
    method: 'GET',
    url: `/${name}?farmId=${farm}`,
    status: 400,
    has: { issues: [{ path: 'farmId' }] },
  })),
  {
    name: `/${name} knows no farmid`,
    as: 'pinned',
    method: 'GET',
    url: `/${name}?farmid={first}`,
    status: 400,
    has: { issues: [{ path: 'farmid', code: 'unknown_parameter', suggestion: 'farmId' }] },
  },
  {
    name: `/${name} takes a parameter once`,
    as: 'pinned',
    method: 'GET',
    url: `/${name}?lang=en&lang=he`,
    status: 400,
    has: { issues: [{ path: 'lang', code: 'repeated_parameter' }] },
  },
  {
    name: `/${name} does not speak every language`,
    as: 'pinned',
    method: 'GET',
    url: `/${name}?lang=esp`,
    status: 400,
    has: {
      issues: [{ path: 'lang', allowed: ['he', 'en', 'th', 'es', 'zh'], suggestion: 'es' }],
    },
  },
  ...['tasks reader', 'writer', 'auditor'].map((as) => ({
    name: `/${name} is refused to a ${as}`,
    as,
    method: 'GET',
    url: `/${name}?farmId={first}`,
    status: 403,
    has: { error: 'insufficient_scope', code: 'insufficient_scope' },
  })),
  { name: `/${name} needs a key`, as: 'nobody', method: 'GET', url: `/${name}`, status: 401 },
  {
    name: `/${name} is only read`,
    method: 'POST',
    url: `/${name}`,
    body: {},
    status: 405,
    sends: { allow: 'GET, HEAD' },
  },
];

const OTHERS: readonly Scenario[] = [
  {
    name: '/context knows two depths',
    as: 'pinned',
    method: 'GET',
    url: '/context?depth=ful',
    status: 400,
    has: { issues: [{ path: 'depth', allowed: ['full', 'summary'], suggestion: 'full' }] },
  },
  {
    name: '/insights names every section that there is not',
    as: 'pinned',
    method: 'GET',
    url: '/insights?include=health,helth,xyz',
    status: 400,
    has: {
      issues: [
        { path: 'include', code: 'not_allowed', suggestion: 'health', allowed: insightSections },
        { path: 'include', code: 'not_allowed' },
      ],
    },
  },
  {
    name: '/insights of nothing is not valid',
    as: 'pinned',
    method: 'GET',
    url: '/insights?include=',
    status: 400,
    has: { issues: [{ path: 'include' }] },
  },
  {
    name: '/portfolio takes no farm',
    method: 'GET',
    url: '/portfolio?farmId={first}',
    status: 400,
    has: { issues: [{ path: 'farmId', code: 'unknown_parameter' }] },
  },
  {
    name: '/portfolio of a key without farms is empty',
    as: 'farmless',
    method: 'GET',
    url: '/portfolio',
    status: 200,
    has: { farms: [], totals: { farms: 0, birds: 0, activeFlocks: 0, money: [] } },
  },
  {
    name: '/portfolio of a pinned key has its farm alone',
    as: 'pinned',
    method: 'GET',
    url: '/portfolio',
    status: 200,
    has: { farms: [{ farmId: '{first}' }], totals: { farms: 1, birds: 10_000 } },
    lacks: ['{second}'],
  },
  ...['tasks reader', 'writer', 'auditor'].map((as) => ({
    name: `/portfolio is refused to a ${as}`,
    as,
    method: 'GET',
    url: '/portfolio',
    status: 403,
    has: { error: 'insufficient_scope' },
  })),
];

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let stage: Stage;
    let first: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      first = await createFarm(service, { name: 'A' });
      const second = await createFarm(service, { name: 'B' });
      const orgId = await service.createOrganisation('Second');
      const otherKey = await service.createKey({ orgId });
      const foreign = await createFarm(service, { name: 'C', key: otherKey });
      stage = {
        service,
        keys: {
          pinned: await service.createKey({ farmIds: [first.farmId] }),
          farmless: await service.createKey({ farmIds: [] }),
          'tasks reader': await service.createKey({ scopes: ['read:tasks'] }),
          writer: await service.createKey({ scopes: ['write:*'] }),
          auditor: await service.createKey({ scopes: ['admin:*'] }),
        },
        names: { first: first.farmId, second: second.farmId, foreign: foreign.farmId },
      };
    });
    afterAll(() => service.close());

    playScenarios(() => stage, [...FARM_QUESTIONS.flatMap(ofQuestion), ...OTHERS]);

    const readOf = (path: string) => ask(service, path, { key: `${stage.keys['pinned']}` });

    test.each(Object.entries(LOCATION))('in %s the answer contains “%s”', async (lang, text) => {
      const { items } = await readOf(`/setup?lang=${lang}`);
      expect(items[1]).toMatchObject({ key: 'farm_location', title: text });
    });

    test('without a language the answer is in that of the organisation', async () => {
      const setup = await readOf('/setup');
      expect(setup.items[1].title).toBe(LOCATION.he);
      expect((await readOf('/gaps')).gaps).toEqual((await readOf('/gaps?lang=he')).gaps);
      expect((await readOf('/context')).narrative).not.toMatch(/[a-z]{12}/);
    });

    test.each(['gaps', 'digest', 'context', 'insights'])(
      '/%s has the same figures in every language',
      async (name) => {
        const figures = await Promise.all(
          Object.keys(LOCATION).map(async (lang) =>
            onlyFigures(await readOf(`/${name}?lang=${lang}`)),
          ),
        );
        for (const other of figures) expect(other).toEqual(figures[0]);
      },
    );

    test('a summary omits older items, and is otherwise the same', async () => {
      const { flockId } = first;
      for (let day = 10; day < 30; day++) {
        await create(service, 'daily-logs', { flockId, date: `2026-10-${day}`, mortality: 1 });
      }
      const full = await readOf('/context?depth=full');
      const summary = await readOf('/context?depth=summary');
      expect([full.depth, full.history.daily.length]).toEqual(['full', 20]);
      expect([summary.depth, summary.history.daily.length]).toEqual(['summary', 7]);
      const { daily, events } = full.history;
      expect({ ...summary, depth: 'full', history: { ...summary.history, daily, events } }).toEqual(
        full,
      );
      expect(await readOf('/context')).toEqual(full);
    });

    test('all sections are returned in order if none is named', async () => {
      const { sections } = await readOf('/insights');
      expect(Object.keys(sections)).toEqual([...insightSections]);
    });

    test('a named section is the same as among all sections', async () => {
      const { sections } = await readOf('/insights');
      const selected = await readOf('/insights?include=risk,health,%20weights');
      expect(Object.keys(selected.sections)).toEqual(['health', 'weights', 'risk']);
      const { health, weights, risk } = sections;
      expect(selected.sections).toEqual({ health, weights, risk });
      for (const name of insightSections) {
        const single = await readOf(`/insights?include=${name}`);
        expect([name, single.sections]).toEqual([name, { [name]: sections[name] }]);
      }
    });

    test('each request leaves an entry with its farm in the audit log', async () => {
      const key = `${stage.keys['pinned']}`;
      for (const name of FARM_QUESTIONS) {
        const headers = { 'x-request-id': `audit-${name}` };
        await service.send('GET', `/${name}`, { key, headers });
      }
      await service.send('GET', '/portfolio', {
        key,
        headers: { 'x-request-id': 'audit-portfolio' },
      });
      await expect
        .poll(
          async () => {
            const { body } = await service.send('GET', '/os/audit?limit=200');
            return body.data
              .filter(({ requestId }: { requestId: string }) => requestId.startsWith('audit-'))
              .map(({ resource, farmId }: Record<string, unknown>) => [resource, farmId])
              .sort();
          },
          { timeout: 5000 },
        )
        .toEqual(
          [
            ...[...FARM_QUESTIONS].sort().map((name) => [name, first.farmId]),
            ['portfolio', null],
          ].sort(),
        );
    });
  });
}

/** An answer without its texts. */
function onlyFigures(answer: unknown): unknown {
  if (typeof answer === 'string') return '';
  if (Array.isArray(answer)) return answer.map(onlyFigures);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, onlyFigures(value)]),
  );
}
