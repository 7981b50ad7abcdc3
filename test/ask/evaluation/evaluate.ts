import { findUnfoundedNumbers } from '../../../src/ask/answer/check-answer.ts';
import { renderAnswer } from '../../../src/ask/answer/plain-answer.ts';
import type { Understanding } from '../../../src/ask/grammar/understanding.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import type { MeasureDefinition } from '../../../src/ask/measure.ts';
import { measures } from '../../../src/ask/measures/measures.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessage, type Translator } from '../../../src/i18n/render-message.ts';
import type { AskedIntent, AskedOrder, QuestionSet } from './question-set.ts';

/** How well a language was understood. */
export interface Evaluation {
  readonly language: string;
  /** Questions and orders; how many of them got their intent, and of those their slots too. */
  readonly asked: number;
  readonly intents: number;
  readonly slots: number;
  readonly negatives: number;
  readonly negativesRight: number;
  /** Numbers of answers that are in no fact. */
  readonly wrongNumbers: number;
  readonly actionsOnNegatives: number;
  /** Answers that name what belongs to another farm. */
  readonly leaks: number;
  /** One line for each question that went wrong. */
  readonly failures: readonly string[];
}

interface Verdict {
  readonly isIntent: boolean;
  readonly isSlots: boolean;
  readonly failure: string | undefined;
}

/** A name that nobody has anywhere. */
const NOBODYS_NAME = 'Qwertz';
/** Names of a farm that the caller does not see; no answer may tell more of them than of that one. */
const FOREIGN_NAMES = ['Golan', 'גולן', 'โกลาน', 'Golán', '戈兰'];

/** Asks everything of a set on a farm, as a service would. */
export async function evaluate(set: QuestionSet, farm: FarmSnapshot): Promise<Evaluation> {
  const compiled = await loadLexicon(set.language);
  const translator = await loadLanguage(set.language);
  // The sets speak of the money of many countries; whether it is the farm's is tested elsewhere.
  const { currency: _, ...names } = farmNames(farm, [{ id: farm.farm.id, name: farm.farm.name }]);
  const weekStartsOn = compiled.lexicon.language === 'he' ? 0 : 1;
  const calendar = { today: farm.today, weekStartsOn, direction: 'past' } as const;
  const asked = new Map<string, Understanding>();
  const ask = (question: string) => {
    const understood = asked.get(question) ?? understand(question, { compiled, names, calendar });
    asked.set(question, understood);
    return understood;
  };
  const verdicts = [
    ...set.intents.flatMap((wanted) => wanted.questions.map((one) => judge(one, ask(one), wanted))),
    ...set.orders.flatMap((wanted) =>
      wanted.questions.map((one) => judgeOrder(one, ask(one), wanted)),
    ),
  ];
  const negatives = set.negatives.map((one) => ({ one, got: ask(one.question) }));
  const wrong = negatives.filter(({ one, got }) => intentOf(got) !== one.expected);
  const questions = [
    ...set.intents.flatMap((one) => one.questions),
    ...set.negatives.map((one) => one.question),
  ];
  const said = questions.map((question) => ({
    question,
    ...answer(translator, farm, ask(question)),
  }));
  const unfounded = said.filter(({ strange }) => strange.length > 0);
  // Only an order repeats a name, and in the sentence that any name would get.
  const isRepeated = (question: string, text: string, name: string) =>
    ask(question).kind === 'unclear' &&
    answer(translator, farm, ask(question.replaceAll(name, NOBODYS_NAME))).text ===
      text.replaceAll(name, NOBODYS_NAME);
  const leaking = said.filter(({ question, text }) =>
    FOREIGN_NAMES.some((name) => text.includes(name) && !isRepeated(question, text, name)),
  );
  return {
    language: set.language,
    asked: verdicts.length,
    intents: verdicts.filter(({ isIntent }) => isIntent).length,
    slots: verdicts.filter(({ isSlots }) => isSlots).length,
    negatives: negatives.length,
    negativesRight: negatives.length - wrong.length,
    wrongNumbers: unfounded.length,
    actionsOnNegatives: negatives.filter(({ got }) => got.kind === 'action' && got.isOrder).length,
    leaks: leaking.length,
    failures: [
      ...verdicts.flatMap(({ failure }) => failure ?? []),
      ...wrong.map(({ one, got }) => `${one.kind}: ${one.question} => ${intentOf(got)}`),
      ...unfounded.map(
        ({ question, text, strange }) => `numbers ${strange.join(' ')}: ${question} => ${text}`,
      ),
    ],
  };
}

