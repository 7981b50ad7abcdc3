import { checkedForm, type QueryForm } from '../model/answers/query-form.ts';
import { message } from '../model/core/message.ts';
import { addDays, daysBetween } from '../tools/calendar.ts';
import { isUnfinishedOrder } from './actions/is-one-order.ts';
import { understandAction } from './actions/understand-action.ts';
import { checkReading } from './grammar/check-reading.ts';
import { askingConcepts, type Concept } from './grammar/concepts.ts';
import { findConcepts } from './grammar/rank-measures.ts';
import { type ReadSentence, readSentence, type SentenceContext } from './grammar/read-sentence.ts';
import { respell, restate } from './grammar/restate.ts';
import { understandQuestion } from './grammar/understand-question.ts';
import type { Understanding } from './grammar/understanding.ts';
import type { CompiledLexicon } from './lexicon/compile-lexicon.ts';
import type { Sense, SymbolName } from './lexicon/lexicon.ts';
import { isModified, type MeasureQuestion } from './measure.ts';
import { type MeasureName, measures } from './measures/measures.ts';
import { KINDS_NOT_GIVEN } from './measures/medicine.ts';
import { daysAhead } from './parser/complete-form.ts';
import {
  findSymbolText,
  readWithFutureDays,
  recordsOfStaff,
  recordsOfUsers,
  STAFF_ROLES,
  understandBroadly,
  understandOpenly,
  understandPastPlacement,
  understandRecords,
  understandStaff,
  understandUncomputed,
} from './parser/understand-records.ts';
import { type View, views } from './query/views.ts';
import { normalText } from './text/normalise.ts';
import { withinRespelling } from './text/work-limit.ts';

/**
 * The question or order in a sentence. All of its content is data: only a sentence that matches a
 * template of its language as a whole is an order, and everything else is a question about the
 * farm.
 */
export function understand(question: string, context: SentenceContext): Understanding {
  return understandSentence(readSentence(question, context), context);
}

/** The meaning of a sentence that was already read; a question is read without its asides. */
export function understandSentence(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const ordered = understandAction(sentence, context);
  if (ordered) return ordered;
  const restated = restate(sentence, context);
  if (restated === undefined)
    return misspeltOrder(sentence, context) ?? understandFigures(sentence, context);
  const reread = readSentence(restated, context);
  const corrected = understandAction(reread, context);
  // A corrected action is only proposed.
  if (corrected?.kind === 'action') return { ...corrected, isDoubtful: true };
  return corrected ?? understandFigures(reread, context);
}

/** A command with typing errors, which is only proposed. */
function misspeltOrder(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const found = withinRespelling(() => {
    const respelt = respell(sentence, context);
    return respelt && understandAction(readSentence(respelt, context), context);
  });
  return found && found.kind === 'action' && found.isOrder && found.type !== 'navigate'
    ? { ...found, isDoubtful: true }
    : undefined;
}

/** Deaths and culls together, as in "死淘", are two figures with the same place and days. */
function understandFigures(sentence: ReadSentence, context: SentenceContext): Understanding {
  const { text: normal } = sentence.normal;
  const isPossible = phrasesOfBoth(context).some((phrase) => normal.includes(phrase));
  const words = isPossible ? findSymbolText(sentence, context, ['deathsAndCulls']) : undefined;
  if (words === undefined) return understandForBirdKind(sentence, context);
  const { concepts } = context.compiled.lexicon;
  const read = ([word = '']: readonly string[]) => {
    const text = sentence.normal.original.replace(words, word);
    return understandForBirdKind(readSentence(text, context), context);
  };
  const deaths = read(concepts.mortality);
  if (deaths.kind !== 'question' || isSelective(deaths.question)) return notCertain();
  if (deaths.intent === 'mortality') return { ...deaths, also: { ...deaths, intent: 'culls' } };
  const culls = deaths.intent === 'cumulativeMortality' ? read(concepts.culls) : undefined;
  const isBoth = culls?.kind === 'question' && culls.intent === 'culls';
  return isBoth && !isSelective(culls.question) ? { ...deaths, also: culls } : notCertain();
}

const phrasesByLexicon = new WeakMap<CompiledLexicon, readonly string[]>();

