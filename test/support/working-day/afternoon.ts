import { expect } from 'vitest';
import { change, climate, counted, DAY, photo, post } from './calls.ts';
import type { DayStep } from './working-day.ts';

const SEALED = { error: 'action_refused', code: 'sealed_case_file' };

/** From the photo at noon to the scan in the evening. */
export const AFTERNOON: readonly DayStep[] = [
  {
    at: '12:00',
    name: 'a photo',
    call: post('/media', { flockId: '{broilers}', kind: 'image', name: 'Litter' }),
    status: 201,
    keeps: { photo: ['id'] },
    activity: [['photo', 20]],
  },
  {
    at: '12:01',
    name: 'and its file',
    call: {
      ...{ method: 'PUT', path: '/os/media/{photo}/content', body: photo },
      headers: { 'content-type': 'image/jpeg' },
    },
    answer: { id: '{photo}', mimeType: 'image/jpeg', width: 64, height: 48, version: 2 },
  },
  {
    at: '12:25',
    name: 'barn C is clean',
    call: change('/barns/{barnC}', { status: 'active' }),
    answer: { status: 'active', occupied: false },
  },
  {
    at: '12:30',
    name: 'the planned flock comes',
    call: change('/flocks/{planned}', { status: 'active', chicksReceived: 17_950 }),
    answer: { status: 'active', ageDays: 0, live: 17_950 },
    events: ['flock.placed'],
    activity: [['flock_placed', 70]],
    reads: [
      ['/barns/{barnC}', { occupied: true, currentFlockId: '{planned}' }],
      [
        '/events?kind=placement&barnId={barnC}',
        { data: [{ flockId: '{planned}', ts: '2026-11-02T10:30:00.000Z' }], meta: { total: 1 } },
      ],
    ],
  },
  {
    at: '13:00',
    name: 'the hens are sold, caught and on their way, in one call',
    call: post('/os/batch', {
      operations: [
        {
          ...{ id: 'sale', method: 'POST', path: '/sales' },
          body: {
            ...{ flockId: '{hens}', customerId: '{slaughterhouse}', date: DAY, birdsCount: 9982 },
            ...{ totalWeightKg: 19_964, pricePerKg: 1.5 },
          },
        },
        {
          ...{ method: 'POST', path: '/expenses' },
          body: { flockId: '{hens}', date: DAY, category: 'catching', amount: 800 },
        },
        { method: 'PATCH', path: '/flocks/{hens}', body: { status: 'selling', notes: '$sale.id' } },
      ],
    }),
    answer: {
      ok: true,
      results: [
        { id: 'sale', status: 201, body: { totalAmount: 29_946, avgWeightKg: 2 } },
        { status: 201, body: { amount: 800 } },
        { status: 200, body: { status: 'selling', live: 0 } },
      ],
    },
    keeps: { sale: ['results', 0, 'body', 'id'] },
    events: ['sale.created', 'expense.created'],
    activity: [
      // 800 of the previous month's 1000: 25 + 20.
      ['expense', 45],
      ['sale', 75],
    ],
    reads: [['/flocks/{hens}', { notes: '{sale}' }]],
  },
  {
    at: '13:01',
    name: 'a batch that fails half way does nothing',
    call: post('/os/batch', {
      operations: [
        { method: 'POST', path: '/tasks?farmId={farm}', body: { title: 'Wash' } },
        { method: 'PATCH', path: '/flocks/{hens}', body: { status: 'planned' } },
      ],
    }),
    status: 400,
    answer: { failed: 1, results: [{ status: 424 }, { status: 400 }] },
  },
  {
    at: '13:30',
    name: 'their flock is closed',
    call: change('/flocks/{hens}', { status: 'closed' }),
    answer: { status: 'closed', closedAt: '2026-11-02T11:30:00.000Z' },
    events: ['flock.closed'],
    activity: [['flock_closed', 85]],
    reads: [['/barns/{barnB}', { occupied: false, currentFlockId: null, emptySince: DAY }]],
  },
  {
    at: '14:00',
    name: 'its case file is sealed',
    call: post('/os/case-files', { flockId: '{hens}', title: 'Flock B-2506' }),
    status: 201,
    answer: { number: 1, flockId: '{hens}' },
    keeps: { caseFile: ['id'] },
    reads: [
      ['/flocks/{hens}', { sealed: true }],
      ['/os/case-files/{caseFile}/verify', { ok: true }],
    ],
  },
  ...[
    change('/daily-logs/{henLog}', { mortality: 5 }),
    { method: 'DELETE', path: '/sales/{sale}' } as const,
    post('/treatments', { flockId: '{hens}', date: DAY, kind: 'vaccination' }),
    change('/flocks/{hens}', { status: 'active' }),
    post('/os/batch', {
      operations: [{ method: 'PATCH', path: '/daily-logs/{henLog}', body: { eggs: 1 } }],
    }),
  ].map((call, index) => ({
    ...{ at: '14:01', name: `nothing of it is changed any more (${index + 1})`, call },
    ...{ status: 422, answer: SEALED },
  })),
  {
    at: '14:30',
    name: 'a threshold is moved: an alert is old after 12 hours, and is a gap at once',
    call: change('/os/settings', { thresholds: { alertOpenHours: 12 } }),
    reads: [
      [
        '/gaps?farmId={farm}',
        {
          gaps: expect.arrayContaining([
            expect.objectContaining({ kind: 'alert_open_over_3_days', severity: 'warning' }),
          ]),
        },
      ],
    ],
  },
  { at: '14:59', name: 'the camera is there', call: counted(19_790) },
  {
    at: '15:00',
    name: 'the dashboard',
    call: { method: 'GET', path: '/os/dashboard?farmId={farm}&lang=en' },
    answer: {
      date: DAY,
      figures: {
        ...{ birds: 19_798 + 17_950, flocks: 2, barns: 3, barnsOccupied: 2, questions: 0 },
        mortality: { today: 12, yesterday: 10, logged: 1 },
        feedKg: { today: 1900, yesterday: 1000, logged: 1 },
        waterL: { today: 3400, yesterday: 1770, logged: 1 },
        eggs: null,
        alerts: { critical: 0, warning: 2, info: 0 },
        tasks: { today: 0, overdue: 0 },
        // 29,946 of the sale; 800 for catching, 17,950 chicks at 2.60; 18,000 of the delivery.
        money: {
          ...{ from: '2026-11-01', to: DAY, currency: 'ILS' },
          ...{ revenue: 29_946, expenses: 47_470, feed: 18_000, net: -35_524 },
        },
      },
      barns: [
        {
          ...{ barn: 'A', state: 'warning', flockId: '{broilers}', ageDays: 20, live: 19_798 },
          ...{ cumMortalityPct: 1.01, standardG: 935, mortality: { deaths: 12, avg7: 10 } },
        },
        { barn: 'B', state: 'warning', flockId: null, live: null },
        { barn: 'C', state: 'unrecorded', flockId: '{planned}', ageDays: 0, live: 17_950 },
      ],
      cameras: { cameras: 1, online: 1, silent: 0, events24h: 6 },
    },
  },
  {
    at: '15:01',
    name: 'the week that is over, against the one before',
    call: { method: 'GET', path: '/os/weekly-summary?farmId={farm}&lang=en' },
    answer: {
      period: {
        ...{ kind: 'last_7_days', from: '2026-10-26', to: '2026-11-01' },
        before: { from: '2026-10-19', to: '2026-10-25' },
      },
      totals: {
        // 7 x 10 + 7 x 2 of 19,880 + 10,000 birds; 7 x 1000 + 7 x 1150 kg; 7 x 1770 + 7 x 2200 L.
        week: {
          ...{ flocks: 2, birds: 29_796, mortality: 84, mortalityPct: 0.28, feedKg: 15_050 },
          ...{ waterL: 27_790, waterFeedRatio: 1.85, eggs: 56_000, soldBirds: 0 },
        },
        before: {
          flocks: 2,
          birds: 29_880,
          mortality: 70,
          feedKg: 7000,
          waterL: 12_390,
          eggs: null,
        },
      },
      money: {
        week: { revenue: 0, expenses: 1000, feed: 0, net: -1000 },
        before: { revenue: 0, expenses: 0, feed: 0, net: 0 },
      },
      work: { week: { tasksDone: 0, alertsOpened: { warning: 1 }, alertsOpen: 1 } },
    },
  },
  {
    at: '15:02',
    name: 'the risk ledger: one overdue levy weighs 0.4 x 0.6',
    call: { method: 'GET', path: '/os/risk/ledger?farmId={farm}&lang=en' },
    answer: {
      to: DAY,
      days: [{ day: DAY, delta: null }],
      items: expect.arrayContaining([
        expect.objectContaining({ key: 'compliance', p: 0.4, impact: 0.6, points: 24 }),
        expect.objectContaining({ key: 'people', p: 0, points: 0 }),
        expect.objectContaining({ key: 'feed_out', p: 0 }),
      ]),
    },
  },
  {
    at: '19:55',
    name: 'the camera and the climate computer are still there',
    climate: climate('19:55', 24, 60),
    rounds: ['poll'],
    call: counted(19_790),
  },
  {
    at: '20:00',
    name: 'the evening scan tells what is new, and only that',
    rounds: ['expiry', 'brain'],
    // The old alert; the new flock without a log and without a photo.
    events: [
      'alert.resolved',
      'gap.detected alert_open_over_3_days',
      'gap.detected flock_no_log_today',
      'brain.scan',
    ],
    activity: [['alert_resolved', 40]],
  },
  { at: '20:15', name: 'and then nothing any more', rounds: ['brain', 'expiry', 'automations'] },
  {
    at: '20:20',
    name: 'the fan is mended',
    call: change('/alerts/{oldAlert}', { status: 'resolved' }),
    answer: { status: 'resolved', resolvedAt: '2026-11-02T18:20:00.000Z' },
    events: ['alert.resolved'],
    activity: [['alert_resolved', 40]],
  },
  {
    at: '20:25',
    name: 'the gap is gone',
    call: post('/os/brain/scan', { farmId: '{farm}' }),
    answer: { scans: [{ kind: 'full', gaps: { new: [], gone: 1 } }], failed: [] },
    events: ['brain.scan'],
  },
  {
    at: '20:26',
    name: 'it is noisy again',
    call: change('/alerts/{oldAlert}', { status: 'open' }),
  },
  {
    at: '20:30',
    name: 'a gap that appears again is told again',
    call: post('/os/brain/scan', { farmId: '{farm}' }),
    events: ['gap.detected alert_open_over_3_days', 'brain.scan'],
  },
];
