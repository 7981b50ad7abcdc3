import { expect, test } from 'vitest';
import { digestOf } from '../../../src/farming/digest/digest.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aSmallFarm } from '../../support/a-small-farm.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { rendered } from '../../support/rendered.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

const question = {
  id: 'report_1',
  rawText: 'How much vitamin do I put in the water today?',
  summaryHe: null,
  lang: null,
  authorName: 'Somchai',
  category: 'other',
  severity: 'info',
  isQuestion: true,
  status: 'new',
  barnId: 'barn_1',
  flockId: null,
  createdAt: '2026-11-21T04:00:00.000Z',
  fix: {
    method: 'PATCH',
    path: '/field-reports/report_1',
    body: { replyText: null, status: 'answered' },
  },
};

const resolve = (id: string) => ({
  method: 'PATCH',
  path: `/alerts/${id}`,
  body: { status: 'resolved', resolutionNote: null },
});

const logOf = (flockId: string, date: string) => ({
  method: 'POST',
  path: '/daily-logs',
  body: { flockId, date, mortality: null, feedKg: null, waterL: null },
  action: 'log_daily',
});

test('the complete briefing of a small farm', () => {
  const { headline, ...digest } = digestOf(aSmallFarm());
  expect(digest).toEqual({
    farmId: 'farm_1',
    date: '2026-11-21',
    window: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T05:30:00.000Z' },
    overnightAlerts: [
      {
        id: 'alert_1',
        severity: 'critical',
        category: 'climate',
        title: 'Barn 1 is 4 °C above target',
        status: 'open',
        barnId: 'barn_1',
        createdAt: '2026-11-21T01:12:00.000Z',
        fix: resolve('alert_1'),
      },
      {
        id: 'alert_2',
        severity: 'warning',
        category: 'water',
        title: 'Water line leaks in barn 2',
        status: 'open',
        barnId: 'barn_2',
        createdAt: '2026-11-20T18:00:00.000Z',
        fix: resolve('alert_2'),
      },
    ],
    openAlerts: [
      {
        id: 'alert_1',
        severity: 'critical',
        category: 'climate',
        title: 'Barn 1 is 4 °C above target',
        status: 'open',
        barnId: 'barn_1',
        createdAt: '2026-11-21T01:12:00.000Z',
        fix: resolve('alert_1'),
      },
      {
        id: 'alert_2',
        severity: 'warning',
        category: 'water',
        title: 'Water line leaks in barn 2',
        status: 'open',
        barnId: 'barn_2',
        createdAt: '2026-11-20T18:00:00.000Z',
        fix: resolve('alert_2'),
      },
    ],
    reports: [question],
    unansweredQuestions: [question],
    tasksToday: [
      {
        id: 'task_2',
        title: 'Order feed',
        priority: 'urgent',
        assignee: 'Dana Mizrahi',
        dueDate: '2026-11-19',
        overdue: true,
      },
      {
        id: 'task_1',
        title: 'Weigh 100 birds',
        priority: 'normal',
        assignee: null,
        dueDate: '2026-11-21',
        overdue: false,
      },
    ],
    mortality: [
      {
        flockId: 'flock_2',
        name: 'B2-2610',
        ageDays: 40,
        date: '2026-11-18',
        deaths: 14,
        deathsDayBefore: 12,
        avg7: null,
        ratio: null,
        // 14 of 15,988.
        pct: 0.09,
        spike: { flag: false, severity: null },
        baseline: 'insufficient',
        basisDays: 1,
      },
      {
        flockId: 'flock_1',
        name: 'B1-2611',
        ageDays: 20,
        date: '2026-11-20',
        deaths: 45,
        deathsDayBefore: 10,
        avg7: 10,
        ratio: 4.5,
        // 45 of 19,900.
        pct: 0.23,
        spike: { flag: true, severity: 'warning' },
        baseline: '7d',
        basisDays: 7,
      },
    ],
    vision: {
      // The bird that the camera followed as a1 counts once.
      mortality24h: 36,
      crossCheck: [
        {
          flockId: 'flock_1',
          barnId: 'barn_1',
          date: '2026-11-20',
          vision: 30,
          logged: 45,
          difference: -15,
          mismatch: true,
        },
      ],
    },
    flocksMissingLog: [
      {
        flockId: 'flock_2',
        name: 'B2-2610',
        barnId: 'barn_2',
        lastLogDate: '2026-11-18',
        days: 3,
        severity: 'critical',
        fix: { ...logOf('flock_2', '2026-11-19'), import: '/os/import/daily-logs' },
      },
      {
        flockId: 'flock_1',
        name: 'B1-2611',
        barnId: 'barn_1',
        lastLogDate: '2026-11-20',
        days: 1,
        severity: 'info',
        fix: logOf('flock_1', '2026-11-21'),
      },
    ],
    feedOrdersLate: [],
    feedOrdersDue: [],
    gaps: [],
  });
  expect(headline).toHaveLength(5);
});

