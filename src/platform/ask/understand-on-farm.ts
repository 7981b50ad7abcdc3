import { type AskedBefore, understandFollowUp } from '../../ask/follow-up.ts';
import { type Manner, mannerOf } from '../../ask/grammar/manner-of.ts';
import { pickRecords } from '../../ask/grammar/pick-scope.ts';
import { readSentence, type SentenceContext } from '../../ask/grammar/read-sentence.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { type WorkBudget, withinBudget } from '../../ask/text/work-limit.ts';
import { understandSentence } from '../../ask/understand.ts';
import type { Language } from '../../model/languages.ts';
import { message } from '../../model/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { KnownFarm } from './load-asked-farm.ts';

/** A question as it was understood, and in which language. */
export interface UnderstoodQuestion {
  readonly understanding: Understanding;
  readonly language: Language;
  readonly manner: Manner;
}

/** What a question may name on a farm, and the farm's day. */
interface AskedPlace {
  readonly names: FarmNames;
  readonly today: CalendarDay;
}

/** The languages to read a question in, the likeliest first, and the work that may go into it. */
export interface QuestionReading {
  readonly lexicons: readonly CompiledLexicon[];
  readonly budget: WorkBudget;
  /** The question before, where the sentence may continue a conversation. */
  readonly before?: AskedBefore | undefined;
}

/** Understands a question in the first language that makes sense of it, else in the likeliest. */
export function understandOnFarm(
  question: string,
  farm: AskedPlace,
  { lexicons, budget, before }: QuestionReading,
): UnderstoodQuestion {
  const [likeliest] = lexicons;
  if (!likeliest) throw new Error('a question is read in at least one language');
  const understood = withinBudget(
    budget,
    () =>
      (before && continueInOneOf(lexicons, question, { farm, before })) ??
      understandInOneOf(lexicons, question, farm),
  );
  return understood ?? tooComplicated(likeliest);
}

/** What a sentence means as a continuation; its language is that of the question before if it fits. */
function continueInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  { farm, before }: { readonly farm: AskedPlace; readonly before: AskedBefore },
): UnderstoodQuestion | undefined {
  const isBefore = ({ lexicon }: CompiledLexicon) => lexicon.language === before.language;
  const ordered = [...lexicons.filter(isBefore), ...lexicons.filter((one) => !isBefore(one))];
  for (const compiled of ordered) {
    const context = contextOf(compiled, farm);
    const understanding = understandFollowUp(question, context, before);
    if (!understanding) continue;
    const manner = mannerOf(readSentence(question, context), compiled);
    return { understanding, language: compiled.lexicon.language, manner };
  }
  return undefined;
}

function understandInOneOf(
  lexicons: readonly CompiledLexicon[],
  question: string,
  farm: AskedPlace,
): UnderstoodQuestion | undefined {
  let first: UnderstoodQuestion | undefined;
  // Most are understood at once: no further language is tried than is needed.
  for (const compiled of lexicons) {
    const context = contextOf(compiled, farm);
    const sentence = readSentence(question, context);
    const understanding = understandSentence(sentence, context);
    const manner = mannerOf(sentence, compiled);
    const read = { understanding, language: compiled.lexicon.language, manner };
    if (understanding.kind !== 'unclear' || understanding.intent !== null) return read;
    first ??= read;
  }
  return first;
}

function tooComplicated({ lexicon }: CompiledLexicon): UnderstoodQuestion {
  const reason = message('ask.too_complicated');
  return {
    understanding: { kind: 'unclear', intent: null, reason, choices: [], confidence: 0 },
    language: lexicon.language,
    manner: { isOpen: false, isOrder: false, numbers: [] },
  };
}

/** The farm that a question names, where it is one of these and no other is named. */
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
  const farms = known.map(
    ({ id, name }) => ({ kind: 'farm', id, name, resource: 'farms' }) as const,
  );
  const names = { barns: [], flocks: [], people: [], products: [], farms };
  for (const compiled of lexicons) {
    const context = contextOf(compiled, { names, today: '2000-01-01' });
    const [farm, ...others] = pickRecords(readSentence(question, context).spans).farms;
    if (farm && others.length === 0) return farm.id;
  }
  return undefined;
}

function contextOf(compiled: CompiledLexicon, { names, today }: AskedPlace): SentenceContext {
  const { weekBegins } = compiled.lexicon;
  return { compiled, names, calendar: { today, weekBegins, direction: 'past' } };
}
