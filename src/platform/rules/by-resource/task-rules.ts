import { formatInstant } from '../../../tools/calendar.ts';
import type { ResourceRules } from '../resource-rules.ts';
import { makeNextTask } from '../side-effects/make-next-task.ts';
import { stampStay } from '../status-stamps.ts';

/** When a task was done, and the series of one that repeats. */
export const taskRules: ResourceRules = {
  fill(change, context) {
    const { id, frequency, seriesId } = change.after;
    const value = formatInstant(context.now);
    return {
      ...stampStay(change, { field: 'completedAt', statuses: ['done'], value }),
      // A task that repeats is the first of its series, unless it was made as a later one.
      ...(frequency === 'once' ? {} : { seriesId: seriesId ?? id }),
    };
  },
  bringAlong: makeNextTask,
};
