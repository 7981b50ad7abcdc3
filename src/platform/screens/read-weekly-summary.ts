import { WEEK_PARTS, weeklySummaryOf } from '../../farming/weekly/weekly-summary-of.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { validationFailed } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { screenRoutes } from '../../model/screen-routes.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { requireScope } from '../access/actor.ts';
import { askedFarm, speakerOf } from '../intelligence/asked-farm.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const [, route] = screenRoutes;
const WEEK_DAYS = 7;

/** `GET /os/weekly-summary`: a week of a farm against the one before, in one read. */
export async function readWeeklySummary({ database }: Runtime, call: Call): Promise<Answer> {
  requireScope(call.actor, route.scope);
  const { farmId, scope, parameters } = await askedFarm(database, route.operationId, call);
  const week = parameters['week'] as CalendarDay | undefined;
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, WEEK_PARTS);
  if (week !== undefined) checkWeek(week, snapshot.today);
  const speaker = await speakerOf(parameters['lang'], snapshot.language);
  return jsonAnswer(renderMessages(speaker, weeklySummaryOf(snapshot, week)));
}

/** What lies further back is not in the snapshot as a whole. */
function checkWeek(week: CalendarDay, today: CalendarDay): void {
  const earliest = addDays(today, -limits.summaryWeeks * WEEK_DAYS);
  if (week >= earliest && week <= today) return;
  throw validationFailed([
    {
      path: 'week',
      code: week > today ? 'too_large' : 'too_small',
      message: `week must be a day from ${earliest} to ${today}.`,
    },
  ]);
}
