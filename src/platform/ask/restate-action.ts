import type { Fact } from '../../ask/measure.ts';
import { asText, factOf, wordFact } from '../../ask/measures/fact-of.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { joined } from '../../ask/query/describe-records.ts';
import { placedBirds } from '../../farming/metrics/population.ts';
import { type Labels, labelOf } from '../../i18n/labels.ts';
import type { Issue } from '../../model/core/errors.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Message, type MessageValue, message } from '../../model/core/message.ts';
import { actionFields } from '../../model/resources/actions.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import {
  isRecordOrder,
  type OrderType,
  orders,
  recordOrders,
} from '../../model/resources/record-orders.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { listFlockDayLosses } from '../../storage/records/daily-logs.ts';
import { listFlockFacts } from '../../storage/records/flocks.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { TargetRecord } from './order-target.ts';

type Values = Readonly<Record<string, unknown>>;

/** An action with all its fields, ready to run. */
interface CompleteAction {
  readonly type: OrderType;
  readonly fields: Values;
}

/** The farm of an action, and the wording of its values. */
export interface ActionPlace {
  readonly farmId: string;
  readonly names: FarmNames;
  readonly currency: string;
  readonly today: CalendarDay;
  readonly labels: Labels;
  readonly wordOf: (word: string) => string;
}

/** Messages for the caller, with a fact for every number in them. */
export interface Restatement {
  readonly lines: readonly Message[];
  readonly facts: readonly Fact[];
}

/** Restates the values written by an action, with labels and units, and names instead of IDs. */
export function restateAction(
  { type, fields }: CompleteAction,
  place: ActionPlace,
  record?: TargetRecord,
): Restatement {
  if (record) return restateChange({ type, fields }, place, record);
  const shownFields = actionFields(orders[type]).filter(
    ([name]) => (fields[name] ?? null) !== null,
  );
  const parts = shownFields.map(([name, field]) => restateField(name, field, fields, place));
  const details = joined(parts.map(({ text }) => text));
  return {
    lines: [message('ask.action.what', { type, details })],
    facts: parts.map(({ fact }) => fact),
  };
}

/** The changed record, with every new value and the previous one. */
function restateChange(
  { type, fields }: CompleteAction,
  place: ActionPlace,
  record: TargetRecord,
): Restatement {
  const set = isRecordOrder(type) ? recordOrders[type].set : { status: 'done' };
  const definition = getResource(isRecordOrder(type) ? recordOrders[type].writes[0] : 'tasks');
  const written = { ...fields, ...set };
  const title = restateField('title', { type: 'text', max: 200 }, record, place);
  const changes = Object.entries(definition.fields).flatMap(([name, field]) => {
    const value = written[name as keyof typeof written];
    if (name === 'title' || value === undefined) return [];
    const after = wordedValue(name, field, value, place);
    const label = labelOf(place.labels, name);
    if ((record[name] ?? null) === null) {
      return [
        { facts: [after.fact], text: message('ask.query.pair', { label, value: after.value }) },
      ];
    }
    const before = wordedValue(name, field, record[name], place);
    const text = message('ask.action.change', { label, before: before.value, after: after.value });
    return [{ facts: [{ ...before.fact, label: `Before: ${name}` }, after.fact], text }];
  });
  const details = joined([title.text, ...changes.map(({ text }) => text)]);
  return {
    lines: [message('ask.action.what', { type, details })],
    facts: [title.fact, ...changes.flatMap(({ facts }) => facts)],
  };
}

function restateField(name: string, field: Field, fields: Values, place: ActionPlace) {
  const { fact, value } = wordedValue(name, field, fields[name], place);
  const text = message('ask.query.pair', { label: labelOf(place.labels, name), value });
  return { fact, text };
}

function wordedValue(
  name: string,
  field: Field,
  value: unknown,
  { currency, names, wordOf }: ActionPlace,
): { readonly fact: Fact; readonly value: MessageValue } {
  if (typeof value === 'number') {
    const unit = field.type === 'money' ? currency : (field.unit ?? null);
    const fact = factOf(`Action: ${name}`, value, { unit });
    return { fact, value: asText(fact) };
  }
  const named = [...names.barns, ...names.flocks, ...names.people].find(({ id }) => id === value);
  const text = named?.name ?? String(value);
  const fact = wordFact(`Action: ${name}`, text);
  if (field.type === 'date') return { fact, value: { day: text } };
  return { fact, value: field.type === 'word' ? wordOf(text) : text };
}

/** Actions that report past events, with their date field. */
const PAST_DAYS: Readonly<Partial<Record<OrderType, string>>> = {
  log_daily: 'date',
  create_feed_delivery: 'date',
};

/** Maximum plausible amount of feed in one order or delivery. */
const MAX_FEED_KG = 100_000;

/** Feed for hens, whose names may also mean broiler feed: doubtful on farms without hens. */
const HEN_FEED: ReadonlySet<string> = new Set(['pullet', 'layer']);

/** The reason for not running an action ordered by a sentence. */
type Doubt = Restatement & { readonly status: 'refused' | 'proposed'; readonly reason: string };

/**
 * Doubts about an action that `POST /actions` would run: a future day, an implausible amount, feed
 * for birds that the farm does not have, recorded values that it would replace.
 */
