import type { Issue } from '../../../model/errors.ts';
import { barns } from '../../../model/resources/barns.ts';
import { flocks } from '../../../model/resources/flocks.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { findNeighbour } from '../find-neighbour.ts';
import { forbiddenStatus } from '../forbidden-status.ts';
import { doubtfulBreed } from '../implausible.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { leavesStatus } from '../row-change.ts';
import { tellPlacement } from '../side-effects/tell-placement.ts';
import { stampStay } from '../status-stamps.ts';

const DAYS_TO_REOPEN = 7;
const DAY_MILLIS = 86_400_000;
const CODE_LENGTH = flocks.fields.code.max;

/** Code and first status of a flock, when it was closed, and how late it may be re-opened. */
export const flockRules: ResourceRules = {
  async fill(change, context) {
    const value = formatInstant(context.now);
    return {
      ...(change.before ? {} : await fillNewFlock(change, context)),
      ...stampStay(change, { field: 'closedAt', statuses: ['closed'], value }),
    };
  },
  check: async (change, context) => [
    ...requireRecentClosing(change, context),
    ...(await doubtfulBreed(change, context)),
  ],
  bringAlong: tellPlacement,
};

async function fillNewFlock(
  { after }: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { barnId: id, orgId, placementDate, code, status } = after;
  const isAhead = String(placementDate) > context.today;
  const barn = code === null ? await findNeighbour(context, barns, { id, orgId }) : undefined;
  return {
    code: barn ? defaultCode(String(barn['name']), String(placementDate)) : code,
    status: status ?? (isAhead ? 'planned' : 'active'),
  };
}

/** The name of the barn, shortened where needed, and the day of placement: `Barn 1-261101`. */
function defaultCode(barnName: string, placementDate: string): string {
  const ending = `-${placementDate.slice(2).replaceAll('-', '')}`;
  const beginning = [...barnName].slice(0, CODE_LENGTH - ending.length);
  return `${beginning.join('').trimEnd()}${ending}`;
}

function requireRecentClosing(change: RuleChange, { now }: RuleContext): readonly Issue[] {
  const { before } = change;
  if (!before || !leavesStatus(change, ['closed'])) return [];
  const closedAt = String(before['closedAt'] ?? before.updatedAt);
  if (now <= Date.parse(closedAt) + DAYS_TO_REOPEN * DAY_MILLIS) return [];
  return [
    forbiddenStatus(
      change,
      `the flock was closed at ${closedAt}, more than ${DAYS_TO_REOPEN} days ago`,
    ),
  ];
}
