import { findBreed } from '../farming/standards/breed-lookup.ts';
import { breedTables } from '../farming/standards/breed-tables.ts';
import { expectedMortalityPct, standardWeightG } from '../farming/standards/standard-values.ts';
import { type Issue, validationFailed } from '../model/core/errors.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '../tools/calendar.ts';
import { createDemoRandom, type Random } from '../tools/random.ts';
import weightScatter from './weight-scatter.json' with { type: 'json' };

/** The flock that the cameras observe, and their accuracy. */
export interface VisionStreamOptions {
  readonly seed: string;
  /** Source keys of the cameras; at least one. */
  readonly sources: readonly string[];
  /** Undefined: the service derives the barn from the camera. */
  readonly barnId: string | undefined;
  /** End of the stream, milliseconds since 1970. */
  readonly until: number;
  readonly hours: number;
  /** Number of events; undefined: as many as the cameras send in those hours. */
  readonly lines: number | undefined;
  /** Age of the birds at the end of the stream. */
  readonly ageDays: number;
  readonly birds: number;
  readonly breed: string;
  /** Weight error of the cameras in %, at the beginning and the daily increase. */
  readonly biasPct: number;
  readonly driftPctPerDay: number;
  /** Whether the last camera overestimates weights by half and misses a tenth of the birds. */
  readonly isBroken: boolean;
}
/** Observations per hour of a camera, and events per observation. */
const LOOKS_PER_HOUR = 12;
const EVENTS_PER_LOOK = 8;
/** Coefficient of variation of a fairly uniform flock. */
const FLOCK_CV = 0.1;
/** Standard deviation between cameras with the same setup. */
const CAMERA_DEVIATION = 0.02;
const COUNT_DEVIATION = 0.006;
const SEEN_SHARE = 0.85;
const BROKEN = { weight: 1.5, count: 0.9 } as const;
/** Minimum weight accepted by the service, in g. */
const LEAST_WEIGHT_G = 20;
const CHUNK_CHARACTERS = 64 * 1024;
const MODEL = '"model":"farmctl-simulate"';

interface Camera {
  /** JSON prefix of each of the camera's lines. */
  readonly head: string;
  readonly weightFactor: number;
  readonly countFactor: number;
}

interface Scene {
  readonly options: VisionStreamOptions;
  readonly random: Random;
  readonly cameras: readonly Camera[];
  readonly total: number;
  /** Probability that a behaviour observation finds a dead bird. */
  readonly deathChance: number;
  readonly weightAt: (ageDays: number) => number;
}

/**
 * JSON lines of the cameras of a flock, in chunks, ordered by time stamp. The same options produce
 * the same text. Throws `validation_failed` for an unknown breed or an age outside its table,
 * before generating anything.
 */
export function visionStream(options: VisionStreamOptions): Iterable<string> {
  return chunked(prepare(options));
}

function prepare(options: VisionStreamOptions): Scene {
  const { seed, sources, hours, ageDays, birds, lines } = options;
  const breed = findBreed(options.breed);
  if (!breed) throw invalid('breed', `no breed table is known for ${options.breed}`);
  const weightAt = (age: number) => standardWeightG(breed, age) ?? Number.NaN;
  const firstAge = ageDays - hours / 24;
  if (Number.isNaN(weightAt(firstAge)) || Number.isNaN(weightAt(ageDays))) {
    throw invalid('age', `the table of ${options.breed} ends before ${ageDays} days of age`);
  }
  const random = createDemoRandom(`vision/${seed}`);
  const total = lines ?? Math.ceil(hours * LOOKS_PER_HOUR) * sources.length * EVENTS_PER_LOOK;
  const dailyPct = expectedMortalityPct(breedTables[breed].kind, Math.floor(ageDays));
  const deaths = (birds * dailyPct * SEEN_SHARE * hours) / (100 * 24);
  return {
    options,
    random,
    cameras: sources.map((source, index) => createCamera(options, { source, index, random })),
    total,
    deathChance: Math.min(0.5, deaths / Math.max(1, total / EVENTS_PER_LOOK)),
    weightAt,
  };
}

function invalid(path: string, message: string) {
  const issue: Issue = { path, code: 'not_allowed', message: `${message}.` };
  return validationFailed([issue]);
}

function createCamera(
  { sources, barnId, isBroken }: VisionStreamOptions,
  {
    source,
    index,
    random,
  }: { readonly source: string; readonly index: number; readonly random: Random },
): Camera {
  const broken = isBroken && index === sources.length - 1;
  const barn = barnId === undefined ? '' : `"barnId":${JSON.stringify(barnId)},`;
  return {
    head: `{"source":${JSON.stringify(source)},${barn}`,
    weightFactor: random.normal(1, CAMERA_DEVIATION) * (broken ? BROKEN.weight : 1),
    countFactor: broken ? BROKEN.count : 1,
  };
}

