import { type Labels, loadLabels } from '../../i18n/labels.ts';
import { message } from '../../model/core/message.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { CliError, endWith, usageError } from '../core/errors.ts';
import type { OutputStream } from '../core/io.ts';
import { csvText, tsvText } from './cell-text.ts';
import { escapeForJson, neutraliseLines, renderJson, renderJsonLine } from './neutralise.ts';
import {
  type Column,
  idIn,
  inferColumns,
  type Mark,
  markOf,
  type Output,
  type OutputFormat,
  pickFields,
  type RowsOutput,
  selectColumns,
  toRows,
  type Values,
  type View,
  valueAt,
} from './output.ts';
import {
  columnsThatFit,
  columnTitle,
  ID_PATTERN,
  renderRecord,
  renderTable,
} from './render-table.ts';
import { isPlain, loadMeasure, type Measure, terminalWidth } from './text-layout.ts';

/** Output options set by the user. */
export interface PrintOptions {
  /** Undefined by default: text on a terminal, TSV in a pipe. */
  readonly format: OutputFormat | undefined;
  readonly fields: readonly string[] | undefined;
  readonly header: boolean;
  readonly jq: string | undefined;
  /** An empty list results in exit status 3. */
  readonly failEmpty: boolean;
  /** Whether a page longer than the terminal is shown with a pager. */
  readonly isPaged?: boolean;
  /** Reports the fields that are not in the output. */
  readonly onLeftOut?: (names: readonly string[]) => Promise<void>;
  /** Explains the mark of an inexact value in a table. */
  readonly onMark?: (mark: Mark) => Promise<void>;
  /** Looks up the row names for IDs. */
  readonly findNames?: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Looks up the time zone of the organisation; undefined if it cannot be read. */
  readonly findZone?: () => Promise<string | undefined>;
  readonly view: Omit<View, 'widthOf'>;
}

/** The same, with the text measure loaded. */
type ReadyOptions = PrintOptions & { readonly view: View };

/** Prints the output of a command in the requested format. */
export async function printOutput(
  output: Output,
  options: PrintOptions,
  stdout: OutputStream,
): Promise<void> {
  if (output.kind === 'rows' && options.format === 'jsonl' && options.jq === undefined) {
    await streamLines(output, options, stdout);
    return;
  }
  const gathered = await gatherShape(output, options);
  const labels = await labelsFor(gathered, options, stdout);
  const names = labels && (await namesOf(gathered, options));
  const zone = await zoneOf(gathered, labels, options);
  const texts = { ...options.view, labels, names, zone };
  const isLine = output.kind === 'rows' && output.isLine === true;
  const header = options.header && !isLine;
  const ready = {
    ...options,
    header,
    view: { ...texts, widthOf: await measureFor(gathered, texts) },
  };
  const { shape, leftOut } = toFit(gathered, ready);
  const text =
    options.jq === undefined
      ? await renderShape(shape, ready, stdout)
      : await renderResults(await runJq(options.jq, shape.data), ready);
  const { isPaged = true, jq, format } = options;
  const isRead = isPaged && shape.kind === 'reading' && jq === undefined && !format;
  await (isRead && stdout.show ? stdout.show(text) : stdout.write(text));
  if (leftOut.length > 0) await options.onLeftOut?.(leftOut);
  if (labels) for (const mark of marksIn(shape)) await options.onMark?.(mark);
  if (options.failEmpty && Array.isArray(shape.data) && shape.data.length === 0) {
    throw endWith('notFound');
  }
}

function marksIn({ rows, columns, text }: Shape): readonly Mark[] {
  if (text) return [];
  const marks = new Set(rows.flatMap((row) => columns.map((column) => markOf(row, column))));
  return [...marks].filter((mark) => mark !== '').toSorted();
}

/** A table without explicit columns is reduced to those that fit the terminal. */
function toFit(shape: Shape, options: ReadyOptions) {
  const { fields, jq, format, view, header } = options;
  const isChosen = fields !== undefined || jq !== undefined || format !== undefined;
  if (isChosen || shape.kind !== 'rows') return { shape, leftOut: [] };
  const { shown, leftOut } = columnsThatFit(shape.rows, shape.columns, { view, header });
  return { shape: { ...shape, columns: shown }, leftOut: leftOut.map(({ name }) => name) };
}

/** Localised labels for formats with labelled columns; other formats use field names. */
async function labelsFor(shape: Shape, { view, format, jq }: PrintOptions, stdout: OutputStream) {
  const outputFormat = format ?? (jq === undefined ? defaultFormat(shape, stdout) : 'json');
  return outputFormat === 'table' ? loadLabels(view.language ?? 'en') : undefined;
}

