import type { FarmDuty } from '../../api/duties.ts';
import { newKey } from '../../api/http.ts';

type Plan = FarmDuty['plan'];

/** A list entry with a key that stays the same while others are added and removed. */
export type Keyed<T> = T & { readonly key: string };

export type DraftShift = Keyed<Plan['shifts'][number]>;
/** Empty when no user is selected. */
export type DraftException = Keyed<{
  readonly userId: string;
  readonly from: string;
  readonly to: string;
}>;
export type DraftLevel = Keyed<Plan['escalation'][number]>;

/** A duty plan in an editor. */
export interface DutyDraft {
  readonly shifts: readonly DraftShift[];
  readonly exceptions: readonly DraftException[];
  readonly escalation: readonly DraftLevel[];
  readonly warnings: boolean;
  /** Quiet hours; both are empty without them. */
  readonly from: string;
  readonly to: string;
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const WORKDAYS = [1, 2, 3, 4, 5];
const MINUTES = 5;

export const newShift = (): DraftShift => ({
  key: newKey(),
  userId: '',
  days: WORKDAYS,
  from: '18:00',
  to: '06:00',
});
export const newException = (): DraftException => ({ key: newKey(), userId: '', from: '', to: '' });
export const newLevel = (): DraftLevel => ({ key: newKey(), userIds: [], afterMinutes: MINUTES });

/** The editable parts of a plan. */
export function toDraft({ shifts, exceptions, escalation, quietHours, warnings }: Plan): DutyDraft {
  return {
    shifts: shifts.map((shift) => ({ ...shift, key: newKey() })),
    exceptions: exceptions.map((one) => ({ ...one, userId: one.userId ?? '', key: newKey() })),
    escalation: escalation.map((level) => ({ ...level, key: newKey() })),
    warnings,
    from: quietHours?.from ?? '',
    to: quietHours?.to ?? '',
  };
}

/** The plan in a draft. */
export function toPlan({ shifts, exceptions, escalation, warnings, from, to }: DutyDraft): Plan {
  return {
    shifts: shifts.map(({ key: _, ...shift }) => shift),
    exceptions: exceptions.map(({ key: _, userId, ...days }) => ({
      ...days,
      userId: userId === '' ? null : userId,
    })),
    escalation: escalation.map(({ key: _, ...level }) => level),
    warnings,
    quietHours: from === '' || to === '' ? null : { from, to },
  };
}

/** The users in issue paths of a plan, such as `escalation.0.userIds.1`. */
export function usersIn(plan: Plan, paths: readonly string[]): readonly string[] {
  const found = paths.map((path) =>
    path
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], plan),
  );
  return [...new Set(found.filter((id) => typeof id === 'string'))];
}
