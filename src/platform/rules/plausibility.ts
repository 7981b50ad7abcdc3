import { deathsText, eggsText, suspectText } from '../../farming/core/missing-data.ts';
import {
  type EvaluatedWeighing,
  flockForPlausibility,
  isMoreThanHens,
  type SuspectValue,
  suspectLogValues,
  tooLittleFeed,
} from '../../farming/core/plausibility.ts';
import { isHeavyLoss, isPastAlerts } from '../../farming/health/mortality-spike.ts';
import { ageDays, closedDay } from '../../farming/metrics/dates.ts';
import { dailyMortalityPct } from '../../farming/metrics/mortality.ts';
import { absenceOn, placedBirds } from '../../farming/metrics/population.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import type { Issue } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { listFlockDayLosses } from '../../storage/records/daily-logs.ts';
import { type FlockFacts, listFlockFacts } from '../../storage/records/flocks.ts';
import { listWeighings } from '../../storage/records/weights.ts';
import { findTranslator, loadOrganisationSetup } from '../core/organisation-setup.ts';
import type { RuleChange, RuleContext } from '../core/resource-rules.ts';
import { hasChanged } from '../core/row-change.ts';

/** The flock of a changed row, with its live birds on a morning. */
interface FlockThatDay {
  readonly flock: FlockFacts | undefined;
  readonly opening: number | null;
  /** Of these, the birds that have not left by the evening. */
  readonly staying: number | null;
}

/** Refuses more deaths than live birds, for all callers. */
export async function tooManyDeaths(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!hasChanged(change, ['flockId', 'date', 'mortality', 'culls'])) return [];
  const { mortality, culls } = change.after as unknown as StoredOf<'daily-logs'>;
  const losses = (mortality ?? 0) + (culls ?? 0);
  const { opening } = losses === 0 ? { opening: null } : await flockThatDay(change, context);
  if (opening === null || losses <= opening) return [];
  const path = (mortality ?? 0) > opening ? 'mortality' : 'culls';
  const value = path === 'mortality' ? mortality : culls;
  const with_ = path === 'culls' && mortality ? ` beside ${mortality} dead` : '';
  return [
    {
      path,
      code: 'too_large',
      message: `${path} of ${value}${with_} is more than the ${Math.max(0, opening)} birds that were alive that morning.`,
      range: { max: Math.max(0, opening), unit: 'birds' },
    },
  ];
}

/** A log for a day on which its flock was not in the barn, for callers that ask for doubts. */
export async function misdatedLog(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (!context.isStrict || !hasChanged(change, ['flockId', 'date'])) return [];
  const flock = await flockOf(change, context);
  const { date } = change.after as unknown as StoredOf<'daily-logs'>;
  if (!flock) return [];
  const closedOn = closedDay(flock.closedAt, context.zone);
  const absence = absenceOn({ ...flock, closedOn }, date);
  if (!absence) return [];
  const days = {
    day: { day: date },
    placement: { day: flock.placementDate },
    closed: { day: closedOn ?? date },
  };
  return doubt('date', message(`suspect.${absence}`, days), context);
}

/** Implausible values of a log, for callers that ask for doubts. */
export async function implausibleLog(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const fields = ['flockId', 'date', 'avgWeightGr', 'feedKg', 'waterL', 'eggs'];
  if (!context.isStrict || !hasChanged(change, fields)) return [];
  const { flock, opening: birds, staying } = await flockThatDay(change, context);
  if (!flock) return [];
  const log = change.after as unknown as StoredOf<'daily-logs'>;
  const evaluatedFlock = flockForPlausibility(flock);
  const feedIssue = tooLittleFeed(evaluatedFlock, log, staying ?? 0);
  const weighings = log.avgWeightGr === null ? [] : await weighingsBefore(log, context);
  const { date: day, eggs } = log;
  const isDoubtful = isMoreThanHens(eggs, birds ?? 0) && hasChanged(change, ['eggs', 'date']);
  const tooManyEggs = isDoubtful ? eggsText({ day, eggs: eggs ?? 0, hens: birds ?? 0 }) : null;
  return [
    ...(await issuesOf(
      [
        ...suspectLogValues(evaluatedFlock, log, { birds, weighings }),
        ...(feedIssue ? [feedIssue] : []),
      ],
      context,
    )),
    ...(await doubt('eggs', tooManyEggs, context)),
  ];
}

