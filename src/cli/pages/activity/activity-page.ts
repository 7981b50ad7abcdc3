import { groupBy } from '../../../tools/collections.ts';
import type { Block, Mark } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { joinParts } from '../section.ts';

const IMPORTANT = 80;
const WORTH_KNOWING = 50;

/** What happened, day by day, the newest first; what matters most is marked. */
export function activityPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const rows = answer.list('data').filter((row) => row.text('ts') !== undefined);
  if (rows.length === 0)
    return [{ kind: 'text', text: words.say('page.activity.none'), indent: 0 }];
  const isOfOneFarm = new Set(rows.map((row) => row.text('farmId'))).size === 1;
  const farmOf = (row: Facts) => (isOfOneFarm ? undefined : nameOf(desk, row.text('farmId')));
  const days = groupBy(rows, (row) => words.dayOf(row.text('ts') ?? ''));
  return [...days].flatMap(([day, ofDay]): readonly Block[] => [
    { kind: 'heading', text: words.weekday(day) },
    ...ofDay.map((row) => entryLine(row, farmOf(row), desk)),
  ]);
}

function entryLine(row: Facts, farm: string | undefined, desk: Desk): Block {
  const score = row.number('score') ?? 0;
  const title = row.text('title') ?? row.text('kind');
  return {
    kind: 'text',
    mark: markOf(score),
    text: joinParts([desk.words.time(row.text('ts')), title, farm]),
  };
}

function markOf(score: number): Mark {
  if (score >= IMPORTANT) return 'critical';
  return score >= WORTH_KNOWING ? 'warning' : 'info';
}
