import type { Steps } from '../../tools/steps.ts';
import { type Insights, partsOf } from '../insights/compute-insights.ts';
import { otherSteps } from '../insights/compute-others.ts';
import { riskSection } from '../insights/risk-section.ts';
import type { MissingData } from '../insights/section.ts';
import { sectionDefinitions } from '../insights/section-definitions.ts';
import { findRisks, type Risk } from '../risk/find-risks.ts';
import { riskContext } from '../risk/risk-context.ts';
import type { FarmSnapshot, SnapshotPart } from '../snapshot/farm-snapshot.ts';

/** The parts of a snapshot that the risks of a farm are told from. */
export const FARM_RISK_PARTS: readonly SnapshotPart[] = partsOf(['risk'], sectionDefinitions);

/** What could go wrong on a farm now. */
export interface FarmRisks {
  /** Not rounded; null on a farm with neither barns nor flocks. */
  readonly risks: readonly Risk[] | null;
  readonly missing: readonly MissingData[];
  /** The sections that failed; what they would tell is not known. */
  readonly failures: Insights['failures'];
}

/** What could go wrong on a farm now: the risks of the section risk of `/insights`. */
export function* farmRiskSteps(snapshot: FarmSnapshot): Steps<FarmRisks> {
  const { others, failures } = yield* otherSteps(snapshot, riskSection.uses);
  const { missing } = riskSection.compute(snapshot, others);
  const isEmpty = snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0;
  const risks = isEmpty ? null : findRisks(riskContext(snapshot, others));
  return { risks, missing, failures };
}
