import { type Language, message } from '../model/core/message.ts';
import { type Concept, isModifier } from './grammar/concepts.ts';
import { pickAggregation } from './grammar/pick-aggregation.ts';
import { type NamedRecords, pickRecords } from './grammar/pick-scope.ts';
import { pickSlots } from './grammar/pick-slots.ts';
import { conceptsOf, takesRecord, takesWord } from './grammar/rank-measures.ts';
import { readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { settleSpans } from './grammar/settle-spans.ts';
import {
  askForFlock,
  flocksIn,
  openRecords,
  pickPeriod,
  scopeOf,
  takesPeriod,
} from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { Sense } from './lexicon/sense.ts';
import type { AskedScope, MeasureDefinition, MeasureQuestion } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import type { FarmNames } from './names/farm-names.ts';
import { normalText } from './text/normalise.ts';
import { periodOf, type Span } from './text/scan.ts';
import { understandSentence } from './understand.ts';

/** The last answered question of a conversation; its scope is one of the farm. */
export interface AskedBefore {
  readonly intent: MeasureName;
  readonly question: MeasureQuestion;
  readonly farmId: string;
  readonly language: Language;
}

type Question = Extract<Understanding, { kind: 'question' }>;

/** The form of what is stored; what another form wrote is forgotten. */
const FORM = 1;
const LONGEST_MEMORY = 8000;
const CONFIDENCE = 0.9;

/** The text in which a conversation remembers a question; null for one that is too long to keep. */
export function writeMemory(before: AskedBefore): string | null {
  const text = JSON.stringify({ form: FORM, ...before });
  return text.length > LONGEST_MEMORY ? null : text;
}

/** The question that a conversation remembers; undefined for none, and for another form. */
export function readMemory(text: string | null): AskedBefore | undefined {
  if (text === null) return undefined;
  const { form, ...before } = JSON.parse(text) as AskedBefore & { readonly form: unknown };
  return form === FORM && before.intent in measures ? before : undefined;
}

/** How a sentence says that it continues a conversation, at its beginning and at its end. */
const MARKERS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [/^(?:and|so|also) (?:(?:what|how) about )?|^(?:what|how) about /iu],
  es: [/^¿? ?[ye] (?:qué (?:tal|hay de) )?|^¿? ?qué (?:tal|hay de) /iu],
  he: [/^(?:ו?מה (?:עם|לגבי|בנוגע ל) ?|וגם |ו)/u],
  th: [/^(?:แล้ว(?:ก็)?|และ) ?/u, / ?(?:ล่ะ|หละ|ละ)(?: ?(?:ครับ|ค่ะ|คะ))? ?\??$/u],
  zh: [/^(?:那么|那|还有|另外)[,， ]*/u, /(?:呢|怎么样) ?[?？]?$/u],
};

/**
 * What a sentence means as the continuation of a question: another period, place or grouping of the
 * same measure, or another measure for the same place and period. Undefined where it stands alone,
 * or where any of its words fits neither.
 */
export function understandFollowUp(
  sentence: string,
  context: SentenceContext,
  before: AskedBefore,
): Understanding | undefined {
  if (!knowsScope(before.question.scope, context.names)) return undefined;
  const { language } = context.compiled.lexicon;
  const typed = sentence.replace(/\s+/gu, ' ').trim();
  const rest = MARKERS[language].reduce((text, marker) => text.replace(marker, ''), typed);
  const isMarked = rest !== typed;
  if (isReason(rest, context)) return reasonOf(before, context);
  const read = readSentence(rest, context);
  const settled = settleSpans(read.spans);
  if ('choices' in settled) return undefined;
  const { spans } = settled;
  const alone = understandSentence(read, context);
  if (alone.kind === 'action') return undefined;
  if (spans.every(isDetail)) {
    const isClear = alone.kind === 'question' && !isMarked;
    return isClear || !spans.some(changes) ? undefined : sameMeasure(spans, context, before);
  }
  return isMarked && alone.kind === 'question'
    ? samePlace(alone, spans, before, context)
    : undefined;
}

/** Rows may have been deleted, or hidden from the key, since the question before. */
function knowsScope({ barnIds = [], flockIds = [] }: AskedScope, names: FarmNames): boolean {
  return (
    barnIds.every((id) => names.barns.some((barn) => barn.id === id)) &&
    flockIds.every((id) => names.flocks.some((flock) => flock.id === id))
  );
}

const SILENT: ReadonlySet<Sense['kind']> = new Set([
  'filler',
  'conjunction',
  'courtesy',
  'asking',
  'mark',
]);
const DETAIL: ReadonlySet<Sense['kind']> = new Set([
  ...SILENT,
  'time',
  'record',
  'nobody',
  'word',
  'everything',
]);
const PLACES: ReadonlySet<Concept> = new Set(['barn', 'flock', 'farm', 'birds']);
const GROUPINGS: ReadonlySet<Concept> = new Set([
  'average',
  'total',
  'lowest',
  'highest',
  'best',
  'worst',
  'compare',
  'trend',
  'each',
]);

function isSilent({ senses }: Span): boolean {
  return senses.some(({ kind }) => SILENT.has(kind));
}

