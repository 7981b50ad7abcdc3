import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { DASHBOARD_PARTS, dashboardSteps } from '../../farming/reports/dashboard.ts';
import type { DaySpan } from '../../farming/reports/flock-week.ts';
import { FARM_RISK_PARTS, farmRiskSteps, riskLedgerOf } from '../../farming/reports/risk-ledger.ts';
import { WEEK_PARTS, weeklySummaryOf } from '../../farming/reports/weekly-summary.ts';
import { issueOf, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { Message } from '../../model/core/message.ts';
import type { Connection } from '../../storage/core/database.ts';
import { runInSlices } from '../../storage/core/slices.ts';
import { listRiskSpells, listStoredRisks } from '../../storage/system/farm-scans.ts';
import { addDays, type CalendarDay, dayInZone, daysBetween } from '../../tools/calendar.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { type RequestedFarm, requestedFarm, translatorOf } from '../core/requested-farm.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderAnswerBody } from '../core/typed-fixes.ts';
import type { ReportFailure } from './farm-questions.ts';
import { loadFarmSnapshot } from './farm-snapshot.ts';

/** `GET /os/dashboard`: an overview of a farm in one request. */
export async function readDashboard(
  { database, changedFarms }: Runtime,
  call: RequestContext,
  reportFailure: ReportFailure,
): Promise<Result> {
  const { farmId, scope, parameters } = await requestedFarm(database, 'getDashboard', call);
  await changedFarms?.settle(scope, farmId);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, DASHBOARD_PARTS);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  // The loaded parts are those of the dashboard.
  const dashboard = await runInSlices(
    dashboardSteps(snapshot as FarmSnapshot, ({ section, error }) => reportFailure(section, error)),
  );
  return jsonResult(renderAnswerBody(translator, dashboard));
}

/** `GET /os/risk/ledger`: the risks of a farm per day in one request; it stores nothing. */
export async function readRiskLedger(
  { database, changedFarms }: Runtime,
  call: RequestContext,
  reportFailure: ReportFailure,
): Promise<Result> {
  const requested = await requestedFarm(database, 'getRiskLedger', call);
  const { farmId, scope, parameters } = requested;
  await changedFarms?.settle(scope, farmId);
  const input = { scope, farmId, now: call.at };
  const [snapshot, stored] = await Promise.all([
    loadFarmSnapshot(database, input, FARM_RISK_PARTS),
    loadLedger(database, requested, call.at),
  ]);
  const span = spanOf(parameters, snapshot.today);
  // The loaded parts are those that risks are computed from.
  const now = await runInSlices(farmRiskSteps(snapshot as FarmSnapshot));
  for (const { section, error } of now.failures) reportFailure(section, error);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  const ledger = riskLedgerOf(snapshot, {
    ...span,
    rows: stored.rows.filter(({ day }) => span.from <= day && day <= span.to),
    spells: new Map(stored.spells.map(({ item, since }) => [item, since])),
    now,
    item: parameters['item'] as string | undefined,
  });
  return jsonResult(renderAnswerBody(translator, ledger));
}

/** The stored risks of the requested days, plus a margin while the farm's time zone is unknown. */
async function loadLedger(connection: Connection, requested: RequestedFarm, now: number) {
  const { farmId, scope, parameters } = requested;
  const { from, to } = spanOf(parameters, addDays(dayInZone(now, 'UTC'), 1));
  const [rows, spells] = await Promise.all([
    listStoredRisks<Message>(connection, { scope, farmId, from: addDays(from, -2), to }),
    listRiskSpells(connection, { scope, farmId, to }),
  ]);
  return { rows, spells };
}

/** The requested days; throws when they are too many or in reverse order. */
function spanOf(parameters: RequestedFarm['parameters'], today: CalendarDay): DaySpan {
  const { from: first, to: last } = parameters as { readonly from?: string; readonly to?: string };
  const to = last ?? today;
  const from = first ?? addDays(to, 1 - limits.riskLedgerUsualDays);
  if (to < from)
    throw validationFailed([issueOf('to', 'inconsistent', 'to must not be before from.')]);
  if (daysBetween(from, to) >= limits.riskLedgerDays) {
    const message = `from and to must not lie further apart than ${limits.riskLedgerDays} days.`;
    throw validationFailed([issueOf('from', 'too_many', message)]);
  }
  return { from, to };
}

const WEEK_DAYS = 7;

/** `GET /os/weekly-summary`: a week of a farm compared with the previous one, in one request. */
export async function readWeeklySummary(
  { database, changedFarms }: Runtime,
  call: RequestContext,
): Promise<Result> {
  const { farmId, scope, parameters } = await requestedFarm(database, 'getWeeklySummary', call);
  await changedFarms?.settle(scope, farmId);
  const week = parameters['week'] as CalendarDay | undefined;
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, WEEK_PARTS);
  if (week !== undefined) checkWeek(week, snapshot.today);
  const translator = await translatorOf(parameters['lang'], snapshot.language);
  return jsonResult(renderAnswerBody(translator, weeklySummaryOf(snapshot, week)));
}

/** Older weeks are not completely contained in the snapshot. */
function checkWeek(week: CalendarDay, today: CalendarDay): void {
  const earliest = addDays(today, -limits.summaryWeeks * WEEK_DAYS);
  if (week >= earliest && week <= today) return;
  throw validationFailed([
    {
      path: 'week',
      code: week > today ? 'too_large' : 'too_small',
      message: `week must be a day from ${earliest} to ${today}.`,
      range: { min: earliest, max: today },
    },
  ]);
}
