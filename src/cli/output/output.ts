import type { Labels } from '../../i18n/labels.ts';
import type { Language } from '../../model/languages.ts';
import type { Measure } from './text-layout.ts';

/** A row or record as the API gave it. */
export type Values = Readonly<Record<string, unknown>>;

/** One column of rows, or one field of a record. */
export interface Column {
  /** Name in the API; what `--fields` takes. May lead inside an object: `key.name`. */
  readonly name: string;
  /** Heading for people in place of the label of the name. */
  readonly title?: string;
  /** Rows are recognised by it: a table never cuts it. */
  readonly isName?: boolean;
  /** Unit that follows a value where there is room for it. */
  readonly unit?: string;
  /** `time`: an instant, shown as its distance on a terminal; `number`: aligned to the right. */
  readonly kind?: 'time' | 'number';
}

/** Rows with columns: a list. */
export interface RowsOutput {
  readonly kind: 'rows';
  /** Shown when nobody chooses; table, TSV and CSV print these. */
  readonly columns: readonly Column[];
  /** What `--fields` can choose from besides; absent: any property of the rows. */
  readonly selectable?: readonly Column[];
  /** All of them, or page after page. */
  readonly rows: readonly Values[] | AsyncIterable<readonly Values[]>;
}

/** One record, shown field by field. */
export interface RecordOutput {
  readonly kind: 'record';
  /** The fields in their order; absent: the properties of the record. */
  readonly columns?: readonly Column[];
  readonly record: Values;
}

/** Something to be read: text for people, the data behind it for programs. */
export interface ReadingOutput {
  readonly kind: 'reading';
  readonly data: unknown;
  /** The text, each line ended; what comes from outside must be neutralised in it. */
  render(view: View): string;
}

/** Any JSON value that has no form of its own. */
export interface DocumentOutput {
  readonly kind: 'document';
  readonly data: unknown;
}

/** What a command prints; in which form is not its business. */
export type Output = RowsOutput | RecordOutput | ReadingOutput | DocumentOutput;

/** How text is laid out for people. */
export interface View {
  /** Columns there are; undefined where nothing is cut. */
  readonly width: number | undefined;
  /** How many columns a text takes. */
  readonly widthOf: Measure;
  readonly paint: Paint;
  /** Milliseconds since 1970 that instants are measured from; undefined: they are written out. */
  readonly now: number | undefined;
  /** In which distances in time are written; English where absent. */
  readonly language?: Language | undefined;
  /** What fields and units are called; where absent, their names. */
  readonly labels?: Labels | undefined;
  /** Names of rows by their id, shown in place of the id. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Whether right-to-left text is isolated, so that a terminal keeps the columns in order. */
  readonly isolates: boolean;
}

/** The styles in use; all of them leave the text as it is where there is no colour. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}