/** A weight ten times as high as plausible, and no recipient of critical alerts. */
const doubtedFarm = (language: Language) =>
  aSnapshot({
    language,
    barns: [aBarn()],
    liveFlocks: [aFlock()],
    liveLogs: [aLog(TODAY, { mortality: 3, avgWeightGr: 9350 })],
    reach: 'nobody',
    users: [row('users', { id: 'user_1', name: 'Dana', role: 'owner' })],
  });

test.each<[Language, string, string]>([
  [
    'en',
    'Critical alerts of Emek Hefer may reach nobody',
    'Body weight of flock B1-2611 on Nov 21, 2026 cannot be right: enter it again',
  ],
  [
    'es',
    'Las alertas críticas de Emek Hefer pueden no llegar a nadie',
    'El peso del lote B1-2611 el 21 nov 2026 no puede ser correcto: hay que volver a anotar el dato',
  ],
  [
    'he',
    'התראות קריטיות של Emek Hefer עלולות לא להגיע לאיש',
    'המשקל של להקה B1-2611 ב-21 בנוב׳ 2026 לא ייתכן: יש להזין שוב',
  ],
  [
    'th',
    'การแจ้งเตือนวิกฤตของ Emek Hefer อาจส่งไม่ถึงใครเลย',
    'น้ำหนักของฝูง B1-2611 วันที่ 21 พ.ย. 2026 ไม่น่าถูกต้อง โปรดบันทึกใหม่',
  ],
  ['zh', 'Emek Hefer的严重警报可能无人收到', '批次B1-2611：2026年11月21日的体重不可信，请重新录入'],
])(
  'in %s alerts without a recipient and values set aside are told, with their calls',
  async (language, unreachable, weight) => {
    const digest = digestOf(doubtedFarm(language));
    const lines = await rendered(language, digest.headline);
    expect(lines).toEqual([unreachable, weight]);
    expect(digest.gaps.map(({ kind, fix: { path, body } }) => [kind, path, body])).toEqual([
      ['nobody_reachable', '/os/notices/channels', expect.anything()],
      ['value_suspect', '/daily-logs/log_2026-11-21', { avgWeightGr: null }],
    ]);
  },
);

test('a farm without birds and alerts needs no recipient this morning', () => {
  expect(digestOf(aSnapshot({ barns: [aBarn()], reach: 'nobody' })).gaps).toEqual([]);
});

const lateFarm = (count: number) =>
  aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock()],
    liveLogs: [aLog(TODAY, { mortality: 3 })],
    feedOrders: ['2026-11-19', '2026-11-18'].slice(0, count).map((dueDate, index) =>
      row('feed-orders', {
        ...{ id: `order_${index}`, flockId: index === 0 ? 'flock_1' : null, quantityKg: 8000 },
        ...{ status: 'in_transit', dueDate },
      }),
    ),
  });

