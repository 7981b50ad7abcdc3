import { message } from '../../model/core/message.ts';
import {
  addDays,
  type CalendarDay,
  dayInZone,
  daysBetween,
  formatInstant,
  isCalendarDay,
  parseInstantInZone,
  parseLocalTime,
} from '../../tools/calendar.ts';
import { CliError } from './errors.ts';
import type { Io } from './io.ts';

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/;
const UNIT_MILLIS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const LONGEST_MILLIS = 24 * UNIT_MILLIS.h;

/**
 * Parses a duration such as `500ms`, `30s`, `2m` or `1h` to milliseconds; a bare number is in
 * seconds. Undefined for other text and for durations of more than a day.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const unit = (match[2] ?? 's') as keyof typeof UNIT_MILLIS;
  const millis = Math.round(Number(match[1]) * UNIT_MILLIS[unit]);
  return millis <= LONGEST_MILLIS ? millis : undefined;
}

/** The `--timeout` deadline of a command. */
export interface Deadline {
  /** The I/O, interrupted when the time is up. */
  readonly io: Io;
  /**
   * Starts the timer of a command; an invalid duration is ignored here and rejected by the
   * settings.
   */
  start(command: readonly string[], timeout: string | undefined): void;
  /** Stops the timer when the command has ended. */
  clear(): void;
}

/** Commands that run until stopped: their `--timeout` applies to each request. */
const UNBOUNDED: readonly string[] = ['events tail', 'webhook listen', 'mcp', 'chat'];

/**
 * Limits a whole command, including its pages, retries and waits. Only the flag is applied here;
 * the `timeout` of a profile or of the environment applies to each request.
 */
export function createDeadline(io: Io): Deadline {
  const controller = new AbortController();
  const interruption = AbortSignal.any([io.interruption, controller.signal]);
  let timer: NodeJS.Timeout | undefined;
  return {
    io: { ...io, interruption },
    start(command, timeout) {
      const millis = timeout === undefined ? undefined : parseDuration(timeout);
      if (millis === undefined || UNBOUNDED.includes(command.join(' '))) return;
      const end = () => controller.abort(timeIsUp(timeout ?? ''));
      timer = setTimeout(end, millis);
    },
    clear: () => clearTimeout(timer),
  };
}

function timeIsUp(timeout: string): CliError {
  return new CliError('noConnection', message('fault.timeoutReached', { timeout }), {
    hint: message('hint.longerTimeout'),
  });
}

const DAY = /^(today|yesterday|tomorrow)(?:([+-])(\d{1,4})([dw]))?$/;
const DAYS_AWAY = { today: 0, yesterday: -1, tomorrow: 1 } as const;
const LOCAL = /^(.+)[ T](\d{2}:\d{2}(?::\d{2})?)$/;
const NOW = /^now(?:([+-])(\d{1,6})([smhdw]))?$/;
const OFFSET_UNIT_MILLIS = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** The reference point of relative dates. */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
}

/**
 * The day denoted by `today`, `yesterday`, `today-14d`, `today+2w` or `2026-11-21`; undefined for
 * other text, and for a day outside the calendar.
 */
export function relativeDay(text: string, { now, zone }: Present): CalendarDay | undefined {
  if (isCalendarDay(text)) return text;
  const match = DAY.exec(text);
  if (!match) return undefined;
  const [, word, sign, count = '0', unit] = match;
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  const daysFromToday = DAYS_AWAY[word as keyof typeof DAYS_AWAY] + (sign === '-' ? -days : days);
  const day = addDays(dayInZone(now, zone), daysFromToday);
  return isCalendarDay(day) ? day : undefined;
}

/**
 * The instant, in milliseconds since 1970, denoted by `now`, `now-90m`, `today-1d 06:30` (local
 * time in the zone) or a timestamp; undefined for other text.
 */
export function relativeInstant(text: string, present: Present): number | undefined {
  const match = NOW.exec(text);
  if (match) {
    const [, sign, count = '0', unit = 's'] = match;
    const millis = Number(count) * OFFSET_UNIT_MILLIS[unit as keyof typeof OFFSET_UNIT_MILLIS];
    return present.now + (sign === '-' ? -millis : millis);
  }
  const [, day = '', time] = LOCAL.exec(text) ?? [];
  const relative = relativeDay(day, present);
  if (relative !== undefined) return parseLocalTime(`${relative}T${time}`, present.zone);
  return parseInstantInZone(text, present.zone);
}

/** Interpolates between two days by a fraction; formats the result as a whole day. */
export function dayBetween(from: CalendarDay, to: CalendarDay, share: number): CalendarDay {
  return addDays(from, Math.round(daysBetween(from, to) * share));
}

/** Interpolates between two instants by a fraction; formats the result as a timestamp. */
export function instantBetween(from: number, to: number, share: number): string {
  return formatInstant(Math.round(from + (to - from) * share));
}
