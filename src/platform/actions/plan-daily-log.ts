import { refused, validationFailed } from '../../model/errors.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { scopeOf } from '../access/actor.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import {
  type ActionFields,
  type ActionPlan,
  type ActionRequest,
  insertOf,
  updateOf,
} from './action-plan.ts';
import { findFlockInside, findRows, holdRow } from './action-rows.ts';

/** What a day's log is written into. */
export interface LogState {
  readonly flockId: string;
  /** The log of that day, where there is one. */
  readonly log: StoredRow | undefined;
}

/** The figures of a day as its log, or added to the one that stands. */
export function planDailyLog({ flockId, log }: LogState, fields: ActionFields): ActionPlan {
  const { flockId: _, barnId: __, date, ...figures } = fields;
  if (log) return updateOf('daily-logs', log, figures);
  return insertOf('daily-logs', { flockId, date, ...figures });
}

/** The flock that is meant, by its id or its barn, and its log of the day, which is held. */
export async function loadLogState(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<LogState> {
  const { transaction, actor } = context;
  const flockId = await findFlock(fields, context);
  const date = String(fields['date']);
  // The name under which every new log of the day is written.
  await transaction.lock(`daily-log ${flockId} ${date}`);
  const [found] = await findRows(context, dailyLogs, {
    scope: scopeOf(actor),
    equal: { flockId, date },
    order: 'createdAt',
    limit: 1,
  });
  return { flockId, log: found && (await holdRow(context, dailyLogs, found.id)) };
}

async function findFlock({ flockId, barnId }: ActionFields, context: RuleContext): Promise<string> {
  if (typeof flockId === 'string') {
    if (typeof barnId === 'string') await requireBarn(flockId, barnId, context);
    return flockId;
  }
  const inside = await findFlockInside(context, String(barnId));
  if (inside) return inside.id;
  throw refused(
    'barn_empty',
    'No flock is in the barn; name one with flockId, or place one first.',
  );
}

async function requireBarn(flockId: string, barnId: string, context: RuleContext): Promise<void> {
  const flock = await holdRow(context, flocks, flockId);
  if (flock?.['barnId'] === barnId) return;
  throw validationFailed([
    {
      path: 'barnId',
      code: 'inconsistent',
      message: 'barnId is not the barn of the flock; one of the two is enough.',
    },
  ]);
}