test('overdue feed orders are reported, the one due first at the head', () => {
  const late = (id: string, values: object) => ({
    ...{ id, quantityKg: 8000, ...values },
    fix: {
      method: 'PATCH',
      path: `/feed-orders/${id}`,
      body: { status: 'delivered', deliveredAt: null },
    },
  });
  expect(digestOf(lateFarm(2)).feedOrdersLate).toEqual([
    late('order_1', { flockId: null, flock: null, dueDate: '2026-11-18', daysLate: 3 }),
    late('order_0', {
      ...{ flockId: 'flock_1', flock: 'B1-2611', dueDate: '2026-11-19', daysLate: 2 },
    }),
  ]);
});

test.each([
  ['en', 1, 'A feed order of 8,000 kg was due on Nov 19, 2026, no delivery is recorded'],
  ['en', 2, '2 feed orders are overdue, the oldest was due on Nov 18, 2026'],
  ['es', 1, 'Un pedido de alimento de 8000 kg debía llegar el 19 nov 2026, sin entrega registrada'],
  ['he', 2, 'שתי הזמנות תערובת מאחרות, המוקדמת שבהן הייתה אמורה להגיע ב-18 בנוב׳ 2026'],
  ['th', 1, 'ใบสั่งซื้ออาหาร 8,000 กก. ครบกำหนดส่งวันที่ 19 พ.ย. 2026 แต่ยังไม่มีบันทึกรับอาหาร'],
  ['zh', 2, '2笔饲料订单逾期，最早的应于2026年11月18日到货'],
] as const)('in %s the headline of %i overdue orders is correct', async (language, count, line) => {
  expect(await rendered(language, digestOf(lateFarm(count)).headline)).toEqual([line]);
});

/** A flock that ate 20,960 kg by today, and whose feed of 30,000 kg lasts four more days. */
const hungryFarm = (count = 1, parts: object = {}) => {
  const flocks = Array.from({ length: count }, (_, index) => `flock_${index + 1}`);
  return aSnapshot({
    barns: flocks.map((_, index) => aBarn({ id: `barn_${index + 1}` })),
    liveFlocks: flocks.map((id, index) =>
      aFlock({ id, barnId: `barn_${index + 1}`, code: `B${index + 1}` }),
    ),
    liveLogs: flocks.flatMap((flockId) =>
      logsByStandard({ flockId, placementDate: '2026-11-01', birds: 20_000 }).map((log) => ({
        ...log,
        id: `${flockId} ${log.id}`,
      })),
    ),
    feedDeliveries: flocks.map((flockId) =>
      row('feed-deliveries', {
        ...{ id: `delivery of ${flockId}`, flockId, date: '2026-10-30', quantityKg: 30_000 },
      }),
    ),
    ...parts,
  });
};

test('feed that must be ordered today is part of the briefing, with the call that orders it', () => {
  expect(digestOf(hungryFarm()).feedOrdersDue).toEqual([
    {
      ...{ flockId: 'flock_1', flock: 'B1', daysLeft: 4, stockEstimated: false },
      // 26,140 kg until a week after the delivery, less 9,040 kg in the silo.
      quantityKg: 18_000,
      fix: {
        method: 'POST',
        path: '/feed-orders',
        // The feed of Nov 22 to 24 is in the silo, and most of that of Nov 25.
        body: { flockId: 'flock_1', quantityKg: 18_000, dueDate: '2026-11-24' },
        action: 'create_order',
      },
    },
  ]);
});

test('feed already ordered in a sufficient amount is not ordered again', () => {
  const feedOrders = [
    row('feed-orders', {
      ...{ id: 'order_1', flockId: 'flock_1', quantityKg: 16_000 },
      ...{ status: 'ordered', orderDate: TODAY },
    }),
  ];
  expect(digestOf(hungryFarm(1, { feedOrders }))).toMatchObject({
    feedOrdersDue: [],
    headline: [{ text: 'digest.quiet' }],
  });
});

