import { describe, expect, test } from 'vitest';
import {
  type LedgerInput,
  type LedgerRow,
  riskLedgerOf,
} from '../../../src/farming/reports/risk-ledger.ts';
import type { RiskItem } from '../../../src/model/core/insight-sections.ts';
import { message } from '../../../src/model/core/message.ts';
import { aSnapshot } from '../../support/a-snapshot.ts';

const FRAME = aSnapshot();
const OK = message('risk.heat.ok');

function aRisk(day: string, item: string, p: number | null, impact: number): LedgerRow {
  return { day, item, p, impact, explanation: OK, recordedAt: `${day}T03:30:00.000Z` };
}

function now(key: RiskItem, p: number | null, impact: number) {
  return { key, p, impact, explanation: OK, fix: null, section: null } as const;
}

/** Two days that were looked through, and today. */
const INPUT: LedgerInput = {
  from: '2026-11-15',
  to: '2026-11-21',
  rows: [
    aRisk('2026-11-18', 'feed_out', 0, 0.8),
    aRisk('2026-11-18', 'heat', 0.4, 0.7),
    aRisk('2026-11-20', 'feed_out', 0.4, 0.8),
    aRisk('2026-11-20', 'heat', null, 0.7),
    // Today as a scan of this morning left it.
    aRisk('2026-11-21', 'feed_out', 0.4, 0.8),
  ],
  spells: new Map([['feed_out', '2026-11-20']]),
  now: { risks: [now('feed_out', 0.8, 0.8), now('heat', 0, 0.7)], missing: [], failures: [] },
};

describe('the ledger of risks', () => {
  const ledger = riskLedgerOf(FRAME, INPUT);

  test('has the score of every scanned day, and of today up to now', () => {
    // 0.4 × 0.7 = 28; 0.4 × 0.8 = 32, heat is not known; 0.8 × 0.8 = 64.
    expect(ledger.days).toEqual([
      {
        day: '2026-11-18',
        score: 28,
        level: 'info',
        delta: null,
        recordedAt: '2026-11-18T03:30:00.000Z',
      },
      {
        day: '2026-11-20',
        score: 32,
        level: 'info',
        delta: 4,
        recordedAt: '2026-11-20T03:30:00.000Z',
      },
      {
        day: '2026-11-21',
        score: 64,
        level: 'warning',
        delta: 32,
        recordedAt: '2026-11-21T10:00:00.000Z',
      },
    ]);
    expect([ledger.score, ledger.level, ledger.delta, ledger.status]).toEqual([
      ...[64, 'warning', 32, 'ok'],
    ]);
  });

  test('compares each item with the last day on which it was known', () => {
    expect(
      ledger.items.map(({ key, points, previous, delta, trend, firstSeen }) => [
        ...[key, points, previous, delta, trend, firstSeen],
      ]),
    ).toEqual([
      ['feed_out', 64, { day: '2026-11-20', points: 32 }, 32, 'up', '2026-11-20'],
      ['heat', 0, { day: '2026-11-18', points: 28 }, -28, 'down', null],
    ]);
    expect(ledger.items[1]?.history.map(({ day, p, points }) => [day, p, points])).toEqual([
      ['2026-11-18', 0.4, 28],
      ['2026-11-20', null, null],
      ['2026-11-21', 0, 0],
    ]);
  });

  test('the ledger of risks of one item has the score of all', () => {
    const { score, items } = riskLedgerOf(FRAME, { ...INPUT, item: 'heat' });
    expect([score, items.map(({ key }) => key)]).toEqual([64, ['heat']]);
  });

  test('the ledger of risks of past days excludes today', () => {
    const past = riskLedgerOf(FRAME, {
      ...INPUT,
      to: '2026-11-20',
      rows: INPUT.rows.filter(({ day }) => day < '2026-11-21'),
    });
    expect([past.score, past.delta, past.items.map(({ key }) => key)]).toEqual([
      ...[32, 4, ['feed_out', 'heat']],
    ]);
    expect(past.items.map(({ points, firstSeen }) => [points, firstSeen])).toEqual([
      [32, '2026-11-20'],
      [null, null],
    ]);
    expect(past.status).toBe('partial');
  });

  test('is empty if the farm was never scanned and has no risks', () => {
    const emptyInput = { risks: null, missing: [], failures: [] };
    const { score, days, items, status } = riskLedgerOf(FRAME, {
      ...INPUT,
      rows: [],
      now: emptyInput,
    });
    expect([score, days, items, status]).toEqual([null, [], [], 'not_enough_data']);
  });
});
