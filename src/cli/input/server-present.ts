import { FarmError } from '../../model/core/errors.ts';
import { isTimeZone, parseInstant } from '../../tools/calendar.ts';
import type { Present } from '../core/time.ts';
import { factsOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';

/** Clock of a server and time zone of its organisation. */
export interface ServerPresent {
  readonly isMock: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly orgZone: string;
  /** Farms that the key can access. */
  readonly farmIds: readonly string[];
}

/** Reads the clock of the current server; a mock server's clock differs from this machine's. */
export async function findServerPresent(context: CommandContext): Promise<ServerPresent> {
  const client = await context.client();
  const me = factsOf(await client.me());
  const clock = await client
    .request({ method: 'GET', path: '/os/mock/clock' })
    .catch((error: unknown) => {
      // A real server has no such route; on a mock server the key may lack permission.
      if (error instanceof FarmError && error.slug === 'not_found') return undefined;
      if (error instanceof FarmError && error.status === 403) return { data: {} };
      throw error;
    });
  const serverTime = parseInstant(factsOf(clock?.data).text('now') ?? '');
  return {
    isMock: clock !== undefined,
    now: serverTime ?? context.now.now(),
    orgZone: knownZone(me.text('org.timezone')) ?? 'UTC',
    farmIds: me.list('farms').flatMap((farm) => farm.text('id') ?? []),
  };
}

/**
 * Clock and time zone of the selected farm, or of the only one that the key can access. With
 * several farms, the time zone is that of the organisation.
 */
export async function findFarmPresent(context: CommandContext): Promise<Present> {
  const { now, orgZone, farmIds } = await findServerPresent(context);
  const chosen = await context.farms();
  const [farmId, ...others] = chosen.length === 0 ? farmIds : chosen;
  if (farmId === undefined || others.length > 0) return { now, zone: orgZone };
  const client = await context.client();
  const farm = await client.get('farms', farmId).catch((error: unknown) => {
    // A key without the farms scope can still read the organisation's time zone.
    if (error instanceof FarmError && error.status === 403) return undefined;
    throw error;
  });
  return { now, zone: knownZone(farm?.timezone) ?? orgZone };
}

/** A time zone known to this machine; a server may know newer ones. */
function knownZone(zone: string | null | undefined): string | undefined {
  return zone && isTimeZone(zone) ? zone : undefined;
}
