import type { Manner } from '../../../ask/grammar/manner-of.ts';
import { actionFields } from '../../../model/action-fields.ts';
import { actions } from '../../../model/actions.ts';
import type { Field } from '../../../model/fields.ts';
import { type CalendarDay, daysBetween, isCalendarDay } from '../../../tools/calendar.ts';
import type { ToldByModel } from './converse.ts';
import type { ProposedAction } from './model-tool.ts';

/** What decides whether an action that a model proposes may run. */
export interface RunGrounds {
  readonly manner: Manner;
  readonly today: CalendarDay;
}

/**
 * Why an action that a model proposes stays a proposal; undefined where it may run as one of the
 * engine's may: the sentence is one order, nothing that others have written was before the model,
 * and every number of the action was said by the caller.
 */
export function whyNotRun(
  { proposal, hasReadFarm }: Pick<ToldByModel, 'proposal' | 'hasReadFarm'>,
  { manner, today }: RunGrounds,
): string | undefined {
  if (!proposal) return undefined;
  if (!manner.isOrder) return 'the question is no order';
  if (hasReadFarm) return 'texts of others were read on the way';
  const stranger = unsaidField(proposal, { manner, today });
  return stranger && `${stranger} holds a number that the question does not`;
}

/** The field of an action whose numbers the caller has not said. */
function unsaidField(
  { type, fields }: ProposedAction,
  { manner, today }: RunGrounds,
): string | undefined {
  const known = new Map<string, Field>(actionFields(actions[type]));
  const found = Object.entries(fields).find(([name, value]) => {
    const kind = known.get(name)?.type;
    if (kind === 'reference') return false;
    if (kind === 'date' && isNear(value, today)) return false;
    return numbersOf(value, kind === 'date').some((number) => !manner.numbers.includes(number));
  });
  return found?.[0];
}

/** Today, yesterday and tomorrow are said without a number. */
function isNear(value: unknown, today: CalendarDay): boolean {
  if (typeof value !== 'string' || !isCalendarDay(value)) return false;
  return Math.abs(daysBetween(today, value)) <= 1;
}

/** Of another day, its number in the month must have been said. */
function numbersOf(value: unknown, isDay: boolean): readonly number[] {
  const digits = JSON.stringify(value ?? '').match(/\d+(?:\.\d+)?/g) ?? [];
  return (isDay ? digits.slice(-1) : digits).map(Number);
}
