import {
  anyObject,
  array,
  boolean,
  cited,
  day,
  figure,
  instant,
  integer,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  type Properties,
  ref,
  type Schema,
  spoken,
  string,
} from '../../api/json-schema.ts';
import { exampleId } from '../../core/fields.ts';
import { loadReason, severity, standardConfidence, weightReason } from '../../core/vocabulary.ts';

/** Info, warning, critical: the severity scale of the whole service. */
export const severitySchema = oneOf(severity.words);

/** Severity of a mortality spike; never info. */
export const spikeSeverity = oneOf(['warning', 'critical']);

/** The current weight of a flock, with the breed standard for today. */
export const currentWeight = {
  weightG: figure('Today: the fused weight, else the last weighing, along the breed curve'),
  deviationPct: figure('Of `weightG` from the standard of the breed today'),
  weightDate: nullable(day('Of the measurement from which `weightG` is projected')),
  weightEstimated: nullable(
    boolean('`weightG` is carried on from a measurement of an earlier day; null without a weight'),
  ),
  weightUncalibrated: nullable(
    boolean(
      '`weightG` rests on cameras without a calibration: not reliable; null without a weight',
    ),
  ),
  weightReason: nullable(oneOf(weightReason.words, 'Why `weightG` or `deviationPct` is null')),
};

const basis = object(
  {
    document: cited('The document of the breeder, or what a curve was made from'),
    edition: nullable(string('Its year; null if unknown')),
    interpolated: boolean('Not printed for this age: computed between published values'),
    confidence: oneOf(
      standardConfidence.words,
      'high: the same in several copies; medium: in one; low: rounded, converted, or of an unknown edition',
    ),
  },
  'The source of the standard beside it; null without one.',
);

const basisByName: typeof basis = ref('StandardBasis');

/** The source of a standard value, the same wherever one is returned with it. */
export const standardBasis = nullable(basisByName);

/** Cumulative mortality of a flock since placement, with the days without data. */
export const cumulativeMortality = {
  cumMortalityPct: figure(
    'Birds found dead, of those placed; a lower bound where days are unlogged',
  ),
  mortalityDays: nullable(integer('Days whose deaths should be logged')),
  mortalityDaysUnlogged: nullable(integer('Of these, those not logged')),
};

/** Marks of a feed conversion. */
export const fcrMarks = {
  fcrEstimated: boolean('It may be higher or lower: feed is filled in'),
  fcrLowerBound: boolean('It may be higher: deaths are unlogged'),
};

/** Mortality in an example flock whose days are all logged. */
export function exampleMortality(cumMortalityPct: number) {
  return { cumMortalityPct, mortalityDays: 20, mortalityDaysUnlogged: 0 };
}

/** The latest measured weight of a flock and the day it was measured. */
export const measuredWeight = {
  g: figure(),
  source: oneOf(['smart', 'manual'], 'smart: cameras; manual: weighings'),
  date: day(),
  uncalibrated: boolean('Cameras without a calibration and without a weighing: not reliable'),
  standardG: figure('Of the breed on `date`'),
  standardBasis,
};

/** Why a density is null. */
export const densityReason = nullable(oneOf(loadReason.words, 'Why `densityKgM2` is null'));

const fix = object(
  {
    'operation?': string('The operationId of the call; in every answer'),
    'resource?': string('The resource that it creates or changes'),
    'id?': string('The row that it changes'),
    method: oneOf(['POST', 'PATCH']),
    path: string('Behind /v1/platform'),
    'body?': anyObject('The values to send; null where the caller has to fill in'),
    'action?': string('The type of the action that does the same'),
    'import?': string('Path that imports several rows'),
  },
  'The call that puts it right.',
);

/** The API call that fixes a problem; by reference, because many responses contain several. */
export const fixSchema: typeof fix = ref('Fix');

/** Schemas shared by several responses, by their name in the API documents. */
export const sharedSchemas = {
  StandardBasis: basis,
  Author: object({
    type: string('Such as key, automation or user.'),
    id: string(),
    'editor?': object(
      { type: string(), id: string() },
      'Of an automation: its last editor, with whose rights it runs.',
    ),
  }),
  Fix: fix,
  ListMeta: object({
    total: integer('How many rows there are in all'),
    limit: integer(),
    offset: integer(),
    hasMore: boolean('Rows follow'),
    'nextCursor?': string('Sent as cursor, continues behind the last row'),
  }),
  MissingData: object(
    {
      code: string('Such as no_weight'),
      message: spoken(),
      'resource?': string(),
      'field?': string(),
      'flockId?': string(),
      'barnId?': string(),
      'need?': integer('How many values are needed'),
      'have?': integer('How many there are'),
      'fix?': fixSchema,
    },
    'Something without which a figure cannot be computed.',
  ),
  Gap: object(
    {
      kind: string('Such as flock_no_log_today'),
      severity: severitySchema,
      title: spoken(),
      message: spoken('Why it is a gap'),
      ids: anyObject('The rows it is about: flockId, barnId, alertId …'),
      count: integer('Days without a log, sightings of an alert, failures in a row; else 1'),
      since: nullable(string('A day or a time stamp')),
      fix: fixSchema,
    },
    'Something that the farm should know or do, with the call that closes it.',
  ),
  UndoDescriptor: object(
    {
      actionId: string(),
      type: string('The type of the action'),
      token: string('Proof that the service made the descriptor'),
    },
    'Sent to /actions/undo, reverses the action.',
  ),
  Navigation: object({ path: string(), url: string() }, 'Where navigate points.'),
  Finding: object(
    {
      code: string(),
      resource: string(),
      id: nullable(string()),
      message: spoken(),
    },
    'Data that cannot be right.',
  ),
  Webhook: object({
    id: string(),
    url: string(),
    events: array(string()),
    farmIds: nullable(array(string(), 'Null: the farms of the key that made it')),
    description: nullable(string()),
    ordered: boolean('One delivery at a time for each row'),
    enabled: boolean('False after 20 failures in a row, or when switched off'),
    consecutiveFailures: integer(),
    disabledReason: nullable(
      oneOf(
        ['failures', 'gone', 'by_hand', 'owner_revoked', 'owner_expired', 'owner_narrowed'],
        'Why it is off. gone: the receiver answered 410; owner_…: the key it delivers for lost its rights',
      ),
    ),
    disabledAt: nullable(instant()),
    pending: integer('Deliveries scheduled for later'),
    held: integer('Deliveries held while it is disabled'),
    dropped: integer('Held events that were dropped, after 7 days or beyond 10,000'),
    unreadableEvents: array(
      string(),
      'Events that are not sent because its owner may not read their module',
    ),
    previousSecretUntil: nullable(instant('During a rotation: when the previous secret expires')),
    createdBy: string('The key that made it'),
    ownerKeyId: nullable(string('The key whose rights it delivers with')),
    createdAt: instant(),
    updatedAt: instant(),
  }),
} as const satisfies Record<string, JsonSchema>;

