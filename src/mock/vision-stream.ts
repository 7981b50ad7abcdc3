import { findBreed } from '../farming/standards/breed-lookup.ts';
import { breedTables } from '../farming/standards/breed-tables.ts';
import { expectedMortalityPct } from '../farming/standards/expected-mortality.ts';
import { standardWeightG } from '../farming/standards/standard-values.ts';
import { type Issue, validationFailed } from '../model/core/errors.ts';
import { createDemoRandom, type Random } from '../tools/random.ts';

/** What the cameras look at, and how well they do. */
export interface VisionStreamOptions {
  readonly seed: string;
  /** Source keys of the cameras; at least one. */
  readonly sources: readonly string[];
  /** Undefined: the service finds the barn by the camera. */
  readonly barnId: string | undefined;
  /** End of the stream, milliseconds since 1970. */
  readonly until: number;
  readonly hours: number;
  /** How many events; undefined: as many as the cameras make in those hours. */
  readonly lines: number | undefined;
  /** Of the birds at the end. */
  readonly ageDays: number;
  readonly birds: number;
  readonly breed: string;
  /** How far the cameras are off in weight, in %, at the beginning and more each day. */
  readonly biasPct: number;
  readonly driftPctPerDay: number;
  /** Whether the last camera weighs half as much again and misses a tenth of the birds. */
  readonly isBroken: boolean;
}

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
/** A camera looks so often an hour, and tells so many things each time. */
const LOOKS_PER_HOUR = 12;
const EVENTS_PER_LOOK = 8;
/** Coefficient of variation of a fairly uniform flock. */
const FLOCK_CV = 0.1;
/** Deviations between cameras that were set up alike. */
const CAMERA_DEVIATION = 0.02;
const COUNT_DEVIATION = 0.006;
const SEEN_SHARE = 0.85;
const BROKEN = { weight: 1.5, count: 0.9 } as const;
/** What the service takes as a weight, in g. */
const LEAST_WEIGHT_G = 20;
const CHUNK_CHARACTERS = 64 * 1024;
const MODEL = '"model":"farmctl-simulate"';

interface Camera {
  /** Beginning of each of its lines, as JSON. */
  readonly head: string;
  readonly weightFactor: number;
  readonly countFactor: number;
}

interface Scene {
  readonly options: VisionStreamOptions;
  readonly random: Random;
  readonly cameras: readonly Camera[];
  readonly total: number;
  /** Chance that a look at behaviour finds a dead bird. */
  readonly deathChance: number;
  readonly weightAt: (ageDays: number) => number;
}

/**
 * JSON lines as cameras over a flock would send them, in chunks, in the order of their time stamps:
 * the same options give the same text. Throws `validation_failed` for a breed or an age that no
 * table holds, before anything is made.
 */
export function visionStream(options: VisionStreamOptions): Iterable<string> {
  return chunksOf(prepare(options));
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

function* chunksOf(scene: Scene): Generator<string> {
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
  const seen = seenAt(scene, camera, { slot: index % EVENTS_PER_LOOK, index, beforeMs });
  return `${camera.head}${seen},${MODEL}},"confidence":${confidence},"ts":"${ts}"}\n`;
}

interface Moment {
  /** Which of the events of one look it is. */
  readonly slot: number;
  readonly index: number;
  /** Milliseconds before the end of the stream. */
  readonly beforeMs: number;
}

/** The fields of one event up to its `meta`, which is left open. */
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

/** A single bird: the standard of its age, its own scatter, and how far off the camera is. */
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
  const known = scatters.get(day) ?? chickWeightScatter(day);
  scatters.set(day, known);
  return known;
}

/** Birds sleep at night and are busiest in the morning and the evening. */
function activityAt(hour: number, random: Random): number {
  const level =
    hour < 5 || hour > 21 ? 0.14 : 0.46 + 0.08 * Math.cos((4 * Math.PI * (hour - 8)) / 24);
  return Math.round(1000 * Math.min(1, Math.max(0, random.normal(level, 0.025)))) / 1000;
}

/**
 * How the weights of chicks of one age scatter around the mean of their diet: hundredths of the
 * standard deviation of that age, sorted, one number for each chick that was weighed.
 *
 * Worked out from the 578 weights of 50 chicks on 4 diets in "ChickWeight" (Crowder and Hand 1990,
 * Analysis of Repeated Measures; Hand and Crowder 1996, Practical Longitudinal Data Analysis), as the
 * R package datasets publishes it. Slow-growing birds: only the shape of the scatter is used.
 */