/** Row names for the IDs in a table; explicitly requested IDs are not replaced. */
async function namesOf(shape: Shape, { fields, jq, findNames }: PrintOptions) {
  if (shape.text || fields !== undefined || jq !== undefined || !findNames) return undefined;
  const otherColumns = shape.columns.filter(({ name }) => name !== 'id');
  const values = shape.rows.flatMap((row) => otherColumns.map(({ name }) => valueAt(row, name)));
  const ids = values.flat().flatMap((value) => idIn(value) ?? []);
  const rows = new Set(ids.filter((id) => ID_PATTERN.test(id)));
  return rows.size === 0 ? undefined : findNames([...rows]);
}

/** The time zone of the instants of a record; explicitly requested fields are written as sent. */
async function zoneOf(
  shape: Shape,
  labels: Labels | undefined,
  { fields, jq, findZone }: PrintOptions,
) {
  const isCard =
    labels !== undefined && shape.kind === 'record' && fields === undefined && jq === undefined;
  if (!isCard || !INSTANT.test(JSON.stringify(shape.rows))) return undefined;
  return findZone?.();
}

const INSTANT = /"\d{4}-\d\d-\d\dT[\d:.]+Z"/;

/** The texts of a reading are not part of its data. */
async function measureFor(
  { kind, data, columns }: Shape,
  view: Pick<View, 'labels' | 'names' | 'language' | 'zone'>,
): Promise<Measure> {
  const titles = columns.map((column) => columnTitle(column, view));
  const texts = [data ?? null, titles, [...(view.names?.values() ?? [])]];
  // Relative times are localised too.
  const isEnglish = view.language === undefined || view.language === 'en';
  const isAscii = kind !== 'reading' && isEnglish && isPlain(JSON.stringify(texts));
  return isAscii ? terminalWidth : loadMeasure();
}

async function streamLines(
  output: RowsOutput,
  { fields, failEmpty }: PrintOptions,
  stdout: OutputStream,
): Promise<void> {
  let count = 0;
  for await (const page of pagesOf(output)) {
    const columns = fields && selectColumns(fields, selectableColumns(output, page));
    const lines = page.map((row) => renderJsonLine(columns ? pickFields(row, columns) : row));
    await stdout.write(lines.join(''));
    count += page.length;
  }
  if (failEmpty && count === 0) throw endWith('notFound');
}

/** An output loaded into memory: the data for `-o json`, and the columns for text output. */
interface Shape {
  readonly kind: Output['kind'];
  readonly data: unknown;
  readonly rows: readonly Values[];
  readonly columns: readonly Column[];
  readonly text?: (view: View) => string;
}

async function gatherShape(output: Output, { fields }: PrintOptions): Promise<Shape> {
  if (output.kind === 'rows') {
    const rows = await collect(output);
    if (!fields) return { kind: 'rows', data: rows, rows, columns: output.columns };
    const columns = selectColumns(fields, selectableColumns(output, rows));
    // A column may be marked by a field that is not shown.
    const pickedRows = rows.map((row) => pickFields(row, columns));
    return { kind: 'rows', data: pickedRows, rows, columns };
  }
  const data = output.kind === 'record' ? output.record : output.data;
  const rows = toRows(data);
  const recordColumns =
    (output.kind === 'record' ? output.columns : undefined) ?? inferColumns(rows);
  if (!fields) {
    const text = output.kind === 'reading' ? { text: output.render } : {};
    return { kind: output.kind, data, rows, columns: recordColumns, ...text };
  }
  const columns = selectColumns(fields, recordColumns);
  const pickedRecords = rows.map((row) => pickFields(row, columns));
  return {
    kind: output.kind,
    data: isRecord(data) ? pickedRecords[0] : pickedRecords,
    rows: pickedRecords,
    columns,
  };
}

function selectableColumns(output: RowsOutput, rows: readonly Values[]): readonly Column[] {
  return output.selectable ?? [...output.columns, ...inferColumns(rows)];
}

async function collect(output: RowsOutput): Promise<readonly Values[]> {
  const all: Values[] = [];
  for await (const page of pagesOf(output)) all.push(...page);
  return all;
}

function pagesOf({ rows }: RowsOutput) {
  return Symbol.asyncIterator in rows ? rows : [rows];
}

