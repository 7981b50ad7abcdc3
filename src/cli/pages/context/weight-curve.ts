import { addDays, daysBetween, isCalendarDay } from '../../../tools/calendar.ts';
import { type CurvePoint, curve, stepAxis } from '../../output/charts.ts';
import type { Block } from '../block.ts';
import type { Desk } from '../desk.ts';
import type { Facts } from '../facts.ts';

/** A curve needs more than two weighings. */
const FEWEST_WEIGHINGS = 3;
const MOST_COLUMNS = 50;
const HEIGHT = 6;
const WEEK = 7;

/** What a flock weighed day by day, over the standard of its breed; nothing for few weighings. */
export function weightCurve(
  flock: Facts,
  answer: Facts,
  { words, glyphs, widthOf }: Desk,
): readonly Block[] {
  const logs = answer
    .list('gathered.logs')
    .filter(
      (log) => log.text('flockId') === flock.text('id') && isCalendarDay(log.text('date') ?? ''),
    );
  const weighed = logs.filter((log) => log.number('avgWeightGr') !== undefined);
  if (weighed.length < FEWEST_WEIGHINGS) return [];
  const { points, first, step } = pointsOf(logs);
  const values = points
    .flatMap(({ own, standard }) => [own, standard])
    .filter((value) => value !== undefined);
  const lines = curve(points, { glyphs, height: HEIGHT });
  const legend = words.say('page.context.curve', { own: glyphs.own, standard: glyphs.standard });
  const ends = new Map([
    [0, words.quantity(Math.max(...values), 'g')],
    [HEIGHT - 1, words.quantity(Math.min(...values), 'g')],
  ]);
  const every = Math.max(1, Math.round(WEEK / step));
  const [axis, days] = stepAxis(points.length, {
    glyphs,
    widthOf,
    nameOf: (index) =>
      index % every === 0 ? words.shortDay(addDays(first, index * step)) : undefined,
  });
  const drawn = lines.map((line, index) => [glyphs.wall + line, ends.get(index) ?? ''] as const);
  return [
    { kind: 'text', text: legend },
    { kind: 'drawing', lines: [...drawn, [axis, ''], [days, '']] },
  ];
}

/** A point for each day from the first log to the last, or for every other one where they are many. */
function pointsOf(logs: readonly Facts[]) {
  const byDay = new Map(logs.map((log) => [log.text('date') ?? '', log]));
  const days = [...byDay.keys()].toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const count = daysBetween(first, last) + 1;
  const step = Math.ceil(count / MOST_COLUMNS);
  const points = Array.from({ length: Math.ceil(count / step) }, (_, index): CurvePoint => {
    const within = Array.from({ length: step }, (_, offset) =>
      byDay.get(addDays(first, index * step + offset)),
    );
    const newest = (name: string) =>
      within.map((log) => log?.number(name)).findLast((value) => value !== undefined);
    return { own: newest('avgWeightGr'), standard: newest('standardG') };
  });
  return { points, first, step };
}
