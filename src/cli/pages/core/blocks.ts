import type { Texts } from '../../../i18n/en.ts';
import { loadLabels } from '../../../i18n/labels.ts';
import { loadLanguage } from '../../../i18n/load-language.ts';
import type { meAnswer } from '../../../model/answers/organisation.ts';
import type { Sent } from '../../../model/api/json-schema.ts';
import { isLanguage, type Language, type Quantity } from '../../../model/core/message.ts';
import { asciiGlyphs, type Glyphs, unicodeGlyphs } from '../../output/charts.ts';
import type { Facts, Paths } from '../../output/facts.ts';
import type { PlotRun } from '../../output/plot.ts';
import { loadMeasure, type Measure } from '../../output/text-layout.ts';
import { createWords, isAsciiOnly, NONE, type Words } from './words.ts';

/** How grave something is, or whether it is done; shown by a mark, and by colour where there is. */
export type Mark = 'critical' | 'warning' | 'info' | 'done' | 'todo';

/** One cell of a table; its state colours it, its text says it. */
export type Cell = string | { readonly text: string; readonly state: Mark | undefined };

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly isNumber?: boolean;
}

/** A part of a page, without any thought of where it is shown. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** A paragraph; wrapped where there is a width. */
  | { readonly kind: 'text'; readonly text: string; readonly mark?: Mark; readonly indent?: number }
  /** A label and what belongs to it, the labels in a column. */
  | { readonly kind: 'labelled'; readonly rows: readonly Labelled[] }
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: Rows }
  /** A drawing, shown as it is, with words behind its lines. */
  | { readonly kind: 'drawing'; readonly lines: readonly DrawnLine[] }
  /** A plot with what stands before each of its lines. */
  | { readonly kind: 'plot'; readonly lines: readonly PlotLine[] }
  /** A command line in the parts between which it may be broken. */
  | { readonly kind: 'command'; readonly parts: readonly string[]; readonly indent?: number };

/** A line of a drawing, and what is said of it. */
export type DrawnLine = readonly [drawing: string, text: string];

/** A line of a plot: its margin, with the axis, and its cells. */
export type PlotLine = readonly [margin: string, runs: readonly PlotRun[]];

/** The cells of a table by row. */
export type Rows = readonly (readonly Cell[])[];

/** A label and what belongs to it: a text, or a drawing with a text behind it. */
export interface Labelled {
  readonly label: string;
  readonly drawing?: string;
  /** Under the drawing, as it stands: its axis, its legend. */
  readonly below?: readonly string[];
  readonly text: string;
  readonly state?: Mark | undefined;
  /** What to do about it, in the parts between which it may be broken. */
  readonly command?: readonly string[] | undefined;
}

const POINT = '\u00a0· ';

/** Blocks under a heading; nothing where there are none. */
export function section(heading: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', text: heading }, ...blocks];
}

/**
 * A table without the columns in which nothing is known; nothing where it has no rows, or tells no
 * more of them than their names.
 */
export function tableOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
): readonly Block[] {
  const isKnown = columns.map((_, index) => rows.some((row) => isReported(row[index])));
  const kept = <T>(items: readonly T[]) => items.filter((_, index) => isKnown[index]);
  const told = isKnown.filter((known) => known).length;
  if (rows.length === 0 || told <= Math.min(1, columns.length - 1)) return [];
  return [{ kind: 'table', columns: kept(columns), rows: rows.map(kept) }];
}

function isReported(cell: Cell | undefined): boolean {
  const text = typeof cell === 'object' ? cell.text : cell;
  return text !== undefined && text !== '' && text !== NONE;
}

/** The parts of a line that there are, with a point between them. */
export function joinParts(parts: readonly (string | undefined)[]): string {
  // The point stays with what is before it: no line begins with one.
  return parts.filter((part) => part !== undefined && part !== '' && part !== NONE).join(POINT);
}