async function renderShape(
  shape: Shape,
  options: ReadyOptions,
  stdout: OutputStream,
): Promise<string> {
  const format = options.format ?? defaultFormat(shape, stdout);
  if (format === 'json') return renderJson(shape.data);
  if (format === 'yaml') return renderYaml(shape.data);
  if (format === 'jsonl') {
    const values: readonly unknown[] = Array.isArray(shape.data) ? shape.data : [shape.data];
    return values.map(renderJsonLine).join('');
  }
  if (format === 'csv') return renderCsv(shape.rows, shape.columns, options);
  if (format === 'table' && shape.text) return shape.text(options.view);
  return renderColumns(format, shape, options);
}

/** A reading is always text, and a value without a specific form is JSON. */
function defaultFormat(shape: Shape, stdout: OutputStream): OutputFormat {
  if (shape.kind === 'document') return 'json';
  return stdout.isTerminal || shape.text ? 'table' : 'tsv';
}

function renderColumns(format: 'table' | 'tsv', shape: Shape, options: ReadyOptions): string {
  const { rows, columns } = shape;
  const [onlyRow] = rows;
  const isOne = shape.kind !== 'rows' && onlyRow !== undefined && isRecord(shape.data);
  if (isOne) {
    return format === 'table'
      ? renderRecord(onlyRow, columns, options)
      : renderTsvRecord(onlyRow, columns, options);
  }
  return format === 'table' ? renderTable(rows, columns, options) : renderTsv(rows, columns);
}

/** Results of a filter: one per line, strings without quotes; or in the requested format. */
async function renderResults(results: readonly string[], options: ReadyOptions): Promise<string> {
  const { format } = options;
  if (format === undefined) return results.map(resultLine).join('');
  const values = results.map((result): unknown => JSON.parse(result));
  if (format === 'jsonl') return values.map(renderJsonLine).join('');
  const [first] = values;
  const value = values.length === 1 ? first : values;
  if (format === 'json') return renderJson(value);
  if (format === 'yaml') return renderYaml(value);
  const rows = toRows(value);
  const shape: Shape = { kind: 'rows', data: rows, rows, columns: inferColumns(rows) };
  return format === 'csv'
    ? renderCsv(rows, shape.columns, options)
    : renderColumns(format, shape, options);
}

function resultLine(result: string): string {
  const value: unknown = JSON.parse(result);
  return `${neutraliseLines(typeof value === 'string' ? value : result)}\n`;
}

/**
 * CSV with a header of field names; text that a spreadsheet would evaluate is prefixed with an
 * apostrophe.
 */
async function renderCsv(
  rows: readonly Values[],
  columns: readonly Column[],
  options: { readonly header: boolean },
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const header = options.header ? [columns.map(({ name }) => csvText(name))] : [];
  const lines = rows.map((row) => columns.map(({ name }) => csvText(valueAt(row, name))));
  return stringify([...header, ...lines]);
}

/** One line per row with tab-separated fields; empty without rows. */
function renderTsv(rows: readonly Values[], columns: readonly Column[]): string {
  return rows
    .map((row) => `${columns.map(({ name }) => tsvText(valueAt(row, name))).join('\t')}\n`)
    .join('');
}

/** One line per field: its name and value; without header only the value. */
function renderTsvRecord(
  record: Values,
  columns: readonly Column[],
  options: { readonly header: boolean },
): string {
  return columns
    .map(({ name }) => {
      const value = tsvText(valueAt(record, name));
      return options.header ? `${tsvText(name)}\t${value}\n` : `${value}\n`;
    })
    .join('');
}

/** The value as one YAML document; characters that could control a terminal are escaped. */
async function renderYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(value ?? null);
  visit(document, {
    Scalar(_key, node) {
      // YAML supports escapes only in double quotes.
      if (typeof node.value === 'string' && escapeForJson(node.value) !== node.value) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return escapeForJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}

/** Throws a usage error when the filter is invalid; does not run it. */
export async function checkJq(filter: string): Promise<void> {
  const { raw } = await import('jq-wasm');
  // Without input the filter is compiled but never run.
  const { exitCode, stderr } = await raw('', filter, ['-c']);
  if (exitCode !== 0) throw usageError(message('fault.jqFailed', { stderr: explain(stderr) }));
}

/** Results of the filter on a value, each as compact JSON. */
export async function runJq(filter: string, value: unknown): Promise<readonly string[]> {
  const { raw } = await import('jq-wasm');
  const { stdout, stderr, exitCode } = await raw(JSON.stringify(value ?? null), filter, ['-c']);
  if (exitCode !== 0)
    throw new CliError('usage', message('fault.jqFailed', { stderr: explain(stderr) }));
  return stdout === '' ? [] : stdout.split('\n');
}

function explain(stderr: string): string {
  const [first = ''] = stderr.split('\n');
  const reason = first
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/ at <top-level>,/, ', in');
  return reason.replace(/:$/, '') || 'the filter failed';
}
