import type { StoredOf } from '../../model/registry.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { narrowScope } from '../../storage/records/scope.ts';

/** A connection to a controller that commands can be posted to. */
export interface Controller {
  readonly id: string;
  readonly endpoint: string;
  readonly authRef: string | null;
}

/** A command that is to be sent. */
export interface CommandPlace {
  readonly orgId: string;
  readonly farmId: string;
  readonly barnId: string | null;
  readonly integrationId: string | null;
}

type Integration = StoredOf<'integrations'>;

/** The kind of integrations that commands are sent to. */
export const CONTROLLER_KIND = 'controller';
const OFF: readonly string[] = ['paused', 'disabled'];
const MOST = 200;

/**
 * The controller of a command: the one it names, else the only one of its barn, else the only one
 * of the farm as a whole. A text says why there is none to which it could be posted.
 */
export async function findController(
  connection: Connection,
  place: CommandPlace,
): Promise<Controller | string> {
  const { orgId, farmId, integrationId } = place;
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  if (integrationId !== null) {
    const row = await findRow(connection, integrations, { id: integrationId, scope });
    if (row === undefined) return 'The integration of the command is gone.';
    return controllerOf(JSON.parse(row) as Integration);
  }
  const rows = await listRows(connection, integrations, {
    scope,
    conditions: [{ field: 'kind', operator: '=', value: CONTROLLER_KIND }],
    ...{ order: 'createdAt', direction: 'asc', limit: MOST, offset: 0 },
  });
  return chooseController(
    rows.map((row) => JSON.parse(row) as Integration),
    place.barnId,
  );
}

function chooseController(
  found: readonly Integration[],
  barnId: string | null,
): Controller | string {
  const usable = found.filter(({ status }) => !OFF.includes(status ?? ''));
  const ofBarn = barnId === null ? [] : usable.filter((one) => one.barnId === barnId);
  const near = ofBarn.length > 0 ? ofBarn : usable.filter((one) => one.barnId === null);
  const [only, ...others] = near;
  if (!only) return 'No controller is connected to the barn or the farm.';
  if (others.length > 0) return 'Several controllers could take it; name one with integrationId.';
  return controllerOf(only);
}

function controllerOf({ id, kind, status, endpoint, authRef }: Integration): Controller | string {
  if (kind !== CONTROLLER_KIND) return 'The integration of the command is no controller.';
  if (OFF.includes(status ?? '')) return `The controller is ${status}.`;
  if (endpoint === null) return 'The controller has no endpoint; it has to fetch the command.';
  if (!/^https?:/i.test(endpoint)) return 'The endpoint of the controller is not one of HTTP.';
  return { id, endpoint, authRef };
}
