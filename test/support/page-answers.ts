import { typeFixes } from './type-fixes.ts';

/** Handwritten responses for a small farm in the format of the service; times are UTC. */

/** The reader: a key of an organisation with this language and two farms. */
export function aReader(language: string, timezone = 'Asia/Jerusalem') {
  return {
    key: { id: 'key_1', name: 'Morning', last4: 'x7Qe' },
    org: { id: 'org_1', name: 'Emek Hefer', timezone, language },
    scopes: ['read:*'],
    farms: [
      { id: 'farm_1', name: 'Emek Hefer' },
      { id: 'farm_2', name: 'לולי הגלבוע' },
    ],
    allFarms: true,
  };
}

const question = {
  id: 'report_1',
  rawText: 'How much vitamin do I put in the water today?',
  summaryHe: null,
  lang: 'en',
  authorName: 'Somchai',
  category: 'question',
  severity: 'info',
  isQuestion: true,
  status: 'new',
  barnId: 'barn_1',
  flockId: null,
  createdAt: '2026-11-21T04:00:00.000Z',
};

const calmFlock = {
  flockId: 'flock_2',
  name: 'B2-2610',
  ageDays: 33,
  date: '2026-11-20',
  deaths: 9,
  deathsDayBefore: 8,
  avg7: 9.4,
  ratio: 0.96,
  pct: 0.04,
  spike: { flag: false, severity: null },
  baseline: '7d',
  basisDays: 7,
};

const openAlert = {
  id: 'alert_1',
  severity: 'critical',
  category: 'climate',
  title: 'Barn 1 is 4 °C above target',
  status: 'open',
  barnId: 'barn_1',
  createdAt: '2026-11-21T01:12:00.000Z',
};

/** The morning after an eventful night. */
export const busyDigest = {
  farmId: 'farm_1',
  date: '2026-11-21',
  window: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T05:30:00.000Z' },
  overnightAlerts: [openAlert],
  openAlerts: [openAlert],
  reports: [{ ...question, id: 'report_2', rawText: 'Generator stopped', severity: 'critical' }],
  unansweredQuestions: [question],
  tasksToday: [
    {
      id: 'task_1',
      title: 'Weigh 100 birds',
      priority: 'high',
      assignee: 'Somchai',
      dueDate: '2026-11-20',
      overdue: true,
    },
  ],
  mortality: [
    {
      ...calmFlock,
      flockId: 'flock_1',
      name: 'B1-2611',
      ageDays: 20,
      date: '2026-11-21',
      deaths: 198,
      deathsDayBefore: 41,
      avg7: 38.21,
      ratio: 5.18,
      pct: 0.83,
      spike: { flag: true, severity: 'critical' },
    },
    calmFlock,
  ],
  vision: {
    mortality24h: 11,
    crossCheck: [
      {
        flockId: 'flock_1',
        barnId: 'barn_1',
        date: '2026-11-20',
        vision: 60,
        logged: 41,
        difference: 19,
        mismatch: true,
      },
    ],
  },
  flocksMissingLog: [
    {
      flockId: 'flock_2',
      name: 'B2-2610',
      barnId: 'barn_2',
      lastLogDate: '2026-11-20',
      days: 1,
      severity: 'info',
    },
  ],
  weather: { status: 'ok', heatRisk: 'warning', maxThi: 29.4, coldRisk: false },
  headline: ['B1-2611: 198 birds died today', 'Critical alert'],
};

/** The morning after a quiet night. */
export const quietDigest = {
  ...busyDigest,
  overnightAlerts: [],
  openAlerts: [],
  reports: [],
  unansweredQuestions: [],
  tasksToday: [],
  mortality: [{ ...calmFlock, date: '2026-11-21' }],
  vision: { mortality24h: null, crossCheck: [] },
  flocksMissingLog: [],
  feedOrdersLate: [],
  feedOrdersDue: [],
  weather: { status: 'ok', heatRisk: 'none', maxThi: 20.2, coldRisk: false },
  headline: ['No open warnings or critical alerts, and no sudden rise in deaths'],
};