test.each([
  ['en', 1, 'Feed for flock B1 has to be ordered today, 18,000 kg are suggested'],
  ['en', 2, 'Feed for 2 flocks has to be ordered today: B1, B2'],
  ['es', 1, 'Hay que pedir hoy alimento para el lote B1; se sugieren 18.000 kg'],
  ['he', 2, 'צריך להזמין היום תערובת לשתי להקות: B1, B2'],
  ['th', 1, 'ต้องสั่งอาหารให้ฝูง B1 วันนี้ แนะนำให้สั่ง 18,000 กก.'],
  ['zh', 2, '2个批次的饲料今天就要订购：B1、B2'],
] as const)(
  'in %s the headline of feed for %i flocks is correct',
  async (language, count, line) => {
    expect(await rendered(language, digestOf(hungryFarm(count)).headline)).toEqual([line]);
  },
);

test.each<[Language, string]>([
  ['en', 'Flock B1-2611: no daily log of today'],
  ['es', 'El lote B1-2611 no tiene registro de hoy'],
  ['he', 'ללהקה B1-2611 אין רישום יומי להיום'],
  ['th', 'ฝูง B1-2611 ยังไม่มีบันทึกของวันนี้'],
  ['zh', '批次B1-2611今天还没有日报'],
])('in %s a flock placed today lacks only the log of today', async (language, line) => {
  const liveFlocks = [aFlock({ placementDate: TODAY })];
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks, now: NOON + 4 * 3_600_000 });
  expect(await rendered(language, digestOf(snapshot).headline)).toEqual([line]);
});

test.each<[Language, readonly string[]]>([
  [
    'en',
    [
      'B1-2611: 45 birds died yesterday, 4.5 times the average of the week',
      'Critical alert: Barn 1 is 4 °C above target',
      'Somchai waits for an answer, asked 1 hour ago',
      'Flock B2-2610: no daily log for 3 days',
      '1 task for today, 1 overdue',
    ],
  ],
  [
    'he',
    [
      'B1-2611: 45 עופות מתו אתמול, פי 4.5 מהממוצע השבועי',
      'התראה קריטית: Barn 1 is 4 °C above target',
      'שאלה של Somchai ממתינה לתשובה כבר שעה אחת',
      'ללהקה B2-2610 אין רישום יומי כבר 3 ימים',
      'משימה אחת להיום, אחת באיחור',
    ],
  ],
  [
    'th',
    [
      'B1-2611: เมื่อวานตาย 45 ตัว เป็น 4.5 เท่าของค่าเฉลี่ยสัปดาห์',
      'การแจ้งเตือนวิกฤต: Barn 1 is 4 °C above target',
      'Somchai รอคำตอบมา 1 ชั่วโมงแล้ว',
      'ฝูง B2-2610 ไม่มีบันทึกประจำวันมา 3 วันแล้ว',
      'งานวันนี้ 1 งาน เกินกำหนด 1 งาน',
    ],
  ],
  [
    'es',
    [
      'B1-2611: 45 aves muertas ayer, 4,5 veces el promedio de la semana',
      'Alerta crítica: Barn 1 is 4 °C above target',
      'Somchai espera una respuesta desde hace 1 hora',
      'El lote B2-2610 lleva 3 días sin registro diario',
      '1 tarea para hoy, 1 atrasada',
    ],
  ],
  [
    'zh',
    [
      'B1-2611：昨天死亡45只，是一周平均的4.5倍',
      '严重警报：Barn 1 is 4 °C above target',
      'Somchai在等答复，已等1小时',
      '批次B2-2610已连续3天没有日报',
      '今天1项任务，1项逾期',
    ],
  ],
])('in %s the headline is correct', async (language, lines) => {
  expect(await rendered(language, digestOf(aSmallFarm()).headline)).toEqual(lines);
});

test('a resolved alert, or one of a sealed case file, has no call', () => {
  const farm = aSmallFarm();
  const [first, second] = farm.alerts;
  if (!first || !second) throw new Error('the farm has two alerts');
  const alerts = [
    { ...first, status: 'resolved' as const },
    { ...second, sealed: true },
  ];
  const { overnightAlerts } = digestOf({ ...farm, alerts });
  expect(overnightAlerts.map((alert) => 'fix' in alert)).toEqual([false, false]);
});
