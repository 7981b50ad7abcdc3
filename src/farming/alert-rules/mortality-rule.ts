import { addDays } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { mortalitySpike } from '../mortality/mortality-spike.ts';
import { newestDeathsDay } from '../mortality/newest-deaths-day.ts';
import type { AlertRule, RuleSnapshot } from './alert-rule.ts';
import { type Found, flockFindings } from './flock-findings.ts';
import { gradeSeverity } from './grade-severity.ts';
import { shownFigure } from './shown-figure.ts';

/** Deaths of a day before yesterday's yesterday tell nothing that still needs doing. */
const DAYS_BACK = 2;

/**
 * Far more deaths than usual. The digest flags a spike from twice the usual on; an alert takes 2.5
 * times, or what is critical by itself. In between, an open alert stays open.
 */
export const mortalityRule: AlertRule = {
  rule: 'mortality_spike',
  category: 'mortality',
  closesAfter: 1,
  find: (snapshot) => flockFindings(liveFlocksOf(snapshot), (record) => judge(record, snapshot)),
};

function judge(record: FlockRecord, { today, thresholds }: RuleSnapshot): Found | null {
  const day = newestDeathsDay(record, today);
  if (day === null || day < addDays(today, -DAYS_BACK)) return null;
  const spike = mortalitySpike(record, day, thresholds);
  const isSteep = spike.flag && (spike.ratio ?? 0) >= thresholds.spikeAlertRatio;
  const severity = gradeSeverity(spike.severity === 'critical', isSteep);
  if (severity === null && spike.flag) return null;
  const isKnown = spike.baseline === '7d' && spike.avg7 !== null;
  return {
    severity,
    why: severity === null ? 'fits' : isKnown ? 'mean' : 'share',
    params: {
      day: { day },
      deaths: { quantity: spike.deaths ?? 0, unit: 'birds' },
      pct: shownFigure('pct', spike.pct, '%'),
      mean: { quantity: Math.round((spike.avg7 ?? 0) * 10) / 10, unit: 'birds' },
    },
    evidence: {
      date: day,
      deaths: spike.deaths,
      pct: figure('pct', spike.pct),
      avg7: figure('ratio', spike.avg7),
      ratio: figure('ratio', spike.ratio),
      baseline: spike.baseline,
    },
  };
}
