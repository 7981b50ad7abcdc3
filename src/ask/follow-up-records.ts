import type { QueryFilter, QueryForm } from '../model/answers/query-form.ts';
import { getResource } from '../model/resources/registry.ts';
import {
  type AskedBefore,
  periodBefore,
  type RecordsBefore,
  scopeBefore,
} from './conversation-memory.ts';
import { pickRecords } from './grammar/pick-slots.ts';
import type { ReadSentence, SentenceContext } from './grammar/read-sentence.ts';
import { pickPeriod } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Period } from './measure.ts';
import type { MeasureName } from './measures/measures.ts';
import { parseContinued } from './parser/parse-question.ts';
import { NOTHING_SAID, type Partial, WORD_FIELDS } from './parser/partial-form.ts';
import { type View, type ViewName, views } from './query/views.ts';
import { periodOf, type Span } from './text/scan.ts';
import { withinParsing } from './text/work-limit.ts';

const CONFIDENCE = 0.9;

/** The same records of another place, of other days, or of one kind. */
export function sameRecords(
  spans: readonly Span[],
  context: SentenceContext,
  { view: name, form }: RecordsBefore,
): Understanding | undefined {
  const view: View = views[name];
  const records = pickRecords(spans);
  if (records.unknown !== undefined || records.open.length > 0) return undefined;
  const { barns, flocks, people, farms } = records;
  const isPlaced = barns.length + flocks.length > 0;
  const isPossible =
    !isPlaced || (view.barn !== null && (flocks.length === 0 || view.flock !== null));
  const named = pickPeriod(spans.map(periodOf), [], context);
  const words = spans.flatMap(({ senses }) =>
    senses.flatMap((sense) => (sense.kind === 'word' ? [sense.word] : [])),
  );
  const narrowed = narrowedBy(view, words);
  if (!isPossible || people.length > 0 || farms.length > 0 || narrowed === undefined)
    return undefined;
  if (named === 'ask' || named === 'several' || (named && view.date === null)) return undefined;
  if (named && isElsewhen(named, form, context.calendar.today)) return undefined;
  const { offset: _, ...asked } = form;
  const fields = new Set(narrowed.map(({ field }) => field));
  return {
    kind: 'records',
    view: name,
    form: {
      ...asked,
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
function isElsewhen({ from, to }: Period, { tense }: QueryForm, today: string): boolean {
  return tense === 'future' ? to < today : from > today;
}

/** Filters from words of closed lists; undefined where one fits no field of the view. */
function narrowedBy(view: View, words: readonly string[]): readonly QueryFilter[] | undefined {
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
  const known = filters.filter((filter) => filter !== undefined);
  return known.length === filters.length ? known : undefined;
}

/** The records behind each measure. */
const RECORDS_OF: Readonly<{ [measure in MeasureName]?: ViewName }> = {
  age: 'placements',
  tasks: 'tasksDue',
  needsMe: 'tasksDue',
  alerts: 'alerts',
  medicineStock: 'medicine',
  medicineExpiring: 'medicine',
  lastTreatment: 'treatments',
};

/**
 * Another question about the records in the last answer: who, when, where, another field, the next
 * one, or those on one topic. Every word has a slot in their view.
 */
export function moreOfRecords(
  read: ReadSentence,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  const view = 'view' in before ? before.view : RECORDS_OF[before.intent];
  if (view === undefined) return undefined;
  const name = ALL_OF[view] ?? view;
  for (const said of beginnings(before)) {
    const parsed = withinParsing(() => parseContinued(read, context, { view: name, said }));
    const isMeant = !said.isOfNext || parsed?.form.tense === 'future';
    const isKnown = parsed !== undefined && parsed.nobody === undefined;
    const form = isKnown && isMeant ? joinedForm(parsed.form, before) : undefined;
    // The tasks in an answer already include their assignees.
    if (form && 'intent' in before && before.intent === 'tasks' && asksWho(form))
      return {
        kind: 'question',
        intent: 'tasks',
        question: before.question,
        confidence: CONFIDENCE,
      };
    if (form && isMore(form, before))
      return { kind: 'records', view: name, form, confidence: CONFIDENCE };
  }
  return undefined;
}

function asksWho({ select, filters }: QueryForm): boolean {
  return select === 'assignee' && !filters.some(({ op }) => op === 'about');
}

/**
 * Whether the sentence asks for something new about a figure, a field or the topic of the records.
 */
function isMore(form: QueryForm, before: AskedBefore): boolean {
  if ('form' in before) return JSON.stringify(form) !== JSON.stringify(before.form);
  return form.select !== undefined || form.filters.some(({ op }) => op === 'about');
}

/** The views with more fields of the same records. */
const ALL_OF: Readonly<{ [view in ViewName]?: ViewName }> = { assignments: 'tasksDue' };

/** The implied beginnings of the sentence: a certain record, or only its kind. */
function beginnings(before: AskedBefore): readonly Partial[] {
  const named = { ...NOTHING_SAID, isNamed: true, isContinued: true } as const;
  const aggregate = 'form' in before ? before.form.aggregate : undefined;
  if (aggregate !== 'last' && aggregate !== 'first') return [named];
  const { tense } = 'form' in before ? before.form : { tense: 'past' as const };
  const side = tense === 'future' ? ({ tense } as const) : ({ tense: 'past' } as const);
  return [
    { ...named, ...side, aggregates: [`agg.${aggregate}`] },
    // The next record differs from the last.
    { ...named, isOfNext: true },
  ];
}

/** Combines the sentence with the previous question about the records. */
function joinedForm(form: QueryForm, before: AskedBefore): QueryForm {
  const { barnIds = [], flockIds = [] } = scopeBefore(before);
  const { barns, flocks } = form.scope;
  // A topic identifies a record, whatever its place.
  const isAbout = form.filters.some(({ op }) => op === 'about');
  const isPlaced = isAbout || barns.length + flocks.length > 0;
  const period =
    form.period ?? (isAbout || form.tense === 'future' ? undefined : periodBefore(before));
  const kept = 'form' in before ? before.form : undefined;
  const fields = new Set(form.filters.map(({ field }) => field));
  const isSameOne = kept?.offset !== undefined && kept.aggregate === form.aggregate;
  return {
    ...form,
    filters: [...(kept?.filters ?? []).filter(({ field }) => !fields.has(field)), ...form.filters],
    scope: isPlaced ? form.scope : { farms: [], barns: [...barnIds], flocks: [...flockIds] },
    ...(period ? { period } : {}),
    ...(isSameOne ? { offset: kept.offset } : {}),
  };
}
