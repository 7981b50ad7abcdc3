import type { Language } from '../../model/core/message.ts';
import { type CommonFields, storedFields } from '../../model/core/resource.ts';
import {
  type Create,
  getResource,
  type ResourceName,
  type Row,
  resourceNames,
} from '../../model/resources/registry.ts';
import {
  addDays,
  type CalendarDay,
  dayInZone,
  formatInstant,
  HOUR_MILLIS,
  startOfDay,
} from '../../tools/calendar.ts';
import { createIdFactory, createIdGeneratorAt } from '../../tools/ids.ts';
import { createDemoRandom, type Random } from '../../tools/random.ts';
import { createFiller, type Phrases, phrasesOf, type Values } from './phrases.ts';

/** What a demo farm is made from. */
export interface DemoOptions {
  /** The same seed and the same `now` give the same rows, byte for byte. */
  readonly seed: number;
  /** The present of the demo, in milliseconds since 1970. */
  readonly now: number;
  /** Of the texts; every figure, id and time is the same in all of them. */
  readonly language: Language;
  /** How many days of history there are; flocks that were in a barn then are kept whole. */
  readonly days?: number;
}

/** Who wrote a row. */
export interface Actor {
  readonly type: 'user' | 'integration' | 'system';
  readonly id: string;
}

/** A stored row: what every row has, then every stored field of its resource, null where unknown. */
export interface DemoRow {
  readonly id: string;
  /** Null for users, who belong to the organisation; for farms their own id. */
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
  readonly [field: string]: unknown;
}

/** The rows of every resource, by its name. */
export type DemoRows = Readonly<Record<ResourceName, readonly DemoRow[]>>;

/** An organisation with its farms and everything that happened on them. */
export interface DemoData {
  readonly organisation: {
    readonly id: string;
    readonly name: string;
    readonly timezone: string;
    readonly language: Language;
  };
  readonly rows: DemoRows;
}

/** The same, with its readings still to be made. */
export interface DemoDraft extends DemoData {
  /** In place of those of `rows`, which has none; can be gone through once. */
  readonly readings: Iterable<DemoRow>;
}

/** The fields of a new row that differ from null. */
export type DemoFields<N extends ResourceName> = Create<N> &
  Partial<Omit<Row<N>, keyof CommonFields>>;

/** A row as a topic of the generator hands it in. */
export interface NewRow<N extends ResourceName> {
  /** Made ahead with `newId` where another row needs it first. */
  readonly id?: string;
  readonly farmId: string | null;
  /** When it was written, in milliseconds since 1970; held to the present. */
  readonly at: number;
  /** When it was changed last; `at` when absent. */
  readonly updatedAt?: number | undefined;
  readonly by: Actor;
  readonly fields: DemoFields<N>;
}

/** The zone of all demo farms. */
const DEMO_ZONE = 'Asia/Jerusalem';

/** Before this hour of the day nobody has been in the barns yet. */
export const MORNING_ROUND_HOUR = 5;

const DEFAULT_DAYS = 120;

/** What every topic of the generator works with: time, chance, and where its rows go. */
export interface DemoContext {
  /** The present, in milliseconds since 1970. */
  readonly now: number;
  readonly language: Language;
  /** The texts of that language. */
  readonly phrases: Phrases;
  /** The id of the organisation all farms belong to. */
  readonly organisationId: string;
  /** The day of the present on the farms. */
  readonly today: CalendarDay;
  /** The last day on which somebody has been in the barns: before the morning round, yesterday. */
  readonly latestDay: CalendarDay;
  /** The first day of the history. */
  readonly firstDay: CalendarDay;
  /** How many days the history has. */
  readonly days: number;
  /** A text from its template; numbers are written as the language writes them. */
  fill(template: string, values: Values): string;
  /** Chance of its own for a topic: drawing more in one does not move the others. */
  random(topic: string): Random;
  /** The instant of an hour (with its fraction) of a farm day. */
  at(day: CalendarDay, hour: number): number;
  /** The instant as rows carry it. */
  instant(at: number): string;
  /** An id for a row of the resource made at that instant. */
  newId(name: ResourceName, at: number): string;
  /** Makes a row, whole and in its stored form. */
  make<N extends ResourceName>(name: N, row: NewRow<N>): DemoRow;
  /** Keeps a row and answers its id. */
  add<N extends ResourceName>(name: N, row: NewRow<N>): string;
  /** All rows kept so far. */
  rows(): DemoRows;
}

