import type { MadeSection } from '../../model/answers/insights.ts';
import type { InsightSection, RiskItem } from '../../model/core/insight-sections.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { figure } from '../core/figure.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import type { Severity } from '../core/open-items.ts';
import {
  distinctMissing,
  failedSections,
  type MissingData,
  type OtherSections,
  type SectionDefinition,
} from '../core/section.ts';
import {
  cashRisk,
  complianceRisk,
  dataBlindRisk,
  equipmentRisk,
  peopleRisk,
  priceRisk,
  singleSupplierRisk,
} from '../risk/business-risks.ts';
import {
  densityRisk,
  diseaseRisk,
  feedOutRisk,
  heatRisk,
  medicineRisk,
} from '../risk/flock-risks.ts';
import {
  RISK_PARTS,
  type RiskContext,
  type RiskFinding,
  type RiskRule,
  type RiskSnapshot,
  riskContext,
} from '../risk/risk-finding.ts';

const USES = [
  'health',
  'weather',
  'feed',
  'placements',
  'cashflow',
  'market',
  'suppliers',
] as const;

/** The risks of the farm. */
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
  const missing = missingRiskData(risks, others);
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

/** The failed sections, and the missing data of sections needed for unknown risks. */
function missingRiskData(risks: readonly Risk[], others: OtherSections): MissingData[] {
  const unknownRisks = risks.filter(({ p }) => p === null);
  const lacking = unknownRisks.flatMap(({ section }) =>
    section ? (others[section]?.missing ?? []) : [],
  );
  return [...failedSections(USES, others), ...distinctMissing(lacking)];
}

/** A risk with its impact. */
export interface Risk extends RiskFinding {
  readonly key: RiskItem;
  /** Severity of the impact, 0 to 1. */
  readonly impact: number;
  /** The section that the risk is derived from. */
  readonly section: InsightSection | null;
}

interface RiskKind {
  readonly impact: number;
  readonly section: InsightSection | null;
  readonly find: RiskRule;
}

/** All risks with their impact; their rules compute the probabilities. */
const KINDS: Readonly<Record<RiskItem, RiskKind>> = {
  disease: { impact: 0.9, section: 'health', find: diseaseRisk },
  heat: { impact: 0.7, section: 'weather', find: heatRisk },
  feed_out: { impact: 0.8, section: 'feed', find: feedOutRisk },
  overweight_or_density: { impact: 0.5, section: 'placements', find: densityRisk },
  cash: { impact: 0.5, section: 'cashflow', find: cashRisk },
  price: { impact: 0.4, section: 'market', find: priceRisk },
  data_blind: { impact: 0.4, section: null, find: dataBlindRisk },
  equipment: { impact: 0.5, section: null, find: equipmentRisk },
  compliance: { impact: 0.6, section: null, find: complianceRisk },
  medicine: { impact: 0.5, section: null, find: medicineRisk },
  single_supplier: { impact: 0.3, section: 'suppliers', find: singleSupplierRisk },
  people: { impact: 0.3, section: null, find: peopleRisk },
};

/** All twelve risks, highest weight first and unknown ones last. */
export function findRisks(context: RiskContext): Risk[] {
  return (Object.entries(KINDS) as [RiskItem, RiskKind][])
    .map(([key, { impact, section, find }]) => ({ key, impact, section, ...find(context) }))
    .toSorted((left, right) => weightOf(right) - weightOf(left));
}

function weightOf({ p, impact }: Risk): number {
  return p === null ? -1 : p * impact;
}

/**
 * All risks as one score, 0 to 100: the probability that at least one of them has its impact,
 * assuming independence. Unknown risks count as none.
 */
export function riskScore(risks: readonly Pick<Risk, 'p' | 'impact'>[]): number {
  const residual = risks.reduce((product, { p, impact }) => product * (1 - (p ?? 0) * impact), 1);
  return Math.round(100 * (1 - residual));
}

/** The level of a score. */
export function riskLevel(
  score: number,
  { riskCriticalScore, riskWarningScore }: Thresholds,
): Severity {
  if (score >= riskCriticalScore) return 'critical';
  return score >= riskWarningScore ? 'warning' : 'info';
}
