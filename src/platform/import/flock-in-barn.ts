import type { Issue } from '../../model/errors.ts';
import type { StoredOf } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../../storage/database.ts';
import { listRowsByText } from '../../storage/records/rows-by-text.ts';
import type { Scope } from '../../storage/records/scope.ts';
import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';

/** The flocks of barns by day. */
export interface FlocksInBarns {
  /** The id of the flock that was in a barn on a day; the finding where there was none, or several. */
  find(
    barnId: string,
    day: CalendarDay,
  ): { readonly id: string } | { readonly issue: Omit<Issue, 'path'> };
}

const IDS_PER_QUERY = 500;
/** One that is planned has not come, and one that was cancelled never did. */
const ABSENT = ['planned', 'cancelled'];

/** Reads which flocks were in barns, and when. */
export async function loadFlocksInBarns(
  connection: Connection,
  input: { readonly barnIds: readonly string[]; readonly scope: Scope; readonly zone: string },
): Promise<FlocksInBarns> {
  const { barnIds, scope, zone } = input;
  const found: StoredOf<'flocks'>[] = [];
  for (let from = 0; from < barnIds.length; from += IDS_PER_QUERY) {
    const texts = barnIds.slice(from, from + IDS_PER_QUERY);
    const rows = await listRowsByText(connection, flocks, { scope, field: 'barnId', texts });
    found.push(...rows.map((row) => JSON.parse(row) as StoredOf<'flocks'>));
  }
  const ofBarn = groupBy(found, ({ barnId }) => barnId);
  return {
    find(barnId, day) {
      const inside = (ofBarn.get(barnId) ?? []).filter((flock) => wasInside(flock, day, zone));
      const [flock, ...others] = inside;
      if (flock && others.length === 0) return { id: flock.id };
      const what = flock
        ? `Several flocks were in the barn on ${day}`
        : `No flock was in the barn on ${day}`;
      return {
        issue: {
          code: flock ? 'inconsistent' : 'not_found',
          message: `${what}; name one by its code.`,
        },
      };
    },
  };
}

function wasInside(flock: StoredOf<'flocks'>, day: CalendarDay, zone: string): boolean {
  if (ABSENT.includes(flock.status ?? '') || flock.placementDate > day) return false;
  const { closedAt } = flock;
  return (
    closedAt === null || closedAt === undefined || dayInZone(Date.parse(closedAt), zone) >= day
  );
}
