/** A calendar day, `YYYY-MM-DD`. */
export type CalendarDay = string;

export const SECOND_MILLIS = 1000;
export const MINUTE_MILLIS = 60 * SECOND_MILLIS;
export const HOUR_MILLIS = 60 * MINUTE_MILLIS;
/** One of 24 hours; a calendar day can be an hour longer or shorter. */
export const DAY_MILLIS = 24 * HOUR_MILLIS;

const DIGIT_ZERO = 48;
const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
const PLAIN_INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const INSTANT_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})$/;
// Historic upper bound: Manila once used an offset on the other side of the date line.
const LARGEST_OFFSET_MILLIS = 16 * HOUR_MILLIS;
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2199;

/** More than ten years. */
const MOST_DAYS_KEPT = 4000;

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Offsets by zone and UTC day since 1970; null on a day with a clock change. */
const dayOffsets = new Map<string, Map<number, number | null>>();
/** Cache by UTC day since 1970: flock calculations iterate over the same days repeatedly. */
const days = new Map<number, CalendarDay>();
const midnights = new Map<CalendarDay, number>();
/** The last formatted second, up to its decimal point: every request formats the current time. */
const lastSecond = { second: Number.NaN, text: '' };

/** Whether the text is an existing calendar day from 1900 to 2199. */
export function isCalendarDay(text: string): boolean {
  const match = DAY_PATTERN.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return isPossibleDay(year, month, day);
}

function isPossibleDay(year: number, month: number, day: number): boolean {
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12 || day < 1)
    return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * Milliseconds since 1970 of an ISO 8601 time stamp with an offset or `Z`, to the millisecond.
 * Undefined for anything else: no offset, an impossible day or hour, a year outside 1900–2199.
 */
export function parseInstant(text: string): number | undefined {
  return parsePlainInstant(text) ?? parseAnyInstant(text);
}

/** Parses the format of all stored time stamps, four times as fast; undefined for other formats. */
function parsePlainInstant(text: string): number | undefined {
  if (!PLAIN_INSTANT_PATTERN.test(text)) return undefined;
  const year = digitsOf(text, 0, 4);
  const month = digitsOf(text, 5, 7);
  const day = digitsOf(text, 8, 10);
  const hour = digitsOf(text, 11, 13);
  const minute = digitsOf(text, 14, 16);
  const second = digitsOf(text, 17, 19);
  if (!isPossibleDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, digitsOf(text, 20, 23));
}

