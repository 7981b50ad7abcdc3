import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { create } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const HOUR_MILLIS = 3_600_000;

/** One change, and its entry in the activity log, if any. */
interface Step {
  readonly name: string;
  /** `POST /alerts`; `{name}` is replaced by the id of the row that an earlier step named so. */
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The name of the new row in later steps. */
  readonly as?: string;
  /** Hours since the step before. */
  readonly after?: number;
  readonly told?: readonly [kind: string, score: number, en: string, he: string, state?: string];
}

const inBarn = { barnId: '{barn}' };
const ofFlock = { flockId: '{flock}' };

/**
 * Reported for the first time in seven days: 10 more; of the same flock, barn or row in the hour:
 * 10 less.
 */
const STEPS: readonly Step[] = [
  { name: 'a barn', call: 'POST /barns', body: { name: 'Barn 1' }, as: 'barn' },
  {
    name: 'a flock that is planned',
    call: 'POST /flocks',
    body: { ...inBarn, code: 'F-1', placementDate: '2026-10-03', status: 'planned' },
    as: 'flock',
    told: ['flock_planned', 40, 'F-1: Flock planned: F-1', 'F-1: להקה מתוכננת: F-1'],
  },
  {
    name: 'a flock that comes',
    call: 'PATCH /flocks/{flock}',
    body: { status: 'active', chicksReceived: 10_000 },
    told: ['flock_placed', 80, 'F-1: Flock placed: 10,000 birds', 'F-1: להקה נקלטה: 10,000 עופות'],
  },
  { name: 'a flock that is sold', call: 'PATCH /flocks/{flock}', body: { status: 'selling' } },
  { name: 'a flock that is kept on', call: 'PATCH /flocks/{flock}', body: { status: 'active' } },
  {
    name: 'a critical alert',
    call: 'POST /alerts',
    body: { ...inBarn, title: 'Fan 3', severity: 'critical' },
    as: 'alert',
    told: ['alert', 100, 'Barn 1: Alert: Fan 3', 'Barn 1: התראה: Fan 3'],
  },
  {
    name: 'a warning of the same barn, at once',
    call: 'POST /alerts',
    body: { ...inBarn, title: 'Dust', severity: 'warning' },
    as: 'dust',
    told: ['alert', 50, 'Barn 1: Alert: Dust', 'Barn 1: התראה: Dust'],
  },
  {
    name: 'a note of the whole farm',
    call: 'POST /alerts',
    body: { title: 'Rain', severity: 'info' },
    told: ['alert', 35, 'Alert: Rain', 'התראה: Rain'],
  },
  {
    name: 'a warning that turns critical',
    call: 'PATCH /alerts/{dust}',
    body: { severity: 'critical' },
    after: 2,
    told: ['alert', 90, 'Barn 1: Alert: Dust', 'Barn 1: התראה: Dust'],
  },
  {
    name: 'an alert that is seen',
    call: 'PATCH /alerts/{alert}',
    body: { status: 'acknowledged' },
  },
  {
    name: 'an alert that is resolved',
    call: 'PATCH /alerts/{alert}',
    body: { status: 'resolved' },
    told: ['alert_resolved', 50, 'Barn 1: Alert resolved: Fan 3', 'Barn 1: התראה טופלה: Fan 3'],
  },
  { name: 'the same once more', call: 'PATCH /alerts/{alert}', body: { status: 'resolved' } },
  {
    name: 'a daily log',
    call: 'POST /daily-logs',
    body: { ...ofFlock, date: '2026-10-20', mortality: 4 },
    as: 'log',
    told: [
      'daily_log',
      25,
      'F-1: Daily log: 4 birds dead (Oct 20, 2026)',
      'F-1: רישום יומי: תמותה 4 עופות (20 באוק׳ 2026)',
    ],
  },
  {
    name: 'a weight in a log there is',
    call: 'PATCH /daily-logs/{log}',
    body: { avgWeightGr: 1400 },
    told: [
      'weighing',
      40,
      'F-1: Weighed: 1,400 g, 4 birds dead (Oct 20, 2026)',
      'F-1: שקילה: 1,400 גרם, תמותה 4 עופות (20 באוק׳ 2026)',
      'doubtful',
    ],
  },
  {
    name: 'a weight corrected',
    call: 'PATCH /daily-logs/{log}',
    body: { avgWeightGr: 1410 },
    told: [
      'record_corrected',
      30,
      'F-1: Corrected: Weighed: 1,410 g, 4 birds dead (Oct 20, 2026) (before: 1,400 g, 4 birds dead)',
      'F-1: תוקן: שקילה: 1,410 גרם, תמותה 4 עופות (20 באוק׳ 2026) (לפני כן: 1,400 גרם, תמותה 4 עופות)',
      'doubtful',
    ],
  },
  {
    name: 'a log with a weight',
    call: 'POST /daily-logs',
    body: { ...ofFlock, date: '2026-10-21', mortality: 4, avgWeightGr: 1450 },
    after: 2,
    told: [
      'weighing',
      30,
      'F-1: Weighed: 1,450 g, 4 birds dead (Oct 21, 2026)',
      'F-1: שקילה: 1,450 גרם, תמותה 4 עופות (21 באוק׳ 2026)',
      'doubtful',
    ],
  },
  {
    name: 'a log of far too many deaths',
    call: 'POST /daily-logs',
    body: { ...ofFlock, date: '2026-10-22', mortality: 90 },
    told: [
      'mortality_spike',
      95,
      'F-1: Unusual mortality: 90 birds dead (Oct 22, 2026)',
      'F-1: תמותה חריגה: תמותה 90 עופות (22 באוק׳ 2026)',
    ],
  },
  {
    name: 'an antibiotic',
    call: 'POST /treatments',
    body: { ...ofFlock, date: '2026-10-22', kind: 'antibiotic', product: 'Tylosin' },
    told: [
      'treatment',
      70,
      'F-1: Treatment: Tylosin (Oct 22, 2026)',
      'F-1: טיפול: Tylosin (22 באוק׳ 2026)',
    ],
  },
  {
    name: 'a vaccination',
    call: 'POST /treatments',
    body: { ...ofFlock, date: '2026-10-22', kind: 'vaccination', product: 'ND' },
    told: [
      'vaccination',
      55,
      'F-1: Vaccination: ND (Oct 22, 2026)',
      'F-1: חיסון: ND (22 באוק׳ 2026)',
    ],
  },
  {
    name: 'another treatment, at once',
    call: 'POST /treatments',
    body: { ...ofFlock, date: '2026-10-22', kind: 'vitamin', product: 'C' },
    told: ['treatment', 20, 'F-1: Treatment: C (Oct 22, 2026)', 'F-1: טיפול: C (22 באוק׳ 2026)'],
  },
  {
    name: 'a sale',
    call: 'POST /sales',
    body: { ...ofFlock, date: '2026-10-30', birdsCount: 1000, totalWeightKg: 2150 },
    told: [
      'sale',
      75,
      'F-1: Sold: 1,000 birds, 2,150 kg (Oct 30, 2026)',
      'F-1: שיווק: 1,000 עופות, 2,150 ק"ג (30 באוק׳ 2026)',
    ],
  },
  {
    name: 'a sale that lies ahead',
    call: 'POST /sales',
    body: { ...ofFlock, date: '2027-01-30', birdsCount: 1000, totalWeightKg: 2150 },
    told: [
      'sale_planned',
      40,
      'F-1: Sale planned: 1,000 birds, 2,150 kg',
      'F-1: שיווק מתוכנן: 1,000 עופות, 2,150 ק"ג',
    ],
  },
  {
    name: 'a delivery of feed',
    call: 'POST /feed-deliveries',
    body: { ...ofFlock, date: '2026-10-30', quantityKg: 5000 },
    told: [
      'feed_delivery',
      45,
      'F-1: Feed delivered: 5,000 kg (Oct 30, 2026)',
      'F-1: תערובת התקבלה: 5,000 ק"ג (30 באוק׳ 2026)',
    ],
  },
  {
    name: 'an order of feed',
    call: 'POST /feed-orders',
    body: { ...ofFlock, quantityKg: 8000 },
    told: ['feed_order', 40, 'F-1: Feed ordered: 8,000 kg', 'F-1: תערובת הוזמנה: 8,000 ק"ג'],
  },
  {
    name: 'an order on the market',
    call: 'POST /market-orders',
    body: { title: 'Litter' },
    told: ['market_order', 40, 'Order: Litter', 'הזמנה: Litter'],
  },
  {
    name: 'the first expense',
    call: 'POST /expenses',
    body: { date: '2026-08-15', category: 'gas', description: 'Heating', amount: 1000 },
    told: ['expense', 35, 'Expense: Heating (Aug 15, 2026)', 'הוצאה: Heating (15 באוג׳ 2026)'],
  },
  {
    name: 'an expense of half a month',
    call: 'POST /expenses',
    body: { date: '2026-09-15', category: 'gas', amount: 500 },
    told: ['expense', 38, 'Expense: Gas (Sep 15, 2026)', 'הוצאה: גז (15 בספט׳ 2026)'],
  },
  {
    name: 'an expense of four usual months',
    call: 'POST /expenses',
    body: { date: '2026-10-15', category: 'repairs', description: 'Roof', amount: 3000 },
    told: ['expense', 50, 'Expense: Roof (Oct 15, 2026)', 'הוצאה: Roof (15 באוק׳ 2026)'],
  },
  {
    name: 'a critical report',
    call: 'POST /field-reports',
    body: { ...inBarn, rawText: 'No power', severity: 'critical' },
    told: ['field_report', 90, 'Barn 1: Report: No power', 'Barn 1: דיווח: No power'],
  },
  {
    name: 'a question',
    call: 'POST /field-reports',
    body: { rawText: 'When does the truck come?' },
    told: [
      'question',
      65,
      'Question: When does the truck come?',
      'שאלה: When does the truck come?',
    ],
  },
  {
    name: 'a plain report, later',
    call: 'POST /field-reports',
    body: { ...inBarn, rawText: 'All well', isQuestion: false },
    after: 2,
    told: ['field_report', 25, 'Barn 1: Report: All well', 'Barn 1: דיווח: All well'],
  },
  { name: 'a task', call: 'POST /tasks', body: { title: 'Weigh 100 birds' }, as: 'task' },
  {
    name: 'a task that is done',
    call: 'PATCH /tasks/{task}',
    body: { status: 'done' },
    told: ['task_done', 30, 'Task done: Weigh 100 birds', 'משימה בוצעה: Weigh 100 birds'],
  },
  {
    name: 'a photo',
    call: 'POST /media',
    body: { ...inBarn, name: 'Wet litter' },
    told: ['photo', 20, 'Barn 1: Photo: Wet litter', 'Barn 1: תמונה: Wet litter'],
  },
  {
    name: 'a device',
    call: 'POST /devices',
    body: { ...inBarn, kind: 'fan', name: 'Fan 3' },
    as: 'fan',
  },
  {
    name: 'a device that fails',
    call: 'PATCH /devices/{fan}',
    body: { status: 'fault' },
    told: [
      'device_failure',
      70,
      'Barn 1: Device does not work: Fan 3',
      'Barn 1: מכשיר לא עובד: Fan 3',
    ],
  },
  {
    name: 'an integration',
    call: 'POST /integrations',
    body: { kind: 'weather', name: 'Forecast' },
    as: 'source',
  },
  {
    name: 'an integration that fails',
    call: 'PATCH /integrations/{source}',
    body: { status: 'failing' },
    told: ['integration_failure', 70, 'Connection failing: Forecast', 'תקלה בחיבור: Forecast'],
  },
  { name: 'a tender', call: 'POST /tenders', body: { title: 'Gas' }, as: 'tender' },
  { name: 'a tender that opens', call: 'PATCH /tenders/{tender}', body: { status: 'open' } },
  {
    name: 'a tender that is awarded',
    call: 'PATCH /tenders/{tender}',
    body: { status: 'awarded' },
    told: ['tender_awarded', 60, 'Tender awarded: Gas', 'מכרז הוכרע: Gas'],
  },
  {
    name: 'an event',
    call: 'POST /events',
    body: { ...ofFlock, kind: 'vet_visit', title: 'Dr. Levi came' },
    told: ['event', 30, 'F-1: Dr. Levi came', 'F-1: Dr. Levi came'],
  },
  {
    name: 'a command',
    call: 'POST /controller-commands',
    body: { ...inBarn, command: 'fan_speed', params: { pct: 40, hours: 2, fan: 3 } },
    as: 'command',
  },
  { name: 'approved', call: 'PATCH /controller-commands/{command}', body: { status: 'approved' } },
  { name: 'sent', call: 'PATCH /controller-commands/{command}', body: { status: 'sent' } },
  {
    name: 'a command that fails',
    call: 'PATCH /controller-commands/{command}',
    body: { status: 'failed' },
    told: [
      'command_failed',
      75,
      'Barn 1: Command failed: fan speed (40%, 2 hours, fan 3)',
      'Barn 1: פקודה נכשלה: fan speed (40%, שעתיים, fan 3)',
    ],
  },
  {
    name: 'tried again',
    call: 'PATCH /controller-commands/{command}',
    body: { status: 'pending' },
  },
  {
    name: 'approved again',
    call: 'PATCH /controller-commands/{command}',
    body: { status: 'approved' },
  },
  { name: 'sent again', call: 'PATCH /controller-commands/{command}', body: { status: 'sent' } },
  {
    name: 'a command that is carried out',
    call: 'PATCH /controller-commands/{command}',
    body: { status: 'executed' },
    told: [
      'command_executed',
      50,
      'Barn 1: Command carried out: fan speed (40%, 2 hours, fan 3)',
      'Barn 1: פקודה בוצעה: fan speed (40%, שעתיים, fan 3)',
    ],
  },
  { name: 'a reading', call: 'POST /env-readings', body: { ...inBarn, temp: 25 } },
  { name: 'medicine', call: 'POST /medicine', body: { name: 'Tylosin' } },
  { name: 'a contact', call: 'POST /contacts', body: { name: 'Dr. Levi', kind: 'vet' } },
  { name: 'a change of a name', call: 'PATCH /barns/{barn}', body: { name: 'Barn One' } },
  {
    name: 'a flock that leaves',
    call: 'PATCH /flocks/{flock}',
    body: { status: 'closed' },
    told: ['flock_closed', 85, 'F-1: Flock closed: F-1', 'F-1: להקה נסגרה: F-1'],
  },
  {
    name: 'a flock that is taken up again',
    call: 'PATCH /flocks/{flock}',
    body: { status: 'active' },
  },
  {
    name: 'a warning eight days later',
    call: 'POST /alerts',
    body: { title: 'Cold', severity: 'warning' },
    after: 192,
    told: ['alert', 70, 'Alert: Cold', 'התראה: Cold'],
  },
];

