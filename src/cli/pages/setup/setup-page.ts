import { barRow } from '../../output/charts.ts';
import type { Block } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { fixBlock } from '../fix-block.ts';
import { joinParts, section } from '../section.ts';

const BAR_WIDTH = 30;

/** How far the farm is set up: a bar, every step, and the next one with its command. */
export function setupPage(answer: Facts, farmId: string | undefined, desk: Desk): readonly Block[] {
  const { words, glyphs } = desk;
  const items = answer.list('items');
  const progress = answer.number('progressPct') ?? 0;
  const bar = barRow(progress / 100, { glyphs, width: BAR_WIDTH, isFilledUp: true });
  const steps = words.say('page.setup.steps', {
    done: answer.number('done') ?? 0,
    total: answer.number('total') ?? items.length,
  });
  // The answer does not say which farm it is of: the one that was chosen, or the only one there is.
  const [only, ...others] = desk.names.values();
  const farm = nameOf(desk, farmId) ?? (others.length === 0 ? only : undefined);
  return [
    { kind: 'title', text: joinParts([farm, words.say('page.setup.title')]) },
    { kind: 'drawing', lines: [[bar, joinParts([words.quantity(progress, '%'), steps])]] },
    ...items.map((item) => itemLine(item, desk)),
    ...next(answer, desk),
  ];
}

function itemLine(item: Facts, { words }: Desk): Block {
  const isDone = item.flag('done');
  const note = item.flag('optional') && !isDone ? words.say('page.setup.optional') : undefined;
  return {
    kind: 'text',
    mark: isDone ? 'done' : 'todo',
    text: joinParts([item.text('title') ?? item.text('key'), note]),
  };
}

function next(answer: Facts, { words }: Desk): readonly Block[] {
  const key = answer.text('next');
  const item = answer.list('items').find((candidate) => candidate.text('key') === key);
  if (key === undefined || !item) return [];
  return section(words.say('page.setup.next'), [
    { kind: 'text', text: item.text('title') ?? key },
    ...fixBlock(item, 'fix', 2),
  ]);
}