/** The farm with an occupied barn and an empty one. */
export const aFarmContext = {
  farm: {
    id: 'farm_1',
    name: 'Emek Hefer',
    vertical: 'broiler',
    location: 'Kfar Vitkin',
    latitude: 32.36,
    longitude: 34.91,
    currency: 'ILS',
    timezone: 'Asia/Jerusalem',
  },
  asOf: '2026-11-21T09:00:00.000Z',
  depth: 'full',
  barns: [
    { id: 'barn_1', name: 'Barn 1', status: 'active', occupied: true, flock: 'flock_1' },
    { id: 'barn_2', name: 'לול 2', status: 'cleaning', occupied: false, flock: null },
  ],
  flocks: [
    {
      id: 'flock_1',
      code: 'B1-2611',
      breed: 'Ross 308',
      barnId: 'barn_1',
      status: 'active',
      placementDate: '2026-11-01',
      plannedMarketDate: '2026-12-11',
      ageDays: 20,
      live: 19_755,
      cumMortality: 171,
      cumMortalityPct: 0.86,
      weight: { g: 985, source: 'manual', date: '2026-11-21', standardG: 935 },
      weightG: 985,
      standardG: 935,
      deviationPct: 5.35,
      weightDate: '2026-11-21',
      weightReason: null,
      lastLog: { date: '2026-11-21', mortality: 12 },
      daysSinceLog: 0,
      densityKgM2: 16.22,
    },
  ],
  alerts: {
    open: [
      {
        id: 'alert_1',
        severity: 'warning',
        title: 'Silo 1 runs low',
        createdAt: '2026-11-20T15:00:00.000Z',
      },
    ],
    counts: { critical: 0, warning: 1, info: 0 },
  },
  tasks: {
    open: [
      {
        id: 'task_1',
        title: 'Weigh 100 birds',
        priority: 'normal',
        status: 'open',
        assignee: null,
        dueDate: '2026-11-22',
        overdue: false,
        barnId: null,
      },
    ],
    overdue: 0,
    today: 0,
  },
  fieldReports: { recent: [], unansweredQuestions: [question] },
  people: { users: [], contacts: [] },
  hardware: { devices: [], integrations: [], camerasUnregistered: [] },
  environment: [
    {
      barnId: 'barn_1',
      ts: '2026-11-21T08:15:00.000Z',
      temp: 28.9,
      humidity: 58,
      co2: 1850,
      nh3: 9,
      thi: 28,
      status: 'out_of_range',
      outOfRange: ['temp'],
      ageMinutes: 45,
      range: { temp: { min: 23, max: 27 } },
    },
  ],
  medicine: {
    items: [
      {
        id: 'medicine_1',
        name: 'La Sota',
        quantity: 3,
        unit: 'vials',
        minQuantity: 20,
        expiryDate: '2026-10-23',
      },
      {
        id: 'medicine_2',
        name: 'Vitamin C',
        quantity: 11.7,
        unit: 'kg',
        minQuantity: null,
        expiryDate: null,
      },
    ],
    lowStock: [{ id: 'medicine_1' }],
    expired: [{ id: 'medicine_1' }],
  },
  money90d: {
    revenue: 0,
    expenses: 4860.5,
    feed: 33_370,
    net: -38_230.5,
    byCategory: [
      { category: 'gas', amount: 4000 },
      { category: 'night_watch', amount: 860.5 },
    ],
    byWeek: [],
  },
  history: {
    daily: [9, 11, null, 48, 12].map((mortality, index) => ({
      flockId: 'flock_1',
      date: `2026-11-${17 + index}`,
      mortality,
    })),
    events: [],
    weeks: [],
  },
  narrative: 'Emek Hefer: 2 barns, 1 flock, 19,755 birds.\nOne alert is open.',
};

/** The daily logs of that farm, the newest first. */
export const contextLogs = {
  data: [
    [21, 985, 935, 23.5, 28.2],
    [20, null, 868, 24, 27.8],
    [19, 840, 803, null, null],
    [18, null, 741, 23.9, 27.5],
    [17, 690, 682, 24.4, 28],
  ].map(([day, avgWeightGr, standardG, tempMin, tempMax]) => ({
    flockId: 'flock_1',
    date: `2026-11-${day}`,
    avgWeightGr,
    standardG,
    tempMin,
    tempMax,
  })),
  meta: { total: 5, limit: 200, offset: 0, hasMore: false },
};

/** Gaps of every severity, and contradictory data. */
export const someGaps = typeFixes({
  farmId: 'farm_1',
  asOf: '2026-11-21T09:00:00.000Z',
  gaps: [
    {
      kind: 'medicine_low_stock',
      severity: 'critical',
      title: 'La Sota runs low',
      message: 'None left; at least 6 vials should be in the store.',
      ids: { medicineId: 'medicine_1' },
      count: 1,
      since: null,
      fix: {
        method: 'POST',
        path: '/market-orders',
        body: { farmId: 'farm_1', kind: 'order', direction: 'buy', title: 'La Sota', quantity: 6 },
      },
    },
    {
      kind: 'worker_question_unanswered',
      severity: 'warning',
      title: 'Somchai waits for an answer',
      message: 'Asked 5 hours ago: How much vitamin?',
      ids: { fieldReportId: 'report_1' },
      count: 1,
      since: '2026-11-21T04:00:00.000Z',
      fix: {
        method: 'PATCH',
        path: '/field-reports/report_1',
        body: { replyText: null, status: 'answered' },
      },
    },
  ],
  dataQuality: {
    score: 90,
    parts: { logs: 0.952, weights: 1, environment: 0, money: null, photos: 1, identity: 0.8 },
    coverage: {},
    issues: [
      {
        code: 'temp_order',
        resource: 'daily-logs',
        id: 'log_1',
        message: 'The temperatures of Nov 21, 2026 contradict each other.',
      },
    ],
  },
});