async function weighingsBefore(
  { id, flockId, date }: StoredOf<'daily-logs'>,
  { transaction, actor, runtime }: RuleContext,
): Promise<readonly EvaluatedWeighing[]> {
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  const span = { id: flockId, from: date, to: date };
  const weighings =
    runtime.collector?.logsOf(flockId, date)?.weighings ??
    (await listWeighings(transaction, scope, [span]));
  return weighings
    .filter(({ day, logId }) => day < date && logId !== id)
    .map(({ day, g, camerasG }) => ({ day, g, camerasG }));
}

/**
 * Deaths of a day that are a disaster or a typing error, for callers that ask for doubts. Logs for
 * days that cause an alert anyway are not questioned; an import reports every one.
 */
export async function doubtfulDeaths(
  change: RuleChange,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const { date, mortality } = change.after as unknown as StoredOf<'daily-logs'>;
  const { isStrict, collectDoubts, today, transaction, actor } = context;
  if (!isStrict || !hasChanged(change, ['flockId', 'date', 'mortality'])) return [];
  if (!mortality || (!collectDoubts && !isPastAlerts(date, today))) return [];
  const { flock, opening } = await flockThatDay(change, context);
  const pct = dailyMortalityPct(mortality, opening);
  if (!flock || pct === null) return [];
  const { thresholds } = await loadOrganisationSetup(transaction, actor.orgId);
  const bird = { kind: flockForPlausibility(flock).kind, ageDays: ageDays(flock, date) };
  if (!isHeavyLoss(pct, bird, thresholds)) return [];
  return doubt('mortality', deathsText({ day: date, deaths: mortality, pct }), context);
}

export async function flockOf(
  change: RuleChange,
  { transaction, actor }: RuleContext,
): Promise<FlockFacts | undefined> {
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  const [flock] = await listFlockFacts(transaction, scope, [String(change.after['flockId'])]);
  return flock;
}

async function flockThatDay(change: RuleChange, context: RuleContext): Promise<FlockThatDay> {
  const { before, after } = change;
  const date = String(after['date']);
  const cachedLosses = context.runtime.collector?.logsOf(String(after['flockId']), date)?.losses;
  const flock = cachedLosses?.flock ?? (await flockOf(change, context));
  if (!flock) return { flock, opening: null, staying: null };
  const scope = { orgId: context.actor.orgId, farmIds: 'all' } as const;
  const [losses] = cachedLosses
    ? [cachedLosses]
    : await listFlockDayLosses(context.transaction, scope, [{ flockId: flock.id, date }]);
  const placed = placedBirds(flock);
  if (placed === null || !losses) return { flock, opening: null, staying: null };
  // A log moved to a later day is still stored on the earlier one.
  const isEarlier = before?.['flockId'] === flock.id && String(before['date']) < date;
  const ownLosses = isEarlier ? Number(before['mortality'] ?? 0) + Number(before['culls'] ?? 0) : 0;
  const opening = placed - losses.removedBefore + ownLosses;
  return { flock, opening, staying: opening - losses.removedOn };
}

export async function issuesOf(
  suspects: readonly SuspectValue[],
  context: RuleContext,
): Promise<readonly Issue[]> {
  if (suspects.length === 0) return [];
  const texts = await inLanguage(context, suspects.map(suspectText));
  return suspects.map(({ field }, index) => ({
    path: field,
    code: 'implausible',
    message: texts[index] ?? field,
  }));
}

/** A doubt as an issue, if there is one. */
export async function doubt(
  path: string,
  problem: Message | null,
  context: RuleContext,
): Promise<readonly Issue[]> {
  const texts = problem === null ? [] : await inLanguage(context, [problem]);
  return texts.map((text) => ({ path, code: 'implausible', message: text }));
}

/** Texts for the caller: in the language of the request, else of the organisation. */
async function inLanguage(
  { transaction, actor, language }: RuleContext,
  messages: readonly Message[],
): Promise<readonly string[]> {
  const translator = await findTranslator(transaction, actor.orgId, language);
  return messages.map((doubtText) => {
    const text = renderMessage(translator, doubtText);
    return text.charAt(0).toLocaleUpperCase(translator.language) + text.slice(1);
  });
}
