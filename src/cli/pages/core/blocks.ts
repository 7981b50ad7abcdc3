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

/** Severity or completion; shown by a mark, and by colour if available. */
export type Mark = 'critical' | 'warning' | 'info' | 'done' | 'todo';

/** A table cell; its state sets the colour and is also evident from the text. */
export type Cell = string | { readonly text: string; readonly state: Mark | undefined };

export interface TableColumn {
  readonly title: string;
  /** Right-aligned. */
  readonly isNumber?: boolean;
  /** Values of several words, such as days with times: wrapped, never truncated. */
  readonly isWrapped?: boolean;
}

/** A part of a page, independent of the output device. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** A paragraph; wrapped if the width is known. */
  | { readonly kind: 'text'; readonly text: string; readonly mark?: Mark; readonly indent?: number }
  /** Labels in a column, with their contents. */
  | { readonly kind: 'labelled'; readonly rows: readonly Labelled[] }
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: Rows }
  /** A drawing, shown unchanged, with text after its lines. */
  | { readonly kind: 'drawing'; readonly lines: readonly DrawnLine[] }
  /** A plot with the margin of each line. */
  | { readonly kind: 'plot'; readonly lines: readonly PlotLine[] }
  /** A command line, split where it may be broken. */
  | { readonly kind: 'command'; readonly parts: readonly string[]; readonly indent?: number };

/** A line of a drawing and its text. */
export type DrawnLine = readonly [drawing: string, text: string];

/** A line of a plot: the margin with the axis, and the cells. */
export type PlotLine = readonly [margin: string, runs: readonly PlotRun[]];

/** The cells of a table by row. */
export type Rows = readonly (readonly Cell[])[];

/** A label and its content: a text, or a drawing followed by a text. */
export interface Labelled {
  readonly label: string;
  readonly drawing?: string;
  /** Unwrapped lines below the drawing: axis and legend. */
  readonly below?: readonly string[];
  readonly text: string;
  readonly state?: Mark | undefined;
  /** The command for it, split where it may be broken. */
  readonly command?: readonly string[] | undefined;
}

const POINT = '\u00a0· ';

/** Blocks under a heading; empty without blocks. */
export function section(heading: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'heading', text: heading }, ...blocks];
}

/**
 * A table without its empty columns; nothing if it has no rows, or no columns besides the names.
 */
export function tableOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
): readonly Block[] {
  const isKnown = columns.map((_, index) => rows.some((row) => isReported(row[index])));
  const onlyKnown = <T>(items: readonly T[]) => items.filter((_, index) => isKnown[index]);
  const knownCount = isKnown.filter((isPresent) => isPresent).length;
  if (rows.length === 0 || knownCount <= Math.min(1, columns.length - 1)) return [];
  return [{ kind: 'table', columns: onlyKnown(columns), rows: rows.map(onlyKnown) }];
}

function isReported(cell: Cell | undefined): boolean {
  const text = typeof cell === 'object' ? cell.text : cell;
  return text !== undefined && text !== '' && text !== NONE;
}

/** Joins the defined parts of a line with a middle dot. */
export function joinParts(parts: readonly (string | undefined)[]): string {
  // A no-break space keeps the dot at the end of a line.
  return parts.filter((part) => part !== undefined && part !== '' && part !== NONE).join(POINT);
}

/** Rendering context of a page: language, glyphs and names of IDs. */
export interface PageContext {
  readonly words: Words;
  /** The same with the times of this farm's zone. */
  readonly wordsOf: (farmId: string | undefined) => Words;
  readonly texts: Texts;
  readonly glyphs: Glyphs;
  /** Whether the terminal supports only ASCII. */
  readonly isAscii: boolean;
  /** Display width of a text, in columns. */
  readonly widthOf: Measure;
  /** Names of farms, barns and flocks by ID. */
  readonly names: ReadonlyMap<string, string>;
}

/** The name of the ID, or the ID itself. */
export function nameOf({ names }: PageContext, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (names.get(id) ?? id);
}

/** Names of the rows by ID, from the first of these fields that is set. */
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

/** The user a page is rendered for. */
export interface Reader {
  /** The answer of `/me`. */
  readonly me: Facts<Sent<(typeof meAnswer)['schema']>>;
  readonly answer: Facts<unknown>;
  /** The requested language; otherwise that of the organisation, otherwise English. */
  readonly language: Language | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly names: readonly (readonly [id: string, name: string])[];
}

/** Creates the page context for a reader: language, farm clock, glyphs and names. */
export async function createPageContext(reader: Reader): Promise<PageContext> {
  const { me, answer, environment, names } = reader;
  const zones = new Map(
    me.list('farms').map((farm) => [farm.text('id'), farm.text('timezone')] as const),
  );
  const zoneOf = (farmId: string | undefined) =>
    zones.get(farmId) ?? me.text('org.timezone') ?? 'UTC';
  const zone = answer.text('farm.timezone') ?? zoneOf(answer.text('farmId'));
  const isAscii = isAsciiOnly(environment);
  const language = languageOf(reader);
  const translator = await loadLanguage(language);
  const labels = await loadLabels(language);
  const words = createWords(translator, zone, labels);
  return {
    words,
    wordsOf: (farmId) => {
      const ownZone = zoneOf(farmId);
      return ownZone === zone ? words : createWords(translator, ownZone, labels);
    },
    texts: translator.texts,
    glyphs: isAscii ? asciiGlyphs : unicodeGlyphs,
    isAscii,
    widthOf: await loadMeasure(),
    names: new Map([...namesOf(me.list('farms'), ['name']), ...names]),
  };
}

function languageOf({ me, language }: Reader): Language {
  const organisationLanguage = me.text('org.language') ?? '';
  return language ?? (isLanguage(organisationLanguage) ? organisationLanguage : 'en');
}

const markOfSeverity: Readonly<Record<string, Mark>> = {
  critical: 'critical',
  urgent: 'critical',
  warning: 'warning',
  high: 'warning',
  info: 'info',
};

/** The mark of a severity or an equivalent word; undefined for other words. */
export function severityMark(word: string | undefined): Mark | undefined {
  return word === undefined || !Object.hasOwn(markOfSeverity, word)
    ? undefined
    : markOfSeverity[word];
}

const USUAL = 'normal';

/** Fields of a task shown on its line. */
interface TaskWords {
  readonly title: string;
  readonly assignee: string | null;
  readonly priority: string;
  readonly dueDate: string | null;
  readonly overdue: boolean;
}

/** An open task: title, assignee, priority and due date. */
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

/** A duration in whole minutes, hours or days, as people would say it. */
export function spanOf(minutes: number): Quantity {
  if (minutes < MINUTES_AN_HOUR) return { quantity: minutes, unit: 'minutes' };
  const hours = Math.floor(minutes / MINUTES_AN_HOUR);
  if (hours < DAYS_FROM_HOURS) return { quantity: hours, unit: 'hours' };
  return { quantity: Math.floor(hours / HOURS_A_DAY), unit: 'days' };
}