for (const database of DATABASES) {
  describe(`${database}: activity log entries`, () => {
    const ids = new Map<string, string>();
    const seenKinds = new Set<string>();
    let service: TestService;
    let farmId: string;
    let actorId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farmId = (await create(service, 'farms', { name: 'Emek Hefer' })).id;
      actorId = (await service.send('GET', '/me')).body.key.id;
    });
    afterAll(() => service.close());

    const fillIn = (text: string) =>
      text.replace(/\{(\w+)\}/g, (placeholder, name: string) => ids.get(name) ?? placeholder);
    const readNew = async (lang: string) => {
      const { body } = await service.send('GET', `/activity?farmId=${farmId}&lang=${lang}`);
      return body.data.filter(({ id }: { id: string }) => !seenKinds.has(id));
    };

    test.each(STEPS)('$name', async ({ call, body, as, after = 0, told }) => {
      const [method = '', path = ''] = call.split(' ');
      service.clock.advance(after * HOUR_MILLIS);
      const filledBody = JSON.parse(fillIn(JSON.stringify(body)));
      const query = method === 'POST' ? `?farmId=${farmId}` : '';
      const answer = await service.send(method, `${fillIn(path)}${query}`, { body: filledBody });
      expect([method === 'POST' ? 201 : 200, answer.text]).toEqual([answer.status, answer.text]);
      if (as) ids.set(as, answer.body.id);
      const [english, ...others] = await readNew('en');
      const [hebrew] = await readNew('he');
      for (const { id } of [english, ...others].filter(Boolean)) seenKinds.add(id);
      if (!told) return expect(english).toBeUndefined();
      const [kind, score, en, he, state] = told;
      expect(others).toEqual([]);
      expect(english).toEqual({
        id: expect.stringMatching(/^activity_/),
        ts: new Date(service.clock.now()).toISOString(),
        kind,
        score,
        title: en,
        farmId,
        barnId: expect.toSatisfy((id) => id === null || id === ids.get('barn')),
        flockId: expect.toSatisfy((id) => id === null || id === ids.get('flock')),
        ref: { resource: path.split('/')[1], id: answer.body.id },
        actor: { type: 'key', id: actorId },
        ...(state === undefined ? {} : { state }),
      });
      expect(hebrew).toEqual({ ...english, title: he });
    });

    test('a deletion is reported with the texts of the row', async () => {
      const [flockId, log] = [ids.get('flock'), ids.get('log')];
      await service.send('DELETE', `/daily-logs/${log}`);
      const { body } = await service.send('GET', '/activity?kinds=record_deleted&lang=en');
      expect(body.data).toEqual([
        expect.objectContaining({
          farmId,
          flockId,
          ref: { resource: 'daily-logs', id: log },
          title: expect.stringMatching(
            /^F-1: Deleted: Weighed: 1,410 g, \d+ birds dead \([A-Z][a-z]+ \d+, \d{4}\)$/,
          ),
        }),
      ]);
    });

    test('a change of people is reported for the organisation, not for a farm', async () => {
      await create(service, 'users', { name: 'Dana', role: 'manager' });
      const { body } = await service.send('GET', '/activity?kinds=user_change&lang=en');
      expect(body.data).toEqual([
        expect.objectContaining({ farmId: null, score: 60, title: 'User changed: Dana' }),
      ]);
    });
  });
}
