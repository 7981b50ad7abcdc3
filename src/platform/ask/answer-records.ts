import { renderAnswer } from '../../ask/answer/plain-answer.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { MeasureAnswer } from '../../ask/measure.ts';
import { answerForm, findDays } from '../../ask/query/answer-form.ts';
import { plannedTasks, timelineEvents } from '../../ask/query/broad-views.ts';
import { fits, type QueryData, type QueryRow } from '../../ask/query/describe-records.ts';
import { TITLE_WORD } from '../../ask/query/view.ts';
import { type View, views } from '../../ask/query/views.ts';
import { believedLogs, LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { FarmFrame } from '../../farming/core/farm-snapshot.ts';
import { flockForPlausibility, suspectSaleWeight } from '../../farming/core/plausibility.ts';
import { nightWindow } from '../../farming/digest/night-reports.ts';
import { type Labels, loadLabels, wordOf } from '../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import type { QueryFilter, QueryForm } from '../../model/answers/query-form.ts';
import { message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { getResource, type StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope, type Scope } from '../../storage/core/scope.ts';
import { listFlockFacts } from '../../storage/records/flocks.ts';
import { type Condition, listRows } from '../../storage/records/list-rows.ts';
import { addDays, endOfDay, formatInstant, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { type Actor, scopeOf } from '../core/actor.ts';
import { maskSecretsInText } from '../core/row-change.ts';
import { loadFarmSnapshot } from '../intelligence/farm-snapshot.ts';
import type { AskAnswer, QuestionFarm } from './question-farm.ts';

/** Maximum number of records read for one question. */
const MAX_ROWS = 1000;

type RecordsQuestion = Extract<Understanding, { kind: 'records' }>;

/** Where and for whom a record query is answered. */
interface RecordsCall {
  readonly actor: Actor;
  readonly farm: QuestionFarm;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly translator: Translator;
  readonly compiled: CompiledLexicon;
}

/** Answers a record query from the rows that the caller may read. */
export async function answerRecords(
  connection: Connection,
  { view, form: askedForm, confidence }: RecordsQuestion,
  call: RecordsCall,
): Promise<AskAnswer> {
  const { actor, farm, translator, compiled } = call;
  const { resource }: View = views[view];
  const plan = plannedTasks(views[view], askedForm);
  const { today } = farm.frame;
  const form = plan ? fromTomorrow(askedForm, today) : withOverdue(view, askedForm, today);
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
  const mayAnswer = plan && coversScope(actor.scopes, 'read:tasks');
  const events = timelineEvents(views[view], form);
  const maySeeEvents = events && coversScope(actor.scopes, 'read:events');
  const [data, labels, tasks, visits] = await Promise.all([
    loadData(connection, views[view], form, call),
    loadLabels(translator.language),
    mayAnswer ? loadData(connection, views.tasksDue, plan, call) : undefined,
    maySeeEvents ? loadData(connection, views.events, events, call) : undefined,
  ]);
  if (data.rows.length > MAX_ROWS) {
    const text = message('ask.query.too_many', { count: MAX_ROWS });
    const source = { resource, query: { ...form } };
    const fact = { label: 'Most records', value: MAX_ROWS, unit: null, asOf: null, source };
    return { ...frame, answer: renderMessage(translator, text), facts: [fact] };
  }
  const other = await answerWithoutRows(connection, { view, form, data }, call);
  if (other) return other === 'nothing' ? notFound(translator, frame) : other;
  const wording = { labels, wordOf: queryWording(compiled, labels) };
  const own = answerForm(view, form, data, wording);
  const planned = plan && tasks && answerForm('tasksDue', plan, tasks, wording);
  const eventsAnswer = events && visits && answerForm('events', events, visits, wording);
  const found = planned
    ? mergePlan(own, planned, data.rows.length === 0)
    : eventsAnswer
      ? mergeEvents(own, eventsAnswer, {
          aggregate: form.aggregate,
          days: findDays(view, form, data),
          eventDays: findDays('events', events, visits),
        })
      : own;
  return { ...frame, answer: renderAnswer(translator, found), facts: found.facts };
}

/** The answer where no record fits: from other records, or that nothing was understood. */
async function answerWithoutRows(
  connection: Connection,
  question: Pick<RecordsQuestion, 'view' | 'form'> & { readonly data: QueryData },
  call: RecordsCall,
): Promise<AskAnswer | 'nothing' | undefined> {
  const { view, form, data } = question;
  if (data.rows.some((row) => fits(row, form, views[view], data))) return undefined;
  if (asksOfOne(view, form))
    return (await answerElsewhere(connection, question, call)) ?? 'nothing';
  return namesTitle(form, views[view]) ? 'nothing' : undefined;
}

/** Confidence of an answer from other records than those that the words name. */
const OTHER_CONFIDENCE = 0.9;

/** Whether a question asks who did some work, or when, of which no task was found. */
function asksOfOne(view: string, { filters, select, groupBy, tense }: QueryForm): boolean {
  const isOfTasks = view === 'tasksDue' || view === 'tasksDone';
  const isAbout = filters.some(({ op }) => op === 'about');
  return isOfTasks && isAbout && select !== undefined && !groupBy && tense !== 'future';
}

/**
 * Where a language has no tense, "who checked it" reads as a question about open tasks: then the
 * completed ones are searched too, and for a vaccine the treatments.
 */
async function answerElsewhere(
  connection: Connection,
  { view, form }: Pick<RecordsQuestion, 'view' | 'form'>,
  call: RecordsCall,
): Promise<AskAnswer | undefined> {
  const asked = form.filters.filter(({ field }) => field !== 'status');
  const past = { ...form, tense: 'past', aggregate: 'last' } as const;
  const found = { kind: 'records', confidence: OTHER_CONFIDENCE } as const;
  if (view === 'tasksDue') {
    const select = form.select === 'dueDate' ? 'completedAt' : (form.select ?? 'assignee');
    const filters: QueryForm['filters'] = [{ field: 'status', op: '=', value: 'done' }, ...asked];
    const done = { ...past, filters, select };
    return answerRecords(connection, { ...found, view: 'tasksDone', form: done }, call);
  }
  const isOfVaccine = ({ value }: QueryFilter) => [value].flat().includes('vaccine');
  if (!asked.some(isOfVaccine) || asked.some(({ op }) => op !== 'about')) return undefined;
  const named = asked.filter((one) => !isOfVaccine(one));
  const given: QueryForm = {
    ...past,
    subject: { resource: 'treatments' },
    filters: [
      { field: 'kind', op: '=', value: 'vaccination' },
      ...named.map((one) => ({ ...one, field: 'product+reason' })),
    ],
    select: form.select === 'assignee' ? 'vetName' : 'date',
  };
  const treatments: View = views.treatments;
  if (!coversScope(call.actor.scopes, `read:${treatments.resource}`)) return undefined;
  const data = await loadData(connection, treatments, given, call);
  if (!data.rows.some((row) => fits(row, given, treatments, data))) return undefined;
  return answerRecords(connection, { ...found, view: 'treatments', form: given }, call);
}

/** Whether the records are selected by title words, which no lexicon contains. */
function namesTitle({ filters }: QueryForm, { resource }: View): boolean {
  const isTitleWord = (one: string | number) => `${one}`.startsWith(TITLE_WORD);
  return filters.some(
    ({ op, value }) => op === 'about' && (resource !== 'tasks' || [value].flat().some(isTitleWord)),
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

/** The open tasks of today are those due by today, as in the measure and the briefing. */
function withOverdue(view: string, { period, ...form }: QueryForm, today: string): QueryForm {
  const isToday = period?.from === today && period.to === today && period.hours === undefined;
  if (view !== 'tasksDue' || !isToday) return { ...form, ...(period ? { period } : {}) };
  const due = { field: 'dueDate', op: '<', value: addDays(today, 1) } as const;
  return { ...form, filters: [...form.filters, due] };
}

/** Planned items follow records of future days, which are rare. */
function mergePlan(own: MeasureAnswer, plan: MeasureAnswer, isEmpty: boolean): MeasureAnswer {
  if (isEmpty) return plan;
  return { facts: [...own.facts, ...plan.facts], lines: [...own.lines, ...plan.lines] };
}

/** Combines events with records; for the last or first one, returns only the one that qualifies. */
function mergeEvents(
  own: MeasureAnswer,
  eventsAnswer: MeasureAnswer,
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
  if (days[0] === undefined) return eventsAnswer;
  if (aggregate === 'last') return last > (days.at(-1) ?? '') ? eventsAnswer : own;
  if (aggregate === 'first') return first < days[0] ? eventsAnswer : own;
  return mergePlan(own, eventsAnswer, false);
}

/** Names of closed-set values in the language: as used in questions, else as in tables. */
export function queryWording({ lexicon: { words } }: CompiledLexicon, labels: Labels) {
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
  readonly farm: QuestionFarm;
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
    conditions: buildConditions(view, form, farm.frame),
    order: view.date ?? definition.order,
    direction: 'desc',
    limit: MAX_ROWS + 1,
    offset: 0,
  });
  const rows = texts.map((text) => JSON.parse(maskSecretsInText(definition, text)) as QueryRow);
  const isComputed = COMPUTED.includes(form.aggregate);
  if (view.resource === 'sales' && isComputed) return believedSales(connection, rows, scope);
  return view.titledBy ? titled(connection, view.titledBy, rows, { scope, actor }) : rows;
}

const COMPUTED: readonly QueryForm['aggregate'][] = ['sum', 'mean', 'min', 'max'];

/** Sales without implausible weights, which are neither the highest nor part of a sum. */
async function believedSales(
  connection: Connection,
  rows: readonly QueryRow[],
  scope: Scope,
): Promise<readonly QueryRow[]> {
  const sales = rows as unknown as readonly StoredOf<'sales'>[];
  const flockIds = [...new Set(sales.map(({ flockId }) => flockId))];
  const known = mapById(await listFlockFacts(connection, scope, flockIds));
  return sales.map((sale) => {
    const flock = known.get(sale.flockId);
    const isSuspect = flock && suspectSaleWeight(flockForPlausibility(flock), sale) !== undefined;
    return { ...sale, ...(isSuspect ? { totalWeightKg: null } : {}) };
  });
}

/** Records with the title and category of their parent, if the caller may read it. */
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
    limit: MAX_ROWS,
    offset: 0,
  });
  const parents = new Map(
    found.map((text) => JSON.parse(text) as QueryRow).map((row) => [row['id'], row]),
  );
  return rows.map((row) => {
    const { title, category } = parents.get(row[reference]) ?? {};
    return { ...row, title, category };
  });
}

