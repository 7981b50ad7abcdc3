import { type Message, message } from '../../model/message.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import type { Fix } from '../insights/section.ts';
import type { SetupSnapshot, SetupStep } from './setup-step.ts';
import { type SetupKey, setupSteps } from './setup-steps.ts';

/** How far a farm is set up. */
export interface Setup {
  /** 0 to 100, by the weights of the steps that apply. */
  readonly progressPct: number;
  readonly done: number;
  /** Steps that apply: an optional one does only once it is done. */
  readonly total: number;
  readonly items: readonly SetupItem[];
  /** The key of the step to take now; null when all that is not optional is done. */
  readonly next: SetupKey | null;
}

/** One step of setting up a farm. */
export interface SetupItem {
  readonly key: SetupKey;
  readonly title: Message;
  readonly weight: number;
  readonly done: boolean;
  readonly optional: boolean;
  /** Null where it is done. */
  readonly fix: Fix | null;
}

/** How far the farm is set up, what is left to do, and what of it counts most. */
export function setupOf(snapshot: SetupSnapshot): Setup {
  const items = Object.entries(setupSteps).map(([key, step]) =>
    itemOf(key as SetupKey, step, snapshot),
  );
  const applicable = items.filter(({ done, optional }) => done || !optional);
  const done = applicable.filter((item) => item.done);
  const [next] = items
    .filter((item) => !item.done && !item.optional)
    .toSorted((left, right) => right.weight - left.weight);
  return {
    progressPct: figure('pct', (weightOf(done) / weightOf(applicable)) * 100) ?? 0,
    done: done.length,
    total: applicable.length,
    items,
    next: next?.key ?? null,
  };
}

function itemOf(key: SetupKey, step: SetupStep, snapshot: SetupSnapshot): SetupItem {
  const done = step.isDone(snapshot);
  return {
    key,
    title: message(`setup.${key}`),
    weight: step.weight,
    done,
    optional: step.optional ?? false,
    fix: done ? null : step.fix(snapshot),
  };
}

function weightOf(items: readonly SetupItem[]): number {
  return sum(items.map(({ weight }) => weight));
}
