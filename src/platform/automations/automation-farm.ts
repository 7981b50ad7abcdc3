import type { Thresholds } from '../../model/thresholds.ts';
import type { Connection } from '../../storage/database.ts';
import { narrowScope, type Scope } from '../../storage/records/scope.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { farmZone } from '../farms/farm-zone.ts';
import { loadOrganisationSetup } from '../intelligence/organisation-setup.ts';

/** A farm whose automations are judged, at one moment. */
export interface AutomationFarm {
  readonly connection: Connection;
  readonly orgId: string;
  readonly farmId: string;
  /** The farm alone. */
  readonly scope: Scope;
  readonly thresholds: Thresholds;
  readonly zone: string;
  /** The farm's calendar day at `now`. */
  readonly today: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads what the judging needs to know of a farm and its organisation. */
export async function loadAutomationFarm(
  connection: Connection,
  place: { readonly orgId: string; readonly farmId: string; readonly now: number },
): Promise<AutomationFarm> {
  const { orgId, farmId, now } = place;
  const { thresholds } = await loadOrganisationSetup(connection, orgId);
  const zone = await farmZone(connection, { orgId, farmId });
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const today = dayInZone(now, zone);
  return { connection, orgId, farmId, scope, thresholds, zone, today, now };
}
