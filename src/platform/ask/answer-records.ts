import { renderAnswer } from '../../ask/answer/plain-answer.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { MeasureAnswer } from '../../ask/measure.ts';
import { answerForm, daysOf } from '../../ask/query/answer-form.ts';
import { plannedTasks, timelineEvents } from '../../ask/query/broad-views.ts';
import { fits, type QueryData, type QueryRow } from '../../ask/query/describe-records.ts';
import { WRITTEN } from '../../ask/query/view.ts';
import { type View, views } from '../../ask/query/views.ts';
import { believedLogs, LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { FarmFrame } from '../../farming/core/farm-snapshot.ts';
import { nightWindow } from '../../farming/digest/night-reports.ts';
import { type Labels, loadLabels, wordOf } from '../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import type { QueryForm } from '../../model/answers/query-form.ts';
import { message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { getResource } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import { addDays, endOfDay, formatInstant, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { maskSecretsInText } from '../core/row-change.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import type { AskAnswer, AskedFarmNames } from './asked-farm.ts';

/** Maximum number of records read for one question. */
const MOST_ROWS = 1000;

type AskedRecords = Extract<Understanding, { kind: 'records' }>;

/** Where and for whom a record query is answered. */
interface RecordsCall {
  readonly actor: Actor;
  readonly farm: AskedFarmNames;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly translator: Translator;
  readonly compiled: CompiledLexicon;
}

/** Answers a record query from the rows that the caller may read. */
export async function answerRecords(
  connection: Connection,
  { view, form: asked, confidence }: AskedRecords,
  call: RecordsCall,
): Promise<AskAnswer> {
  const { actor, farm, translator, compiled } = call;
  const { resource }: View = views[view];
  const plan = plannedTasks(views[view], asked);
  const form = plan ? fromTomorrow(asked, call.farm.frame.today) : asked;
  const frame = {
    lang: translator.language,
    mode: 'deterministic',
    understood: { intent: view, farm: farm.farmId, form },
    confidence,
  } as const;
  const scope = `read:${resource}`;
  if (!coversScope(actor.scopes, scope)) {
    const text = message('ask.not_allowed', { scopes: scope });
    return { ...frame, answer: renderMessage(translator, text), facts: [], needs: [scope] };
  }
  const mayTell = plan && coversScope(actor.scopes, 'read:tasks');
  const events = timelineEvents(views[view], form);
  const maySeeEvents = events && coversScope(actor.scopes, 'read:events');
  const [data, labels, tasks, visits] = await Promise.all([
    loadData(connection, views[view], form, call),
    loadLabels(translator.language),
    mayTell ? loadData(connection, views.tasksDue, plan, call) : undefined,
    maySeeEvents ? loadData(connection, views.events, events, call) : undefined,
  ]);
  if (data.rows.length > MOST_ROWS) {
    const text = message('ask.query.too_many', { count: MOST_ROWS });
    const source = { resource, query: { ...form } };
    const fact = { label: 'Most records', value: MOST_ROWS, unit: null, asOf: null, source };
    return { ...frame, answer: renderMessage(translator, text), facts: [fact] };
  }
  if (namesTitle(form, views[view]) && !data.rows.some((row) => fits(row, form, views[view], data)))
    return { ...notFound(translator, frame) };
  const wording = { labels, wordOf: wordsOf(compiled, labels) };
  const own = answerForm(view, form, data, wording);
  const planned = plan && tasks && answerForm('tasksDue', plan, tasks, wording);
  const told = events && visits && answerForm('events', events, visits, wording);
  const found = planned
    ? besidePlan(own, planned, data.rows.length === 0)
    : told
      ? besideEvents(own, told, {
          aggregate: form.aggregate,
          days: daysOf(view, form, data),
          eventDays: daysOf('events', events, visits),
        })
      : own;
  return { ...frame, answer: renderAnswer(translator, found), facts: found.facts };
}

/** Whether the records are selected by title words, which no lexicon contains. */
function namesTitle({ filters }: QueryForm, { resource }: View): boolean {
  const isWritten = (one: string | number) => `${one}`.startsWith(WRITTEN);
  return filters.some(
    ({ op, value }) => op === 'about' && (resource !== 'tasks' || [value].flat().some(isWritten)),
  );
}

/** Words that occur in no title are not understood. */
function notFound(translator: Translator, frame: Pick<AskAnswer, 'lang' | 'mode' | 'understood'>) {
  const answer = renderMessage(translator, message('ask.not_sure'));
  return {
    ...frame,
    understood: { ...frame.understood, intent: null },
    answer,
    facts: [],
    confidence: 0,
  };
}

/** Today's records are in the past: next to a plan, only records of later days are upcoming. */
function fromTomorrow(form: QueryForm, today: string): QueryForm {
  const { period } = form;
  if (period === undefined || period.from !== today || period.to === today) return form;
  return { ...form, period: { ...period, from: addDays(today, 1) } };
}

/** Planned items follow records of future days, which are rare. */
function besidePlan(own: MeasureAnswer, plan: MeasureAnswer, isNone: boolean): MeasureAnswer {
  if (isNone) return plan;
  return { facts: [...own.facts, ...plan.facts], lines: [...own.lines, ...plan.lines] };
}

/** Combines events with records; for the last or first one, returns only the one that qualifies. */
function besideEvents(
  own: MeasureAnswer,
  told: MeasureAnswer,
  {
    aggregate,
    days,
    eventDays,
  }: {
    readonly aggregate: QueryForm['aggregate'];
    readonly days: readonly string[];
    readonly eventDays: readonly string[];
  },
): MeasureAnswer {
  const [first, last] = [eventDays[0], eventDays.at(-1)];
  if (first === undefined || last === undefined) return own;
  if (days[0] === undefined) return told;
  if (aggregate === 'last') return last > (days.at(-1) ?? '') ? told : own;
  if (aggregate === 'first') return first < days[0] ? told : own;
  return besidePlan(own, told, false);
}

/** Names of closed-set values in the language: as used in questions, else as in tables. */
export function wordsOf({ lexicon: { words } }: CompiledLexicon, labels: Labels) {
  return (word: string) => words[word]?.[0] ?? wordOf(labels, word);
}

async function loadData(
  connection: Connection,
  view: View,
  form: QueryForm,
  { actor, farm, now }: RecordsCall,
): Promise<QueryData> {
  const { farmId, frame, names } = farm;
  const scope = narrowScope(scopeOf(actor), farmId);
  const named = [...names.barns, ...names.flocks, ...names.people];
  const [rows, barnOfFlock] = await Promise.all([
    loadRows(connection, view, form, { scope, actor, farm, now }),
    findBarns(connection, view, form, { scope, names }),
  ]);
  return {
    rows,
    barnOfFlock,
    nameOf: new Map(named.map(({ id, name }) => [id, name])),
    zone: frame.zone,
    currency: frame.currency,
  };
}

interface RowsCall {
  readonly scope: Scope;
  readonly actor: Actor;
  readonly farm: AskedFarmNames;
  readonly now: number;
}

async function loadRows(
  connection: Connection,
  view: View,
  form: QueryForm,
  { scope, actor, farm, now }: RowsCall,
): Promise<readonly QueryRow[]> {
  if (view.resource === 'daily-logs') {
    // A day may be logged by several sources: the deciding log of each day and flock counts.
    const input = { scope: scopeOf(actor), farmId: farm.farmId, now };
    const logs = believedLogs(await loadFarmSnapshot(connection, input, LIVE_FLOCK_PARTS));
    return logs.map((log) => ({ ...log }));
  }
  const definition = getResource(view.resource);
  const texts = await listRows(connection, definition, {
    scope,
    conditions: conditionsOf(view, form, farm.frame),
    order: view.date ?? definition.order,
    direction: 'desc',
    limit: MOST_ROWS + 1,
    offset: 0,
  });
  const rows = texts.map((text) => JSON.parse(maskSecretsInText(definition, text)) as QueryRow);
  return view.titledBy ? titled(connection, view.titledBy, rows, { scope, actor }) : rows;
}

/** Records with the title of their parent, if the caller may read it. */
async function titled(
  connection: Connection,
  { reference, resource }: NonNullable<View['titledBy']>,
  rows: readonly QueryRow[],
  { scope, actor }: Pick<RowsCall, 'scope' | 'actor'>,
): Promise<readonly QueryRow[]> {
  if (!coversScope(actor.scopes, `read:${resource}`)) return rows;
  const found = await listRows(connection, getResource(resource), {
    scope,
    conditions: [],
    order: 'createdAt',
    direction: 'desc',
    limit: MOST_ROWS,
    offset: 0,
  });
  const titles = new Map(
    found.map((text) => JSON.parse(text) as QueryRow).map((row) => [row['id'], row['title']]),
  );
  return rows.map((row) => ({ ...row, title: titles.get(row[reference]) }));
}

/** The conditions evaluated by the database; the others are evaluated on the rows. */
function conditionsOf(view: View, { filters, period }: QueryForm, frame: FarmFrame): Condition[] {
  const { zone } = frame;
  const { fields } = getResource(view.resource);
  const conditions: Condition[] = filters.flatMap(({ field, op, value }) =>
    op === '=' && typeof value === 'string' && fields[field]?.type !== 'boolean'
      ? [{ field, operator: '=', value } as const]
      : [],
  );
  const { date: field } = view;
  if (field === null || period === undefined) return conditions;
  const isInstant =
    getResource(view.resource).fields[field]?.type === 'timestamp' || field === 'createdAt';
  const from = isInstant ? beginningOf(period, frame) : period.from;
  const to = isInstant ? formatInstant(endOfDay(period.to, zone)) : period.to;
  return [
    ...conditions,
    { field, operator: '>=', value: from },
    { field, operator: '<=', value: to },
  ];
}

/** The start of a period: on its first day, some hours ago, or in the evening. */
function beginningOf(
  { from, hours, isNight }: NonNullable<QueryForm['period']>,
  frame: FarmFrame,
): string {
  if (isNight) return nightWindow(frame).from;
  if (hours !== undefined) return formatInstant(frame.now - hours * HOUR_MILLIS);
  return formatInstant(startOfDay(from, frame.zone));
}

/** The barn of each flock; includes long-closed flocks when the question names a barn. */
async function findBarns(
  connection: Connection,
  view: View,
  form: QueryForm,
  { scope, names }: { readonly scope: Scope; readonly names: AskedFarmNames['names'] },
): Promise<ReadonlyMap<string, string>> {
  const known = names.flocks.map(({ id, barnId }) => [id, barnId] as const);
  if (form.scope.barns.length === 0 || view.flock !== 'flockId') return new Map(known);
  const texts = await listRows(connection, flocks, {
    scope,
    conditions: [],
    order: 'placementDate',
    direction: 'desc',
    limit: MOST_ROWS,
    offset: 0,
  });
  const rows = texts.map((text) => JSON.parse(text) as { id: string; barnId: string });
  return new Map([...known, ...rows.map(({ id, barnId }) => [id, barnId] as const)]);
}
