import { expect } from 'vitest';
import { change, climate, counted, DAY, post } from './calls.ts';
import type { DayStep } from './working-day.ts';

const CSV = { 'content-type': 'text/csv' };

/** From the scan before dawn to the cooling of a hot barn. */
export const MORNING: readonly DayStep[] = [
  {
    at: '05:20',
    name: 'a camera counts 2.9985 % too few, which is not over 3 %',
    call: counted(19_216),
    answer: { ok: true, stored: 1 },
    reads: [['/devices/{camera}', { status: 'online' }]],
  },
  {
    at: '05:30',
    name: 'the morning scan tells every gap once, and the levy that is overdue',
    climate: climate('05:25', 25, 60),
    rounds: ['poll', 'expiry', 'brain'],
    // 20,000 kg were delivered, and 19 days used 1000 each: less than a day and a half is left.
    events: [
      'alert.created',
      // Nobody on the farm has a channel.
      'gap.detected nobody_reachable',
      // The hens were placed before the first log.
      'gap.detected flock_days_unlogged',
      'gap.detected worker_question_unanswered',
      'gap.detected flock_no_log_today',
      'gap.detected flock_no_log_today',
      'gap.detected no_recent_photos',
      'gap.detected no_recent_photos',
      'brain.scan',
    ],
    activity: [['alert', 60]],
    reads: [
      ['/agent-runs?kind=brain_scan', { data: [{ trigger: 'schedule', status: 'succeeded' }] }],
      ['/reg-items/{levy}', { status: 'overdue' }],
      ['/alerts?category=feed', { data: [{ severity: 'warning', flockId: '{broilers}' }] }],
    ],
  },
  {
    at: '05:45',
    name: 'a second look tells nothing again',
    rounds: ['brain', 'expiry', 'automations'],
  },
  {
    at: '06:00',
    name: 'the morning digest',
    call: { method: 'GET', path: '/digest?farmId={farm}&lang=en' },
    answer: {
      farmId: '{farm}',
      date: DAY,
      // Equally severe; the newest first.
      overnightAlerts: [{ category: 'feed' }, { id: '{oldAlert}', title: 'Noisy fan' }],
      unansweredQuestions: [{ id: '{sideCurtain}' }],
      tasksToday: [{ id: '{round}', overdue: false }],
      mortality: [
        { flockId: '{hens}', deaths: 2, deathsDayBefore: 2, avg7: 2, ratio: 1 },
        { flockId: '{broilers}', ageDays: 20, deaths: 10, deathsDayBefore: 10, avg7: 10, ratio: 1 },
      ],
      flocksMissingLog: [{ flockId: '{hens}' }, { flockId: '{broilers}' }],
    },
  },
  {
    at: '06:10',
    name: 'the worker is answered',
    call: change('/field-reports/{sideCurtain}', { replyText: 'Yes, to the half.' }),
    answer: { status: 'answered', answeredAt: '2026-11-02T04:10:00.000Z', isQuestion: true },
  },
  {
    at: '06:30',
    name: 'the log of the broilers, by an action',
    call: post('/actions', {
      ...{ farmId: '{farm}', type: 'log_daily', flockId: '{broilers}', mortality: 12 },
      ...{ feedKg: 1900, waterL: 3400, avgWeightGr: 940 },
    }),
    answer: { ok: true, result: { date: DAY, mortality: 12 } },
    keeps: { broilerLog: ['result', 'id'] },
    events: ['daily_log.created'],
    activity: [['weighing', 30]],
    reads: [
      ['/flocks/{broilers}', { live: 19_798, cumMortality: 202, lastLogDate: DAY }],
      [
        '/agent-runs?kind=action',
        { data: [{ actionType: 'log_daily', actionStatus: 'executed' }] },
      ],
    ],
  },
  {
    at: '07:00',
    name: 'the log of the hens, from a sheet',
    call: {
      ...post('/os/import/daily-logs?farmId={farm}', {}),
      headers: CSV,
      body: 'flock,date,dead,eggs,feed\nB-2506,2026-11-02,3,7900,1150\n',
    },
    answer: { stored: 1, rejected: 0 },
    events: ['daily_log.created'],
    activity: [['daily_log', 15]],
  },
  {
    at: '07:15',
    name: 'a wrong number is put right',
    call: { method: 'GET', path: '/daily-logs?flockId={hens}&date_from=2026-11-02' },
    answer: { data: [{ mortality: 3, eggs: 7900, feedKg: 1150 }], meta: { total: 1 } },
    keeps: { henLog: ['data', 0, 'id'] },
  },
  {
    at: '07:16',
    name: 'by a correction that history remembers',
    call: change('/daily-logs/{henLog}', { mortality: 4 }),
    answer: { mortality: 4, live: 9982, version: 2 },
    activity: [['record_corrected', 30]],
    reads: [
      [
        '/os/history/daily-logs/{henLog}',
        {
          data: [
            {
              ...{ version: 2, kind: 'changed', at: '2026-11-02T05:16:00.000Z' },
              ...{ by: { type: 'key', name: 'test' }, undone: false },
              changes: [{ field: 'mortality', before: 3, after: 4 }],
            },
            { version: 1, kind: 'created' },
          ],
        },
      ],
    ],
  },
  {
    at: '07:30',
    name: 'a log that was meant for another barn',
    call: post('/actions', {
      ...{ farmId: '{farm}', type: 'log_daily', flockId: '{broilers}', mortality: 50 },
    }),
    answer: { result: { id: '{broilerLog}', mortality: 50, feedKg: 1900 } },
    activity: [['record_corrected', 20]],
    keeps: { undo: ['undo'] },
  },
  {
    at: '07:31',
    name: 'is taken back',
    call: { ...post('/actions/undo', {}), body: '{undo}' },
    answer: { ok: true, undone: { type: 'log_daily' } },
    activity: [['action_undone', 35]],
    reads: [
      ['/daily-logs/{broilerLog}', { mortality: 12, feedKg: 1900, waterL: 3400, avgWeightGr: 940 }],
      [
        '/os/history/daily-logs/{broilerLog}',
        {
          data: [
            { undone: true, changes: [{ field: 'mortality', before: 50, after: 12 }] },
            { undone: false, changes: [{ field: 'mortality', before: 12, after: 50 }] },
            { kind: 'created' },
          ],
        },
      ],
    ],
  },
  {
    at: '08:00',
    name: 'the barn is hot: the automation orders cooling, and the controller cools',
    climate: climate('07:58', 33.4, 60),
    rounds: ['poll'],
    sendsCommands: true,
    activity: [
      ['automation_run', 30],
      ['command_executed', 50],
    ],
    reads: [
      [
        '/env-readings?order=ts&limit=1',
        {
          data: [
            {
              temp: 33.4,
              source: 'controller',
              createdBy: { type: 'integration', id: '{climate}' },
            },
          ],
        },
      ],
      [
        '/controller-commands',
        {
          data: [
            {
              ...{ command: 'start_cooling', mode: 'auto', status: 'executed', barnId: '{barnA}' },
              ...{
                integrationId: '{controller}',
                requestedBy: 'Cooling ({editor})',
                result: { fans: 'on' },
              },
              ...{ sentAt: '2026-11-02T06:00:00.000Z', executedAt: '2026-11-02T06:00:00.000Z' },
            },
          ],
          meta: { total: 1 },
        },
      ],
      ['/automations/{cooling}', { runs: 1, lastRunAt: '2026-11-02T06:00:00.000Z' }],
      [
        '/integrations/{controller}',
        { status: 'active', lastSuccessAt: '2026-11-02T06:00:00.000Z' },
      ],
      [
        '/agent-runs?kind=automation',
        { data: [{ status: 'succeeded', actionStatus: 'executed' }] },
      ],
    ],
  },
  {
    at: '08:01',
    name: 'the order keeps its reason',
    call: { method: 'GET', path: '/controller-commands' },
    answer: { data: [{ reason: ['טמפרטורה: 33.4°C, מעל 31°C'] }] },
    keeps: { cooled: ['data', 0, 'id'] },
  },
  {
    at: '08:02',
    name: 'and its history, from the yes of the automation to the answer of the controller',
    call: { method: 'GET', path: '/os/history/controller-commands/{cooled}' },
    answer: {
      data: [
        {
          ...{ version: 3, by: { type: 'system' } },
          changes: expect.arrayContaining([
            { field: 'status', before: 'sent', after: 'executed' },
            { field: 'executedAt', before: null, after: '2026-11-02T06:00:00.000Z' },
          ]),
        },
        {
          ...{ version: 2, by: { type: 'system' } },
          changes: expect.arrayContaining([{ field: 'status', before: 'approved', after: 'sent' }]),
        },
        { version: 1, kind: 'created', by: { type: 'automation' } },
      ],
    },
  },
];
