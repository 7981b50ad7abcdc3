import { FarmError } from '../../model/core/errors.ts';
import { isTimeZone, parseInstant } from '../../tools/calendar.ts';
import type { Present } from '../core/time.ts';
import { factsOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';

/** The clock of a server, and the zone of its organisation. */
export interface ServerPresent {
  readonly isMock: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly orgZone: string;
  /** The farms that the key sees. */
  readonly farmIds: readonly string[];
}

/** Asks the server in use for its clock, which is not that of this machine on a mock server. */
export async function findServerPresent(context: CommandContext): Promise<ServerPresent> {
  const client = await context.client();
  const me = factsOf(await client.me());
  const clock = await client
    .request({ method: 'GET', path: '/os/mock/clock' })
    .catch((error: unknown) => {
      // A real server has no such route; on a mock server the key may not be allowed it.
      if (error instanceof FarmError && error.slug === 'not_found') return undefined;
      if (error instanceof FarmError && error.status === 403) return { data: {} };
      throw error;
    });
  const shown = parseInstant(factsOf(clock?.data).text('now') ?? '');
  return {
    isMock: clock !== undefined,
    now: shown ?? context.now.now(),
    orgZone: knownZone(me.text('org.timezone')) ?? 'UTC',
    farmIds: me.list('farms').flatMap((farm) => farm.text('id') ?? []),
  };
}

/**
 * The present of the chosen farm, or of the only one that the key sees. With several farms the zone
 * is that of the organisation.
 */
export async function findFarmPresent(context: CommandContext): Promise<Present> {
  const { now, orgZone, farmIds } = await findServerPresent(context);
  const chosen = await context.farms();
  const [farmId, ...others] = chosen.length === 0 ? farmIds : chosen;
  if (farmId === undefined || others.length > 0) return { now, zone: orgZone };
  const client = await context.client();
  const farm = await client.get('farms', farmId).catch((error: unknown) => {
    // A key without the scope of farms still has the zone of its organisation.
    if (error instanceof FarmError && error.status === 403) return undefined;
    throw error;
  });
  return { now, zone: knownZone(farm?.timezone) ?? orgZone };
}

/** A zone that this machine knows; a server may know newer ones. */
function knownZone(zone: string | null | undefined): string | undefined {
  return zone && isTimeZone(zone) ? zone : undefined;
}
