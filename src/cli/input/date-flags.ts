import { type Command, Option } from 'commander';
import { type Message, message } from '../../model/core/message.ts';
import type { NamedField } from '../../model/core/resource.ts';
import {
  dayInZone,
  formatInstant,
  isCalendarDay,
  parseInstant,
  parseInstantInZone,
  startOfDay,
} from '../../tools/calendar.ts';
import { kebabCase } from '../../tools/words.ts';
import { suggestWords } from '../core/command-line.ts';
import { usageError } from '../core/errors.ts';
import { type Present, relativeDay, relativeInstant } from '../core/time.ts';
import type { CommandContext } from '../session/context.ts';
/** Kinds of values that a date flag takes, used as its placeholder in help. */
export type DateKind = 'day' | 'time' | 'day or time';

interface DateOptions {
  /** Accepted values that are not dates, such as `never`. */
  readonly others?: RegExp;
  /** Values that are completed and listed in addition to the date words. */
  readonly words?: readonly string[];
  /**
   * Clock and time zone for relative dates: `server` by default; `machine` for commands that do not
   * contact a server; with `command`, the command parses the date.
   */
  readonly present?: 'server' | 'machine' | 'command';
  /**
   * A field or filter of a row: the server knows the time zone of the farm and interprets ISO dates
   * in it.
   */
  readonly isField?: boolean;
}

interface DateFlag extends DateOptions {
  readonly kind: DateKind;
}

const PLACEHOLDER = /<(day or time|day|time)>/;
/** Flags that take a date. */
export const dateFlags = new WeakMap<Option, DateFlag>();
const assignments = new WeakMap<Option, readonly NamedField[]>();

const FORMS: Readonly<Record<DateKind, string>> = {
  day: 'today-7d or 2026-11-20',
  time: 'now-2h or 2026-11-20T06:30Z',
  'day or time': 'today-7d, now-2h or 2026-11-20',
};
/** The localised messages. */
const FORM_TEXTS = {
  day: 'dates.day',
  time: 'dates.time',
  'day or time': 'dates.dayOrTime',
} as const satisfies Readonly<Record<DateKind, string>>;
const WORDS: Readonly<Record<DateKind, readonly string[]>> = {
  day: ['today', 'yesterday', 'today-7d'],
  time: ['now', 'now-2h', 'today', 'yesterday'],
  'day or time': ['today', 'yesterday', 'today-7d', 'now-2h'],
};

/** Creates a date flag; its placeholder gives the kind: `--from <day or time>`. */
export function dateOption(flags: string, summary: string, options: DateOptions = {}): Option {
  const kind = PLACEHOLDER.exec(flags)?.[1] as DateKind | undefined;
  if (kind === undefined) throw new Error(`${flags} does not say which kind of date it takes`);
  const forms = [...(options.words ?? []), FORMS[kind]].join(', ');
  const option = new Option(flags, [summary, forms].filter((part) => part !== '').join('; '));
  dateFlags.set(option, { kind, ...options });
  return suggestWords(option, [...(options.words ?? []), ...WORDS[kind]]);
}

/** A flag with `field=value` values; values of date fields are parsed like those of date flags. */
export function assignmentOption(option: Option, fields: readonly NamedField[]): Option {
  assignments.set(option, fields);
  return option;
}

/** Replaces relative dates in the flags of a command with days and timestamps before it runs. */
export async function resolveDateFlags(command: Command, context: CommandContext): Promise<void> {
  const presents = new Presents(context);
  for (const option of command.options) {
    const key = option.attributeName();
    const value: unknown = command.getOptionValue(key);
    const flag = dateFlags.get(option);
    const fields = assignments.get(option);
    if (flag && typeof value === 'string') {
      const read = await resolveFlag(value, { flag, place: option.long ?? key, presents });
      command.setOptionValueWithSource(key, read, command.getOptionValueSource(key) ?? 'cli');
    } else if (fields && Array.isArray(value)) {
      const read = [];
      for (const text of value) read.push(await resolveAssignment(String(text), fields, presents));
      command.setOptionValueWithSource(key, read, 'cli');
    }
  }
}

/** Resolves the dates in an object from `--input` like those of flags. */
export async function resolveDateFields(
  context: CommandContext,
  values: Readonly<Record<string, unknown>>,
  fields: readonly NamedField[],
): Promise<Readonly<Record<string, unknown>>> {
  const presents = new Presents(context);
  const read: Record<string, unknown> = { ...values };
  for (const [name, { type }] of fields) {
    const [kind, value] = [dateKindOf(type), values[name]];
    if (kind === undefined || typeof value !== 'string') continue;
    const flag = { kind, isField: true };
    read[name] = await resolveFlag(value, { flag, place: `--input: ${name}`, presents });
  }
  return read;
}

/** Resolves a date in a positional argument like that of a flag. */
export function resolveDate(
  context: CommandContext,
  text: string,
  { kind, place }: { readonly kind: DateKind; readonly place: string },
): Promise<string> {
  return resolveFlag(text, { flag: { kind }, place, presents: new Presents(context) });
}