/** Makes the context of one demo from its seed and present. */
export function createDemoContext(options: DemoOptions): DemoContext {
  const { now, language, days = DEFAULT_DAYS } = options;
  const phrases = phrasesOf(language);
  const base = createDemoRandom(options.seed);
  const today = dayInZone(now, DEMO_ZONE);
  const newId = createIdMaker(base);
  const at = createDayClock();
  const instant = createInstantText();
  const store = createRowStore({ newId, instant, now });
  const firstDay = addDays(today, -days);
  const founded = createIdFactory(() => at(firstDay, 0), base.fork('organisation').fill);
  return {
    now,
    language,
    phrases,
    fill: createFiller(phrases),
    organisationId: founded.create('org'),
    today,
    latestDay: now < at(today, MORNING_ROUND_HOUR) ? addDays(today, -1) : today,
    firstDay,
    days,
    random: (topic) => base.fork(topic),
    at,
    instant,
    newId,
    ...store,
  };
}

/** Ids carry the time of their row, and the chance of their resource alone. */
function createIdMaker(base: Random): DemoContext['newId'] {
  const makers = new Map<ResourceName, (millis: number) => string>();
  return (name, at) => {
    const known = makers.get(name);
    if (known) return known(at);
    const made = createIdGeneratorAt(getResource(name).idPrefix, base.fork(`ids/${name}`).fill);
    makers.set(name, made);
    return made(at);
  };
}

function createDayClock(): DemoContext['at'] {
  const starts = new Map<CalendarDay, number>();
  return (day, hour) => {
    const start = starts.get(day) ?? startOfDay(day, DEMO_ZONE);
    starts.set(day, start);
    return start + Math.floor(hour * HOUR_MILLIS);
  };
}

/** Formats instants, each once: rows carry the same thrice, and sensors report at the same times. */
function createInstantText(): DemoContext['instant'] {
  const texts = new Map<number, string>();
  return (at) => {
    const known = texts.get(at);
    if (known !== undefined) return known;
    const text = formatInstant(at);
    texts.set(at, text);
    return text;
  };
}

function createRowStore(
  context: Pick<DemoContext, 'newId' | 'instant' | 'now'>,
): Pick<DemoContext, 'make' | 'add' | 'rows'> {
  const empty = resourceNames.map((name) => [name, [] as DemoRow[]] as const);
  const rows = new Map<ResourceName, DemoRow[]>(empty);
  const make = createRowMaker(context);
  return {
    make,
    add(name, row) {
      const made = make(name, row);
      rows.get(name)?.push(made);
      return made.id;
    },
    rows() {
      // Every resource name is a key of the map, so the record is whole.
      return Object.fromEntries(rows) as Record<ResourceName, DemoRow[]>;
    },
  };
}

function createRowMaker({
  newId,
  instant,
  now,
}: Pick<DemoContext, 'newId' | 'instant' | 'now'>): DemoContext['make'] {
  const blanks = new Map(resourceNames.map((name) => [name, blankFields(name)]));
  return (name, row) => {
    const createdAt = Math.floor(Math.min(row.at, now));
    const changedAt = Math.floor(Math.min(row.updatedAt ?? createdAt, now));
    const updatedAt = Math.max(changedAt, createdAt);
    const id = row.id ?? newId(name, createdAt);
    return {
      id,
      farmId: name === 'farms' ? id : row.farmId,
      createdAt: instant(createdAt),
      updatedAt: instant(updatedAt),
      createdBy: row.by,
      ...blanks.get(name),
      ...row.fields,
    };
  };
}

function blankFields(name: ResourceName): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    storedFields(getResource(name)).map(([field, { default: value }]) => [field, value ?? null]),
  );
}

/** The organisation of a demo, which a mock server without rows has too. */
export function demoOrganisation(options: DemoOptions): DemoData['organisation'] {
  const { organisationId, phrases, language } = createDemoContext(options);
  return { id: organisationId, name: phrases.organisation.name, timezone: DEMO_ZONE, language };
}
