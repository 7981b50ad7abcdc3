import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STRICT = { prefer: 'respond-async, handling=strict', 'accept-language': 'en' };

// 10,000 Ross 308 placed on 2026-10-03; it is 2026-11-02, their day 30. The standard of day 27 is
// 1,524 g with 139 g of feed a bird, that of day 28 1,616 g with 145 g.
for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const log = { flockId: farm.flockId, mortality: 4, feedKg: 1300, waterL: 2300 };
      await create(service, 'daily-logs', { ...log, date: '2026-10-30', avgWeightGr: 1500 });
    });
    afterAll(() => service.close());

    const post = (resource: string, body: object, headers = {}) =>
      service.send('POST', `/${resource}`, { body, headers });
    const aLog = (values: object) => ({ flockId: farm.flockId, date: '2026-10-31', ...values });
    const read = async (path: string) =>
      (await service.send('GET', `/${path}?farmId=${farm.farmId}`)).body;

    test.each([
      // 1.6 times the standard of 1,616 g is 2,586 g, 0.4 times 646 g.
      ['a weight written ten times too large', { avgWeightGr: 15_300 }, 'avgWeightGr'],
      ['a weight in kg', { avgWeightGr: 20 }, 'avgWeightGr'],
      // 1.33 times 1,616 g × 1,500 / 1,524 is 2,115 g.
      ['a weight far from that of the previous day', { avgWeightGr: 2400 }, 'avgWeightGr'],
      // 0.9 times 1,500 g is 1,350 g: growing birds lose no weight.
      ['a weight below that of the previous day', { avgWeightGr: 1300 }, 'avgWeightGr'],
      // Three times 145 g for 9,996 birds is 4,348 kg.
      ['feed', { feedKg: 13_000 }, 'feedKg'],
      // Nine times 145 mL for 9,996 birds is 13,045 L.
      ['water', { waterL: 25_000 }, 'waterL'],
      // 1.1 times 9,996 birds is 10,996.
      ['more eggs than birds', { eggs: 12_000 }, 'eggs'],
    ])('%s is rejected on request, otherwise stored and marked', async (_what, values, field) => {
      const refused = await post('daily-logs', aLog(values), STRICT);
      expect(refused.status).toBe(400);
      expect(refused.body.issues).toEqual([
        { path: field, code: 'implausible', message: expect.stringContaining('plausible') },
      ]);
      // For the user: without names of fields and of HTTP.
      expect(refused.body.issues[0].message).not.toMatch(/[a-z][A-Z]|Prefer|strict/);
      const accepted = await post('daily-logs', aLog(values));
      expect(accepted.status).toBe(201);
      expect(accepted.body).toMatchObject({ ...values, suspect: [field], deviationPct: null });
      expect([accepted.body.waterFeedRatio, accepted.body.henDayPct]).toEqual([null, null]);
      const right = await service.send('PATCH', `/daily-logs/${accepted.body.id}`, {
        body: { avgWeightGr: 1590, feedKg: 1400, waterL: 2500, eggs: 9000 },
        headers: STRICT,
      });
      expect(right.body).toMatchObject({ suspect: [], waterFeedRatio: 1.79 });
      await service.send('DELETE', `/daily-logs/${accepted.body.id}`);
    });

    test.each([
      ['th;q=0.5, es', 'Peso promedio de 20 g el 31 '],
      ['th-TH', 'น้ำหนัก 20'],
      ['zh-CN,zh;q=0.9,en;q=0.8', '2026年'],
      ['fr, he;q=0.1, en;q=0', 'משקל של 20'],
      ['en', 'Body weight of 20 g on '],
      // None of these is supported: the language of the organisation.
      ['fr, *;q=0.1', 'משקל של 20'],
    ])('warnings about %s are in the language of the reader', async (accepted, start) => {
      const headers = { ...STRICT, 'accept-language': accepted };
      const { body } = await post('daily-logs', aLog({ avgWeightGr: 20 }), headers);
      const text: string = body.issues[0].message;
      expect(text.replace(/[\u00a0\u202f]/g, ' ').slice(0, start.length)).toBe(start);
    });

    describe('more eggs than hens, but no more than with those of the day before', () => {
      // 10,696 are 107 % of the 9,996 birds of that morning.
      const tooMany = () => aLog({ eggs: 10_696 });

      test('are questioned on request, otherwise stored unmarked', async () => {
        const refused = await post('daily-logs', tooMany(), STRICT);
        expect([refused.status, refused.body.issues]).toEqual([
          400,
          [{ path: 'eggs', code: 'implausible', message: expect.stringContaining('10,696') }],
        ]);
        const accepted = await post('daily-logs', tooMany());
        expect(accepted).toMatchObject({ status: 201, body: { eggs: 10_696, suspect: [] } });
        const path = `/daily-logs/${accepted.body.id}`;
        // A change of another figure does not repeat the question.
        const other = { body: { avgWeightGr: 1590 }, headers: STRICT };
        expect((await service.send('PATCH', path, other)).status).toBe(200);
        await service.send('DELETE', path);
      });

      test.each([
        ['en', '10,696 eggs on Oct 31', 'more than one for each of the 9,996 birds'],
        ['es', '10.696 huevos el 31', 'más de uno por cada una de las 9996 aves'],
        ['he', '10,696 ביצים', 'יותר מביצה אחת לכל אחד מ-9,996'],
        ['th', '10,696', 'มากกว่าตัวละหนึ่งฟอง'],
        ['zh', '10,696', '每只一枚'],
      ])('are questioned in %s', async (language, ...parts) => {
        const headers = { ...STRICT, 'accept-language': language };
        const { body } = await post('daily-logs', tooMany(), headers);
        const text = body.issues[0].message.replace(/[\u00a0\u202f]/g, ' ');
        for (const part of parts) expect(text).toContain(part);
      });

      test('as many eggs as hens are not questioned', async () => {
        const { status, body } = await post('daily-logs', aLog({ eggs: 9996 }), STRICT);
        expect(status).toBe(201);
        await service.send('DELETE', `/daily-logs/${body.id}`);
      });
    });

    test.each([
      ['little feed', { feedKg: 160 }],
      ['no water', { waterL: 0 }],
      ['a light flock', { avgWeightGr: 1360 }],
    ])('%s is a problem and not a mistake', async (_what, values) => {
      const { status, body } = await post('daily-logs', aLog(values), STRICT);
      expect({ status, suspect: body.suspect }).toEqual({ status: 201, suspect: [] });
      await service.send('DELETE', `/daily-logs/${body.id}`);
    });

    test('an implausible weight is excluded from all figures, and in the gaps and the quality', async () => {
      const before = await read('gaps');
      const wrong = await create(
        service,
        'daily-logs',
        aLog({ avgWeightGr: 15_900, mortality: 3 }),
      );
      const [context, gaps] = [await read('context'), await read('gaps')];
      expect(context.flocks[0].weight).toMatchObject({ g: 1500, date: '2026-10-30' });
      const gap = gaps.gaps.find(({ kind }: { kind: string }) => kind === 'value_suspect');
      expect(gap).toMatchObject({
        severity: 'warning',
        ids: { flockId: farm.flockId, dailyLogId: wrong.id },
        since: '2026-10-31',
        fix: { method: 'PATCH', path: `/daily-logs/${wrong.id}`, body: { avgWeightGr: null } },
      });
      expect(gaps.dataQuality.issues).toContainEqual(
        expect.objectContaining({ code: 'suspect_value', id: wrong.id }),
      );
      const portfolio = (await service.send('GET', '/portfolio')).body;
      expect(portfolio.farms[0].dataQuality).toBe(gaps.dataQuality.score);
      expect(portfolio.farms[0].weightDeviationPct).toBe(-1.57);
      await service.send('PATCH', `/daily-logs/${wrong.id}`, { body: { avgWeightGr: 1590 } });
      const after = await read('gaps');
      expect(gaps.dataQuality.score).toBeLessThan(after.dataQuality.score);
      expect(after.dataQuality.score).toBeGreaterThanOrEqual(before.dataQuality.score);
      await service.send('DELETE', `/daily-logs/${wrong.id}`);
    });

    test('the weight of a sale is checked per bird', async () => {
      const sale = { flockId: farm.flockId, date: '2026-11-01', birdsCount: 1000 };
      const refused = await post('sales', { ...sale, totalWeightKg: 17_000 }, STRICT);
      expect(refused.body.issues).toMatchObject([{ path: 'totalWeightKg', code: 'implausible' }]);
      const { body } = await post('sales', { ...sale, totalWeightKg: 17_000 });
      expect(body).toMatchObject({ suspect: ['totalWeightKg'], avgWeightKg: null });
      await service.send('DELETE', `/sales/${body.id}`);
    });

    test.each([
      ['more than all birds', { mortality: 10_001 }, 'mortality'],
      ['more than all, including culls', { mortality: 9000, culls: 1000 }, 'culls'],
    ])('deaths of %s are rejected, whoever sends them', async (_what, values, path) => {
      const { status, body } = await post('daily-logs', aLog(values));
      expect(status).toBe(400);
      expect(body.issues).toMatchObject([{ path, code: 'too_large' }]);
    });

    test('a change to more deaths than birds is rejected, one of another field is not', async () => {
      const { id } = await create(service, 'daily-logs', aLog({ mortality: 9996 }));
      const change = (body: object) => service.send('PATCH', `/daily-logs/${id}`, { body });
      expect((await change({ mortality: 9997 })).status).toBe(400);
      expect((await change({ notes: 'Counted twice' })).status).toBe(200);
      await service.send('DELETE', `/daily-logs/${id}`);
    });

    test('a polling interval too long for the current climate of barns gets a warning', async () => {
      const controller = { farmId: farm.farmId, kind: 'controller', name: 'Fans' };
      const answer = await post('integrations', { ...controller, pollMinutes: 31 }, STRICT);
      expect(answer.body.issues).toMatchObject([{ path: 'pollMinutes', code: 'implausible' }]);
      expect(answer.body.issues[0].message).toMatch(/31.* 30 /);
      for (const body of [
        { ...controller, pollMinutes: 30 },
        { ...controller, kind: 'weather', pollMinutes: 180 },
      ])
        expect((await post('integrations', body, STRICT)).status).toBe(201);
      expect((await post('integrations', { ...controller, pollMinutes: 60 })).status).toBe(201);
    });

    // A barn of 12,000 places; a delivery of 25,000 kg feeds 10,000 broilers of day 30 for two weeks.
    test.each([
      [
        'flocks',
        'chicksReceived',
        12_600,
        () => ({ ...aFlock(), chicksReceived: 900_000 }),
        /900,000/,
      ],
      [
        'flocks',
        'chicksOrdered',
        12_600,
        () => ({ ...aFlock(), chicksOrdered: 900_000 }),
        /12,000/,
      ],
      ['flocks', 'breed', 'Ross 308', () => ({ ...aFlock(), breed: 'Ros 308' }), /Ross 308/],
      [
        'feed-deliveries',
        'quantityKg',
        20_000,
        () => ({ ...aDelivery(), quantityKg: 20 }),
        /20 t, write 20,000 kg/,
      ],
      [
        'feed-orders',
        'quantityKg',
        20_000,
        () => ({ ...inFarm(), quantityKg: 900_000 }),
        /That is 900 t/,
      ],
      [
        'expenses',
        'category',
        'electricity',
        () => ({ ...aCost(), category: 'electricty' }),
        /elect/,
      ],
      ['integrations', 'pollMinutes', 30, () => ({ ...aController(), pollMinutes: 90 }), /90/],
      ['sales', 'date', '2026-10-04', () => ({ ...aSale(), date: '2026-10-01' }), /placement/],
      ['sales', 'date', '2026-10-31', () => ({ ...aSale(), date: '2026-10-25' }), /withdrawal/],
    ] as const)(
      'a doubtful new row of %s is stored with a warning about %s, and in a gap until it is %s',
      async (...[resource, path, right, bodyOf, text]) => {
        await create(service, 'treatments', {
          ...{ flockId: farm.flockId, date: '2026-10-21', kind: 'antibiotic' },
          notes: 'withdrawal:10d',
        });
        const english = { 'accept-language': 'en' };
        const body = bodyOf();
        const refused = await post(resource, body, STRICT);
        expect(refused.body.issues).toMatchObject([{ path, code: 'implausible' }]);
        const { status, body: made } = await post(resource, body, english);
        expect(status).toBe(201);
        const isNamed = made.suspect?.includes(path) || made.breedSuggestion != null;
        expect(made.doubts).toEqual(isNamed ? undefined : refused.body.issues);
        expect(refused.body.issues[0].message).toMatch(text);
        const url = `/${resource}/${made.id}`;
        // A record is the stored state: read again it has no warnings, and sent back it is
        // accepted.
        const stored = (await service.send('GET', url)).body;
        expect(stored).not.toHaveProperty('doubts');
        const echoed = await service.send('PATCH', url, { body: stored });
        expect([echoed.status, echoed.body.doubts]).toEqual([200, undefined]);
        const gapsOf = async () =>
          (await read('gaps')).gaps.filter(
            ({ kind, fix }: { kind: string; fix: { path: string } }) =>
              kind === 'entry_doubtful' && fix.path === url,
          );
        const gap = {
          message: expect.stringMatching(text),
          fix: { body: { [path]: expect.anything() } },
        };
        if (path === 'breed' || path === 'category') expect(await gapsOf()).toMatchObject([gap]);
        else expect(await gapsOf()).toMatchObject([{ fix: { body: { [path]: null } } }]);
        await service.send('PATCH', url, { body: { [path]: right } });
        expect(await gapsOf()).toEqual([]);
        await service.send('DELETE', url);
      },
    );
    const aSale = () => ({ flockId: farm.flockId, birdsCount: 10 });
    const inFarm = () => ({ farmId: farm.farmId });
    const aFlock = () => ({ barnId: farm.barnId, placementDate: '2026-12-20', breed: 'Ross 308' });
    const aDelivery = () => ({ flockId: farm.flockId, date: '2026-11-01' });
    const aCost = () => ({ ...inFarm(), date: '2026-11-01', amount: 200 });
    const aController = () => ({ ...inFarm(), kind: 'controller', name: 'Fans 2' });

    test('a doubtful change, a batch and an action return the warning too', async () => {
      const { id } = await create(service, 'flocks', { ...aFlock(), chicksReceived: 11_000 });
      const body = { chicksReceived: 110_000 };
      const path = `/flocks/${id}`;
      const doubts = [{ path: 'chicksReceived', code: 'implausible' }];
      const operations = [{ method: 'PATCH', path, body }];
      const batch = await post('os/batch', { operations });
      expect(batch.body.results).toMatchObject([{ body: { doubts } }]);
      await service.send('PATCH', path, { body: { chicksReceived: 11_000 } });
      expect((await service.send('PATCH', path, { body })).body.doubts).toMatchObject(doubts);
      await service.send('DELETE', path);
      const order = { type: 'create_feed_delivery', ...aDelivery(), quantityKg: 20 };
      const acted = await post('actions', order);
      expect(acted.body.result.doubts).toMatchObject([{ path: 'quantityKg' }]);
      expect((await post('actions/undo', acted.body.undo)).status).toBe(200);
    });

    test('a flock of unknown kind counts as broilers, and a gap reports this until the barn has a kind', async () => {
      const barn = await create(service, 'barns', { name: 'Barn 9' }, inFarm());
      const hens = { barnId: barn.id, placementDate: '2026-10-20', breed: 'Our own hens' };
      const { id } = await create(service, 'flocks', { ...hens, chicksReceived: 100 });
      const path = `/barns/${barn.id}`;
      const listFound = async () => {
        const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}&lang=en`);
        return body.gaps.filter(({ fix }: { fix: { path: string } }) => fix.path === path);
      };
      expect(await listFound()).toMatchObject([
        {
          ...{ kind: 'entry_doubtful', severity: 'info', title: 'Barn 9: an entry may be wrong' },
          message: expect.stringContaining('they count as broilers'),
          fix: { method: 'PATCH', body: { barnType: null } },
        },
      ]);
      for (const barnType of ['broiler', 'layer', 'turkey']) {
        await service.send('PATCH', path, { body: { barnType } });
        expect(await listFound()).toEqual([]);
      }
      await service.send('PATCH', path, { body: { barnType: 'free_range' } });
      expect(await listFound()).toHaveLength(1);
      await service.send('PATCH', `/flocks/${id}`, { body: { breed: null } });
      expect(await listFound()).toMatchObject([
        { message: expect.stringMatching(/^The flock has no breed.*count as broilers/) },
      ]);
      await service.send('PATCH', `/flocks/${id}`, { body: { breed: 'Hy-Line Brown' } });
      expect(await listFound()).toEqual([]);
      await service.send('DELETE', `/flocks/${id}`);
    });

    test('a repeated request returns the warnings again', async () => {
      const headers = { 'idempotency-key': 'doubted' };
      const body = { ...aController(), name: 'Fans 3', pollMinutes: 90 };
      const [first, again] = [
        await post('integrations', body, headers),
        await post('integrations', body, headers),
      ];
      expect(first.body.doubts).toHaveLength(1);
      expect(again.body.doubts).toEqual(first.body.doubts);
      await service.send('DELETE', `/integrations/${first.body.id}`);
    });

    test('a breed without a standard is accepted, with the closest known name', async () => {
      const flock = { barnId: farm.barnId, placementDate: '2026-12-20', breed: 'Ros 308' };
      const refused = await post('flocks', flock, STRICT);
      expect(refused.body.issues).toMatchObject([
        { path: 'breed', code: 'implausible', suggestion: 'Ross 308' },
      ]);
      const { status, body } = await post('flocks', flock);
      expect({ status, breed: body.breed, suggestion: body.breedSuggestion }).toEqual({
        status: 201,
        breed: 'Ros 308',
        suggestion: 'Ross 308',
      });
      const ownBreed = await post('flocks', { ...flock, breed: 'Our own hens' }, STRICT);
      expect(ownBreed.body).toMatchObject({ breedSuggestion: null });
    });

    // A tenth of 145 g for 9,996 birds is 145 kg.
    test.each([
      ['a missing digit', {}, 130, true],
      ['half a day without feed before catching', {}, 700, false],
      ['a sick flock that hardly eats', {}, 160, false],
      // Nobody types 0 by mistake for a missing value.
      ['a day without feed', {}, 0, false],
      ['chicks whose feed was provided before', { placementDate: '2026-10-29' }, 1, false],
      ['hens in moult', { breed: 'Lohmann Brown', arrivalAgeDays: 400 }, 20, false],
    ])('%s gets a warning only where it is hardly possible', async (_, values, feedKg, isAsked) => {
      const arrival = { placementDate: '2026-10-03', breed: 'Ross 308', arrivalAgeDays: 0 };
      const placed = { barnId: farm.barnId, chicksReceived: 9996, ...arrival, ...values };
      const flock = await create(service, 'flocks', placed);
      const log = { flockId: flock.id, date: '2026-10-31', feedKg };
      const answer = await post('daily-logs', log, STRICT);
      expect(answer.status).toBe(isAsked ? 400 : 201);
      if (isAsked) {
        expect(answer.body.issues).toMatchObject([{ path: 'feedKg', code: 'implausible' }]);
        expect(answer.body.issues[0].message).toContain('Feed eaten of 130 kg on');
        // It can be right: it counts.
        const accepted = await post('daily-logs', log);
        expect(accepted.body).toMatchObject({ suspect: [], feedPerBirdG: expect.any(Number) });
      }
      await service.send('DELETE', `/flocks/${flock.id}`);
    });

    test('birds sold on a day need no feed on it', async () => {
      const placed = { placementDate: '2026-10-03', breed: 'Ross 308', chicksReceived: 9996 };
      const flock = await create(service, 'flocks', { barnId: farm.barnId, ...placed });
      const day = { flockId: flock.id, date: '2026-10-31' };
      await create(service, 'sales', { ...day, birdsCount: 9000, totalWeightKg: 14_000 });
      const { status } = await post('daily-logs', { ...day, feedKg: 40 }, STRICT);
      expect(status).toBe(201);
      await service.send('DELETE', `/flocks/${flock.id}`);
    });

    test('implausible eggs are excluded from the laying rate, and in the gaps', async () => {
      const hens = await createFarm(service);
      await service.send('DELETE', `/flocks/${hens.flockId}`);
      const placed = { placementDate: '2026-06-01', chicksReceived: 1000, arrivalAgeDays: 119 };
      const breed = 'Hy-Line Brown';
      const flock = await create(service, 'flocks', { barnId: hens.barnId, breed, ...placed });
      for (const [index, eggs] of [900, 900, 900, 900, 900, 900, 9000].entries())
        await create(service, 'daily-logs', {
          ...{ flockId: flock.id, date: addDays('2026-10-26', index), mortality: 0, eggs },
        });
      const of = async (path: string) =>
        (await service.send('GET', `${path}farmId=${hens.farmId}`)).body;
      const { sections } = await of('/insights?include=benchmark&');
      const rows: { metric: string; value: number }[] = sections.benchmark.rows;
      expect(rows.find(({ metric }) => metric === 'henDay')?.value).toBe(90);
      const { gaps } = await of('/gaps?');
      const kinds = gaps.filter(({ kind }: { kind: string }) => kind === 'value_suspect');
      expect(kinds).toMatchObject([{ fix: { body: { eggs: null } } }]);
    });
  });

  describe(`${database}: an impossible value`, () => {
    let service: TestService;
    let farm: TestFarm;
    const logIds = new Map<string, string>();
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      await service.send('DELETE', `/flocks/${farm.flockId}`);
      const { barnId } = farm;
      const hens = { breed: 'Lohmann Brown', chicksReceived: 5000, arrivalAgeDays: 200 };
      const flock = { barnId, placementDate: '2026-10-01', ...hens };
      const { id: flockId } = await create(service, 'flocks', flock);
      farm = { ...farm, flockId };
      for (let age = 1; age <= 31; age++) {
        const date = addDays('2026-10-01', age);
        const fed = { mortality: age % 2, feedKg: 550 + age, waterL: 1000 + age };
        const log = { flockId, date, ...fed, eggs: 4500 + (age % 7), eggsBroken: 60 };
        logIds.set(date, (await create(service, 'daily-logs', log)).id);
      }
      const day = { flockId, date: '2026-10-25' };
      await create(service, 'sales', { ...day, totalWeightKg: 2000, totalAmount: 9000 });
      await create(service, 'feed-deliveries', { ...day, quantityKg: 20_000, totalCost: 9000 });
    });
    afterAll(() => service.close());

    const QUESTIONS = [
      'how many eggs yesterday?',
      'how many eggs in the last 7 days?',
      'which day had the most eggs?',
      'laying rate last week',
      'egg breakage',
      'are eggs going up or down?',
      'feed per bird yesterday',
      'how much feed in the last 7 days?',
      'which day had the most feed?',
      'water per bird yesterday',
      'water to feed',
      'which day had the most water?',
      'feed in stock',
      'health of barn 1',
      'briefing',
    ];
    // The members that describe the value itself, and those that differ between any two calls.
    const TOLD = ['gaps', 'gap', 'dataQuality', 'suspect', 'suspects', 'missing', 'fix', 'status'];
    const OF_CALL = ['asOf', 'now', 'version', 'updatedAt', 'conversationId', 'lastActivityAt'];
    // The plan and the briefing ask for the value again, which moves the ranks of other items.
    const isAsked = (item: unknown) => /cannot be right|"correct_value"/.test(JSON.stringify(item));
    const bare = (answer: unknown) =>
      JSON.parse(JSON.stringify(answer), (name, value) => {
        if ([...TOLD, ...OF_CALL, 'rank'].includes(name)) return undefined;
        const isList = name === 'headline' || name === 'todo' || name === 'items';
        return isList ? value.filter((item: unknown) => !isAsked(item)) : value;
      });
    const answers = async () => {
      const { farmId, flockId } = farm;
      const paths = [
        ...['/digest', '/os/dashboard', '/os/weekly-summary', '/context', '/insights'].map(
          (path) => `${path}?farmId=${farmId}&lang=en`,
        ),
        ...[`/flocks/${flockId}`, `/barns?farmId=${farmId}`, '/portfolio'],
        ...['laying', 'feed'].map((chart) => `/os/charts/${chart}/${flockId}`),
      ];
      const results: (readonly [string, unknown])[] = [];
      for (const path of paths) {
        const { status, body } = await service.send('GET', path);
        expect([path, status]).toEqual([path, 200]);
        results.push([path, bare(body)]);
      }
      for (const question of QUESTIONS) {
        const { body } = await service.send('POST', '/ask', {
          body: { question, lang: 'en', farmId },
        });
        const lines = body.answer.split('\n').filter((line: string) => !isAsked(line));
        results.push([question, lines]);
      }
      return results;
    };

    test.each([
      ['eggs', 9000, '2026-11-01'],
      ['eggs', 9000, '2026-10-27'],
      ['feedKg', 5000, '2026-11-01'],
      ['feedKg', 5000, '2026-10-20'],
      ['waterL', 30_000, '2026-10-31'],
    ])(
      'an impossible value of %s (%d, %s) does not affect any figure',
      async (field, value, date) => {
        const path = `/daily-logs/${logIds.get(date)}`;
        const { body: log } = await service.send('GET', path);
        const marked = await service.send('PATCH', path, { body: { [field]: value } });
        expect(marked.body.suspect).toEqual([field]);
        const doubted = await answers();
        await service.send('PATCH', path, { body: { [field]: null } });
        expect(doubted).toEqual(await answers());
        await service.send('PATCH', path, { body: { [field]: log[field] } });
      },
    );
  });
}