export async function findDoubts(
  connection: Connection,
  action: CompleteAction,
  place: ActionPlace & { readonly scope: Scope },
): Promise<Doubt | undefined> {
  const { type, fields } = action;
  const day = fields[PAST_DAYS[type] ?? ''];
  if (typeof day === 'string' && day > place.today) {
    const lines = [message('ask.action.day_ahead', { day: { day } })];
    const facts = [wordFact('Action: date', day)];
    return { status: 'refused', reason: `The day ${day} lies in the future.`, lines, facts };
  }
  const { quantityKg } = fields;
  if (typeof quantityKg === 'number' && quantityKg > MAX_FEED_KG) {
    const most = factOf('Most feed without asking', MAX_FEED_KG, { unit: 'kg' });
    const lines = [message('ask.action.too_much', { most: asText(most) })];
    const reason = `More than ${MAX_FEED_KG} kg is not taken from a sentence.`;
    return { status: 'proposed', reason, lines, facts: [most] };
  }
  if (HEN_FEED.has(String(fields['feedType'])) && place.names.keepsLayers === false) {
    return { status: 'proposed', reason: 'No hens are kept.', lines: [], facts: [] };
  }
  if (type !== 'log_daily') return undefined;
  return (
    (await checkDeaths(connection, action, place)) ?? replacedValues(connection, action, place)
  );
}

/** Maximum plausible share of a flock lost on one day. */
const MAX_LOSS_SHARE = 0.1;

/** Deaths and culls of a day above a tenth of the birds alive that morning. */
async function checkDeaths(
  connection: Connection,
  { fields }: CompleteAction,
  place: ActionPlace & { readonly scope: Scope },
): Promise<Doubt | undefined> {
  const lost = Number(fields['mortality'] ?? 0) + Number(fields['culls'] ?? 0);
  const flockId = loggedFlock(fields, place);
  const { date } = fields;
  if (lost === 0 || flockId === undefined || typeof date !== 'string') return undefined;
  const [flock] = await listFlockFacts(connection, place.scope, [flockId]);
  const [losses] = await listFlockDayLosses(connection, place.scope, [{ flockId, date }]);
  const placed = flock ? placedBirds(flock) : null;
  if (placed === null || !losses) return undefined;
  const birds = placed - losses.removedBefore;
  if (lost <= birds * MAX_LOSS_SHARE) return undefined;
  const dead = factOf('Action: lost', lost, { unit: 'birds' });
  const alive = factOf('Birds that were alive', birds, { unit: 'birds' });
  const warning = message('ask.action.many_deaths', {
    lost: asText(dead),
    birds: asText(alive),
  });
  const refused = message('issue.too_large', { field: labelOf(place.labels, 'mortality') });
  return {
    status: lost > birds ? 'refused' : 'proposed',
    reason: `${lost} of ${birds} birds are more than a tenth.`,
    lines: [lost > birds ? refused : warning],
    facts: [dead, alive],
  };
}

/** The flock of a log: the named one, or the one inside the barn. */
function loggedFlock({ flockId, barnId }: Values, { names }: ActionPlace): string | undefined {
  if (typeof flockId === 'string') return flockId;
  return names.flocks.find((one) => one.isLive && one.barnId === barnId)?.id;
}

/** The recorded values of a day that a log would replace. */
async function replacedValues(
  connection: Connection,
  { type, fields }: CompleteAction,
  place: ActionPlace & { readonly scope: Scope },
): Promise<Doubt | undefined> {
  const { date } = fields;
  const flock = loggedFlock(fields, place);
  if (flock === undefined || typeof date !== 'string') return undefined;
  const [text] = await listRows(connection, dailyLogs, {
    scope: place.scope,
    conditions: [
      { field: 'flockId', operator: '=', value: flock },
      { field: 'date', operator: '=', value: date },
    ],
    order: 'createdAt',
    direction: 'asc',
    limit: 1,
    offset: 0,
  });
  if (text === undefined) return undefined;
  const log = JSON.parse(text) as Values;
  const replaced = actionFields(orders[type]).flatMap(([name, field]) => {
    if (name === 'flockId' || name === 'barnId' || (log[name] ?? null) === null) return [];
    if ((fields[name] ?? null) === null || fields[name] === log[name]) return [];
    const before = wordedValue(name, field, log[name], place);
    const after = wordedValue(name, field, fields[name], place);
    const params = { before: before.value, after: after.value };
    const label = labelOf(place.labels, name);
    const line = message('ask.action.replaces', { label, ...params });
    const fact = { ...before.fact, label: `Recorded: ${name}`, asOf: date };
    return [{ name, line, fact }];
  });
  if (replaced.length === 0) return undefined;
  return {
    status: 'proposed',
    reason: `The log of ${date} has other values of ${replaced.map(({ name }) => name).join(', ')}.`,
    lines: replaced.map(({ line }) => line),
    facts: replaced.map(({ fact }) => fact),
  };
}

/** Why an action was refused, by the invalid fields, in the language of the answer. */
export function restateIssues(issues: readonly Issue[] = [], { labels }: ActionPlace): Message[] {
  return issues
    .slice(0, 5)
    .map(({ path, code }) => message(`issue.${code}`, { field: labelOf(labels, path) }));
}
