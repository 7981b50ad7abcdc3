import { type Manner, mannerOf } from '../../ask/grammar/manner-of.ts';
import { pickRecords } from '../../ask/grammar/pick-scope.ts';
import { readSentence, type SentenceContext } from '../../ask/grammar/read-sentence.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { FarmNames } from '../../ask/names/farm-names.ts';
import { understand } from '../../ask/understand.ts';
import type { Language } from '../../model/languages.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { KnownFarm } from './load-asked-farm.ts';

/** A question as it was understood, and in which language. */
export interface UnderstoodQuestion {
  readonly understanding: Understanding;
  readonly language: Language;
  readonly manner: Manner;
}

/** Understands a question in the first language that makes sense of it, else in the likeliest. */
export function understandOnFarm(
  question: string,
  farm: { readonly names: FarmNames; readonly today: CalendarDay },
  lexicons: readonly CompiledLexicon[],
): UnderstoodQuestion {
  // Most are understood at once: no further language is tried than is needed.
  const tried: { readonly understanding: Understanding; readonly compiled: CompiledLexicon }[] = [];
  for (const compiled of lexicons) {
    const understanding = understand(question, contextOf(compiled, farm));
    tried.push({ understanding, compiled });
    if (understanding.kind !== 'unclear' || understanding.intent !== null) break;
  }
  const last = tried.at(-1);
  if (!last) throw new Error('a question is read in at least one language');
  const isUnderstood = last.understanding.kind !== 'unclear' || last.understanding.intent !== null;
  const found = isUnderstood ? last : (tried[0] ?? last);
  const { understanding, compiled } = found;
  const sentence = readSentence(question, contextOf(compiled, farm));
  const manner = mannerOf(sentence, compiled);
  return { understanding, language: compiled.lexicon.language, manner };
}

/** The farm that a question names, where it is one of these and no other is named. */
export function findNamedFarm(
  question: string,
  known: readonly KnownFarm[],
  lexicons: readonly CompiledLexicon[],
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

function contextOf(
  compiled: CompiledLexicon,
  { names, today }: { readonly names: FarmNames; readonly today: CalendarDay },
): SentenceContext {
  const { weekBegins } = compiled.lexicon;
  return { compiled, names, calendar: { today, weekBegins, direction: 'past' } };
}