/** Fetches each clock once, and only if a date is relative. */
class Presents {
  readonly #context: CommandContext;
  #ofServer: Promise<Present> | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  of(source: 'server' | 'machine'): Promise<Present> {
    if (source === 'machine') return Promise.resolve(machinePresent(this.#context));
    this.#ofServer ??= import('./server-present.ts').then(({ findFarmPresent }) =>
      findFarmPresent(this.#context),
    );
    return this.#ofServer;
  }
}

/** The clock and time zone of this machine. */
export function machinePresent({ now }: Pick<CommandContext, 'now'>): Present {
  return { now: now.now(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

interface FlagPlace {
  readonly flag: DateFlag;
  readonly place: string;
  readonly presents: Presents;
}

async function resolveFlag(text: string, { flag, place, presents }: FlagPlace): Promise<string> {
  const { kind, others, isField = false, present = 'server' } = flag;
  if (isBuddhistDay(text)) throw notDate(text, flag, place);
  // An empty string clears a field.
  if (others?.test(text) || (isField && (text === '' || isIso(text, kind)))) return text;
  if (readDate(text, kind, SAMPLE) === undefined) throw notDate(text, flag, place);
  if (present === 'command' || isAbsolute(text, kind)) return text;
  return readDate(text, kind, await presents.of(present)) ?? text;
}

async function resolveAssignment(
  text: string,
  fields: readonly NamedField[],
  presents: Presents,
): Promise<string> {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0));
  const [, field] =
    fields.find(([fieldName]) => fieldName === name || kebabCase(fieldName) === name) ?? [];
  const kind = field && dateKindOf(field.type);
  if (kind === undefined) return text;
  const flag = { kind, isField: true };
  const value = await resolveFlag(text.slice(at + 1), { flag, place: `--set ${name}`, presents });
  return `${name}=${value}`;
}

/** The date kind of fields of the type; undefined for other types. */
export function dateKindOf(type: NamedField[1]['type']): 'day' | 'time' | undefined {
  if (type === 'date') return 'day';
  return type === 'timestamp' ? 'time' : undefined;
}

/** Any time is sufficient to check whether a text is a date. */
const SAMPLE: Present = { now: Date.UTC(2026, 10, 20), zone: 'UTC' };

/** Whether the server parses the text, in the time zone of the row's farm. */
function isIso(text: string, kind: DateKind): boolean {
  return (kind !== 'time' && isCalendarDay(text)) || parseInstantInZone(text, 'UTC') !== undefined;
}

/** Whether the text denotes a fixed day or instant and is sent unchanged. */
function isAbsolute(text: string, kind: DateKind): boolean {
  if (kind !== 'time' && isCalendarDay(text)) return true;
  return kind !== 'day' && parseInstant(text) !== undefined;
}

/**
 * The day or timestamp that a text denotes; undefined if it is not a date. If a day is expected, a
 * time is reduced to its day; if a time is expected, a day becomes its first instant.
 */
export function readDate(text: string, kind: DateKind, present: Present): string | undefined {
  const day = relativeDay(text, present);
  if (day !== undefined) {
    return kind === 'time' ? formatInstant(startOfDay(day, present.zone)) : day;
  }
  const instant = relativeInstant(text, present);
  if (instant === undefined) return undefined;
  return kind === 'day' ? dayInZone(instant, present.zone) : formatInstant(instant);
}

function notDate(text: string, { kind, words = [] }: DateFlag, place: string) {
  const forms = [...words, FORMS[kind]].join(', ');
  const expected = message(FORM_TEXTS[kind], { words: words.map((word) => `${word}, `).join('') });
  return usageError(`${place} must be a ${kind} such as ${forms}, not ${JSON.stringify(text)}`, {
    hint: dateHint(text) ?? message('hint.help', { command: 'farmctl help dates' }),
    text: [message('cli.mustBeDate', { place, value: JSON.stringify(text), forms: expected })],
  });
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/** Range of Buddhist calendar years in current use; 2569 is 2026. */
const BUDDHIST = { from: 2443, to: 2700, ahead: 543 } as const;

interface WrittenDay {
  readonly typed: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether a text is a day with a Buddhist calendar year. */
function isBuddhistDay(text: string): boolean {
  const written = writtenDay(text);
  return written !== undefined && written.year !== written.typed;
}

/** A hint for a date in an unsupported format; undefined if the text is not a date. */
function dateHint(text: string): Message | undefined {
  const written = writtenDay(text);
  if (!written || written.month < 1 || written.month > 12) return undefined;
  const { typed, year, month, day } = written;
  const iso = [year, padded(month), padded(day)].join('-');
  const isBuddhist = year === typed ? 'no' : 'yes';
  const params = { typed: String(typed), year: String(year), isBuddhist } as const;
  return isCalendarDay(iso)
    ? message('dates.write', { ...params, iso })
    : message('dates.noSuchDay', {
        ...params,
        month: `${year}-${padded(month)}`,
        day: String(day),
      });
}

function writtenDay(text: string): WrittenDay | undefined {
  const yearFirst = YEAR_FIRST.exec(text)?.slice(1).map(Number);
  const [typed = 0, month = 0, day = 0] =
    yearFirst ?? DAY_FIRST.exec(text)?.slice(1).map(Number).toReversed() ?? [];
  if (typed === 0) return undefined;
  const isBuddhist = typed >= BUDDHIST.from && typed <= BUDDHIST.to;
  return { typed, year: isBuddhist ? typed - BUDDHIST.ahead : typed, month, day };
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