const SCATTER: readonly (readonly [ageDays: number, hundredths: readonly number[]])[] = [
  [
    0,
    [
      -220, -185, -167, -167, -158, -158, -158, -128, -92, -92, -65, -65, -37, -37, -37, -37, -37,
      -37, -37, -37, -37, -37, 0, 0, 0, 19, 19, 19, 19, 19, 19, 28, 55, 55, 55, 55, 55, 92, 92, 92,
      92, 111, 111, 121, 121, 121, 146, 146, 146, 214,
    ],
  ],
  [
    2,
    [
      -391, -264, -168, -104, -104, -104, -82, -72, -72, -72, -52, -52, -43, -43, -43, -42, -42,
      -42, -23, -23, -12, -12, -12, -8, 6, 18, 24, 24, 35, 35, 56, 56, 56, 56, 56, 56, 56, 64, 78,
      78, 79, 79, 88, 93, 120, 120, 120, 120, 138, 171,
    ],
  ],
  [
    4,
    [
      -279, -246, -185, -147, -114, -101, -87, -81, -72, -72, -56, -56, -56, -49, -49, -43, -36,
      -36, -36, -25, -25, -16, -16, -16, -14, -6, 14, 17, 24, 24, 37, 43, 43, 50, 54, 68, 68, 72,
      83, 83, 83, 84, 114, 130, 131, 149, 149, 182, 215,
    ],
  ],
  [
    6,
    [
      -279, -155, -150, -120, -120, -85, -85, -83, -74, -69, -67, -59, -55, -53, -49, -49, -38, -38,
      -38, -29, -27, -22, -22, -22, -14, 1, 1, 2, 4, 4, 15, 15, 17, 21, 25, 30, 41, 62, 74, 74, 92,
      92, 108, 127, 138, 166, 170, 216, 304,
    ],
  ],
  [
    8,
    [
      -201, -198, -132, -130, -130, -130, -103, -96, -68, -67, -52, -51, -50, -50, -37, -36, -36,
      -33, -31, -17, -17, -17, -17, -13, -13, -11, -6, -4, -3, -3, 2, 10, 16, 19, 29, 38, 38, 38,
      47, 62, 62, 79, 82, 153, 170, 176, 189, 256, 286,
    ],
  ],
  [
    10,
    [
      -233, -192, -150, -144, -139, -122, -111, -67, -66, -64, -50, -40, -37, -36, -36, -33, -33,
      -28, -27, -26, -25, -22, -16, -12, -12, -8, -5, -4, 0, 0, 0, 8, 13, 16, 26, 26, 33, 52, 55,
      72, 74, 74, 105, 127, 171, 180, 193, 254, 259,
    ],
  ],
  [
    12,
    [
      -211, -196, -161, -146, -122, -121, -103, -76, -75, -72, -68, -62, -52, -52, -48, -46, -42,
      -41, -25, -22, -21, -14, -10, -9, 2, 2, 6, 7, 9, 10, 10, 15, 24, 25, 28, 41, 43, 44, 47, 52,
      57, 91, 126, 126, 145, 165, 215, 231, 275,
    ],
  ],
  [
    14,
    [
      -203, -183, -176, -130, -117, -113, -104, -90, -89, -67, -66, -60, -57, -54, -52, -51, -51,
      -46, -26, -24, -22, -20, -15, -12, 4, 5, 11, 15, 21, 23, 31, 33, 36, 38, 40, 43, 48, 48, 53,
      63, 66, 81, 134, 167, 177, 182, 226, 282,
    ],
  ],
  [
    16,
    [
      -219, -198, -139, -125, -123, -117, -104, -91, -85, -80, -79, -75, -54, -54, -51, -50, -49,
      -46, -30, -23, -19, -15, -11, 1, 4, 10, 12, 28, 32, 35, 46, 46, 47, 47, 47, 49, 49, 53, 74,
      76, 85, 100, 141, 176, 197, 221, 260,
    ],
  ],
  [
    18,
    [
      -231, -184, -140, -139, -122, -122, -111, -105, -92, -85, -79, -73, -59, -53, -49, -49, -47,
      -35, -33, -31, -12, -10, -9, -2, 0, 2, 13, 28, 35, 38, 46, 48, 57, 57, 59, 61, 66, 66, 84, 86,
      94, 98, 107, 159, 210, 214, 238,
    ],
  ],
  [
    20,
    [
      -228, -168, -149, -144, -125, -118, -107, -96, -85, -79, -73, -63, -57, -56, -54, -54, -47,
      -37, -36, -33, -22, -22, -12, -4, -1, 11, 22, 29, 45, 47, 50, 52, 53, 54, 59, 61, 82, 94, 95,
      105, 107, 129, 143, 188, 198, 249,
    ],
  ],
  [
    21,
    [
      -228, -160, -159, -156, -119, -119, -105, -105, -77, -70, -65, -64, -62, -56, -50, -49, -41,
      -41, -41, -37, -18, -5, -2, -1, 2, 25, 30, 37, 45, 47, 53, 53, 59, 62, 65, 73, 81, 88, 91,
      122, 132, 153, 173, 188, 249,
    ],
  ],
];

/** The scatter at an age, in standard deviations: that of the last weighing up to it. */
export function chickWeightScatter(ageDays: number): readonly number[] {
  const found = SCATTER.findLast(([day]) => day <= ageDays) ?? SCATTER[0];
  return (found?.[1] ?? []).map((hundredths) => hundredths / 100);
}
