import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  MeasureAnswer,
  MeasureDefinition,
  MeasureQuestion,
} from '../../../src/ask/measure.ts';
import { type MeasureName, measures } from '../../../src/ask/measures/measures.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessage, type Translator } from '../../../src/i18n/render-message.ts';
import {
  isMessage,
  languages,
  type Message,
  type MessageValue,
} from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';
import { aSnapshot, TODAY } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { randomFarm } from '../../support/random-farm.ts';

const NAMES = Object.keys(measures) as MeasureName[];
const RANDOM_FARMS = Number(process.env['FARMCTL_TEST_ASKED_FARMS'] ?? 4);
const FRAME = ['now', 'zone', 'today', 'currency', 'language', 'thresholds', 'farm'];

const BUSY = aBusyFarm();
const EMPTY = aSnapshot();

const definitionOf = (name: MeasureName): MeasureDefinition => measures[name];

/** All questions worth asking of a measure: each aggregation, alone, of a barn, of a flock, over days. */
function questionsOf({ aggregations, slots = {} }: MeasureDefinition): MeasureQuestion[] {
  const words = Object.entries(slots).flatMap(([slot, options]) =>
    typeof options === 'string' ? [] : options.slice(0, 2).map((word) => ({ [slot]: word })),
  );
  return aggregations.flatMap((aggregation) => [
    aQuestion({ aggregation }),
    aQuestion({ aggregation, scope: { barnIds: ['barn_1'] } }),
    aQuestion({ aggregation, scope: { barnIds: ['barn_3'] } }),
    aQuestion({ aggregation, scope: { flockIds: ['flock_1'] } }),
    aQuestion({ aggregation, period: { from: TODAY, to: TODAY } }),
    aQuestion({ aggregation, period: { from: '2026-11-10', to: '2026-11-25' } }),
    aQuestion({ aggregation, period: { from: '2024-01-01', to: '2024-01-31' } }),
    ...words.map((given) => aQuestion({ aggregation, slots: given })),
  ]);
}

type Asked = readonly [question: MeasureQuestion, answer: MeasureAnswer];

const asked = new WeakMap<FarmSnapshot, Map<MeasureName, readonly Asked[]>>();

/** Every question about a measure with its answer; computed once for each farm. */
function askedOf(name: MeasureName, snapshot: FarmSnapshot): readonly Asked[] {
  const byName = asked.get(snapshot) ?? new Map<MeasureName, readonly Asked[]>();
  asked.set(snapshot, byName);
  const definition = definitionOf(name);
  const found =
    byName.get(name) ??
    questionsOf(definition).map(
      (question): Asked => [question, definition.compute(snapshot, question)],
    );
  byName.set(name, found);
  return found;
}

function answersOf(name: MeasureName, snapshot: FarmSnapshot): MeasureAnswer[] {
  return askedOf(name, snapshot).map(([, answer]) => answer);
}

/** The numbers, days and instants that fill a message. */
function fillingsOf({ params }: Message): (number | string)[] {
  return Object.values(params).flatMap((value: MessageValue) => {
    if (typeof value === 'number') return [value];
    if (typeof value === 'string') return [];
    if (isMessage(value)) return fillingsOf(value);
    if ('quantity' in value) return [value.quantity];
    if ('amount' in value) return [value.amount];
    return 'day' in value ? [value.day] : 'instant' in value ? [value.instant] : [];
  });
}

/** All that the facts of an answer hold: values and of when they are. */
function heldBy({ facts }: MeasureAnswer, { period }: MeasureQuestion): Set<unknown> {
  const sizes = facts.flatMap(({ value }) => (typeof value === 'number' ? [Math.abs(value)] : []));
  const days = facts.flatMap(({ asOf, source }) => [asOf, ...Object.values(source.query ?? {})]);
  const labels = facts.flatMap(({ label }) => label.match(/\d{4}-\d{2}-\d{2}/g) ?? []);
  const asked = period ? [period.from, period.to] : [];
  return new Set([
    ...facts.map(({ value }) => value),
    ...sizes,
    ...days,
    ...labels,
    ...asked,
    TODAY,
  ]);
}

function unbacked(name: MeasureName, snapshot: FarmSnapshot): unknown[] {
  return askedOf(name, snapshot).flatMap(([question, answer]) => {
    const held = heldBy(answer, question);
    return answer.lines.flatMap((line) =>
      fillingsOf(line)
        .filter((value) => !held.has(value))
        .map((value) => ({ line: line.text, value, question })),
    );
  });
}

/** A snapshot that fails where a part is read that was not asked for. */
function guarded(snapshot: FarmSnapshot, parts: readonly string[]): FarmSnapshot {
  const allowed = new Set([...parts, ...FRAME]);
  return new Proxy(snapshot, {
    get: (target, name: string) => {
      if (!allowed.has(name)) throw new Error(`${name} is not among the parts`);
      return target[name as keyof FarmSnapshot];
    },
  });
}

let speakers: readonly Translator[] = [];
beforeAll(async () => {
  speakers = await Promise.all(languages.map(loadLanguage));
});

describe.each(NAMES)('measure %s', (name) => {
  test('returns at least one sentence on an empty farm and on the test farm', () => {
    for (const snapshot of [EMPTY, BUSY])
      for (const { lines } of answersOf(name, snapshot)) expect(lines.length).toBeGreaterThan(0);
  });

  test('uses only values of its facts in sentences', () => {
    expect(unbacked(name, BUSY)).toEqual([]);
    expect(unbacked(name, EMPTY)).toEqual([]);
  });

  test('reads only the snapshot parts that it declares', () => {
    const snapshot = guarded(BUSY, definitionOf(name).parts);
    expect(() => answersOf(name, snapshot)).not.toThrow();
  });

  test('renders its sentences in every language', () => {
    const said = answersOf(name, BUSY).flatMap(({ lines }) => lines);
    // Many questions have the same answer.
    const distinct = new Map(said.map((line) => [JSON.stringify(line), line]));
    for (const translator of speakers)
      for (const line of distinct.values())
        expect(renderMessage(translator, line)).not.toMatch(/[{}]|undefined|NaN/);
  });

  test('returns facts with finite numbers and non-empty labels', () => {
    for (const { facts } of answersOf(name, BUSY)) {
      const numbers = facts.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
      expect(numbers.every(Number.isFinite)).toBe(true);
      expect(facts.every(({ label }) => label.length > 0)).toBe(true);
    }
  });
});

test('every number in a sentence is a fact, on random farms', () => {
  fc.assert(
    fc.property(randomFarm, (farm) => {
      const snapshot = aSnapshot(farm);
      for (const name of NAMES) expect([name, unbacked(name, snapshot)]).toEqual([name, []]);
    }),
    { numRuns: RANDOM_FARMS },
  );
});