/** A detail says nothing of what is measured. "Feed" is a category of expenses, but first a topic. */
function isDetail(span: Span): boolean {
  const concepts = conceptsOf(span);
  const isTopic = concepts.some((concept) => !isModifier(concept) && !PLACES.has(concept));
  if (isSilent(span)) return true;
  return !isTopic && (concepts.length > 0 || span.senses.some(({ kind }) => DETAIL.has(kind)));
}

/** Whether it says anything by which the question changes. */
function changes(span: Span): boolean {
  if (isSilent(span)) return false;
  const isNamed = span.senses.some(({ kind }) => DETAIL.has(kind));
  return (
    isNamed || conceptsOf(span).some((concept) => GROUPINGS.has(concept) || concept === 'farm')
  );
}

function sameMeasure(
  spans: readonly Span[],
  context: SentenceContext,
  { intent, question }: AskedBefore,
): Understanding | undefined {
  const records = pickRecords(spans);
  const open = openRecords(records, intent, CONFIDENCE);
  if (open) return open;
  const definition: MeasureDefinition = measures[intent];
  if (!fits(definition, spans)) return undefined;
  const scope = scopeAfter(question.scope, spans, records);
  const { names, calendar } = context;
  const flocks = flocksIn(scope, names);
  const named = pickPeriod(spans.map(periodOf), flocks, context);
  if (named === 'ask') return askForFlock(intent, flocks, CONFIDENCE);
  if (named === 'several') return undefined;
  if (!takesPeriod(intent, definition, named, calendar.today)) return onlyNow(intent);
  const period = named ?? question.period;
  const concepts = new Set(spans.flatMap(conceptsOf));
  const isRegrouped = [...concepts].some((concept) => GROUPINGS.has(concept));
  // That of the day before is said by the period.
  const kept = Object.entries(question.slots).filter(([, value]) => value !== 'today');
  const slots = pickSlots(definition, spans, { records, period, today: calendar.today });
  return {
    kind: 'question',
    intent,
    question: {
      scope,
      ...(period === undefined ? {} : { period }),
      aggregation: isRegrouped
        ? pickAggregation(intent, definition, concepts)
        : question.aggregation,
      slots: { ...Object.fromEntries(kept), ...slots },
    },
    ...farmOf(records),
    confidence: CONFIDENCE,
  };
}

function onlyNow(intent: MeasureName): Understanding {
  const reason = message('ask.only_now');
  return { kind: 'unclear', intent, reason, choices: [], confidence: CONFIDENCE };
}

/** A word or a person that the measure cannot be narrowed by is not left out silently. */
function fits(definition: MeasureDefinition, spans: readonly Span[]): boolean {
  return spans.every(
    (span) =>
      isSilent(span) ||
      span.senses.some((sense) => {
        if (sense.kind === 'word') return takesWord(definition, sense.word);
        if (sense.kind !== 'record') return true;
        const { kind } = sense.record;
        const isPlace = kind === 'barn' || kind === 'flock';
        return isPlace ? definition.per !== 'farm' : takesRecord(definition, kind);
      }),
  );
}

function scopeAfter(before: AskedScope, spans: readonly Span[], records: NamedRecords): AskedScope {
  if (records.barns.length > 0 || records.flocks.length > 0) return scopeOf(records);
  const isWholeFarm = spans.some(
    (span) =>
      span.senses.some(({ kind }) => kind === 'everything') || conceptsOf(span).includes('farm'),
  );
  return isWholeFarm || records.farms.length > 0 ? {} : before;
}

function samePlace(
  alone: Question,
  spans: readonly Span[],
  before: AskedBefore,
  { calendar }: SentenceContext,
): Question {
  const { intent, question } = alone;
  const definition: MeasureDefinition = measures[intent];
  const records = pickRecords(spans);
  const isPlaced = Object.keys(question.scope).length > 0 || records.farms.length > 0;
  const scope =
    isPlaced || definition.per === 'farm'
      ? question.scope
      : scopeAfter(before.question.scope, spans, records);
  const { period } = before.question;
  const isInherited =
    question.period === undefined &&
    period !== undefined &&
    takesPeriod(intent, definition, period, calendar.today);
  return {
    ...alone,
    question: { ...question, scope, ...(isInherited ? { period } : {}) },
  };
}

function farmOf({ farms }: NamedRecords): { readonly farmId?: string } {
  const [farm] = farms;
  return farm ? { farmId: farm.id } : {};
}

/** "Why?", "how come?": nothing but the beginning of an open question. */
function isReason(rest: string, { compiled }: SentenceContext): boolean {
  const said = normalText(rest.replace(/[¿?？!.\s]/gu, ' ').trim());
  return compiled.lexicon.openings.some((opening) => normalText(opening) === said);
}

/** Questions of which the answers may hold the reason of a figure. */
const NEAR_REASONS: readonly MeasureName[] = ['alerts', 'gaps', 'unansweredQuestions'];

/** "Why?": records hold figures, not reasons; no reason is made up. */
function reasonOf({ intent }: AskedBefore, { compiled }: SentenceContext): Understanding {
  const { examples } = compiled.lexicon;
  const choices = NEAR_REASONS.filter((measure) => measure !== intent).map(
    (measure) => ({ kind: 'question', id: measure, label: examples[measure] }) as const,
  );
  const reason = message('ask.no_reason');
  return { kind: 'unclear', intent, reason, choices, confidence: CONFIDENCE };
}
