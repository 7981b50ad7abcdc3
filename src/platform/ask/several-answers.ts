import type { CompiledLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { Answered } from '../../ask/licence.ts';
import type { MeasureDefinition } from '../../ask/measure.ts';
import { factOf, type NumberFact, shown } from '../../ask/measures/fact-of.ts';
import { measures } from '../../ask/measures/measures.ts';
import { normalise } from '../../ask/text/normalise.ts';
import { isEdge } from '../../ask/text/word-edges.ts';
import { renderMessage, type Speaker } from '../../i18n/render-message.ts';
import { message } from '../../model/core/message.ts';
import type { AskAnswer, KnownFarm } from './asked-farm.ts';

/** A question about all farms is answered only where they are no more: an answer for some would not be true. */
export const MOST_FARMS_TOLD = 20;

/** A question about all farms of the caller, without the words that say so; undefined for any other. */
export function questionOfAllFarms(
  question: string,
  lexicons: readonly CompiledLexicon[],
): string | undefined {
  const { text, original, starts } = normalise(question);
  for (const { symbols } of lexicons) {
    for (let index = 0; index < text.length; index++) {
      if (!isEdge(text, index)) continue;
      const found = symbols
        .matchesAt(text, index)
        .findLast(({ values }) => values.includes('farm.all'));
      if (found === undefined) continue;
      return `${original.slice(0, starts[index])} ${original.slice(starts[found.end])}`.trim();
    }
  }
  return undefined;
}

/** The same for each farm: the total of a figure that has one; undefined where it names a place. */
export function askedOfEach(understood: Answered): Answered | undefined {
  if (understood.kind === 'records') {
    const { barns, flocks, farms } = understood.form.scope;
    return barns.length + flocks.length + farms.length > 0 ? undefined : understood;
  }
  const { question, intent, farmId } = understood;
  const { aggregations }: MeasureDefinition = measures[intent];
  if (farmId !== undefined || Object.keys(question.scope).length > 0) return undefined;
  const isPlain = ['value', 'list'].includes(question.aggregation);
  const isTotal = isPlain && aggregations.includes('total');
  return isTotal ? { ...understood, question: { ...question, aggregation: 'total' } } : understood;
}

/** The answers for several farms as one, each under the name of its farm, with their total. */
export function joinedFarms(
  told: readonly { readonly farm: KnownFarm; readonly answer: AskAnswer }[],
  speaker: Speaker,
): AskAnswer {
  const [first] = told;
  if (!first) throw new Error('one farm at least is asked about');
  const facts = told.flatMap(({ farm, answer }) =>
    answer.facts.map((fact) => ({ ...fact, label: `${farm.name}: ${fact.label}` })),
  );
  const total = totalOf(told.map(({ answer }) => answer));
  const texts = told.map(({ farm, answer }) => `${farm.name}: ${answer.answer}`);
  const missing = told.flatMap(({ answer }) => answer.missing ?? []);
  const needs = [...new Set(told.flatMap(({ answer }) => answer.needs ?? []))];
  const { intent, form } = first.answer.understood;
  return {
    ...first.answer,
    answer: [
      ...(total ? [renderMessage(speaker, message('ask.allFarms', { value: shown(total) }))] : []),
      ...texts,
    ].join('\n'),
    understood: { intent, form, farms: told.map(({ farm }) => farm.id) },
    confidence: Math.min(...told.map(({ answer }) => answer.confidence)),
    facts: [...facts, ...(total ? [total] : [])],
    ...(missing.length > 0 ? { missing } : {}),
    ...(needs.length > 0 ? { needs } : {}),
  };
}

/** What all farms have together, where each tells one total in the same unit. */
function totalOf(answers: readonly AskAnswer[]): NumberFact | undefined {
  const totals = answers.flatMap(({ facts }) =>
    facts.filter(({ label }) => label.endsWith(', all')),
  );
  const values = totals.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const [first] = totals;
  const isOne = totals.length === answers.length && values.length === totals.length;
  const units = new Set(totals.map(({ unit }) => unit));
  if (!first || !isOne || units.size > 1 || values.length < 2) return undefined;
  const sum = values.reduce((left, right) => left + right, 0);
  return factOf('All farms', Math.round(sum * 100) / 100, { unit: first.unit, asOf: first.asOf });
}

/** The answers to two questions in one sentence, as one. */
export function joinedAnswers(told: readonly AskAnswer[]): AskAnswer {
  const [first, second] = told;
  if (!first || !second) throw new Error('two questions have two answers');
  const needs = [...new Set(told.flatMap((one) => one.needs ?? []))];
  const missing = told.flatMap((one) => one.missing ?? []);
  return {
    ...first,
    answer: told.map(({ answer }) => answer).join('\n'),
    understood: { ...first.understood, also: second.understood },
    confidence: Math.min(first.confidence, second.confidence),
    facts: told.flatMap(({ facts }) => facts),
    ...(missing.length > 0 ? { missing } : {}),
    ...(needs.length > 0 ? { needs } : {}),
  };
}
