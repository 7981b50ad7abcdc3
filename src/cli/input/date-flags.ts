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
/** The values that a date flag takes, by the placeholder in its help. */
export type DateKind = 'day' | 'time' | 'day or time';

/** How a date flag is read, where that differs from most. */
interface DateOptions {
  /** Values that are no dates, such as `never`. */
  readonly others?: RegExp;
  /** Completed and listed besides the words for dates. */
  readonly words?: readonly string[];
  /**
   * Whose clock and zone relative dates are measured from: `server` unless said; `machine` for
   * commands that ask no server; with `command` the command reads the date itself.
   */
  readonly present?: 'server' | 'machine' | 'command';
  /** A field or filter of a row: the server knows the zone of its farm and reads ISO dates in it. */
  readonly isField?: boolean;
}

interface DateFlag extends DateOptions {
  readonly kind: DateKind;
}

const PLACEHOLDER = /<(day or time|day|time)>/;
/** The flags that take a date. */
export const dateFlags = new WeakMap<Option, DateFlag>();
const assignments = new WeakMap<Option, readonly NamedField[]>();

const FORMS: Readonly<Record<DateKind, string>> = {
  day: 'today-7d or 2026-11-20',
  time: 'now-2h or 2026-11-20T06:30Z',
  'day or time': 'today-7d, now-2h or 2026-11-20',
};
/** The same in the languages of the service. */
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

/** A flag that takes a date; its placeholder says of which kind: `--from <day or time>`. */
export function dateOption(flags: string, summary: string, options: DateOptions = {}): Option {
  const kind = PLACEHOLDER.exec(flags)?.[1] as DateKind | undefined;
  if (kind === undefined) throw new Error(`${flags} does not say which kind of date it takes`);
  const forms = [...(options.words ?? []), FORMS[kind]].join(', ');
  const option = new Option(flags, [summary, forms].filter((part) => part !== '').join('; '));
  dateFlags.set(option, { kind, ...options });
  return suggestWords(option, [...(options.words ?? []), ...WORDS[kind]]);
}

/** A flag whose values are `field=value`; those of fields that hold dates are read as their flags. */
export function assignmentOption(option: Option, fields: readonly NamedField[]): Option {
  assignments.set(option, fields);
  return option;
}

/** Replaces relative dates in the flags of a command that is about to run by days and time stamps. */
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

/** An object of `--input` with its dates read as those of the flags. */
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

/** As a flag, where a date is an argument of a command. */
export function resolveDate(
  context: CommandContext,
  text: string,
  { kind, place }: { readonly kind: DateKind; readonly place: string },
): Promise<string> {
  return resolveFlag(text, { flag: { kind }, place, presents: new Presents(context) });
}

/** Asked for once, and only where a date is relative. */
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

/** The clock and the zone of this machine. */
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
  // An empty text clears a field.
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
  const [, field] = fields.find(([own]) => own === name || kebabCase(own) === name) ?? [];
  const kind = field && dateKindOf(field.type);
  if (kind === undefined) return text;
  const flag = { kind, isField: true };
  const value = await resolveFlag(text.slice(at + 1), { flag, place: `--set ${name}`, presents });
  return `${name}=${value}`;
}

/** The kind of date in fields of the type; undefined for those that hold none. */
export function dateKindOf(type: NamedField[1]['type']): 'day' | 'time' | undefined {
  if (type === 'date') return 'day';
  return type === 'timestamp' ? 'time' : undefined;
}

/** Any present will do to see whether a text is a date. */
const SAMPLE: Present = { now: Date.UTC(2026, 10, 20), zone: 'UTC' };

/** Whether the server reads the text itself, in the zone of the farm of the row. */
function isIso(text: string, kind: DateKind): boolean {
  return (kind !== 'time' && isCalendarDay(text)) || parseInstantInZone(text, 'UTC') !== undefined;
}

/** Whether the text means the same day or instant everywhere, and is sent as it stands. */
function isAbsolute(text: string, kind: DateKind): boolean {
  if (kind !== 'time' && isCalendarDay(text)) return true;
  return kind !== 'day' && parseInstant(text) !== undefined;
}

/**
 * The day or time stamp that a text means; undefined for what is no date. Where a day is needed a
 * time gives the day in which it lies, where a time is needed a day gives its first moment.
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
  const said = message(FORM_TEXTS[kind], { words: words.map((word) => `${word}, `).join('') });
  return usageError(`${place} must be a ${kind} such as ${forms}, not ${JSON.stringify(text)}`, {
    hint: dateHint(text) ?? message('hint.help', { command: 'farmctl help dates' }),
    text: [message('cli.mustBeDate', { place, value: JSON.stringify(text), forms: said })],
  });
}

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/** Years of the Buddhist calendar that people of today write; 2569 is 2026. */
const BUDDHIST = { from: 2443, to: 2700, ahead: 543 } as const;

interface WrittenDay {
  readonly typed: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Whether a text is a day with a year of the Buddhist calendar. */
function isBuddhistDay(text: string): boolean {
  const written = writtenDay(text);
  return written !== undefined && written.year !== written.typed;
}

/** A hint how to write a date that farmctl does not read; undefined where the text is not a date. */
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