function* chunked(scene: Scene): Generator<string> {
  const { total, cameras } = scene;
  let text = '';
  for (let index = 0; index < total; index++) {
    const camera = cameras[Math.floor(index / EVENTS_PER_LOOK) % cameras.length];
    if (camera) text += lineOf(scene, camera, index);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function lineOf(scene: Scene, camera: Camera, index: number): string {
  const { options, random, total } = scene;
  const spanMs = options.hours * HOUR_MILLIS;
  const beforeMs = spanMs - Math.floor((spanMs * index) / total);
  const confidence = Math.round(random.between(72, 98)) / 100;
  const ts = new Date(options.until - beforeMs).toISOString();
  const observation = seenAt(scene, camera, { slot: index % EVENTS_PER_LOOK, index, beforeMs });
  return `${camera.head}${observation},${MODEL}},"confidence":${confidence},"ts":"${ts}"}\n`;
}

interface Moment {
  /** Index of the event within its observation. */
  readonly slot: number;
  readonly index: number;
  /** Milliseconds before the end of the stream. */
  readonly beforeMs: number;
}

/** The fields of an event up to its `meta`, whose object is left unclosed. */
function seenAt(scene: Scene, camera: Camera, moment: Moment): string {
  const { options, random, deathChance } = scene;
  if (moment.slot === 0) {
    const value = Math.round(
      options.birds * camera.countFactor * random.normal(1, COUNT_DEVIATION),
    );
    return `"kind":"count","value":${value},"unit":"birds","meta":{"coverage":1`;
  }
  if (moment.slot < EVENTS_PER_LOOK - 1) return weightSeen(scene, camera, moment);
  if (random.chance(deathChance)) {
    return `"kind":"mortality","value":1,"unit":"birds","meta":{"trackId":"sim-${options.until}-${moment.index}"`;
  }
  const hour = Math.floor((options.until - moment.beforeMs) / HOUR_MILLIS) % 24;
  return `"kind":"behavior","value":${activityAt(hour, random)},"unit":"activity","meta":{"frames":30`;
}

/**
 * The weight of a single bird: the standard for its age, random scatter, and the camera's error.
 */
function weightSeen(
  { options, random, weightAt }: Scene,
  camera: Camera,
  { index, beforeMs }: Moment,
): string {
  const beforeDays = beforeMs / DAY_MILLIS;
  const ageDays = options.ageDays - beforeDays;
  const runDays = options.hours / 24 - beforeDays;
  const biasPct = options.biasPct + options.driftPctPerDay * runDays;
  const bird = 1 + FLOCK_CV * random.pick(scatterAt(ageDays));
  const grams = weightAt(ageDays) * bird * camera.weightFactor * (1 + biasPct / 100);
  const value = Math.max(LEAST_WEIGHT_G, Math.round(grams));
  return `"kind":"weight","value":${value},"unit":"gr","meta":{"bird":${index}`;
}

const scatters = new Map<number, readonly number[]>();

function scatterAt(ageDays: number): readonly number[] {
  const day = Math.floor(ageDays);
  const scatter = scatters.get(day) ?? chickWeightScatter(day);
  scatters.set(day, scatter);
  return scatter;
}

/** Relative activity: low at night, highest in the morning and evening. */
function activityAt(hour: number, random: Random): number {
  const level =
    hour < 5 || hour > 21 ? 0.14 : 0.46 + 0.08 * Math.cos((4 * Math.PI * (hour - 8)) / 24);
  return Math.round(1000 * Math.min(1, Math.max(0, random.normal(level, 0.025)))) / 1000;
}

/**
 * Scatter of the weights of chicks of one age around the mean of their diet: hundredths of the
 * standard deviation at that age, sorted, one number per weighed chick.
 *
 * Derived from the 578 weights of 50 chicks on 4 diets in "ChickWeight" (Crowder and Hand 1990,
 * Analysis of Repeated Measures; Hand and Crowder 1996, Practical Longitudinal Data Analysis), as
 * published in the R package datasets. These are slow-growing birds: only the shape of the scatter
 * is used.
 */
const scatter: readonly { readonly ageDays: number; readonly hundredths: readonly number[] }[] =
  weightScatter;

/** The scatter at an age, in standard deviations, from the latest weighing at or before it. */
export function chickWeightScatter(ageDays: number): readonly number[] {
  const nearest = scatter.findLast((weighing) => weighing.ageDays <= ageDays) ?? scatter[0];
  return (nearest?.hundredths ?? []).map((hundredths) => hundredths / 100);
}
