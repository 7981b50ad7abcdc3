import { isLanguage, type Language } from '../../model/core/message.ts';
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
import en from './phrases/en.json' with { type: 'json' };
import es from './phrases/es.json' with { type: 'json' };
import he from './phrases/he.json' with { type: 'json' };
import th from './phrases/th.json' with { type: 'json' };
import zh from './phrases/zh.json' with { type: 'json' };

/** All texts of the demo farm in one language. */
export type Phrases = typeof en;

/** Compilation fails if a language lacks a phrase of the English file. */
const phrases: Readonly<Record<Language, Phrases>> = { he, en, th, es, zh };

/** The texts of the demo farm in a language. */
export function phrasesOf(language: Language): Phrases {
  return phrases[language];
}

/** The name of a language in a phrase file. */
export function languageNamed(text: string): Language {
  if (!isLanguage(text)) throw new Error(`the demo farm has no texts in the language ${text}`);
  return text;
}

/** Values for the placeholders of a template. */
export type Values = Readonly<Record<string, string | number>>;

/** Creates a template filler: `{name}` is replaced with the named value; numbers are localised. */
function createFiller({ numbers }: Phrases): (template: string, values: Values) => string {
  const { format } = new Intl.NumberFormat(numbers.locale, {
    useGrouping: numbers.grouped,
    maximumFractionDigits: 3,
  });
  return (template, values) =>
    template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`no value for {${name}} of "${template}"`);
      return typeof value === 'number' ? format(value) : value;
    });
}

/** Options of the demo generator. */
export interface DemoOptions {
  /** The same seed and `now` produce identical rows. */
  readonly seed: number;
  /** The demo's current time, in milliseconds since 1970. */
  readonly now: number;
  /** Language of the texts; figures, IDs and times are the same in every language. */
  readonly language: Language;
  /** Days of history; flocks present during these days are generated in full. */
  readonly days?: number;
}

/** The author of a row. */
export interface Actor {
  readonly type: 'user' | 'integration' | 'system';
  readonly id: string;
}

/** A stored row: the common fields, then every stored field of its resource, null if unknown. */
export interface DemoRow {
  readonly id: string;
  /** Null for users, who belong to the organisation; a farm's own ID for farms. */
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
  readonly [field: string]: unknown;
}

/** Rows by resource name. */
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

/** Demo data whose readings are not yet generated. */
export interface DemoDraft extends DemoData {
  /** The readings, which `rows` lacks; can be iterated once. */
  readonly readings: Iterable<DemoRow>;
}

/** The non-null fields of a new row. */
export type DemoFields<N extends ResourceName> = Create<N> &
  Partial<Omit<Row<N>, keyof CommonFields>>;

/** A row as passed in by a generator topic. */
export interface NewRow<N extends ResourceName> {
  /** Set, with an ID from `newId`, if another row needs the ID first. */
  readonly id?: string;
  readonly farmId: string | null;
  /** Creation time, in milliseconds since 1970; capped at the current time. */
  readonly at: number;
  /** Time of the last change; defaults to `at`. */
  readonly updatedAt?: number | undefined;
  readonly by: Actor;
  readonly fields: DemoFields<N>;
}

const DEMO_ZONE = 'Asia/Jerusalem';

/** Hour of the day before which nobody has been in the barns. */
export const MORNING_ROUND_HOUR = 5;

const DEFAULT_DAYS = 120;

/** Shared state of the generator topics: time, random streams and the row store. */
export interface DemoContext {
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  readonly language: Language;
  /** The phrases of the demo's language. */
  readonly phrases: Phrases;
  /** The id of the organisation all farms belong to. */
  readonly organisationId: string;
  /** Today's date on the farms. */
  readonly today: CalendarDay;
  /** The last day with a barn visit: yesterday until the morning round. */
  readonly latestDay: CalendarDay;
  /** The first day of the history. */
  readonly firstDay: CalendarDay;
  /** Number of days in the history. */
  readonly days: number;
  /** Fills a template; numbers are localised. */
  fill(template: string, values: Values): string;
  /**
   * An independent random stream per topic, so that extra draws in one topic do not affect the
   * others.
   */
  random(topic: string): Random;
  /** The instant of an hour (may be fractional) of a farm day. */
  at(day: CalendarDay, hour: number): number;
  /** Formats an instant as stored in rows. */
  instant(at: number): string;
  /** A new ID for a row of the resource created at that instant. */
  newId(name: ResourceName, at: number): string;
  /** Builds a complete row in its stored form. */
  make<N extends ResourceName>(name: N, row: NewRow<N>): DemoRow;
  /** Stores a row and returns its ID. */
  add<N extends ResourceName>(name: N, row: NewRow<N>): string;
  /** All rows stored so far. */
  rows(): DemoRows;
}

/** Creates a demo's context from its seed and current time. */
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

/** IDs depend only on their row's time and their resource's random stream. */
function createIdMaker(base: Random): DemoContext['newId'] {
  const makers = new Map<ResourceName, (millis: number) => string>();
  return (name, at) => {
    const existing = makers.get(name);
    if (existing) return existing(at);
    const idGenerator = createIdGeneratorAt(
      getResource(name).idPrefix,
      base.fork(`ids/${name}`).fill,
    );
    makers.set(name, idGenerator);
    return idGenerator(at);
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

/**
 * Formats instants with a cache: each row has the same instant three times, and sensors report at
 * the same times.
 */
function createInstantText(): DemoContext['instant'] {
  const texts = new Map<number, string>();
  return (at) => {
    const cached = texts.get(at);
    if (cached !== undefined) return cached;
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
  const makeRow = createRowMaker(context);
  return {
    make: makeRow,
    add(name, row) {
      const createdRow = makeRow(name, row);
      rows.get(name)?.push(createdRow);
      return createdRow.id;
    },
    rows() {
      // The map has every resource name as a key, so the record is complete.
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

/** The organisation of a demo; also used by a mock server without rows. */
export function demoOrganisation(options: DemoOptions): DemoData['organisation'] {
  const { organisationId, phrases, language } = createDemoContext(options);
  return { id: organisationId, name: phrases.organisation.name, timezone: DEMO_ZONE, language };
}
