import { type HeatBand, heatBand } from '../metrics/heat-band.ts';
import { heatLimitsThi } from '../metrics/heat-limits-thi.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { birdAges } from './bird-ages.ts';
import { allHours, type OutsideHour, type OutsideHours } from './outside-hours.ts';
import { type Spell, spellOf } from './spell.ts';

/** What the heat to come does to the birds. */
export type HeatRisk = 'none' | 'mild' | 'warning' | 'critical';

/** The heat to come. */
export interface HeatOutlook {
  /** Null where temperature or humidity is not known; none without birds. */
  readonly risk: HeatRisk | null;
  /** The highest temperature-humidity index outside, °C. */
  readonly maxThi: number | null;
  /** The first hours of that risk, when it is at least a warning. */
  readonly spell: Spell | null;
}

const RISKS: readonly HeatRisk[] = ['none', 'mild', 'warning', 'critical'];
const RISK_OF_BAND: Readonly<Record<HeatBand, HeatRisk>> = {
  normal: 'none',
  mild: 'mild',
  warning: 'warning',
  critical: 'critical',
  // Of weather nothing is worse than critical.
  emergency: 'critical',
};

/** How hot it gets for the birds that are there, as old as they will be then. */
export function heatOutlook(
  hours: OutsideHours,
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): HeatOutlook {
  const known = allHours(hours).filter(({ thi }) => thi !== null);
  if (known.length === 0) return { risk: null, maxThi: null, spell: null };
  const riskAt = hourlyRisk(snapshot);
  const judged = known.map((hour) => ({ hour, risk: riskAt(hour) }));
  const worst = Math.max(...judged.map(({ risk }) => risk));
  const isWorst = ({ at }: OutsideHour) =>
    judged.some(({ hour, risk }) => hour.at === at && risk === worst);
  return {
    risk: RISKS[worst] ?? 'none',
    maxThi: Math.max(...known.map(({ thi }) => thi ?? Number.NEGATIVE_INFINITY)),
    spell: worst < RISKS.indexOf('warning') ? null : spellOf(known, isWorst),
  };
}

/** The risk of an hour for the birds it is worst for, as its place among the risks. */
function hourlyRisk(snapshot: FarmSnapshot<'liveFlocks' | 'barns'>): (hour: OutsideHour) => number {
  const { thresholds } = snapshot;
  const agesAt = birdAges(snapshot);
  return ({ at, thi }) => {
    const inside = thi === null ? null : thi + thresholds.barnExcessThi;
    const risks = agesAt(at).map(({ kind, ageDays }) => {
      const band = heatBand(inside, heatLimitsThi(kind, ageDays, thresholds));
      return RISKS.indexOf(RISK_OF_BAND[band ?? 'normal']);
    });
    return Math.max(0, ...risks);
  };
}
