import { type AskedBefore, replyIn } from '../../ask/conversation-memory.ts';
import { understandFollowUp } from '../../ask/follow-up.ts';
import { goingOn, mayGoOn, readTurn } from '../../ask/follow-up-turns.ts';
import { type Manner, mannerOf } from '../../ask/grammar/asked-values.ts';
import { pickRecords } from '../../ask/grammar/pick-slots.ts';
import {
  type ReadSentence,
  readSentence,
  type SentenceContext,
} from '../../ask/grammar/read-sentence.ts';
import { partsOf, restate } from '../../ask/grammar/restate.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import { type Answered, isLicensed, type Licences } from '../../ask/licence.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { understandOpenly } from '../../ask/parser/understand-records.ts';
import { wordsOf } from '../../ask/said-words.ts';
import { normalText } from '../../ask/text/normalise.ts';
import { type WorkBudget, withinBudget } from '../../ask/text/work-limit.ts';
import { understandSentence } from '../../ask/understand.ts';
import { isLanguage, type Language, message } from '../../model/core/message.ts';
import { defaultThresholds, type Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { detectLanguage } from '../../tools/detect-language.ts';
import type { KnownFarm } from './asked-farm.ts';

/** A parsed question and its language. */
export interface UnderstoodQuestion {
  readonly understanding: Understanding;
  readonly language: Language;
  readonly manner: Manner;
}

/** The names of a farm that a question may use, and the farm's current day. */
interface AskedPlace {
  readonly names: FarmNames;
  readonly today: CalendarDay;
  readonly thresholds: Pick<Thresholds, 'weekStartsOn'>;
}

/** The languages for parsing a question, most likely first, and the work limit. */
export interface QuestionReading {
  readonly lexicons: readonly CompiledLexicon[];
  readonly budget: WorkBudget;
  /** Readings without a licence are only suggested. */
  readonly licences: Licences;
  /** The previous question, if the sentence may continue a conversation. */
  readonly before?: AskedBefore | undefined;
}

/** Parses a question in the first language in which it is meaningful, else in the likeliest. */
export function understandOnFarm(
  question: string,
  farm: AskedPlace,
  { lexicons, budget, licences, before }: QuestionReading,
): UnderstoodQuestion {
  const [likeliest] = lexicons;
  if (!likeliest) throw new Error('a question is read in at least one language');
  const understood = withinBudget(
    budget,
    () =>
      (before && continueOrConfirm(lexicons, question, { farm, before, licences })) ??
      understandInOneOf(lexicons, question, { farm, budget, licences }),
  );
  return understood ?? tooComplicated(likeliest);
}

/**
 * A suggestion is confirmed by "yes" and otherwise discarded; an answered question can be
 * continued.
 */
function continueOrConfirm(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Parameters<typeof continueInOneOf>[2],
): UnderstoodQuestion | undefined {
  const { isSuggested, ...before } = place.before;
  if (!isSuggested) return continueInOneOf(lexicons, question, place);
  const { language } = before;
  if (replyIn(lexicons, question)?.reply !== 'yes') {
    // "Only feed?" after a suggestion continues it, and remains a suggestion.
    const read = lexicons.filter(({ lexicon }) => lexicon.language === language);
    const goesOn = read.some((one) => readTurn(question, contextOf(one, place.farm)).isMarked);
    const next = goesOn ? continueInOneOf(read, question, { ...place, before }) : undefined;
    if (!next || !isAnswer(next.understanding)) return undefined;
    return { ...next, understanding: suggestion(next.understanding) };
  }
  const manner = { isOpen: false, isOrder: false, numbers: [] };
  const understanding: Understanding =
    'intent' in before
      ? { kind: 'question', intent: before.intent, question: before.question, confidence: 1 }
      : { kind: 'records', view: before.view, form: before.form, confidence: 1 };
  return { understanding, language, manner };
}

/** Parses a sentence as a follow-up, preferably in the language of the previous question. */
function continueInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  place: Pick<QuestionReading, 'licences'> & {
    readonly farm: AskedPlace;
    readonly before: AskedBefore;
  },
): UnderstoodQuestion | undefined {
  const { farm, before, licences } = place;
  const isBefore = ({ lexicon }: CompiledLexicon) => lexicon.language === before.language;
  const ordered = [...lexicons.filter(isBefore), ...lexicons.filter((one) => !isBefore(one))];
  for (const compiled of ordered) {
    const context = contextOf(compiled, farm);
    const understanding = understandFollowUp(question, context, before);
    if (!understanding) continue;
    const turn = readTurn(question, context);
    const isSuggested = isAnswer(understanding) && !mayGoOn(understanding, turn, before, licences);
    return {
      understanding: isSuggested ? suggestion(understanding) : understanding,
      language: compiled.lexicon.language,
      manner: mannerOf(readSentence(question, context), compiled),
    };
  }
  return undefined;
}

function understandInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  {
    farm,
    budget,
    licences,
  }: Pick<QuestionReading, 'budget' | 'licences'> & {
    readonly farm: AskedPlace;
  },
): UnderstoodQuestion | undefined {
  let first: UnderstoodQuestion | undefined;
  // Most questions need one language: further ones are tried only if necessary.
  for (const compiled of lexicons) {
    const read = withinBudget(budget, () =>
      understandIn(compiled, question, { farm, licences, budget }),
    );
    // Results from before the work limit was reached are still used.
    if (!read) return first;
    const { understanding } = read;
    const { kind } = understanding;
    if (kind !== 'unclear' || understanding.intent !== null || understanding.suggested) return read;
    first ??= read;
  }
  return first;
}

function understandIn(
  compiled: CompiledLexicon,
  question: string,
  {
    farm,
    licences,
    budget,
  }: Pick<QuestionReading, 'budget' | 'licences'> & { readonly farm: AskedPlace },
): UnderstoodQuestion {
  const context = contextOf(compiled, farm);
  const sentence = readSentence(question, context);
  const found = understandSentence(sentence, context);
  const told = restate(sentence, context);
  const read = { sentence: told === undefined ? sentence : readSentence(told, context), context };
  const isSuggested = isAnswer(found) && !isLicensed(found, read, licences);
  const isOpen = isSuggested || (found.kind === 'unclear' && OPEN.has(found.reason.text));
  const both = isOpen ? withinBudget(budget, () => understandBoth(read, licences)) : undefined;
  const whole = isSuggested ? (openedAlone(read, licences) ?? suggestion(found)) : found;
  return {
    understanding: both ?? whole,
    language: compiled.lexicon.language,
    manner: mannerOf(sentence, compiled),
  };
}

/** The open reading of a question that would otherwise only be suggested. */
function openedAlone(
  read: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): Understanding | undefined {
  const opened = understandOpenly(read.sentence, read.context);
  return opened && isAnswer(opened) && isLicensed(opened, read, licences) ? opened : undefined;
}

/** Reasons for which a sentence may be two questions. */
const OPEN: ReadonlySet<string> = new Set([
  'ask.not_sure',
  'ask.out_of_domain',
  'ask.several_meanings',
]);

/**
 * Parses two questions in one sentence ("how old are they and what breed") separately; a place and
 * time stated in only one of them apply to both.
 */
function understandBoth(
  { sentence, context }: { readonly sentence: ReadSentence; readonly context: SentenceContext },
  licences: Licences,
): Understanding | undefined {
  for (const [left, right] of partsOf(sentence, context)) {
    const [said, behind] = [detailsOf(left, context), detailsOf(right, context)];
    const isLast = said.size === 0 && behind.size > 0;
    const isSame = said.size === behind.size && [...said].every((one) => behind.has(one));
    if (!isLast && behind.size > 0 && !isSame) continue;
    const [first, second] = isLast ? [right, left] : [left, right];
    const found = answeredAlone(first, context, licences);
    const also = found && answeredNext(second, found, { context, licences });
    if (!found || !also || JSON.stringify(found) === JSON.stringify(also)) continue;
    return isLast ? { ...also, also: found } : { ...found, also };
  }
  return undefined;
}

/** The place and time details stated in a part of a sentence. */
function detailsOf(part: string, context: SentenceContext): ReadonlySet<string> {
  const means = wordsOf(readSentence(part, context), context).flatMap((word) => word.means);
  return new Set(
    means.flatMap((one) => (one === 'place' ? [one] : /^(?:time$|t:)/.test(one) ? ['time'] : [])),
  );
}

function answeredAlone(
  part: string,
  context: SentenceContext,
  licences: Licences,
): Answered | undefined {
  const sentence = readSentence(part, context);
  const found = understandSentence(sentence, context);
  return isAnswer(found) && isLicensed(found, { sentence, context }, licences) ? found : undefined;
}

/**
 * Parses a part in the context of the other one: it may be less complete than a separate question.
 */
