import { type Issue, validationFailed } from '../../model/errors.ts';
import { scopeOf } from '../access/actor.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { singleParameter, unknownParameterIssues } from '../records/parameters.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { ALL_EVENTS, type Subscription } from '../webhooks/subscription.ts';
import { readEvents } from '../webhooks/webhook-requests.ts';

/** Reads what a stream is to tell: the query's events and farm, and what the key may see. */
export async function readStreamRequest(
  { database }: Pick<Runtime, 'database'>,
  call: Call,
): Promise<Subscription> {
  const { actor } = call;
  const query = call.query.parameters;
  const issues: Issue[] = unknownParameterIssues(['farmId', 'events'], query);
  if (issues.length > 0) throw validationFailed(issues);
  const farmId = singleParameter(query, 'farmId');
  if (farmId !== undefined) call.subject.farmId = farmId;
  await scopeOfFarm(database, scopeOf(actor), farmId);
  const typed = singleParameter(query, 'events');
  const events =
    typed === undefined ? [ALL_EVENTS] : readEvents(typed.split(','), 'events', issues);
  if (issues.length > 0) throw validationFailed(issues);
  return {
    events,
    farmIds: farmId === undefined ? null : [farmId],
    keyFarmIds: actor.farmIds === 'all' ? null : actor.farmIds,
    keyScopes: actor.scopes,
  };
}
