import type { QueryFilter, QueryForm } from '../model/answers/query-form.ts';
import { getResource } from '../model/resources/registry.ts';
import {
  type PreviousMeasure,
  type PreviousQuestion,
  type PreviousRecords,
  previousPeriod,
  previousScope,
} from './conversation-memory.ts';
import { notUnderstood, repeatPrevious } from './follow-up-turns.ts';
import type { Concept } from './grammar/concepts.ts';
import { pickRecords } from './grammar/pick-slots.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import { pickPeriod } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { SymbolName } from './lexicon/lexicon.ts';
import type { Period } from './measure.ts';
import type { MeasureName } from './measures/measures.ts';
import { parseContinued } from './parser/parse-question.ts';
import { EMPTY_FORM, type Partial, WORD_FIELDS } from './parser/partial-form.ts';
import { recordsOfUsers } from './parser/understand-records.ts';
import { type View, type ViewName, views } from './query/views.ts';
import { findPeriod, type Span } from './text/scan.ts';
import { withinParsing } from './text/work-limit.ts';

const CONFIDENCE = 0.9;

/** The same records of another place, of other days, or of one kind. */
export function sameRecords(
  spans: readonly Span[],
  context: SentenceContext,
  { view: name, form }: PreviousRecords,
): Understanding | undefined {
  const view: View = views[name];
  const records = pickRecords(spans);
  if (records.unknown !== undefined || records.open.length > 0) return undefined;
  const { barns, flocks, people, farms } = records;
  const isPlaced = barns.length + flocks.length > 0;
  const isPossible =
    !isPlaced || (view.barn !== null && (flocks.length === 0 || view.flock !== null));
  const named = pickPeriod(spans.map(findPeriod), [], context);
  const words = spans.flatMap(({ senses }) =>
    senses.flatMap((sense) => (sense.kind === 'word' ? [sense.word] : [])),
  );
  const narrowed = filtersOfWords(view, words);
  if (!isPossible || people.length > 0 || farms.length > 0 || narrowed === undefined)
    return undefined;
  if (named === 'ask' || named === 'several' || (named && view.date === null)) return undefined;
  if (named && contradictsTense(named, form, context.calendar.today)) return undefined;
  const { offset: _, ...rest } = form;
  const fields = new Set(narrowed.map(({ field }) => field));
  return {
    kind: 'records',
    view: name,
    form: {
      ...rest,
      filters: [...form.filters.filter(({ field }) => !fields.has(field)), ...narrowed],
      ...(isPlaced
        ? {
            scope: {
              farms: [],
              barns: barns.map(({ id }) => id),
              flocks: flocks.map(({ id }) => id),
            },
          }
        : {}),
      ...(named ? { period: named } : {}),
    },
    confidence: CONFIDENCE,
  };
}

/**
 * Whether a question about the future has only past days, or one about the past only future days.
 */
function contradictsTense({ from, to }: Period, { tense }: QueryForm, today: string): boolean {
  return tense === 'future' ? to < today : from > today;
}

/** Filters from words of closed lists; undefined where one fits no field of the view. */
function filtersOfWords(view: View, words: readonly string[]): readonly QueryFilter[] | undefined {
  const { fields } = getResource(view.resource);
  const filters = words
    .filter((word) => !word.startsWith('/'))
    .map((value) => {
      const field = WORD_FIELDS.find((name) => {
        const definition = fields[name];
        return definition?.type === 'word' && definition.vocabulary.words.includes(value);
      });
      return field === undefined ? undefined : ({ field, op: '=', value } as const);
    });
  const found = filters.filter((filter) => filter !== undefined);
  return found.length === filters.length ? found : undefined;
}

/** The records behind each measure. */
const VIEW_OF_MEASURE: Readonly<{ [measure in MeasureName]?: ViewName }> = {
  age: 'placements',
  tasks: 'tasksDue',
  needsMe: 'tasksDue',
  alerts: 'alerts',
  medicineStock: 'medicine',
  medicineExpiring: 'medicine',
  lastTreatment: 'treatments',
  capacity: 'barns',
};

/**
 * Another question about the records in the last answer: who, when, where, another field, the next
 * one, or those on one topic. Every word has a slot in their view.
 */
