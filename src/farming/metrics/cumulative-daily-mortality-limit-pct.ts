const AT_PLACEMENT_PCT = 1;
const PER_DAY_PCT = 0.06;

/**
 * The cumulative daily mortality rate up to which broilers may be kept at 42 kg/m², in %, at the
 * age at which they are slaughtered. Source: Directive 2007/43/EC, Annex V.
 */
export function cumulativeDailyMortalityLimitPct(ageDays: number): number {
  return AT_PLACEMENT_PCT + PER_DAY_PCT * ageDays;
}
