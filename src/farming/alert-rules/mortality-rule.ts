import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { currentSpike } from '../mortality/mortality-spike.ts';
import type { AlertRule, RuleSnapshot } from './alert-rule.ts';
import { type Found, flockFindings } from './flock-findings.ts';
import { shownFigure } from './shown-figure.ts';

/**
 * Far more deaths than usual: what the digest flags as a spike.
 */
export const mortalityRule: AlertRule = {
  rule: 'mortality_spike',
  category: 'mortality',
  closesAfter: 1,
  find: (snapshot) => flockFindings(liveFlocksOf(snapshot), (record) => judge(record, snapshot)),
};

function judge(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { day, isCurrent, spike } = currentSpike(record, snapshot);
  // Deaths of three days ago tell nothing that still needs doing.
  if (day === null || !isCurrent) return null;
  const { severity } = spike;
  const isKnown = spike.baseline === '7d' && spike.avg7 !== null;
  const isFar = isKnown && (spike.ratio ?? 0) >= snapshot.thresholds.spikeRatio;
  return {
    severity,
    why: severity === null ? 'fits' : isKnown ? 'mean' : 'share',
    params: {
      day: { day },
      isFar: isFar ? 'yes' : 'no',
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