/** The conditions evaluated by the database; the others are evaluated on the rows. */
function buildConditions(
  view: View,
  { filters, period }: QueryForm,
  frame: FarmFrame,
): Condition[] {
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
  const from = isInstant ? startOfPeriod(period, frame) : period.from;
  const to = isInstant ? formatInstant(endOfDay(period.to, zone)) : period.to;
  return [
    ...conditions,
    { field, operator: '>=', value: from },
    { field, operator: '<=', value: to },
  ];
}

/** The start of a period: on its first day, some hours ago, or in the evening. */
function startOfPeriod(
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
  { scope, names }: { readonly scope: Scope; readonly names: QuestionFarm['names'] },
): Promise<ReadonlyMap<string, string>> {
  const flockBarns = names.flocks.map(({ id, barnId }) => [id, barnId] as const);
  if (form.scope.barns.length === 0 || view.flock !== 'flockId') return new Map(flockBarns);
  const texts = await listRows(connection, flocks, {
    scope,
    conditions: [],
    order: 'placementDate',
    direction: 'desc',
    limit: MAX_ROWS,
    offset: 0,
  });
  const rows = texts.map((text) => JSON.parse(text) as { id: string; barnId: string });
  return new Map([...flockBarns, ...rows.map(({ id, barnId }) => [id, barnId] as const)]);
}