/** The phrases for deaths and culls together, which few questions contain. */
function phrasesOfBoth({ compiled }: SentenceContext): readonly string[] {
  const known = phrasesByLexicon.get(compiled);
  const phrases = known ?? compiled.lexicon.symbols.deathsAndCulls.map(normalText);
  if (known === undefined) phrasesByLexicon.set(compiled, phrases);
  return phrases;
}

/** The worst barn by deaths need not be the worst by deaths and culls together. */
function isSelective(question: MeasureQuestion): boolean {
  return !['value', 'total', 'list'].includes(question.aggregation) || isModified(question);
}

/** Questions about layers only, or broilers only, are answered for their flocks. */
function understandForBirdKind(sentence: ReadSentence, context: SentenceContext): Understanding {
  const understood = ofStaff(understandWithoutBirdKind(sentence, context), context);
  const found = withRecordedReason(ofWholeDays(understood, sentence));
  const speciesSymbols =
    found.kind === 'question' || found.kind === 'records' ? SPECIES_SYMBOLS : [];
  if (
    speciesSymbols.length === 0 ||
    findSymbolText(sentence, context, speciesSymbols) === undefined
  )
    return found;
  const isLayer = findSymbolText(sentence, context, ['species.layer']) !== undefined;
  return limitToBirdKind(found, isLayer ? 'layer' : 'broiler', { sentence, context });
}

const SPECIES_SYMBOLS = ['species.layer', 'species.broiler'] as const;

function limitToBirdKind(
  found: Understanding,
  kind: 'layer' | 'broiler',
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
): Understanding {
  const live = context.names.flocks.filter(({ isLive, birds }) => isLive && birds !== undefined);
  const matching = live.filter(({ birds }) => birds === kind);
  if (matching.length === live.length || found.kind === 'action') return found;
  if (matching.length === 0) {
    const name = findSymbolText(sentence, context, [`species.${kind}`]) ?? kind;
    const reason = message('ask.species', { name });
    return { kind: 'unclear', intent: null, reason, choices: [], confidence: 1 };
  }
  const scope = findScope(found);
  if (scope === undefined) return found;
  const named = live.filter(
    ({ id, barnId }) => scope.barns.includes(barnId) || scope.flocks.includes(id),
  );
  // "The hens in barn 2" are all birds in it.
  if (scope.barns.length + scope.flocks.length > 0)
    return named.some(({ birds }) => birds === kind) ? found : notCertain();
  const flocks = matching.map(({ id }) => id);
  if (found.kind === 'question') {
    const question = { ...found.question, scope: { flockIds: flocks } };
    return measures[found.intent].per === 'flock' ? { ...found, question } : notCertain();
  }
  if (found.kind !== 'records') return found;
  const { flock }: View = views[found.view];
  if (flock === null) return notCertain();
  return { ...found, form: { ...found.form, scope: { ...found.form.scope, flocks } } };
}

function findScope(found: Understanding) {
  if (found.kind === 'records') return found.form.scope;
  if (found.kind !== 'question') return undefined;
  const { barnIds = [], flockIds = [] } = found.question.scope;
  return { barns: barnIds, flocks: flockIds };
}

/** For example, a figure of the whole farm is not given for some of its birds. */
function notCertain(): Understanding {
  const reason = message('ask.not_sure');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 0.5 };
}

function understandWithoutBirdKind(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const certain =
    understandPermission(sentence, context) ??
    understandStaff(sentence, context) ??
    understandUncomputed(sentence, context) ??
    understandRecords(sentence, context);
  if (certain) return certain;
  const found = understandWithFuture(sentence, context);
  const checked = found.kind === 'question' ? checkedReading(found, sentence, context) : found;
  // Figures of the present may be records of other days: "alerts of yesterday".
  const isOpen =
    checked.kind === 'unclear' &&
    (checked.intent === null || checked.reason.text === 'ask.only_now');
  const broad = isOpen ? understandBroadly(sentence, context) : undefined;
  const isFigure = checked.kind === 'question' && RECORDED_MEASURES.has(checked.intent);
  const mayBeOrder = (isFigure || checked.kind === 'unclear') && broad === undefined;
  if (mayBeOrder && isUnfinishedOrder(sentence, context)) return unmatchedOrder();
  const open = isOpen && broad === undefined ? understandOpenly(sentence, context) : undefined;
  return open ?? broad ?? checked;
}

