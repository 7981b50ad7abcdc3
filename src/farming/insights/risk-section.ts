import type { MadeSection } from '../../model/answers/insights.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { figure } from '../core/figure.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import {
  distinctMissing,
  failedSections,
  type MissingData,
  type OtherSections,
  type SectionDefinition,
} from '../core/section.ts';
import { findRisks, type Risk, riskLevel, riskScore } from '../risk/find-risks.ts';
import { RISK_PARTS, type RiskSnapshot, riskContext } from '../risk/risk-finding.ts';

const USES = [
  'health',
  'weather',
  'feed',
  'placements',
  'cashflow',
  'market',
  'suppliers',
] as const;

/** What could go wrong. */
export const riskSection: SectionDefinition<
  (typeof RISK_PARTS)[number],
  (typeof USES)[number],
  MadeSection<'risk'>
> = {
  parts: RISK_PARTS,
  uses: USES,
  compute: computeRisk,
};

function computeRisk(snapshot: RiskSnapshot, others: OtherSections): MadeSection<'risk'> {
  const asOf = formatInstant(snapshot.now);
  if (snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0) {
    const missing = [noLiveFlocks(snapshot)];
    return {
      status: 'not_enough_data',
      asOf,
      missing,
      score: null,
      level: null,
      items: [],
    } as const;
  }
  const risks = findRisks(riskContext(snapshot, others));
  const score = riskScore(risks);
  const missing = missingOf(risks, others);
  return {
    status: missing.length > 0 || risks.some(({ p }) => p === null) ? 'partial' : 'ok',
    asOf,
    missing,
    score,
    level: riskLevel(score, snapshot.thresholds),
    items: risks.map(({ key, p, impact, explanation, fix }) => ({
      key,
      p: figure('share', p),
      impact,
      points: figure('score', p === null ? null : 100 * p * impact),
      explanation,
      fix,
    })),
  } as const;
}

/** What failed, and what the sections lack that tell of risks that cannot be told. */
function missingOf(risks: readonly Risk[], others: OtherSections): MissingData[] {
  const untold = risks.filter(({ p }) => p === null);
  const lacking = untold.flatMap(({ section }) =>
    section ? (others[section]?.missing ?? []) : [],
  );
  return [...failedSections(USES, others), ...distinctMissing(lacking)];
}
