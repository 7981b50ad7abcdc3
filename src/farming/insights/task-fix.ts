import type { Message } from '../../model/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { Fix } from './section.ts';

/** Where a task belongs: to a barn, or to the farm as a whole. */
export type TaskPlace = { readonly barnId: string } | { readonly farmId: string };

/** The call that writes a task of high priority; its title is a message, sent as its text. */
export function taskFix(place: TaskPlace, title: Message, dueDate: CalendarDay): Fix {
  return {
    method: 'POST',
    path: '/tasks',
    body: { ...place, title, priority: 'high', dueDate },
    action: 'create_task',
  };
}
