import { feedDaysLeft } from '../feed/feed-days-left.ts';
import { feedStock } from '../feed/feed-stock.ts';
import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { isOver } from '../vision/is-over.ts';
import type { AlertRule, RuleSnapshot } from './alert-rule.ts';
import { type Found, flockFindings } from './flock-findings.ts';
import { shownFigure } from './shown-figure.ts';

/** Feed that runs out. */
export const feedOutRule: AlertRule = {
  rule: 'feed_out',
  category: 'feed',
  closesAfter: 1,
  find: (snapshot) => flockFindings(liveFlocksOf(snapshot), (record) => judge(record, snapshot)),
};

function judge(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { feedCriticalDays, feedOutDays } = snapshot.thresholds;
  const daysLeft = feedDaysLeft(record, snapshot);
  if (daysLeft === null) return null;
  const { stockKg } = feedStock(record, snapshot);
  const isCritical = isOver(feedOutDays, daysLeft);
  const isShort = isCritical || isOver(feedCriticalDays, daysLeft);
  return {
    severity: isCritical ? 'critical' : isShort ? 'warning' : null,
    why: isShort ? 'message' : 'fits',
    params: {
      days: shownFigure('time', daysLeft, 'days'),
      stock: { quantity: Math.round(stockKg ?? 0), unit: 'kg' },
    },
    evidence: { daysLeft: figure('time', daysLeft), stockKg: figure('kg', stockKg) },
  };
}