/** A reference to the shared schema of this name. */
export function shared<N extends keyof typeof sharedSchemas>(name: N): (typeof sharedSchemas)[N] {
  return ref(name);
}

/** A section of `/insights`: whether there was enough data, and the given properties. */
export function section<P extends Properties>(properties: P, description: string) {
  return object(
    {
      status: oneOf(['ok', 'partial', 'not_enough_data']),
      asOf: string('A day or a time stamp'),
      missing: array(shared('MissingData')),
      ...properties,
    },
    description,
  );
}

/** The limits that a value is outside of. */
export const issueRange = object(
  {
    'min?': numberOrDay('The minimum; for days, the first.'),
    'max?': numberOrDay('The maximum; for days, the last.'),
    'above?': number('The value must be above it.'),
    'below?': number('The value must be below it.'),
    'unit?': string('The unit of these numbers.'),
  },
  'The limits of a value; for too_long and too_many, of its length.',
);

/** The reason of an issue as a message, for clients in other languages. */
export const issueReason = object(
  {
    text: string('The key of the message.'),
    params: object({
      'field?': string('The name of a field.'),
      'column?': string('The heading concerned.'),
      'first?': string('The first of two headings or lines.'),
      'second?': string('The second of them.'),
      'value?': string(),
      'unit?': string(),
      'expected?': string('The unit that is taken.'),
    }),
  },
  'What is wrong, as a message with its parameters; `message` is the English text.',
);

function numberOrDay(description: string): Schema<number | string> {
  return { type: ['number', 'string'], description };
}

const bounds = object({ min: figure(), max: figure() });

const measures = {
  temp: figure('°C'),
  humidity: figure('%'),
  co2: figure('ppm'),
  nh3: figure('ppm'),
};

/** The current climate of a barn. */
export const climateFields = {
  barnId: string(),
  ts: instant('Of the newest reading'),
  ...measures,
  thi: figure('°C'),
  tempSpreadC: figure('°C between the warmest and the coldest sensor; null with fewer than two'),
  status: oneOf(
    ['ok', 'out_of_range', 'stale', 'no_birds'],
    'Against the range for the age of the birds; stale without a current reading',
  ),
  outOfRange: array(oneOf(['temp', 'humidity', 'co2', 'nh3'])),
  range: nullable(
    object(
      { temp: bounds, humidity: bounds, co2: bounds, nh3: bounds },
      'What the birds need at their age; null where none were inside',
    ),
  ),
  ageMinutes: integer('Of the newest reading'),
  last: nullable(object(measures, 'Where stale: the values at the time of the newest reading')),
};

/** An example of the current climate of a barn. */
export const exampleClimate = {
  barnId: exampleId('barn'),
  ts: '2026-11-21T08:55:00.000Z',
  temp: 27.4,
  humidity: 58,
  co2: 2100,
  nh3: 9,
  thi: 26.4,
  tempSpreadC: 0.6,
  status: 'out_of_range',
  outOfRange: ['temp'],
  range: {
    temp: { min: 22.1, max: 26.1 },
    humidity: { min: 50, max: 70 },
    co2: { min: 0, max: 3000 },
    nh3: { min: 0, max: 20 },
  },
  ageMinutes: 5,
  last: null,
} as const;

/** A recommended task of the section actionPlan. */
export const plannedAction = {
  rank: integer('1 is the first to do'),
  kind: string('Such as weigh_flock, order_feed, answer_worker'),
  title: spoken(),
  why: array(spoken()),
  severity: severitySchema,
  flockId: nullable(string()),
  barnId: nullable(string()),
  dueAt: nullable(string()),
  impact: nullable(
    object({
      amount: figure('Cost of not acting'),
      isLowerBound: boolean('Deaths are not logged on every day'),
      currency: string(),
      basis: string('The source of the amount, such as excess_mortality'),
    }),
  ),
  confidence: figure('0 to 1, the share of the required data that is available'),
  score: integer('0 to 100'),
  action: fixSchema,
  sourceRef: nullable(object({ type: string(), id: nullable(string()) })),
};
