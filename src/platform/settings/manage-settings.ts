import { FarmError } from '../../model/errors.ts';
import { retention } from '../../model/retention.ts';
import { thresholds } from '../../model/thresholds.ts';
import type { Connection, Transaction } from '../../storage/database.ts';
import {
  findSettings,
  type OrganisationSettings,
  saveSettings,
  updateOrganisation,
} from '../../storage/system/organisation-settings.ts';
import { findOrganisation, type Organisation } from '../../storage/system/organisations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { requireScope } from '../access/actor.ts';
import { changedThresholds } from '../intelligence/changed-thresholds.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import { keptDays } from '../retention/kept-days.ts';
import type { Runtime } from '../runtime.ts';
import { checkOrder } from './check-order.ts';
import { parseSettings, type SettingsChange } from './parse-settings.ts';

/** `GET /os/settings`: every setting with its value, its default and what it may be. */
export async function readSettings({ database }: Runtime, call: Call): Promise<Answer> {
  letIn(call);
  return jsonAnswer(await describeSettings(database, call.actor.orgId));
}

/** `PATCH /os/settings`: changes the settings named; holds from the next request on, everywhere. */
export async function changeSettings(
  transaction: Transaction,
  { call, body }: { readonly call: Call; readonly body: () => unknown },
): Promise<Answer> {
  letIn(call);
  const { orgId } = call.actor;
  const change = parseSettings(body());
  await transaction.lock(`settings ${orgId}`);
  const organisation = await ownOrganisation(transaction, orgId);
  const settings = await findSettings(transaction, orgId);
  const changed = changedSettings(settings, change);
  checkOrder(changed.thresholds, change);
  const { name, timezone, language } = { ...organisation, ...change };
  await updateOrganisation(transaction, { id: orgId, name, timezone, language });
  await saveSettings(transaction, orgId, {
    ...changed,
    updatedAt: formatInstant(call.at),
  });
  return jsonAnswer(await describeSettings(transaction, orgId));
}

/** A key that is pinned to farms manages what holds for all of them as little as other farms. */
function letIn(call: Call): void {
  call.subject.resource = 'settings';
  requireScope(call.actor, 'admin:*');
  operationParameters({}, call);
  if (call.actor.farmIds === 'all' || call.method === 'GET') return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms; the settings hold for all of them.',
  });
}

function changedSettings(
  settings: OrganisationSettings,
  change: SettingsChange,
): Pick<OrganisationSettings, 'thresholds' | 'retention'> {
  const merged = { ...settings.thresholds, ...change.thresholds };
  const own = Object.entries(merged).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  const days = Object.entries({ ...settings.retention, ...change.retention });
  return {
    thresholds: Object.fromEntries(own),
    retention: Object.fromEntries(days.filter(([, value]) => value !== null)),
  };
}

async function describeSettings(connection: Connection, orgId: string) {
  const { id, name, timezone, language } = await ownOrganisation(connection, orgId);
  const settings = await findSettings(connection, orgId);
  const values = changedThresholds(settings.thresholds);
  const days = keptDays(settings.retention);
  return {
    organisation: { id, name, timezone, language },
    thresholds: Object.entries(thresholds).map(([threshold, kind]) => ({
      name: threshold,
      value: values[threshold as keyof typeof values],
      ...kind,
    })),
    retention: Object.entries(retention).map(([kept, kind]) => ({
      name: kept,
      days: days[kept as keyof typeof days],
      ...kind,
    })),
    updatedAt: settings.updatedAt,
  };
}

async function ownOrganisation(connection: Connection, orgId: string): Promise<Organisation> {
  const organisation = await findOrganisation(connection, orgId);
  if (organisation) return organisation;
  throw new FarmError('not_found');
}
