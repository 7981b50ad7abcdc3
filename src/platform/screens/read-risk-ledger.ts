import { FARM_RISK_PARTS, farmRiskSteps } from '../../farming/risk-ledger/farm-risks.ts';
import { riskLedgerOf } from '../../farming/risk-ledger/risk-ledger-of.ts';
import type { FarmSnapshot } from '../../farming/snapshot/farm-snapshot.ts';
import type { DaySpan } from '../../farming/weekly/week-window.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { type Issue, validationFailed } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import type { Message } from '../../model/message.ts';
import { screenRoutes } from '../../model/screen-routes.ts';
import type { Connection } from '../../storage/database.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { listKeptRisks, listRiskSpells } from '../../storage/system/risk-ledger.ts';
import { addDays, type CalendarDay, dayInZone, daysBetween } from '../../tools/calendar.ts';
import { requireScope } from '../access/actor.ts';
import { type AskedFarm, askedFarm, speakerOf } from '../intelligence/asked-farm.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import type { ReportFailure } from '../intelligence/read-insights.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const [, , route] = screenRoutes;

/** `GET /os/risk/ledger`: the risks of a farm day by day, in one read; it keeps nothing. */
export async function readRiskLedger(
  { database }: Runtime,
  call: Call,
  reportFailure: ReportFailure,
): Promise<Answer> {
  requireScope(call.actor, route.scope);
  const asked = await askedFarm(database, route.operationId, call);
  const { farmId, scope, parameters } = asked;
  const input = { scope, farmId, now: call.at };
  const [snapshot, kept] = await Promise.all([
    loadFarmSnapshot(database, input, FARM_RISK_PARTS),
    loadLedger(database, asked, call.at),
  ]);
  const span = spanOf(parameters, snapshot.today);
  // The parts loaded are those that risks are told from.
  const now = await runInSlices(farmRiskSteps(snapshot as FarmSnapshot));
  for (const { section, error } of now.failures) reportFailure(section, error);
  const speaker = await speakerOf(parameters['lang'], snapshot.language);
  const ledger = riskLedgerOf(snapshot, {
    ...span,
    rows: kept.rows.filter(({ day }) => span.from <= day && day <= span.to),
    spells: new Map(kept.spells.map(({ item, since }) => [item, since])),
    now,
    item: parameters['item'] as string | undefined,
  });
  return jsonAnswer(renderMessages(speaker, ledger));
}

/** What is kept of the days asked for; of a day more where the calendar of the farm is not known yet. */
async function loadLedger(connection: Connection, asked: AskedFarm, now: number) {
  const { farmId, scope, parameters } = asked;
  const { from, to } = spanOf(parameters, addDays(dayInZone(now, 'UTC'), 1));
  const [rows, spells] = await Promise.all([
    listKeptRisks<Message>(connection, { scope, farmId, from: addDays(from, -2), to }),
    listRiskSpells(connection, { scope, farmId, to }),
  ]);
  return { rows, spells };
}

/** The days asked for; throws where they are too many or in no order. */
function spanOf(parameters: AskedFarm['parameters'], today: CalendarDay): DaySpan {
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

function issueOf(path: string, code: Issue['code'], message: string): Issue {
  return { path, code, message };
}
