import { type Issue, validationFailed } from '../../model/errors.ts';
import type { DeliveryFilter } from '../../storage/system/webhook-deliveries.ts';
import { instantEdge } from '../records/instant-edge.ts';
import { ALL_EVENTS } from './subscription.ts';
import { objectOf, readEvents } from './webhook-requests.ts';

/** Which deliveries are sent again. */
export interface ReplayRequest extends Pick<DeliveryFilter, 'events' | 'from' | 'to'> {
  /** Only those that have not arrived. */
  readonly missing: boolean;
}

/** Reads the body of a replay; without one it is all that has not arrived. */
export function parseReplay(body: unknown, zone: string): ReplayRequest {
  const given = body === undefined ? {} : objectOf(body);
  const issues: Issue[] = [];
  const { missing = true } = given;
  if (typeof missing !== 'boolean') {
    issues.push({ path: 'missing', code: 'wrong_type', message: 'missing must be true or false.' });
  }
  const events =
    given['events'] === undefined ? undefined : readEvents(given['events'], 'events', issues);
  const [from, to] = (['from', 'to'] as const).map((name) =>
    edgeOf(name, given[name], { zone, issues }),
  );
  if (issues.length > 0) throw validationFailed(issues);
  return {
    missing: missing !== false,
    ...(events === undefined || events.includes(ALL_EVENTS) ? {} : { events }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function edgeOf(
  name: 'from' | 'to',
  value: unknown,
  options: { readonly zone: string; readonly issues: Issue[] },
): string | undefined {
  // A number is no instant, which only texts are asked for.
  return instantEdge(name, value === undefined ? undefined : String(value), options);
}
