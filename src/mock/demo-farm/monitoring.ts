import { addDays } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext, DemoFields } from './demo-context.ts';
import { addHappening, type DemoFlock } from './demo-farm.ts';
import { type CourseDay, drawPoisson } from './flock-course.ts';
import type { DemoCamera, Hardware } from './hardware.ts';

const WATCHED_DAYS = 7;
const UNREGISTERED_SOURCE = 'cam-new-04';
const UNREGISTERED_BARN = 'b4';
/** The camera whose count has been below the log since this morning. */
const GAP = { barn: 'b2', share: 0.954, hours: 8 } as const;
/** Share of dead birds that a camera sees. */
const SEEN_SHARE = 0.85;
const MODEL = 'coopvision-2.3';

/** Generates the cameras' detections of the last week. */
export function addVisionEvents(
  context: DemoContext,
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): void {
  for (const camera of hardware.cameras) {
    const flock = flocks.find((flock) => flock.barn === camera.barn && flock.status !== 'closed');
    if (flock) watchFlock(context, camera, flock);
  }
  addUnregistered(context, flocks, hardware);
}

interface Watch {
  readonly context: DemoContext;
  readonly random: Random;
  readonly camera: DemoCamera;
  readonly flock: DemoFlock;
  /** Scale error of this camera; 1 is exact. */
  readonly bias: number;
}

type Seen = Pick<DemoFields<'vision-events'>, 'kind' | 'value' | 'unit' | 'meta'>;

function watchFlock(context: DemoContext, camera: DemoCamera, flock: DemoFlock): void {
  const random = context.random(`vision/${camera.sourceKey}`);
  const watch = { context, random, camera, flock, bias: 1 + random.normal(-0.03, 0.03) };
  const firstDay = addDays(context.today, -WATCHED_DAYS);
  for (const day of flock.course.filter((courseDay) => courseDay.day >= firstDay)) {
    for (let hour = 0; hour < 24; hour++) watchHour(watch, day, hour);
    watchDeaths(watch, day);
  }
}

function watchHour(watch: Watch, day: CourseDay, hour: number): void {
  const { random, flock } = watch;
  const isBroiler = flock.farm.plan.kind === 'broiler';
  addEvent(watch, day, hour + 0.05, countOf(watch, day, hour));
  addEvent(watch, day, hour + 0.1, {
    kind: 'behavior',
    unit: 'activity',
    value: activity(random, hour),
  });
  if (isBroiler && hour % 2 === 0) addEvent(watch, day, hour + 0.15, weightOf(watch, day));
  const isHot = day.climate.maxC > 30 && hour >= 12 && hour <= 16 && day.ageDays > 25;
  if (isHot && random.chance(0.4)) {
    addEvent(watch, day, hour + 0.2, {
      kind: 'behavior',
      unit: 'panting',
      value: random.integer(1, 2),
    });
  }
  if (day.ageDays < 10 && hour < 6 && random.chance(0.05)) {
    addEvent(watch, day, hour + 0.3, { kind: 'behavior', unit: 'clustering', value: 1 });
  }
}

function countOf({ context, random, flock }: Watch, day: CourseDay, hour: number): Seen {
  const isGap =
    flock.barn.plan.key === GAP.barn &&
    context.at(day.day, hour) > context.now - GAP.hours * 3_600_000;
  const mean = day.live * (isGap ? GAP.share : 1);
  return { kind: 'count', unit: 'birds', value: Math.round(random.normal(mean, day.live * 0.006)) };
}

function weightOf({ random, bias }: Watch, day: CourseDay): Seen {
  const sample = random.integer(8, 60);
  const value = roundTo(day.weightG * bias * random.normal(1, 0.02), 0);
  return {
    kind: 'weight',
    unit: 'gr',
    value,
    meta: { n: sample, sd: roundTo(value * 0.09, 1), model: MODEL },
  };
}

/** Relative activity: low at night, highest in the morning and evening. */
function activity(random: Random, hour: number): number {
  const level =
    hour < 5 || hour > 21 ? 0.14 : 0.46 + 0.08 * Math.cos((4 * Math.PI * (hour - 8)) / 24);
  return roundTo(Math.min(1, Math.max(0, random.normal(level, 0.025))), 3);
}

function watchDeaths(watch: Watch, day: CourseDay): void {
  const { context, random, flock, camera } = watch;
  const sightings = Math.min(6, drawPoisson(random, 2.2));
  let remainingDeaths = Math.round(day.mortality * SEEN_SHARE);
  for (let index = sightings; index > 0 && remainingDeaths > 0; index--) {
    const value = index === 1 ? remainingDeaths : Math.ceil(remainingDeaths / index);
    const hour = 5.5 + (sightings - index) * 2.4;
    remainingDeaths -= value;
    addEvent(watch, day, hour, {
      kind: 'mortality',
      unit: 'birds',
      value,
      meta: { trackId: `${camera.sourceKey}-${day.day}-${index}` },
    });
    addHappening(context, {
      flock,
      kind: 'vision_mortality',
      title: context.fill(context.phrases.milestones.cameraDeaths, { count: value }),
      at: context.at(day.day, hour),
      by: { type: 'integration', id: camera.integrationId },
    });
  }
}

function addEvent(watch: Watch, day: CourseDay, hour: number, observation: Seen): void {
  const { context, random, camera, flock } = watch;
  const confidence = roundTo(random.between(0.72, 0.98), 2);
  const at = context.at(day.day, hour) + random.integer(0, 50_000);
  if (at > context.now) return;
  context.add('vision-events', {
    farmId: camera.farm.id,
    at,
    by: { type: 'integration', id: camera.integrationId },
    fields: {
      meta: { model: MODEL },
      barnId: camera.barn.id,
      deviceId: camera.id,
      source: camera.sourceKey,
      confidence,
      ts: context.instant(at),
      integrationId: camera.integrationId,
      flockId: flock.id,
      ...observation,
    },
  });
}

function addUnregistered(
  context: DemoContext,
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): void {
  const flock = flocks.find(
    (flock) => flock.barn.plan.key === UNREGISTERED_BARN && flock.status !== 'closed',
  );
  const integrationId = flock && hardware.integrationOf(flock.farm.id, 'camera');
  const today = flock?.course.at(-1);
  if (!flock || !today || integrationId === undefined) return;
  const random = context.random('vision/unregistered');
  for (let hoursAgo = 30; hoursAgo > 0; hoursAgo--) {
    const at = context.now - hoursAgo * 3_600_000 - random.integer(0, 600_000);
    context.add('vision-events', {
      farmId: flock.farm.id,
      at,
      by: { type: 'integration', id: integrationId },
      fields: {
        barnId: null,
        kind: 'count',
        unit: 'birds',
        value: Math.round(random.normal(today.live, today.live * 0.01)),
        source: UNREGISTERED_SOURCE,
        confidence: roundTo(random.between(0.6, 0.9), 2),
        meta: { model: MODEL },
        ts: context.instant(at),
        integrationId,
      },
    });
  }
}
