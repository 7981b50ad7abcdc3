import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ReadSentence, SentenceContext } from '../../src/ask/grammar/read-sentence.ts';
import { readSentence } from '../../src/ask/grammar/read-sentence.ts';
import { restate } from '../../src/ask/grammar/restate.ts';
import type { CompiledLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import type { Answerable } from '../../src/ask/licence.ts';
import { farmNames } from '../../src/ask/names/farm-names.ts';
import { understandSentence } from '../../src/ask/understand.ts';
import type { Language } from '../../src/model/core/message.ts';
import { aBusyFarm } from './a-busy-farm.ts';

type Said = Readonly<Partial<Record<Language, string | readonly string[]>>>;
type Places = Readonly<Record<string, Readonly<Record<Language, string>>>>;
interface MeasureForms {
  readonly places: Places;
  readonly days: Places;
  readonly questions: readonly (Readonly<Record<Language, string>> & {
    readonly places?: readonly string[];
    readonly days?: readonly string[];
  })[];
}

const read = (name: string): unknown => parse(readFileSync(`test/ask/${name}.yaml`, 'utf8'));

/** All questions of the tables of forms and phrasings, and the examples of a lexicon. */
export function curatedQuestions({ lexicon }: CompiledLexicon): readonly string[] {
  const { language, examples } = lexicon;
  const tables = ['forms', 'phrasings', 'composed'].flatMap(
    (name) => read(name) as readonly Said[],
  );
  const { places, days, questions } = read('measure-forms') as MeasureForms;
  const figures = questions.flatMap((question) =>
    (question.places ?? ['farm']).flatMap((place) =>
      (question.days ?? ['none']).map((day) =>
        question[language]
          .replace('{place}', places[place]?.[language] ?? '')
          .replace('{days}', days[day]?.[language] ?? '')
          .replace(/ +/g, ' ')
          .trim(),
      ),
    ),
  );
  const text = tables.flatMap((row) => [row[language] ?? []].flat());
  return [...new Set([...text, ...figures, ...Object.values(examples)])];
}

/** All sentences of the tables of orders, which are no questions. */
export function curatedOrders(language: Language): readonly string[] {
  const tables = ['orders', 'conditional-orders'].flatMap((name) => read(name) as readonly Said[]);
  return tables.flatMap((row) =>
    [row[language] ?? []].flat().map((sentence) => sentence.replace(/[«»]/g, '')),
  );
}

/** The interpretation of a question on the busy farm; undefined where it would not be answered. */
export function readCurated(question: string, compiled: CompiledLexicon) {
  const context = busyContext(compiled);
  const sentence = readSentence(question, context);
  const understood = understandSentence(sentence, context);
  if (understood.kind !== 'question' && understood.kind !== 'records') return undefined;
  const reported = restate(sentence, context);
  const reading = {
    sentence: reported === undefined ? sentence : readSentence(reported, context),
    context,
  };
  return { understood, reading } satisfies {
    understood: Answerable;
    reading: { sentence: ReadSentence; context: SentenceContext };
  };
}

const farm = aBusyFarm();
const names = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);

/** The names and the date of the busy farm. */
export function busyContext(compiled: CompiledLexicon): SentenceContext {
  return {
    ...{ compiled, names },
    calendar: { today: farm.today, weekStartsOn: 1, direction: 'past' },
  };
}
