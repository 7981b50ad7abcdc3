import type { Block } from './block.ts';
import type { Desk } from './desk.ts';
import type { Facts } from './facts.ts';
import { joinParts } from './section.ts';

const USUAL = 'normal';

/** A task that is to be done: what, who, how urgent and by when. */
export function taskLine(task: Facts, { words }: Desk): Block {
  const priority = task.text('priority');
  const due = task.text('dueDate');
  const text = joinParts([
    task.text('title'),
    task.text('assignee'),
    priority === USUAL || priority === undefined ? undefined : words.name('priority', priority),
    due === undefined ? undefined : words.shortDay(due),
    task.flag('overdue') ? words.say('page.overdue') : undefined,
  ]);
  return { kind: 'text', mark: 'todo', text };
}