function parseAnyInstant(text: string): number | undefined {
  const match = INSTANT_PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', zone = 'Z'] = match;
  if (!isPossibleDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offsetMinutes = parseOffset(zone);
  if (offsetMinutes === undefined) return undefined;
  const millis = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  const instant = millis - offsetMinutes * 60_000;
  const utcYear = new Date(instant).getUTCFullYear();
  return utcYear < EARLIEST_YEAR || utcYear > LATEST_YEAR ? undefined : instant;
}

function parseOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 15 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** The instant as ISO 8601 in UTC with milliseconds, the form of every time stamp of the API. */
export function formatInstant(millis: number): string {
  const second = Math.floor(millis / 1000);
  if (second !== lastSecond.second) {
    // Throws on an invalid instant before anything is cached.
    lastSecond.text = new Date(second * 1000).toISOString().slice(0, -4);
    lastSecond.second = second;
  }
  const millisecond = Math.floor(millis - second * 1000);
  return `${lastSecond.text}${millisecond < 10 ? '00' : millisecond < 100 ? '0' : ''}${millisecond}Z`;
}

/** Whether the text is an instant from 1900 to 2199 in the form that `formatInstant` gives it. */
export function isInstantText(text: string): boolean {
  return parsePlainInstant(text) !== undefined;
}

/** The calendar day of an instant in a zone. */
export function dayInZone(millis: number, zone: string): CalendarDay {
  return formatUtcDay(millis + zoneOffsetMillis(millis, zone));
}

/**
 * The first millisecond of a calendar day in a zone. The day may begin after midnight; of a
 * repeated midnight, the first occurrence is used.
 */
export function startOfDay(day: CalendarDay, zone: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  const before = zoneOffsetMillis(utcMidnight - LARGEST_OFFSET_MILLIS, zone);
  const after = zoneOffsetMillis(utcMidnight + LARGEST_OFFSET_MILLIS, zone);
  if (before === after) return utcMidnight - before;
  const isMidnight = (offset: number) => zoneOffsetMillis(utcMidnight - offset, zone) === offset;
  const offset = [Math.max(before, after), Math.min(before, after)].find(isMidnight);
  // If the zone skips midnight, the day begins at the clock change.
  return utcMidnight - (offset ?? before);
}

const LOCAL_PATTERN = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/;

/**
 * Milliseconds since 1970 of a local time without an offset, `2026-11-21T08:15:00`, in a zone; see
 * `localInstant` for days with a clock change. Undefined for other text.
 */
export function parseLocalTime(text: string, zone: string): number | undefined {
  const [, day = '', hour, minute, second = '0', fraction = ''] = LOCAL_PATTERN.exec(text) ?? [];
  if (!isCalendarDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return undefined;
  }
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const millis = seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const instant = localInstant(day, millis, zone);
  const utcYear = new Date(instant).getUTCFullYear();
  return utcYear < EARLIEST_YEAR || utcYear > LATEST_YEAR ? undefined : instant;
}

/**
 * The instant of a local time on a day in a zone, given in milliseconds since midnight. For a time
 * that occurs twice (clocks set back), the first. A time that is skipped (clocks set forward) is
 * read with the offset before the change, so that 02:30 becomes the instant shown as 03:30 (RFC
 * 5545, 3.3.5).
 */
export function localInstant(day: CalendarDay, millisOfDay: number, zone: string): number {
  const asUtc = utcMidnight(day) + millisOfDay;
  const offsets = [-1, 1].map((direction) =>
    zoneOffsetMillis(asUtc + direction * LARGEST_OFFSET_MILLIS, zone),
  );
  const matching = offsets.filter((offset) => zoneOffsetMillis(asUtc - offset, zone) === offset);
  return asUtc - (matching.length > 0 ? Math.max(...matching) : Math.min(...offsets));
}

/**
 * Milliseconds since 1970 of a time stamp; one without an offset is read in the zone. Undefined for
 * other text.
 */
export function parseInstantInZone(text: string, zone: string): number | undefined {
  return parseInstant(text) ?? parseLocalTime(text, zone);
}

/** The last millisecond of a calendar day in a zone. */
export function endOfDay(day: CalendarDay, zone: string): number {
  return startOfDay(addDays(day, 1), zone) - 1;
}

/** The hour of the day in a zone, 0–23, with the minutes as a fraction. */
export function hourInZone(millis: number, zone: string): number {
  const local = millis + zoneOffsetMillis(millis, zone);
  return (((local % DAY_MILLIS) + DAY_MILLIS) % DAY_MILLIS) / HOUR_MILLIS;
}

/** The day `count` days later, or earlier if `count` is negative. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  return formatUtcDay(utcMidnight(day) + count * DAY_MILLIS);
}

/** The number of days from the first day to the second; negative if the second is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MILLIS);
}

/** Hot path of flock calculations: three times as fast as `Date.parse`. */
function utcMidnight(day: CalendarDay): number {
  const cached = midnights.get(day);
  if (cached !== undefined) return cached;
  const midnight = Date.UTC(digitsOf(day, 0, 4), digitsOf(day, 5, 7) - 1, digitsOf(day, 8, 10));
  if (midnights.size >= MOST_DAYS_KEPT) midnights.clear();
  midnights.set(day, midnight);
  return midnight;
}

/** Parses the digits between two positions of a text; NaN if there are none. */
function digitsOf(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - DIGIT_ZERO;
  return number;
}

/** The day `count` months later; the last day of the month if that day does not exist. */
export function addMonths(day: CalendarDay, count: number): CalendarDay {
  const [year, month, date] = [digitsOf(day, 0, 4), digitsOf(day, 5, 7), digitsOf(day, 8, 10)];
  const last = new Date(Date.UTC(year, month - 1 + count + 1, 0)).getUTCDate();
  return formatUtcDay(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** Whether the name is a time zone this runtime knows. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatUtcDay(millis: number): CalendarDay {
  const number = Math.floor(millis / DAY_MILLIS);
  const cached = days.get(number);
  if (cached !== undefined) return cached;
  const day = new Date(millis).toISOString().slice(0, 10);
  if (days.size >= MOST_DAYS_KEPT) days.clear();
  days.set(number, day);
  return day;
}

/** The offset of a zone from UTC at an instant. */
export function zoneOffsetMillis(millis: number, zone: string): number {
  if (zone === 'UTC') return 0;
  return offsetOfDay(Math.floor(millis / DAY_MILLIS), zone) ?? readOffset(millis, zone);
}

/** Caches the offset of a whole UTC day: thousands of readings share a day, and `Intl` is slow. */
function offsetOfDay(utcDay: number, zone: string): number | null {
  const days = dayOffsets.get(zone) ?? new Map<number, number | null>();
  dayOffsets.set(zone, days);
  const cached = days.get(utcDay);
  if (cached !== undefined) return cached;
  const first = readOffset(utcDay * DAY_MILLIS, zone);
  const last = readOffset((utcDay + 1) * DAY_MILLIS, zone);
  if (days.size >= MOST_DAYS_KEPT) days.clear();
  const offset = first === last ? first : null;
  days.set(utcDay, offset);
  return offset;
}

function readOffset(millis: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(millis))
    parts[type] = Number(value);
  const {
    year = 0,
    month = 1,
    day = 1,
    hour = 0,
    minute = 0,
    second = 0,
  } = parts as {
    [part in Intl.DateTimeFormatPartTypes]?: number;
  };
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(millis / 1000) * 1000;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}