const LEAVING: readonly Concept[] = ['sale', 'market_date'];
const NOT_PERMITTED: readonly Concept[] = [
  'eggs',
  ...askingConcepts.filter((one) => one !== 'is_there'),
];

const NOT_PERMISSION: readonly SymbolName[] = [
  'ask.when',
  'ask.count',
  'ask.amount',
  'ask.heads',
  'negation',
  'unrecorded',
  'species.other',
  'species.turkey',
];

/** "May barn 1 be slaughtered tomorrow" asks for withdrawal periods, not for the market date. */
function understandPermission(
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding | undefined {
  const concepts = sentence.spans.flatMap(findConcepts);
  const isAsked = concepts.some((one) => LEAVING.includes(one));
  if (!isAsked || concepts.some((one) => NOT_PERMITTED.includes(one))) return undefined;
  const find = (...wanted: SymbolName[]) => findSymbolText(sentence, context, wanted);
  if (find('may') === undefined || find(...NOT_PERMISSION) !== undefined) return undefined;
  // "Sold" of "be sold" is not past.
  const past = find('past.forms');
  const sold = find('verb.sell');
  if (past !== undefined && (past === sold || !sold?.endsWith(past))) return undefined;
  const toWithdrawal = (sense: Sense): Sense =>
    sense.kind === 'concept' && LEAVING.includes(sense.concept)
      ? { kind: 'concept', concept: 'withdrawal' }
      : sense;
  // "On Sunday" is the next one.
  const { ahead, calendar } = readWithFutureDays(sentence, context);
  const spans = ahead.spans.map((span) => ({ ...span, senses: span.senses.map(toWithdrawal) }));
  const found = understandQuestion({ ...ahead, spans }, { ...context, calendar });
  return found.kind === 'question' && found.intent === 'withdrawal' ? found : undefined;
}

function checkedReading(
  found: Extract<Understanding, { kind: 'question' }>,
  sentence: ReadSentence,
  context: SentenceContext,
): Understanding {
  const checked = checkReading(found, sentence, context);
  if (found.intent !== 'nextPlacement' || checked.kind !== 'unclear') return checked;
  return understandPastPlacement(sentence, context) ?? checked;
}

/** The fields of the daily logs behind figures. */
const LOGGED_FIELDS: Readonly<{ [measure in MeasureName]?: string }> = {
  mortality: 'mortality',
  culls: 'culls',
  feedEaten: 'feedKg',
  waterUsed: 'waterL',
  eggs: 'eggs',
};

/** "On which day did most die" is the day of the farm, not that of one of its barns. */
function ofWholeDays(found: Understanding, { spans }: ReadSentence): Understanding {
  if (found.kind !== 'question' || found.question.counting !== 'days') return found;
  const { scope, period, aggregation, limit, rank, ages, versus } = found.question;
  const select = LOGGED_FIELDS[found.intent];
  const isOfFarm = Object.keys(scope).length === 0;
  const isPlain = [limit, rank, ages, versus].every((one) => one === undefined);
  const aggregate = { highest: 'max', lowest: 'min' } as const;
  const isExtreme = aggregation === 'highest' || aggregation === 'lowest';
  if (!select || !isOfFarm || !isPlain || !isExtreme) return found;
  if (spans.some((span) => findConcepts(span).includes('barn'))) return found;
  const form = checkedForm({
    subject: { resource: 'daily-logs' },
    filters: [],
    scope: { farms: [], barns: [], flocks: [] },
    ...(period ? { period: { from: period.from, to: period.to } } : {}),
    tense: 'past',
    aggregate: aggregate[aggregation],
    select,
    groupBy: 'day',
    answerType: 'date',
  });
  return { kind: 'records', view: 'days', form, confidence: found.confidence };
}

/** The manager has access to the farm; contacts are other people. */
function ofStaff(found: Understanding, { names }: SentenceContext): Understanding {
  const slots = found.kind === 'question' && found.intent === 'contact' && found.question.slots;
  const person = slots ? slots['person'] : undefined;
  if (person?.startsWith('user_')) return recordsOfUsers({ field: 'id', value: person });
  const kind = slots
    ? slots['kind']
    : found.kind === 'records' && found.view === 'people' && kindIn(found.form);
  return kind && STAFF_ROLES.includes(kind) ? recordsOfStaff(`${kind}`, names) : found;
}

/** "Why are they on antibiotics?": the reason of a treatment is recorded with it. */
export function withRecordedReason(found: Understanding): Understanding {
  if (found.kind !== 'question' || found.intent !== 'lastTreatment') return found;
  const { scope, slots, isReason } = found.question;
  if (!isReason) return found;
  const { kind } = slots;
  const form = checkedForm({
    subject: { resource: 'treatments' },
    filters: [
      kind === undefined
        ? { field: 'kind', op: 'not in', value: [...KINDS_NOT_GIVEN] }
        : { field: 'kind', op: '=', value: kind },
    ],
    scope: { farms: [], barns: [...(scope.barnIds ?? [])], flocks: [...(scope.flockIds ?? [])] },
    tense: 'past',
    aggregate: 'last',
    answerType: 'text',
  });
  return { kind: 'records', view: 'treatments', form, confidence: found.confidence };
}

function kindIn({ filters }: QueryForm) {
  return filters.find(({ field }) => field === 'kind')?.value;
}

/** Figures with values for days ahead: a weekday or month next to them is in the future. */
const FUTURE_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'age',
  'weather',
  'tasks',
  'marketDate',
  'deliveriesExpected',
  'nextPlacement',
  'feedOrders',
  'openOrders',
]);

