import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { Answerable } from '../../ask/licence.ts';
import type { MeasureDefinition } from '../../ask/measure.ts';
import { asText, factOf, type NumberFact, qualifiedValue } from '../../ask/measures/fact-of.ts';
import { measures } from '../../ask/measures/measures.ts';
import { normalise } from '../../ask/text/normalise.ts';
import { isEdge } from '../../ask/text/word-edges.ts';
import { type Certainty, combinedCertainty } from '../../farming/core/figure.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { isMessage, type MessageValue, message } from '../../model/core/message.ts';
import type { AskAnswer, VisibleFarm } from './question-farm.ts';
import { isAnswer, type UnderstoodQuestion } from './understand-on-farm.ts';

/** Maximum number of farms for a question about all farms; a partial answer would be wrong. */
const MAX_FARMS_TOLD = 20;

/** A question about all farms, as asked for one of them. */
interface AllFarmsQuestion {
  readonly question: string;
  /** Whether it asks which farm. */
  readonly isWhich: boolean;
}

/**
 * A question about all farms of the caller, without the words for "all farms"; undefined for other
 * questions.
 */
function questionOfAllFarms(
  question: string,
  lexicons: readonly CompiledLexicon[],
): AllFarmsQuestion | undefined {
  const { text, original, starts } = normalise(question);
  for (const { symbols, lexicon } of lexicons) {
    for (let index = 0; index < text.length; index++) {
      if (!isEdge(text, index)) continue;
      const found = symbols
        .matchesAt(text, index)
        .findLast(({ values }) => values.some((one) => FARM_SYMBOLS.has(one)));
      if (found === undefined) continue;
      const isWhich = found.values.includes('farm.which');
      const words = [
        original.slice(0, starts[index]),
        isWhich ? lexicon.whichBarn : '',
        original.slice(starts[found.end]),
      ];
      return { question: words.join(' ').trim(), isWhich };
    }
  }
  return undefined;
}

/** A question about all farms of the caller; without a farm, each question may be one. */
export function findAllFarmsQuestion(
  question: string,
  place: {
    readonly hasFarm: boolean;
    readonly known: readonly VisibleFarm[];
    readonly lexicons: readonly CompiledLexicon[];
  },
): AllFarmsQuestion | undefined {
  const { hasFarm, known, lexicons } = place;
  if (known.length < 2 || known.length > MAX_FARMS_TOLD) return undefined;
  return (
    questionOfAllFarms(question, lexicons) ?? (hasFarm ? undefined : { question, isWhich: false })
  );
}

const FARM_SYMBOLS: ReadonlySet<string> = new Set(['farm.all', 'farm.which']);

/** The requested end of the ranking. */
export type FarmRanking = 'highest' | 'lowest';

/** The question for each farm; undefined when it cannot be asked per farm. */
export function readPerFarm(
  { understanding, ...read }: UnderstoodQuestion,
  { isWhich }: AllFarmsQuestion,
) {
  const each = isAnswer(understanding) ? toFarmQuestion(understanding, isWhich) : undefined;
  const ranking = isWhich && isAnswer(understanding) ? readRanking(understanding) : undefined;
  return each && { ...read, understanding: each, ranking };
}

function readRanking(understood: Answerable): FarmRanking | undefined {
  const isFigure = understood.kind === 'question';
  const aggregate = isFigure ? understood.question.aggregation : understood.form.aggregate;
  if (aggregate === 'highest' || aggregate === 'max') return 'highest';
  return aggregate === 'lowest' || aggregate === 'min' ? 'lowest' : undefined;
}

/** The same for each farm: the total of a measure that has one; undefined when it names a place. */
function toFarmQuestion(understood: Answerable, isWhich: boolean): Answerable | undefined {
  if (understood.kind === 'records') {
    const { barns, flocks, farms } = understood.form.scope;
    if (barns.length + flocks.length + farms.length > 0) return undefined;
    if (!isWhich || understood.form.groupBy !== 'barn') return understood;
    const { groupBy: _, ...form } = understood.form;
    return { ...understood, form: { ...form, aggregate: 'count', answerType: 'number' } };
  }
  const { question, intent, farmId } = understood;
  const { aggregations }: MeasureDefinition = measures[intent];
  if (farmId !== undefined || Object.keys(question.scope).length > 0) return undefined;
  const isPlain = ['value', 'list'].includes(question.aggregation);
  const isTotal = (isPlain || isWhich) && aggregations.includes('total');
  if (isTotal) {
    const { rank: _, ...rest } = question;
    return { ...understood, question: { ...rest, aggregation: 'total' } };
  }
  return isWhich && !isPlain ? undefined : understood;
}

