import type { InsightSection } from '../../model/insight-sections.ts';
import type { RiskItem } from '../../model/risk-items.ts';
import { cashRisk } from './cash-risk.ts';
import { complianceRisk } from './compliance-risk.ts';
import { dataBlindRisk } from './data-blind-risk.ts';
import { densityRisk } from './density-risk.ts';
import { diseaseRisk } from './disease-risk.ts';
import { equipmentRisk } from './equipment-risk.ts';
import { feedOutRisk } from './feed-out-risk.ts';
import { heatRisk } from './heat-risk.ts';
import { medicineRisk } from './medicine-risk.ts';
import { peopleRisk } from './people-risk.ts';
import { priceRisk } from './price-risk.ts';
import type { RiskContext } from './risk-context.ts';
import type { RiskFinding, RiskRule } from './risk-finding.ts';
import { singleSupplierRisk } from './single-supplier-risk.ts';

/** Something that could go wrong. */
export interface Risk extends RiskFinding {
  readonly key: string;
  /** How bad it would be, 0 to 1. */
  readonly impact: number;
  /** The section that tells of it. */
  readonly section: InsightSection | null;
}

interface RiskKind {
  readonly impact: number;
  readonly section: InsightSection | null;
  readonly find: RiskRule;
}

/** All that could go wrong, with how bad each is; how likely each is, its rule says. */
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

/** All twelve risks, what weighs the most first and what cannot be told last. */
export function findRisks(context: RiskContext): Risk[] {
  return Object.entries(KINDS)
    .map(([key, { impact, section, find }]) => ({ key, impact, section, ...find(context) }))
    .toSorted((left, right) => weightOf(right) - weightOf(left));
}

function weightOf({ p, impact }: Risk): number {
  return p === null ? -1 : p * impact;
}