/** A farm in setup, with a remaining step. */
export const aSetup = typeFixes({
  progressPct: 92,
  done: 1,
  total: 2,
  items: [
    {
      key: 'farm_named',
      title: 'Name the farm',
      weight: 5,
      done: true,
      optional: false,
      fix: null,
    },
    {
      key: 'vet_contact',
      title: 'Add a vet to the contacts',
      weight: 5,
      done: false,
      optional: false,
      fix: {
        method: 'POST',
        path: '/contacts',
        body: { farmId: 'farm_1', kind: 'vet', name: null, phone: null },
      },
    },
    {
      key: 'integration_or_camera',
      title: 'Connect a camera or controller',
      weight: 5,
      done: false,
      optional: true,
      fix: null,
    },
  ],
  next: 'vet_contact',
});

/** Two farms with different currencies. */
export const aPortfolio = {
  farms: [
    {
      farmId: 'farm_1',
      name: 'Emek Hefer',
      vertical: 'broiler',
      barns: 2,
      activeFlocks: 1,
      birds: 19_755,
      capacityUsedPct: 98.8,
      openAlerts: { critical: 1, warning: 0, info: 2 },
      overdueTasks: 3,
      unansweredQuestions: 1,
      mortality7dPct: 0.35,
      weightDeviationPct: 5.35,
      epefLast: 402,
      dataQuality: 86,
      healthScore: 96,
      revenue30d: 0,
      expenses30d: 38_230.5,
      currency: 'ILS',
      lastActivityAt: '2026-11-21T08:30:00.000Z',
      status: 'critical',
    },
    {
      farmId: 'farm_2',
      name: 'לולי הגלבוע',
      vertical: 'layer',
      barns: 2,
      activeFlocks: 2,
      birds: null,
      capacityUsedPct: null,
      openAlerts: { critical: 0, warning: 0, info: 0 },
      overdueTasks: 0,
      unansweredQuestions: 0,
      mortality7dPct: null,
      weightDeviationPct: -2.2,
      epefLast: null,
      dataQuality: 61,
      healthScore: null,
      revenue30d: 1200,
      expenses30d: 900,
      currency: 'USD',
      lastActivityAt: null,
      status: 'ok',
    },
  ],
  totals: {
    farms: 2,
    birds: 19_755,
    activeFlocks: 3,
    openAlerts: { critical: 1, warning: 0, info: 2 },
    money: [
      { currency: 'ILS', revenue30d: 0, expenses30d: 38_230.5 },
      { currency: 'USD', revenue30d: 1200, expenses30d: 900 },
    ],
  },
};

/** Two days of two farms. */
export const anActivity = {
  data: [
    [
      'activity_3',
      '2026-11-21T01:12:00.000Z',
      'alert',
      90,
      'Barn 1: Alert: 4 °C above target',
      'farm_1',
    ],
    ['activity_2', '2026-11-20T22:30:00.000Z', 'sale', 65, 'Sold: 4,568 birds', 'farm_2'],
    [
      'activity_1',
      '2026-11-20T15:30:00.000Z',
      'daily_log',
      15,
      'Daily log: 12 birds dead',
      'farm_1',
    ],
  ].map(([id, ts, kind, score, title, farmId]) => ({
    id,
    ts,
    kind,
    score,
    title,
    farmId,
    barnId: null,
    flockId: null,
    ref: { resource: 'alerts', id: 'alert_1' },
    actor: { type: 'system', id: 'rules' },
  })),
  meta: { limit: 200, hasMore: false },
};

/** Search hits, in the name and in the text. */
export const someHits = {
  data: [
    {
      resource: 'tasks',
      id: 'task_1',
      title: 'Weigh 100 birds',
      snippet: 'Weigh 100 birds',
      farmId: 'farm_1',
      score: 90,
    },
    {
      resource: 'field-reports',
      id: 'report_1',
      title: 'field report report_1',
      snippet: '…cannot weigh today…',
      farmId: 'farm_1',
      score: 60,
    },
  ],
  meta: { total: 2, limit: 50 },
};
