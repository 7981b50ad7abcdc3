import type { Thresholds } from '../../model/thresholds.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';
import { loadOrganisationSetup } from '../intelligence/organisation-setup.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** A farm whose cameras are judged, in the transaction that does it. */
export type FarmContext = RuleContext & { readonly farmId: string };

/** The same with what the judging needs to know of its organisation. */
export interface VisionFarm extends FarmContext {
  /** The farm alone, whoever sent the events. */
  readonly scope: Scope;
  readonly thresholds: Thresholds;
}

/** Reads what the judging needs to know of the organisation of a farm. */
export async function loadVisionFarm(context: FarmContext): Promise<VisionFarm> {
  const { transaction, actor, farmId } = context;
  const { thresholds } = await loadOrganisationSetup(transaction, actor.orgId);
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  return { ...context, scope, thresholds };
}