function answeredNext(
  part: string,
  first: Answered,
  {
    context,
    licences,
  }: {
    readonly context: SentenceContext;
    readonly licences: Licences;
  },
): Answered | undefined {
  if (detailsOf(part, context).size > 0) return answeredAlone(part, context, licences);
  const { language } = context.compiled.lexicon;
  const { confidence: _, kind: __, ...asked } = first;
  const before = { ...asked, farmId: '', language } as AskedBefore;
  const next = goingOn(part, language);
  const found = understandFollowUp(next, context, before);
  if (!found || !isAnswer(found)) return undefined;
  return mayGoOn(found, readTurn(next, context), before, licences) ? found : undefined;
}

/** Whether the question was understood and has an answer. */
export function isAnswer(understood: Understanding): understood is Answered {
  return understood.kind === 'question' || understood.kind === 'records';
}

/** Below the minimum confidence of an answer. */
const SUGGESTED = 0.7;

/** Converts an answer to a question about a suggested meaning. */
function suggestion(suggested: Answered): Understanding {
  const reason = message('ask.not_sure');
  return { kind: 'unclear', intent: null, reason, choices: [], suggested, confidence: SUGGESTED };
}

function tooComplicated({ lexicon }: CompiledLexicon): UnderstoodQuestion {
  const reason = message('ask.too_complicated');
  return {
    understanding: { kind: 'unclear', intent: null, reason, choices: [], confidence: 0 },
    language: lexicon.language,
    manner: { isOpen: false, isOrder: false, numbers: [] },
  };
}

/** The farm named by a question, if it is one of these and the only one named. */
export function findNamedFarm(
  question: string,
  known: readonly KnownFarm[],
  { lexicons, budget }: QuestionReading,
): string | undefined {
  return withinBudget(budget, () => findFarmInOneOf(lexicons, question, known));
}

function findFarmInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  known: readonly KnownFarm[],
): string | undefined {
  const text = normalText(question);
  const mentioned = known.filter(({ id, name }) =>
    [id, name].some((one) => text.includes(normalText(one))),
  );
  // Parsing is expensive: skipped when the question contains no farm name.
  if (mentioned.length === 0) return undefined;
  const farms = mentioned.map(
    ({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' }) as const,
  );
  const names = { barns: [], flocks: [], people: [], products: [], farms };
  for (const compiled of lexicons) {
    const context = contextOf(compiled, {
      names,
      today: '2000-01-01',
      thresholds: defaultThresholds,
    });
    const [farm, ...others] = pickRecords(readSentence(question, context).spans).farms;
    if (farm && others.length === 0) return farm.id;
  }
  return undefined;
}

function contextOf(compiled: CompiledLexicon, place: AskedPlace): SentenceContext {
  const { names, today, thresholds } = place;
  const { weekStartsOn } = thresholds;
  return { compiled, names, calendar: { today, weekStartsOn, direction: 'past' } };
}

const TITLES = /["“«「][^"“«「”»」]*["”»」]|[:：].*$/gsu;
/** Patterns that remove all but the letters of one script. */
const SCRIPTS = [/[^\p{Script=Hebrew}]+/gu, /[^\p{Script=Thai}]+/gu, /[^\p{Script=Han}]+/gu].map(
  (others) => (text: string) => text.replace(others, ''),
);

/**
 * The possible languages of a question, most likely first: that of its letters and words, the
 * requested answer language, that of the organisation, and the two languages in Latin script.
 */
export function questionLanguages(
  question: string,
  wishes: { readonly asked: Language | undefined; readonly organisation: Language },
): readonly Language[] {
  // A title quoted or at the end of a sentence may be in any language.
  const own = question.replace(TITLES, ' ');
  const detected = [detectLanguage(own), ...SCRIPTS.map((script) => detectLanguage(script(own)))];
  const known = detected.filter((one) => one !== undefined && isLanguage(one)) as Language[];
  const asked = wishes.asked === undefined ? [] : [wishes.asked];
  // Text in Latin letters only is never Hebrew, Thai or Chinese, whatever the organisation's
  // language.
  const isLatin = SCRIPTS.every((script) => script(own) === '');
  const rest = isLatin
    ? [...[wishes.organisation].filter(isOfLatin), 'en', 'es', wishes.organisation]
    : [wishes.organisation, 'en', 'es'];
  return [...new Set([...known, ...asked, ...rest] as Language[])];
}

function isOfLatin(language: Language): boolean {
  return language === 'en' || language === 'es';
}