export function followUpOnRecords(
  read: ReadSentence,
  context: SentenceContext,
  previous: PreviousQuestion,
): Understanding | undefined {
  const records = previousRecords(previous);
  if (records === undefined) return undefined;
  const { name, narrowed } = records;
  for (const beginning of impliedBeginnings(previous)) {
    const parsed = withinParsing(() =>
      parseContinued(read, context, { view: name, initial: beginning }),
    );
    const isIntended = !beginning.isOfNext || parsed?.form.tense === 'future';
    const isKnown = parsed !== undefined && parsed.unknownName === undefined;
    const form = isKnown && isIntended ? mergeForms(parsed.form, previous, narrowed) : undefined;
    const tasks = form && asksWho(form) ? tasksBefore(previous) : undefined;
    if (tasks) return tasks;
    if (form && addsToPrevious(form, previous))
      return { kind: 'records', view: name, form, confidence: CONFIDENCE };
  }
  return undefined;
}

/** The view of the records in the last answer, and their kinds. */
function previousRecords(previous: PreviousQuestion) {
  const view = 'view' in previous ? previous.view : VIEW_OF_MEASURE[previous.intent];
  if (view === undefined) return undefined;
  const name = FULL_VIEW[view] ?? view;
  const narrowed = 'form' in previous ? previous.form.filters : filtersOf(previous, name);
  return narrowed === undefined ? undefined : { name, narrowed };
}

/** The tasks in an answer already include their assignees. */
function tasksBefore(previous: PreviousQuestion): Understanding | undefined {
  if (!('intent' in previous) || previous.intent !== 'tasks') return undefined;
  const { intent, question } = previous;
  return { kind: 'question', intent, question, confidence: CONFIDENCE };
}

/** The filters of records that correspond to a figure; undefined if a slot is not one of their fields. */
function filtersOf(
  { intent, question }: PreviousMeasure,
  name: ViewName,
): readonly QueryFilter[] | undefined {
  // "Who has them?" after tasks keeps the question.
  if (intent === 'tasks') return [];
  const { fields } = getResource(views[name].resource);
  const slots = Object.entries(question.slots);
  if (slots.some(([field]) => fields[field]?.type !== 'word')) return undefined;
  return slots.map(([field, value]) => ({ field, op: '=', value: String(value) }));
}

function asksWho({ select, filters }: QueryForm): boolean {
  return select === 'assignee' && !filters.some(({ op }) => op === 'about');
}

/**
 * Whether the sentence asks for something new about a figure, a field or the topic of the records.
 */
function addsToPrevious(form: QueryForm, previous: PreviousQuestion): boolean {
  if ('form' in previous) return JSON.stringify(form) !== JSON.stringify(previous.form);
  return form.select !== undefined || form.filters.some(({ op }) => op === 'about');
}

/** The views with more fields of the same records. */
const FULL_VIEW: Readonly<{ [view in ViewName]?: ViewName }> = { assignments: 'tasksDue' };

/** The implied beginnings of the sentence: a certain record, or only its kind. */
function impliedBeginnings(previous: PreviousQuestion): readonly Partial[] {
  const named = { ...EMPTY_FORM, isNamed: true, isContinued: true } as const;
  const aggregate = 'form' in previous ? previous.form.aggregate : undefined;
  if (aggregate !== 'last' && aggregate !== 'first') return [named];
  const { tense } = 'form' in previous ? previous.form : { tense: 'past' as const };
  const side = tense === 'future' ? ({ tense } as const) : ({ tense: 'past' } as const);
  return [
    { ...named, ...side, aggregates: [`agg.${aggregate}`] },
    // The next record differs from the last.
    { ...named, isOfNext: true },
  ];
}