function judge(question: string, got: Understanding, wanted: AskedIntent): Verdict {
  const isIntent = intentOf(got) === wanted.intent;
  if (got.kind !== 'question' || !isIntent) return failed(question, wanted.intent, intentOf(got));
  const { scope, period, aggregation, slots } = got.question;
  const found = {
    barns: scope.barnIds,
    flocks: scope.flockIds,
    period: period && [period.from, period.to],
    slots: Object.keys(slots).length > 0 ? slots : undefined,
    aggregation: wanted.aggregation && aggregation,
  };
  const { barns, flocks, period: days, slots: words, aggregation: way } = wanted;
  return compare(question, found, { barns, flocks, period: days, slots: words, aggregation: way });
}

function judgeOrder(question: string, got: Understanding, wanted: AskedOrder): Verdict {
  const isIntent = got.kind === 'action' && got.type === wanted.action && got.isOrder;
  if (!isIntent) return failed(question, wanted.action, intentOf(got));
  return compare(question, got.fields, wanted.fields);
}

function failed(question: string, wanted: string, got: string): Verdict {
  return { isIntent: false, isSlots: false, failure: `${question} => ${got}, not ${wanted}` };
}

function compare(question: string, found: object, wanted: object): Verdict {
  const [a, b] = [found, wanted].map(written);
  const isSlots = a === b;
  return {
    isIntent: true,
    isSlots,
    failure: isSlots ? undefined : `${question} => ${a}, not ${b}`,
  };
}

/** JSON with its keys in order, at every depth. */
function written(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([x], [y]) => (x < y ? -1 : 1)))
      : one,
  );
}

function intentOf(got: Understanding): string {
  if (got.kind === 'action') return got.type;
  if (got.kind === 'records') return `records of ${got.view}`;
  return got.kind === 'question' ? got.intent : 'unclear';
}

function answer(translator: Translator, farm: FarmSnapshot, got: Understanding) {
  // Answers from records are checked with the forms.
  if (got.kind === 'action' || got.kind === 'records') return { text: '', strange: [] };
  if (got.kind === 'unclear') {
    const text = renderMessage(translator, got.reason);
    return {
      text,
      strange: findUnfoundedNumbers(text, { facts: got.facts ?? [], zone: farm.zone }),
    };
  }
  const definition: MeasureDefinition = measures[got.intent];
  const found = definition.compute(farm, got.question);
  const text = renderAnswer(translator, found);
  const missing = (found.missing ?? []).flatMap((one) => [
    renderMessage(translator, one.message),
    one.fix?.path ?? '',
  ]);
  const texts = [...missing, ...namesOf(farm)];
  return {
    text,
    strange: findUnfoundedNumbers(text, { facts: found.facts, texts, zone: farm.zone }),
  };
}

/** What people called their barns, flocks, tasks and alerts: the numbers in it are no figures. */
function namesOf({ barns, liveFlocks, closedFlocks, tasks, alerts }: FarmSnapshot): string[] {
  return [
    ...barns.map(({ name }) => name),
    ...[...liveFlocks, ...closedFlocks].map(({ code }) => code ?? ''),
    ...[...tasks, ...alerts].map(({ title }) => title),
  ];
}
