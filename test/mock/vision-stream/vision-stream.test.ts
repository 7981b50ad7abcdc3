import { expect, test } from 'vitest';
import {
  chickWeightScatter,
  type VisionStreamOptions,
  visionStream,
} from '../../../src/mock/vision-stream.ts';
import { readVisionEvent } from '../../../src/model/validation/row-rules.ts';

const until = Date.parse('2026-11-21T08:00:00Z');

function aStream(more: Partial<VisionStreamOptions> = {}): string {
  const options: VisionStreamOptions = {
    seed: '42',
    sources: ['east', 'west'],
    barnId: undefined,
    until,
    hours: 24,
    lines: undefined,
    ageDays: 28,
    birds: 20_000,
    breed: 'Ross 308',
    biasPct: 0,
    driftPctPerDay: 0,
    isBroken: false,
    ...more,
  };
  return [...visionStream(options)].join('');
}

function eventsOf(more: Partial<VisionStreamOptions> = {}) {
  const lines = aStream(more).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

function meanOf(events: ReturnType<typeof eventsOf>, kind: string, source?: string): number {
  const values = events
    .filter((event) => event['kind'] === kind && (source ?? event['source']) === event['source'])
    .map(({ value }) => Number(value));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

test('the same options give the same text, another seed another one', () => {
  expect(aStream()).toBe(aStream());
  expect(aStream({ seed: '43' })).not.toBe(aStream());
});

test('every event is accepted by the service', () => {
  const refused = eventsOf({ barnId: 'barn_1', ageDays: 1.5, isBroken: true }).flatMap(
    (event) => readVisionEvent(event, { zone: 'UTC' }).issues ?? [],
  );
  expect(refused).toEqual([]);
});

test('two cameras send 8 events every 5 minutes', () => {
  const events = eventsOf();
  const countOf = (eventKind: string) => events.filter(({ kind }) => kind === eventKind).length;
  expect([events.length, countOf('count'), countOf('weight')]).toEqual([4608, 576, 3456]);
});

test('time stamps increase, without duplicates', () => {
  const stamps = eventsOf({ lines: 5000 }).map(({ ts }) => String(ts));
  expect(stamps).toEqual([...new Set(stamps)].toSorted());
  expect([stamps.length, stamps[0]]).toEqual([5000, '2026-11-20T08:00:00.000Z']);
});

test('weights are close to the standard, counts to the flock, deaths to the expected rate', () => {
  const events = eventsOf();
  // Ross 308 at 27.5 days: 1,600 g.
  expect(meanOf(events, 'weight') / 1600).toBeCloseTo(1, 1);
  expect(meanOf(events, 'count') / 20_000).toBeCloseTo(1, 2);
  // 20,000 birds x 0.0585 % a day x 0.85 seen.
  const dead = events.filter(({ kind }) => kind === 'mortality').length;
  expect([dead > 3, dead < 20]).toEqual([true, true]);
});

test('a bias affects only the weights, and a broken camera both', () => {
  const plain = eventsOf();
  const biased = eventsOf({ biasPct: -3 });
  expect(meanOf(biased, 'weight') / meanOf(plain, 'weight')).toBeCloseTo(0.97, 3);
  expect(meanOf(biased, 'count')).toBe(meanOf(plain, 'count'));
  const broken = eventsOf({ isBroken: true });
  expect(meanOf(broken, 'weight', 'west') / meanOf(plain, 'weight', 'west')).toBeCloseTo(1.5, 3);
  expect(meanOf(broken, 'count', 'west') / meanOf(plain, 'count', 'west')).toBeCloseTo(0.9, 3);
  expect(meanOf(broken, 'weight', 'east')).toBe(meanOf(plain, 'weight', 'east'));
});

test('a drift increases with the days', () => {
  const ratio = (events: ReturnType<typeof eventsOf>) =>
    meanOf(events.slice(-400), 'weight') / meanOf(events.slice(0, 400), 'weight');
  const plain = ratio(eventsOf({ hours: 48 }));
  expect(ratio(eventsOf({ hours: 48, driftPctPerDay: 10 })) / plain).toBeCloseTo(1.18, 1);
});

test.each([
  [{ breed: 'dodo' }, 'no breed table is known for dodo.'],
  [{ ageDays: 400 }, 'the table of Ross 308 ends before 400 days of age.'],
])('%j is rejected before anything is generated', (more, message) => {
  expect(() => aStream(more)).toThrow(message);
});

test('the variation of an age is standardised: mean 0, deviation 1', () => {
  for (const age of [0, 7, 21, 40]) {
    const scatter = chickWeightScatter(age);
    const mean = scatter.reduce((sum, value) => sum + value, 0) / scatter.length;
    const square = scatter.reduce((sum, value) => sum + value ** 2, 0) / scatter.length;
    expect([scatter.length >= 45, mean, square]).toEqual([
      true,
      expect.closeTo(0, 1),
      expect.closeTo(1, 1),
    ]);
  }
});