/** Combines the answers for several farms, each under its farm's name, with their total. */
export function combineFarmAnswers(
  reported: readonly ReportedFarm[],
  translator: Translator,
  side?: FarmRanking,
): AskAnswer {
  const order = side && rankFarms(reported, side);
  const ordered = order ?? reported;
  const [first] = ordered;
  if (!first) throw new Error('one farm at least is asked about');
  const facts = ordered.flatMap(({ farm, answer }) =>
    answer.facts.map((fact) => ({ ...fact, label: `${farm.name}: ${fact.label}` })),
  );
  const total = findTotal(
    ordered.map(({ answer }) => answer),
    translator,
  );
  const texts = ordered.map(({ farm, answer }) => `${farm.name}: ${answer.answer}`);
  const missing = ordered.flatMap(({ answer }) => answer.missing ?? []);
  const needs = [...new Set(ordered.flatMap(({ answer }) => answer.needs ?? []))];
  const { intent, form } = first.answer.understood;
  return {
    ...first.answer,
    answer: [
      ...(side && !order ? [renderMessage(translator, message('ask.farmsUnranked'))] : []),
      ...(total
        ? [renderMessage(translator, message('ask.allFarms', { value: total.value }))]
        : []),
      ...texts,
    ].join('\n'),
    understood: { intent, form, farms: ordered.map(({ farm }) => farm.id) },
    confidence: Math.min(...ordered.map(({ answer }) => answer.confidence)),
    facts: [...facts, ...(total ? [total.fact] : [])],
    ...(missing.length > 0 ? { missing } : {}),
    ...(needs.length > 0 ? { needs } : {}),
  };
}

interface ReportedFarm {
  readonly farm: VisibleFarm;
  readonly answer: AskAnswer;
}

/**
 * Ranks by the total of each answer, or its only figure; undefined unless all have one in the same
 * unit.
 */
function rankFarms(
  reported: readonly ReportedFarm[],
  side: FarmRanking,
): readonly ReportedFarm[] | undefined {
  const rows = reported.flatMap((one) => {
    const { facts, answer } = one.answer;
    const only = answer.includes('\n') ? undefined : facts[0];
    const { value, unit } = facts.find(({ label }) => label.endsWith(', all')) ?? only ?? {};
    return typeof value === 'number' ? [{ one, value, unit }] : [];
  });
  const isOneUnit = new Set(rows.map(({ unit }) => unit)).size === 1;
  if (!isOneUnit || rows.length < reported.length) return undefined;
  const sorted = rows.toSorted((a, b) => b.value - a.value).map(({ one }) => one);
  return side === 'highest' ? sorted : sorted.toReversed();
}

/** The total over all farms, when each answer has one total in the same unit, or a single figure. */
function findTotal(
  answers: readonly AskAnswer[],
  translator: Translator,
): { readonly fact: NumberFact; readonly value: MessageValue } | undefined {
  const totals = answers.flatMap(({ answer, facts }) => {
    const numbers = facts.filter((fact): fact is NumberFact => typeof fact.value === 'number');
    const total = numbers.find(({ label }) => label.endsWith(', all'));
    const fact = total ?? (numbers.length === 1 ? numbers[0] : undefined);
    return fact ? [{ fact, certainty: certaintyIn(answer, fact, translator) }] : [];
  });
  const [first] = totals;
  const units = new Set(totals.map(({ fact }) => fact.unit));
  const isSummed = totals.some(({ fact }) => fact.label.endsWith(', all'));
  const isOne = totals.length === answers.length && units.size === 1 && isSummed;
  if (!first || !isOne || totals.length < 2) return undefined;
  const sum = totals.reduce((all, { fact }) => all + fact.value, 0);
  const { unit, asOf } = first.fact;
  const fact = factOf('All farms', Math.round(sum * 100) / 100, { unit, asOf });
  const certainty = combinedCertainty(totals.map((one) => one.certainty));
  return { fact, value: certainty === 'exact' ? asText(fact) : qualifiedValue(fact, certainty) };
}

const CERTAINTIES = ['at_least', 'at_most', 'estimated'] as const;

/** How certain an answer says that a figure is. */
function certaintyIn(answer: string, fact: NumberFact, translator: Translator): Certainty {
  // A sentence may begin with it.
  const said = answer.toLowerCase();
  const isSaid = (certainty: Certainty) => {
    const value = qualifiedValue(fact, certainty);
    return isMessage(value) && said.includes(renderMessage(translator, value).toLowerCase());
  };
  return CERTAINTIES.find(isSaid) ?? 'exact';
}

/**
 * The lines of an answer that an earlier one does not have. A line is repeated only where both
 * answers have a fact of the same record; another record may have the same line.
 */
function newLines({ answer, facts }: AskAnswer, earlier: readonly AskAnswer[]): readonly string[] {
  const known = new Set(
    earlier.flatMap((one) => one.facts.filter(isOfRecord).map((fact) => JSON.stringify(fact))),
  );
  const lines = answer.split('\n');
  if (!facts.some((fact) => known.has(JSON.stringify(fact)))) return lines;
  const told = new Set(earlier.flatMap((one) => one.answer.split('\n')));
  return lines.filter((line) => !told.has(line));
}

function isOfRecord({ source }: AskAnswer['facts'][number]): boolean {
  return source.ids?.length === 1;
}

/** Combines the answers to two questions in one sentence; lines about the same record once. */
export function combineAnswers(answers: readonly AskAnswer[]): AskAnswer {
  const [first, second] = answers;
  if (!first || !second) throw new Error('two questions have two answers');
  const needs = [...new Set(answers.flatMap((one) => one.needs ?? []))];
  const missing = answers.flatMap((one) => one.missing ?? []);
  return {
    ...first,
    answer: answers.flatMap((one, index) => newLines(one, answers.slice(0, index))).join('\n'),
    understood: { ...first.understood, also: second.understood },
    confidence: Math.min(first.confidence, second.confidence),
    facts: answers.flatMap(({ facts }) => facts),
    ...(missing.length > 0 ? { missing } : {}),
    ...(needs.length > 0 ? { needs } : {}),
  };
}
