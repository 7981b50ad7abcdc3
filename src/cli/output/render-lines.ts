import { message } from '../../model/core/message.ts';
import { isFormula } from '../../tools/text.ts';
import { CliError, usageError } from '../core/errors.ts';
import { escapeForJson, neutralise, neutraliseLines } from './neutralise.ts';
import { type Column, cellText, type Values, valueAt } from './output.ts';

/** Rows as CSV with a header of field names; text that a spreadsheet would run gets an apostrophe. */
export async function renderCsv(
  rows: readonly Values[],
  columns: readonly Column[],
  options: { readonly header: boolean },
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const header = options.header ? [columns.map(({ name }) => csvText(name))] : [];
  const lines = rows.map((row) => columns.map(({ name }) => csvText(valueAt(row, name))));
  return stringify([...header, ...lines]);
}

function csvText(value: unknown): string {
  const text = cellText(value);
  if (typeof value === 'number') return text;
  const harmless = neutraliseLines(text);
  return isFormula(text) ? `'${harmless}` : harmless;
}

/** A line per row, the fields between tabs; nothing for no rows. */
export function renderTsv(rows: readonly Values[], columns: readonly Column[]): string {
  return rows
    .map((row) => `${columns.map(({ name }) => tsvText(valueAt(row, name))).join('\t')}\n`)
    .join('');
}

/** A line per field: its name and its value; without header only the value. */
export function renderTsvRecord(
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

function tsvText(value: unknown): string {
  // A backslash of the text is doubled, so that the escapes can be told from it.
  return neutralise(cellText(value).replaceAll('\\', '\\\\'));
}

/** The value as one YAML document; what could steer a terminal is written as an escape. */
export async function renderYaml(value: unknown): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(value ?? null);
  visit(document, {
    Scalar(_key, node) {
      // Only in double quotes does YAML know escapes.
      if (typeof node.value === 'string' && escapeForJson(node.value) !== node.value) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return escapeForJson(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}

/** Throws a usage error when the filter is not one; nothing is run. */
export async function checkJq(filter: string): Promise<void> {
  const { raw } = await import('jq-wasm');
  // Without input the filter is compiled, and then never called.
  const { exitCode, stderr } = await raw('', filter, ['-c']);
  if (exitCode !== 0) throw usageError(message('fault.jqFailed', { stderr: explain(stderr) }));
}

/** The results of the filter on a value, each as compact JSON. */
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
