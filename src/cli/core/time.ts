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
 * Milliseconds of a span such as `500ms`, `30s`, `2m` or `1h`; a bare number is seconds.
 * Undefined for anything else, and beyond a day.
 */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const unit = (match[2] ?? 's') as keyof typeof UNIT_MILLIS;
  const millis = Math.round(Number(match[1]) * UNIT_MILLIS[unit]);
  return millis <= LONGEST_MILLIS ? millis : undefined;
}

/** The end of a command by `--timeout`. */
export interface Deadline {
  /** The surroundings, interrupted when the time is up. */
  readonly io: Io;
  /** Starts the time of a command; text that is no duration is left to the settings to refuse. */
  start(command: readonly string[], timeout: string | undefined): void;
  /** The command has ended. */
  clear(): void;
}

/** They run until they are stopped: for them `--timeout` is that of one request. */
const UNBOUNDED: readonly string[] = ['events tail', 'webhook listen', 'mcp', 'chat'];

/**
 * Bounds a whole command, its pages, retries and waits included. The `timeout` of a profile or of the
 * environment is that of one request; only the flag is meant for the command that it stands on.
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

/** What words for times are measured from. */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
}

/**
 * The day that `today`, `yesterday`, `today-14d`, `today+2w` or `2026-11-21` means; undefined for
 * other text, and for a day outside the calendar.
 */
export function relativeDay(text: string, { now, zone }: Present): CalendarDay | undefined {
  if (isCalendarDay(text)) return text;
  const match = DAY.exec(text);
  if (!match) return undefined;
  const [, word, sign, count = '0', unit] = match;
  const days = Number(count) * (unit === 'w' ? 7 : 1);
  const away = DAYS_AWAY[word as keyof typeof DAYS_AWAY] + (sign === '-' ? -days : days);
  const day = addDays(dayInZone(now, zone), away);
  return isCalendarDay(day) ? day : undefined;
}

/**
 * The instant, in milliseconds since 1970, that `now`, `now-90m`, `today-1d 06:30` (on the clocks of
 * the zone) or a time stamp means; undefined for other text.
 */
export function relativeInstant(text: string, present: Present): number | undefined {
  const match = NOW.exec(text);
  if (match) {
    const [, sign, count = '0', unit = 's'] = match;
    const millis = Number(count) * OFFSET_UNIT_MILLIS[unit as keyof typeof OFFSET_UNIT_MILLIS];
    return present.now + (sign === '-' ? -millis : millis);
  }
  const [, day = '', time] = LOCAL.exec(text) ?? [];
  const named = relativeDay(day, present);
  if (named !== undefined) return parseLocalTime(`${named}T${time}`, present.zone);
  return parseInstantInZone(text, present.zone);
}

/** The text of a share of the way from one day to another; a whole day. */
export function dayBetween(from: CalendarDay, to: CalendarDay, share: number): CalendarDay {
  return addDays(from, Math.round(daysBetween(from, to) * share));
}

/** The time stamp of a share of the way from one instant to another. */
export function instantBetween(from: number, to: number, share: number): string {
  return formatInstant(Math.round(from + (to - from) * share));
}
