import type { Block } from '../block.ts';
import type { Desk } from '../desk.ts';
import { cleanText, type Facts } from '../facts.ts';
import { joinParts } from '../section.ts';
import { NONE } from '../words.ts';

/** Who changed a row, when, and each field from what to what; the newest first. */
export function historyPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const count = words.say('page.history.count', { count: answer.number('meta.total') ?? 0 });
  const title = joinParts([answer.text('resource'), answer.text('id'), count]);
  return [
    { kind: 'title', text: title },
    ...(answer.flag('deleted')
      ? [{ kind: 'text', mark: 'warning', text: words.say('page.history.gone') } as const]
      : []),
    ...answer.list('data').flatMap((step) => stepBlocks(step, desk)),
  ];
}

function stepBlocks(step: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const what = words.name('history', step.flag('undone') ? 'undone' : step.text('kind'));
  const who = step.text('by.name') ?? step.text('by.id');
  const heading = joinParts([words.moment(step.text('at')), who, what]);
  const rows = step.list('changes').map((change) => ({
    label: words.label(change.text('field') ?? ''),
    text: `${shown(change.raw('before'))} ${desk.isAscii ? '->' : '→'} ${shown(change.raw('after'))}`,
  }));
  return [
    { kind: 'heading', text: heading },
    ...(rows.length === 0 ? [] : [{ kind: 'labelled', rows } as const]),
  ];
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value));
}