/** What a page is written with: words of a language, signs that can be shown, names for ids. */
export interface PageContext {
  readonly words: Words;
  readonly texts: Texts;
  readonly glyphs: Glyphs;
  /** Whether nothing but ASCII can be shown. */
  readonly isAscii: boolean;
  /** How many columns a text takes. */
  readonly widthOf: Measure;
  /** Names of farms, barns and flocks by their id. */
  readonly names: ReadonlyMap<string, string>;
}

/** What is known by this id, else the id. */
export function nameOf({ names }: PageContext, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (names.get(id) ?? id);
}

/** The names of the rows by their id, from the first of these fields that they have. */
export function namesOf<T extends { readonly id: string }>(
  rows: readonly Facts<T>[],
  fields: readonly Paths<T>[],
): readonly (readonly [id: string, name: string])[] {
  return rows.flatMap((row: Facts<unknown>) => {
    const id = row.text('id');
    const name = fields.map((field: string) => row.text(field)).find((text) => text !== undefined);
    return id === undefined || name === undefined ? [] : [[id, name] as const];
  });
}

/** What is known of whoever reads a page. */
export interface Reader {
  /** The answer of `/me`. */
  readonly me: Facts<Sent<(typeof meAnswer)['schema']>>;
  readonly answer: Facts<unknown>;
  /** As asked for; else that of the organisation, else English. */
  readonly language: Language | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly names: readonly (readonly [id: string, name: string])[];
}

/** Makes the desk for a reader: the language, the clock of the farm, signs and names. */
export async function createPageContext(reader: Reader): Promise<PageContext> {
  const { me, answer, environment, names } = reader;
  const zone = answer.text('farm.timezone') ?? me.text('org.timezone') ?? 'UTC';
  const isAscii = isAsciiOnly(environment);
  const language = languageOf(reader);
  const translator = await loadLanguage(language);
  return {
    words: createWords(translator, zone, await loadLabels(language)),
    texts: translator.texts,
    glyphs: isAscii ? asciiGlyphs : unicodeGlyphs,
    isAscii,
    widthOf: await loadMeasure(),
    names: new Map([...namesOf(me.list('farms'), ['name']), ...names]),
  };
}

function languageOf({ me, language }: Reader): Language {
  const own = me.text('org.language') ?? '';
  return language ?? (isLanguage(own) ? own : 'en');
}

const marks: Readonly<Record<string, Mark>> = {
  critical: 'critical',
  urgent: 'critical',
  warning: 'warning',
  high: 'warning',
  info: 'info',
};

/** The mark of a severity or of a word that stands for one; undefined for any other. */
export function severityMark(word: string | undefined): Mark | undefined {
  return word === undefined || !Object.hasOwn(marks, word) ? undefined : marks[word];
}

const USUAL = 'normal';

/** What a line about a task says. */
interface TaskWords {
  readonly title: string;
  readonly assignee: string | null;
  readonly priority: string;
  readonly dueDate: string | null;
  readonly overdue: boolean;
}

/** A task that is to be done: what, who, how urgent and by when. */
export function taskLine(task: Facts<TaskWords>, { words }: PageContext): Block {
  const priority = task.text('priority');
  const due = task.text('dueDate');
  const text = joinParts([
    task.text('title'),
    task.text('assignee'),
    priority === USUAL || priority === undefined ? undefined : words.name('priority', priority),
    due === undefined ? undefined : words.shortDay(due),
    task.flag('overdue') ? words.t('page.overdue') : undefined,
  ]);
  return { kind: 'text', mark: 'todo', text };
}

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;
const DAYS_FROM_HOURS = 48;

/** Some minutes in the unit people would say them in; whole ones. */
export function spanOf(minutes: number): Quantity {
  if (minutes < MINUTES_AN_HOUR) return { quantity: minutes, unit: 'minutes' };
  const hours = Math.floor(minutes / MINUTES_AN_HOUR);
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / HOURS_A_DAY), unit: 'days' };
}