/** Combines the sentence with the previous question about the records. */
function mergeForms(
  form: QueryForm,
  previous: PreviousQuestion,
  narrowed: readonly QueryFilter[],
): QueryForm {
  const { barnIds = [], flockIds = [] } = previousScope(previous);
  const { barns, flocks } = form.scope;
  // A topic identifies a record, whatever its place.
  const isAbout = form.filters.some(({ op }) => op === 'about');
  const isPlaced = isAbout || barns.length + flocks.length > 0;
  const period =
    form.period ?? (isAbout || form.tense === 'future' ? undefined : previousPeriod(previous));
  const previousForm = 'form' in previous ? previous.form : undefined;
  const fields = new Set(form.filters.map(({ field }) => field));
  const isSameRecord =
    previousForm?.offset !== undefined && previousForm.aggregate === form.aggregate;
  return {
    ...form,
    filters: [...narrowed.filter(({ field }) => !fields.has(field)), ...form.filters],
    scope: isPlaced ? form.scope : { farms: [], barns: [...barnIds], flocks: [...flockIds] },
    ...(period ? { period } : {}),
    ...(isSameRecord ? { offset: previousForm.offset } : {}),
  };
}

/** "Their phone number?" after an answer with one person: that person, not everybody. */
export function personShown(
  alone: Understanding,
  { told }: PreviousQuestion,
  symbols: ReadonlySet<SymbolName>,
): Understanding | undefined {
  const isContact = alone.kind === 'question' && alone.intent === 'contact';
  if (isContact && Object.keys(alone.question.slots).length > 0) return undefined;
  const isAsked = symbols.has('phone') && (isContact || alone.kind === 'unclear');
  if (!isAsked) return undefined;
  if (told?.personId === undefined) return undefined;
  if (told.personId.startsWith('user_'))
    return { ...recordsOfUsers({ field: 'id', value: told.personId }), confidence: CONFIDENCE };
  const question = { scope: {}, aggregation: 'list', slots: { person: told.personId } } as const;
  return { kind: 'question', intent: 'contact', question, confidence: CONFIDENCE };
}

/** Whether the previous answer already contains the requested field. */
export function isInAnswer(
  standalone: Understanding,
  previous: PreviousQuestion,
  symbols: ReadonlySet<SymbolName>,
): boolean {
  return (
    isRepetition(standalone, previous, symbols) ||
    isOfExtreme(standalone, previous) ||
    asksForStock(standalone, previous, symbols)
  );
}

/** "His number?" after a person, "phone?" after contacts: a shorter form of the same question. */
function isRepetition(
  standalone: Understanding,
  previous: PreviousQuestion,
  symbols: ReadonlySet<SymbolName>,
): boolean {
  const isContact = standalone.kind === 'question' && standalone.intent === 'contact';
  if (isContact && Object.keys(standalone.question.slots).length > 0) return false;
  if (!isContact && !(standalone.kind === 'unclear' && symbols.has('phone'))) return false;
  return 'view' in previous
    ? previous.view === 'people' || previous.view === 'suppliers'
    : previous.intent === 'contact';
}

/** "How many died?" after the day or barn with the most deaths: that answer contains it. */
function isOfExtreme(standalone: Understanding, previous: PreviousQuestion): boolean {
  if (standalone.kind !== 'question' || !('intent' in previous)) return false;
  const { intent, question } = previous;
  const { aggregation, scope, period, slots } = standalone.question;
  const isExtreme = question.aggregation === 'highest' || question.aggregation === 'lowest';
  const isPlain = aggregation === 'value' && period === undefined;
  const isOpen = Object.keys(scope).length + Object.keys(slots).length === 0;
  return standalone.intent === intent && isExtreme && isPlain && isOpen;
}

/** "How much is left of it?" after medicine that expires: that answer contains the amounts. */
function asksForStock(
  standalone: Understanding,
  previous: PreviousQuestion,
  symbols: ReadonlySet<SymbolName>,
): boolean {
  const { intent } = { intent: undefined, ...previous };
  const isOfMedicine = intent === 'medicineExpiring' || intent === 'medicineLow';
  const isOther = standalone.kind === 'question' && standalone.intent !== 'medicineStock';
  const isOtherView = standalone.kind === 'records' && standalone.view !== 'medicine';
  return isOfMedicine && symbols.has('left') && !isOther && !isOtherView;
}

export function ranksBarns(standalone: Understanding): boolean {
  return (
    standalone.kind === 'question' &&
    standalone.intent === 'bestBarn' &&
    Object.keys(standalone.question.scope).length === 0
  );
}

