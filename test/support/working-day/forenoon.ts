import { change, counted, DAY, post } from './calls.ts';
import type { DayStep } from './working-day.ts';

/** Work until noon: a suggestion, feed, a tender, a task, a camera. */
export const FORENOON: readonly DayStep[] = [
  {
    at: '09:10',
    name: 'the air is damp: the automation suggests, and sends nothing',
    call: post('/env-readings', { barnId: '{barnA}', temp: 26, humidity: 85 }),
    status: 201,
    sendsCommands: true,
    activity: [['automation_run', 20]],
    reads: [
      [
        '/controller-commands?status=pending',
        { data: [{ command: 'set_ventilation', params: { pct: 60 }, mode: 'suggest' }] },
      ],
    ],
  },
  {
    at: '09:11',
    name: 'the suggestion waits',
    call: { method: 'GET', path: '/controller-commands?status=pending' },
    keeps: { suggested: ['data', 0, 'id'] },
  },
  {
    at: '09:41',
    name: 'nobody said yes: after 31 minutes the suggestion has expired',
    rounds: ['expiry'],
    sendsCommands: true,
    reads: [['/controller-commands/{suggested}', { status: 'expired', sentAt: null, version: 2 }]],
  },
  {
    at: '09:42',
    name: 'and a yes that comes too late is refused',
    call: change('/controller-commands/{suggested}', { status: 'approved' }),
    status: 400,
    answer: { issues: [{ path: 'status' }] },
  },
  {
    at: '10:00',
    name: 'feed is ordered',
    call: post('/feed-orders', {
      ...{ flockId: '{broilers}', feedType: 'grower', quantityKg: 12_000, pricePerTon: 1500 },
      ...{ supplierId: '{mill}', dueDate: DAY },
    }),
    status: 201,
    answer: { status: 'ordered', orderDate: DAY, late: false, deliveryId: null },
    keeps: { order: ['id'] },
    activity: [['feed_order', 40]],
  },
  {
    at: '10:30',
    name: 'and arrives: one delivery, told once',
    call: change('/feed-orders/{order}', { status: 'delivered' }),
    answer: { status: 'delivered' },
    keeps: { delivery: ['deliveryId'] },
    events: ['feed.delivered'],
    activity: [['feed_delivery', 35]],
    reads: [
      [
        '/feed-deliveries?date_from=2026-11-02',
        {
          data: [
            {
              ...{ id: '{delivery}', feedOrderId: '{order}', flockId: '{broilers}', date: DAY },
              ...{ quantityKg: 12_000, pricePerTon: 1500, totalCost: 18_000, supplierId: '{mill}' },
            },
          ],
          meta: { total: 1 },
        },
      ],
    ],
  },
  {
    at: '10:31',
    name: 'saying so again changes nothing',
    call: change('/feed-orders/{order}', { status: 'delivered' }),
    reads: [['/feed-deliveries?date_from=2026-11-02', { meta: { total: 1 } }]],
  },
  {
    at: '11:00',
    name: 'a bid is accepted: the others are rejected, the tender is awarded',
    call: change('/tender-bids/{cheapBid}', { status: 'accepted' }),
    activity: [['tender_awarded', 60]],
    reads: [
      ['/tender-bids/{dearBid}', { status: 'rejected', version: 2 }],
      ['/tender-bids/{lateBid}', { status: 'rejected', version: 2 }],
      ['/tenders/{tender}', { status: 'awarded', bestBidId: '{cheapBid}', bidsCount: 3 }],
    ],
  },
  {
    at: '11:30',
    name: 'the walk is done: the next one is due tomorrow',
    call: change('/tasks/{round}', { status: 'done' }),
    answer: { status: 'done', completedAt: '2026-11-02T09:30:00.000Z', nextDueDate: '2026-11-03' },
    events: ['task.completed', 'task.created'],
    activity: [['task_done', 30]],
    reads: [
      [
        '/tasks?status=open',
        {
          data: [
            {
              title: 'Walk the barns',
              dueDate: '2026-11-03',
              frequency: 'daily',
              assignee: 'Somchai',
            },
          ],
          meta: { total: 1 },
        },
      ],
    ],
  },
  {
    at: '11:45',
    name: 'the camera counts 4 % too few: a warning',
    call: counted(19_000),
    answer: { ok: true, stored: 1 },
    events: ['alert.created'],
    activity: [['alert', 60]],
    reads: [
      [
        '/alerts?category=count',
        {
          data: [{ severity: 'warning', status: 'open', barnId: '{barnA}', flockId: '{broilers}' }],
        },
      ],
    ],
  },
  ...['11:46', '11:47'].map((at) => ({ at, name: 'a count that agrees', call: counted(19_790) })),
  {
    at: '11:48',
    name: 'the third count that agrees ends the warning',
    call: counted(19_790),
    events: ['alert.resolved'],
    activity: [['alert_resolved', 50]],
    reads: [['/alerts?category=count', { data: [{ status: 'resolved' }], meta: { total: 1 } }]],
  },
];
