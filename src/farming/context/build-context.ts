import { type Message, type MessageParams, message } from '../../model/core/message.ts';
import { addDays, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { LEDGER_PARTS, moneyOfPeriod } from '../accounting/ledger.ts';
import { CLOSED_FLOCK_PARTS, LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { timeAgo } from '../core/figure.ts';
import { alertFix } from '../core/fixes.ts';
import { countSeverities, openAlerts } from '../core/open-items.ts';
import { alertText, alertTitle } from '../core/stored-texts.ts';
import { reportNote, waitingQuestions } from '../digest/night-reports.ts';
import { feedOrdersLate, lateOrdersLine } from '../digest/work-today.ts';
import { contextBarns, contextClimates, contextFlocks } from './context-barns.ts';
import {
  type Context,
  type ContextBarn,
  type ContextClimate,
  type ContextDepth,
  type ContextFlock,
  contextHistory,
  contextMedicine,
  contextTasks,
  shownRow,
} from './context-records.ts';

/** Snapshot parts that a context contains. */
export const CONTEXT_PARTS = [
  ...new Set([
    ...LIVE_FLOCK_PARTS,
    ...CLOSED_FLOCK_PARTS,
    ...LEDGER_PARTS,
    'alerts',
    'tasks',
    'fieldReports',
    'users',
    'contacts',
    'devices',
    'integrations',
    'unregisteredCameras',
    'readings',
    'newestReadings',
    'medicine',
    'events',
    'feedOrders',
  ] as const),
];

type ContextSnapshot = FarmSnapshot<(typeof CONTEXT_PARTS)[number]>;

const MONEY_DAYS = 90;

/** The whole farm as one object; `summary` has less history than `full`. */
export function contextOf(
  snapshot: ContextSnapshot,
  { depth }: { readonly depth: ContextDepth },
): Context {
  const { today, now, unregisteredCameras } = snapshot;
  return {
    farm: {
      ...shownRow('farms', snapshot.farm),
      currency: snapshot.currency,
      timezone: snapshot.zone,
    },
    asOf: formatInstant(now),
    depth,
    barns: contextBarns(snapshot),
    flocks: contextFlocks(snapshot),
    alerts: alertsOf(snapshot),
    tasks: contextTasks(snapshot),
    fieldReports: {
      recent: snapshot.fieldReports.map(reportNote),
      unansweredQuestions: waitingQuestions(snapshot),
    },
    people: {
      users: snapshot.users.map((row) => shownRow('users', row)),
      contacts: snapshot.contacts.map((row) => shownRow('contacts', row)),
    },
    hardware: {
      devices: snapshot.devices.map((row) => shownRow('devices', row)),
      integrations: snapshot.integrations.map((row) => shownRow('integrations', row)),
      camerasUnregistered: unregisteredCameras,
    },
    environment: contextClimates(snapshot),
    medicine: contextMedicine(snapshot),
    feedOrdersLate: feedOrdersLate(snapshot),
    money90d: moneyOfPeriod(snapshot, { from: addDays(today, 1 - MONEY_DAYS), to: today }),
    history: contextHistory(snapshot, depth),
  };
}

/** The open alerts, most severe first, then newest. */
function alertsOf({ alerts }: ContextSnapshot): Context['alerts'] {
  const open = openAlerts(alerts);
  return {
    open: open.map((row) => ({
      ...shownRow('alerts', row),
      title: alertTitle(row),
      message: alertText(row, 'message'),
      ...alertFix(row),
    })),
    counts: countSeverities(open),
  };
}

const MOST_LINES = 60;
const MOST_NAMES = 3;
const DOWN: readonly (string | null)[] = ['offline', 'fault'];

/**
 * The farm as at most 60 sentences: one about the farm, one per barn, then the open items. They
 * contain nothing that is not in the context.
 */
export function narrativeOf(context: Context): Message[] {
  const remainingParts = [
    ...alertLines(context),
    ...questionLines(context),
    ...taskLines(context),
    ...medicineLines(context),
    ...lateOrdersLine('context.feedOrdersLate', context.feedOrdersLate),
    ...hardwareLines(context),
    moneyLine(context),
  ];
  const room = MOST_LINES - remainingParts.length - 1;
  return [farmLine(context), ...barnLines(context, room), ...remainingParts];
}

function farmLine({ farm, barns, flocks }: Context): Message {
  const counts = { farm: farm.name, barns: barns.length, flocks: flocks.length };
  const live = flocks.map((flock) => flock.live).filter((count) => count !== null);
  if (flocks.length === 0) return message('context.farm.empty', counts);
  if (live.length < flocks.length) return message('context.farm.uncounted', counts);
  const birds = live.reduce((total, count) => total + count, 0);
  return message('context.farm.stocked', {
    ...counts,
    birds,
    isAtMost: yesOrNo(flocks.some(isBelow)),
  });
}

/** Whether a flock may have fewer birds than counted because deaths of some days are not logged. */
function isBelow({ live, mortalityDaysUnlogged }: ContextFlock): boolean {
  return (live ?? 0) > 0 && (mortalityDaysUnlogged ?? 0) > 0;
}

function yesOrNo(condition: boolean): 'yes' | 'no' {
  return condition ? 'yes' : 'no';
}

function barnLines(context: Context, room: number): Message[] {
  const { barns } = context;
  const line = (barn: ContextBarn) => barnLine(barn, context);
  if (barns.length <= room) return barns.map(line);
  const listedBarns = barns.slice(0, room - 1);
  return [
    ...listedBarns.map(line),
    message('context.moreBarns', { count: barns.length - listedBarns.length }),
  ];
}

function alertLines({ alerts: { open, counts } }: Context): Message[] {
  const [mostSevere] = open;
  if (!mostSevere) return [message('context.noAlerts')];
  const { critical } = counts;
  return [message('context.alerts', { count: open.length, critical, alert: mostSevere.title })];
}

function questionLines({ fieldReports: { unansweredQuestions } }: Context): Message[] {
  const count = unansweredQuestions.length;
  return count === 0 ? [] : [message('context.questions', { count })];
}

function taskLines({ tasks: { open, overdue, today } }: Context): Message[] {
  if (open.length === 0) return [];
  return [message('context.tasks', { count: open.length, overdue, today })];
}

function medicineLines({ medicine: { expired, lowStock } }: Context): Message[] {
  return [
    ...namesLine('context.medicineExpired', expired),
    ...namesLine('context.medicineLow', lowStock),
  ];
}

function hardwareLines({ hardware }: Context): Message[] {
  const namedFields = [
    ...hardware.devices.filter(({ status }) => DOWN.includes(status)),
    ...hardware.integrations.filter(({ status }) => status === 'failing'),
  ].map(({ name, kind }) => ({ name: name ?? kind }));
  const unknown = hardware.camerasUnregistered.length;
  return [
    ...namesLine('context.hardwareDown', namedFields),
    ...(unknown === 0 ? [] : [message('context.camerasUnregistered', { count: unknown })]),
  ];
}

function moneyLine({ money90d, farm: { currency } }: Context): Message {
  const { revenue, expenses, feed, net } = money90d;
  if (net === null) return message('context.noMoney');
  const money = (amount: number | null) => ({ amount: amount ?? 0, currency });
  return message('context.money', {
    revenue: money(revenue),
    expenses: money(expenses),
    feed: money(feed),
    net: money(net),
  });
}

function namesLine(text: string, rows: readonly { readonly name: string }[]): Message[] {
  if (rows.length === 0) return [];
  const list = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  const names = { list, isCut: rows.length > MOST_NAMES };
  return [message(text, { count: rows.length, names })];
}
const IN_USE: readonly (string | null)[] = ['active', null];

/** One sentence about a barn: its flocks and their state, and the last measured air. */
function barnLine(barn: ContextBarn, { flocks, environment }: Context): Message {
  const barnFlocks = flocks.filter(({ barnId }) => barnId === barn.id);
  const climate = environment.find(({ barnId }) => barnId === barn.id);
  const clauses = barnFlocks.map((flock) => joinMessages('context.and', flockFacts(flock)));
  const facts = [
    barnFlocks.length === 0 ? emptyFact(barn) : joinMessages('context.then', clauses),
    ...(climate ? climateFacts(climate) : []),
  ];
  return message('context.barn', { barn: barn.name, facts: joinMessages('context.and', facts) });
}

function emptyFact({ status }: ContextBarn): Message {
  return fact('empty', { status: IN_USE.includes(status) ? 'active' : (status ?? 'active') });
}

function flockFacts(flock: ContextFlock): Message[] {
  const { code, breed, ageDays, live } = flock;
  return [
    ...(code === null ? [fact('unnamedFlock')] : [fact('flock', { flock: code })]),
    ...(breed === null ? [] : [fact('breed', { breed })]),
    ...(ageDays === null ? [] : [fact('age', { count: ageDays })]),
    ...(live === null ? [] : [fact('birds', { count: live, isAtMost: yesOrNo(isBelow(flock)) })]),
    ...deathFacts(flock),
    ...weightFacts(flock),
    ...logFacts(flock),
  ];
}

function deathFacts({ cumMortality, cumMortalityPct, ...flock }: ContextFlock): Message[] {
  if (cumMortalityPct === null || cumMortality === null) return [];
  const [unlogged, days] = [flock.mortalityDaysUnlogged ?? 0, flock.mortalityDays ?? 0];
  return [
    fact('deaths', {
      count: cumMortality,
      pct: { quantity: cumMortalityPct, unit: '%' },
      isAtLeast: unlogged > 0 && cumMortality > 0 ? 'yes' : 'no',
      ...{ unlogged, days },
    }),
  ];
}

function weightFacts({ weight, weightReason, deviationPct }: ContextFlock): Message[] {
  if (weight === null || weight.g === null)
    return [fact(weightReason === 'weighing_doubted' ? 'weighingDoubted' : 'notWeighed')];
  const g = { quantity: weight.g, unit: 'g' } as const;
  const weighed = fact('weight', { weight: g, day: { day: weight.date } });
  if (deviationPct === null) return [weighed];
  const side = deviationPct === 0 ? 'on' : deviationPct > 0 ? 'above' : 'below';
  const pct = { quantity: Math.abs(deviationPct), unit: '%' } as const;
  return [weighed, fact('deviation', { side, pct })];
}

function logFacts({ lastLog, daysSinceLog }: ContextFlock): Message[] {
  if (lastLog === null) return [fact('neverLogged')];
  return daysSinceLog === 0 ? [] : [fact('lastLog', { day: { day: lastLog.date } })];
}

function climateFacts(climate: ContextClimate): Message[] {
  const { ageMinutes, outOfRange, last } = climate;
  const { temp, humidity } = last ?? climate;
  const measured = [
    ...(temp === null ? [] : [fact('temp', { temp: { quantity: temp, unit: '°C' } })]),
    ...(humidity === null
      ? []
      : [fact('humidity', { humidity: { quantity: humidity, unit: '%' } as const })]),
    ...outOfRange.map((measure) => fact('outOfRange', { measure })),
  ];
  const isOld = last !== null && measured.length > 0;
  return isOld
    ? [...measured, fact('measuredAgo', { ago: timeAgo(0, ageMinutes * MINUTE_MILLIS) })]
    : measured;
}

function fact(name: string, params: MessageParams = {}): Message {
  return message(`context.fact.${name}`, params);
}

/** Joins the messages into one, with a text that has two placeholders, `first` and `rest`. */
function joinMessages(text: string, messages: readonly Message[]): Message {
  return messages.reduceRight((following, first) => message(text, { first, rest: following }));
}