/** "How old will they be on Sunday" is not about the last Sunday. */
function understandWithFuture(sentence: ReadSentence, context: SentenceContext): Understanding {
  const found = understandQuestion(withPastDays(sentence, context), context);
  if (found.kind !== 'question' || !FUTURE_MEASURES.has(found.intent)) return found;
  const { period } = found.question;
  const { today } = context.calendar;
  if (found.intent === 'tasks' && period?.current) {
    // "This week" of tasks covers the whole week.
    const whole = { from: period.from, to: daysAhead(period, today).to };
    return { ...found, question: { ...found.question, period: whole } };
  }
  if (found.intent === 'weather' && period?.current) {
    // "Will it be hot this week" covers the rest of it.
    const rest = { from: today, to: daysAhead(period, today).to };
    const isPast = findSymbolText(sentence, context, ['past', 'past.forms']) !== undefined;
    return isPast ? found : { ...found, question: { ...found.question, period: rest } };
  }
  const isPast = period !== undefined && period.to < today;
  if (!isPast || findSymbolText(sentence, context, ['past', 'past.forms']) !== undefined)
    return found;
  const { ahead, calendar } = readWithFutureDays(sentence, context);
  const reread = understandQuestion(ahead, { ...context, calendar });
  return reread.kind === 'question' && reread.intent === found.intent ? reread : found;
}

/** "What did they eat in 7 days" is about the last 7, not about the day in 7 days. */
function withPastDays(sentence: ReadSentence, context: SentenceContext): ReadSentence {
  const { today } = context.calendar;
  const isAhead = (sense: Sense) =>
    sense.kind === 'time' && sense.period.kind === 'days' && sense.period.from > today;
  const isAboutDays = sentence.spans.some(({ senses }) => senses.some(isAhead));
  if (!isAboutDays || findSymbolText(sentence, context, ['past.forms']) === undefined)
    return sentence;
  const toPast = (sense: Sense): Sense => {
    if (sense.kind !== 'time' || sense.period.kind !== 'days') return sense;
    const { from, to } = sense.period;
    // "Tomorrow" is never one of the last days.
    if (daysBetween(today, from) < 2 || from !== to) return sense;
    const period = {
      ...sense.period,
      from: addDays(today, 1 - daysBetween(today, from)),
      to: today,
    };
    return { ...sense, period };
  };
  const spans = sentence.spans.map((span) => ({ ...span, senses: span.senses.map(toPast) }));
  return { ...sentence, spans };
}

/** Measures that orders record: an order without its number looks like a question about it. */
const RECORDED_MEASURES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'mortality',
  'culls',
  'feedEaten',
  'waterUsed',
  'eggs',
  'weight',
  'feedOrders',
]);

/** An order that matches no action, or is incomplete, is not answered. */
function unmatchedOrder(): Understanding {
  const reason = message('ask.no_such_order');
  return { kind: 'unclear', intent: null, reason, choices: [], confidence: 0.5 };
}
