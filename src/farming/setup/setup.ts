import type { setupAnswer } from '../../model/answers/settings.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../core/figure.ts';
import { hasFigures } from '../core/flock-days.ts';
import type { Fix } from '../core/section.ts';
import { birdKind, findBreed } from '../standards/breed-lookup.ts';
import {
  barnSteps,
  farmSteps,
  firstBarnFix,
  peopleSteps,
  type SetupSnapshot,
  type SetupStep,
  storeSteps,
} from './setup-steps.ts';

/** The setup progress of a farm. */
export interface Setup extends Made<(typeof setupAnswer)['schema']> {
  readonly items: readonly SetupItem[];
  readonly next: SetupKey | null;
}

export interface SetupItem extends SetupStepAnswer {
  readonly key: SetupKey;
}

type SetupStepAnswer = Made<(typeof setupAnswer)['schema']>['items'][number];

/** The setup progress of the farm, its open steps, and the most important of them. */
export function setupOf(snapshot: SetupSnapshot): Setup {
  const items = Object.entries(setupSteps).map(([key, step]) =>
    itemOf(key as SetupKey, step, snapshot),
  );
  const applicable = items.filter(({ done, optional }) => done || !optional);
  const completed = applicable.filter((item) => item.done);
  const [next] = items
    .filter((item) => !item.done && !item.optional)
    .toSorted((left, right) => right.weight - left.weight);
  return {
    progressPct: figure('pct', (weightOf(completed) / weightOf(applicable)) * 100) ?? 0,
    done: completed.length,
    total: applicable.length,
    items,
    next: next?.key ?? null,
  };
}

function itemOf(key: SetupKey, step: SetupStep, snapshot: SetupSnapshot): SetupItem {
  const isDone = step.isDone(snapshot);
  return {
    key,
    title: message(`setup.${key}`),
    weight: step.weight,
    done: isDone,
    optional: step.optional ?? false,
    fix: isDone ? null : step.fix(snapshot),
  };
}

function weightOf(items: readonly SetupItem[]): number {
  return sum(items.map(({ weight }) => weight));
}

type Flock = StoredOf<'flocks'>;

/** Steps about the flocks and their records. */
const flockSteps = {
  first_flock: {
    weight: 12,
    isDone: ({ liveFlocks, closedFlocks }) => liveFlocks.length + closedFlocks.length > 0,
    fix: nextFlockFix,
  },
  flock_breed_known: {
    weight: 6,
    isDone: (snapshot) => isKnownOfFlocks(snapshot, hasBreed),
    fix: (snapshot) => flockFix(snapshot, { isKnown: hasBreed, field: 'breed' }),
  },
  flock_target_weight: {
    weight: 4,
    isDone: (snapshot) => isKnownOfFlocks(snapshot, hasTarget),
    fix: (snapshot) => flockFix(snapshot, { isKnown: hasTarget, field: 'targetWeightKg' }),
  },
  first_daily_log: {
    weight: 8,
    isDone: ({ liveLogs, closedLogs }) => liveLogs.some(hasFigures) || closedLogs.some(hasFigures),
    fix: logFix,
  },
  log_last_24h: {
    weight: 5,
    isDone: ({ liveLogs, closedLogs, today }) =>
      [...liveLogs, ...closedLogs].some((log) => log.date >= addDays(today, -1) && hasFigures(log)),
    fix: logFix,
  },
} as const satisfies Readonly<Record<string, SetupStep>>;

type Evaluate = (flock: Flock, snapshot: SetupSnapshot) => boolean;

function hasBreed(flock: Flock): boolean {
  return findBreed(flock.breed) !== undefined;
}

/** Layers are kept for eggs and have no target weight. */
function hasTarget(flock: Flock, { barns }: SetupSnapshot): boolean {
  const barn = barns.find(({ id }) => id === flock.barnId);
  const isLayer = birdKind(flock.breed, barn?.barnType ?? null) === 'layer';
  return isLayer || flock.targetWeightKg !== null;
}

/**
 * Whether a property is known for all live and planned flocks; without any, for the flock closed
 * last.
 */
function isKnownOfFlocks(snapshot: SetupSnapshot, isKnown: Evaluate): boolean {
  const evaluatedFlocks = flocksToEvaluate(snapshot);
  return evaluatedFlocks.length > 0 && evaluatedFlocks.every((flock) => isKnown(flock, snapshot));
}

function flocksToEvaluate({ liveFlocks, closedFlocks }: SetupSnapshot): readonly Flock[] {
  return liveFlocks.length > 0 ? liveFlocks : closedFlocks.slice(0, 1);
}

// Data of a flock that has left cannot be acted on: the fix is for the next flock.
function flockFix(
  snapshot: SetupSnapshot,
  { isKnown, field }: { readonly isKnown: Evaluate; readonly field: 'breed' | 'targetWeightKg' },
): Fix {
  const flock = snapshot.liveFlocks.find((candidate) => !isKnown(candidate, snapshot));
  if (!flock) return nextFlockFix(snapshot);
  return { method: 'PATCH', path: `/flocks/${flock.id}`, body: { [field]: null } };
}

function nextFlockFix(snapshot: SetupSnapshot): Fix {
  const occupiedBarnIds = new Set(snapshot.liveFlocks.map(({ barnId }) => barnId));
  const barn = snapshot.barns.find(({ id }) => !occupiedBarnIds.has(id)) ?? snapshot.barns[0];
  if (!barn) return firstBarnFix(snapshot);
  return {
    method: 'POST',
    path: '/flocks',
    body: {
      barnId: barn.id,
      placementDate: null,
      breed: null,
      chicksReceived: null,
      targetWeightKg: null,
    },
    action: 'create_flock',
  };
}

/** Both steps are open only while no flock has a log of today. */
function logFix(snapshot: SetupSnapshot): Fix {
  const flock = snapshot.liveFlocks.find(({ status }) => status !== 'planned');
  if (!flock) return nextFlockFix(snapshot);
  return {
    method: 'POST',
    path: '/daily-logs',
    body: { flockId: flock.id, date: snapshot.today, mortality: null, feedKg: null, waterL: null },
    action: 'log_daily',
  };
}

/** The setup steps by key, in recommended order. */
export const setupSteps = {
  ...farmSteps,
  ...barnSteps,
  ...flockSteps,
  ...peopleSteps,
  ...storeSteps,
} as const satisfies Readonly<Record<string, SetupStep>>;

export type SetupKey = keyof typeof setupSteps;