const MONEY_MEASURES: readonly MeasureName[] = ['revenue', 'moneySpent', 'netMoney'];

/** "How much did we get?" after a sale is about that sale, not about this month. */
export function isPayment(standalone: Understanding, previous: PreviousQuestion): boolean {
  if (standalone.kind !== 'question' || !('view' in previous)) return false;
  const { period, scope, slots } = standalone.question;
  const isPlain = period === undefined && Object.keys({ ...scope, ...slots }).length === 0;
  const { fields }: View = views[previous.view];
  return isPlain && MONEY_MEASURES.includes(standalone.intent) && fields.money !== undefined;
}

/** "And the floor area?" after a question about a barn is about that barn. */
export function recordsOfPlace(
  alone: Extract<Understanding, { kind: 'records' }>,
  previous: PreviousQuestion,
  isMarked: boolean,
): Understanding | undefined {
  const { barn, flock }: View = views[alone.view];
  const { barns, flocks } = alone.form.scope;
  const { barnIds = [], flockIds = [] } = previousScope(previous);
  const isPlaced = barns.length + flocks.length > 0;
  const mayHold = barn !== null && (flockIds.length === 0 || flock !== null);
  if (isPlaced || !mayHold || barnIds.length + flockIds.length === 0 || !isMarked) return undefined;
  const scope = { farms: [], barns: [...barnIds], flocks: [...flockIds] };
  return { ...alone, form: { ...alone.form, scope } };
}

/** Answers with days on which something is due, which are not tasks. */
const DATED_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'feedOrders',
  'deliveriesExpected',
  'openOrders',
]);

/**
 * Sentences that would read as a question about something else, although they are about the
 * previous answer: "is one of them late?" after orders, "when was she here last?" after a vet.
 */
export function aboutPreviousAnswer(
  standalone: Understanding,
  previous: PreviousQuestion,
  { symbols, concepts }: SentenceWords,
): Understanding | undefined {
  const suggested = standalone.kind === 'unclear' ? standalone.suggested : undefined;
  const read = suggested ?? standalone;
  if (concepts.has('overdue') && !concepts.has('task') && !isAboutTasks(previous))
    return latePart(read, previous);
  if (!isAboutPerson(previous) || read.kind !== 'records') return undefined;
  if (read.view === 'treatments') return read;
  return symbols.has('pronoun') ? lastVisit(read, previous) : undefined;
}

/** The meanings of the words of a sentence. */
interface SentenceWords {
  readonly symbols: ReadonlySet<SymbolName>;
  readonly concepts: ReadonlySet<Concept>;
}

function isAboutTasks(previous: PreviousQuestion): boolean {
  if ('intent' in previous) return ['tasks', 'needsMe', 'briefing'].includes(previous.intent);
  return views[previous.view].resource === 'tasks';
}

/** The due days are in the answer about orders; tasks that are overdue are not asked for. */
function latePart(read: Understanding, previous: PreviousQuestion): Understanding | undefined {
  const isOfTasks = read.kind === 'question' && read.intent === 'tasks';
  if ('intent' in previous && DATED_MEASURES.has(previous.intent)) {
    return repeatPrevious(previous);
  }
  return isOfTasks && 'view' in previous ? notUnderstood() : undefined;
}

function isAboutPerson(previous: PreviousQuestion): boolean {
  return 'intent' in previous ? previous.intent === 'contact' : previous.view === 'people';
}

/** "When did she come last?" after the veterinarian: the last visit, never the last chicks. */
function lastVisit(
  { form }: Extract<Understanding, { kind: 'records' }>,
  previous: PreviousQuestion,
): Understanding | undefined {
  const isOfVet =
    'intent' in previous
      ? previous.question.slots['kind'] === 'vet'
      : previous.form.filters.some(({ field, value }) => field === 'kind' && value === 'vet');
  if (!isOfVet || form.aggregate !== 'last') return notUnderstood();
  const filters = [{ field: 'kind', op: '=', value: 'vet_visit' }] as const;
  const { also: _, select: __, ...rest } = form;
  const visit = { ...rest, subject: { resource: 'treatments' as const }, filters: [...filters] };
  return { kind: 'records', view: 'treatments', form: visit, confidence: CONFIDENCE };
}
