import type { FarmClient, Query } from '../../../client/client.ts';
import type { meAnswer } from '../../../model/answers/organisation.ts';
import type { JsonSchema, Sent } from '../../../model/api/json-schema.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { endWith } from '../../core/errors.ts';
import { type Facts, factsOf } from '../../output/facts.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { pageLanguage } from '../../session/defaults.ts';
import type { Block, PageContext } from './blocks.ts';
import { renderPage } from './render-page.ts';

/** A page backed by an API answer: its request, layout and rows. */
export interface Page<S extends JsonSchema = JsonSchema, G = unknown> {
  /** Declaration of the answer. */
  readonly answer: { readonly schema: S };
  /** Relative to the API root: `/digest`. */
  readonly path: string;
  readonly query: Query;
  /** The request body; without one, the page is read with GET. */
  readonly send?: Values | undefined;
  /** Whether the API accepts a language for its texts. */
  readonly isSpoken: boolean;
  /** Rows for tsv, csv, jsonl and `--fields`; throws a usage error if the page has none. */
  readonly rows: () => PageRows;
  readonly compose: (
    answer: Facts<Sent<S> & { readonly gathered?: G }>,
    pageContext: PageContext,
  ) => readonly Block[];
  /** Requests additional data for the page. */
  readonly gather?: (client: FarmClient, answer: Facts<Sent<S>>) => Promise<Gathered<G>>;
}

/** Path of the rows in an answer, and their columns. */
export interface PageRows {
  readonly columns: readonly Column[];
  readonly of: (answer: unknown) => readonly Values[];
}

/** Additional data of a page. */
export interface Gathered<G = unknown> {
  /** Names of barns and flocks, by ID. */
  readonly names?: readonly (readonly [id: string, name: string])[];
  /** Additional facts, stored in `gathered` of the answer. */
  readonly facts?: G;
}

/** The facts of an answer, typed by its declaration. */
export type AnswerFacts<A extends { readonly schema: JsonSchema }> = Facts<Sent<A['schema']>>;

/** Rows of a list in an answer; their columns are derived from its schema by default. */
export function rowsUnder<S extends JsonSchema>(
  answer: { readonly schema: S },
  name: unknown extends Sent<S> ? string : keyof Sent<S> & string,
  columns: readonly Column[] = rowColumns(rowSchema(answer.schema, name)),
): PageRows {
  return { columns, of: (sent) => listUnder(sent, name) };
}

function listUnder(answer: unknown, name: string): readonly Values[] {
  const list: unknown = isRecord(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Requests a page and prints it in the requested format; returns the answer. */
export async function printPage<S extends JsonSchema, G = unknown>(
  context: CommandContext,
  page: Page<S, G>,
): Promise<Facts<Sent<S>>> {
  const settings = await context.settings();
  const language = pageLanguage(settings);
  const form = await chooseForm(context);
  // Resolved first, so that a page without rows is rejected before anything is sent.
  const isCounted = context.flags().failEmpty === true;
  const rows = form === 'rows' || isCounted ? page.rows() : undefined;
  const client = await context.client();
  const query = page.isSpoken ? { ...page.query, lang: language } : page.query;
  const { path, send } = page;
  const headers = language === undefined ? {} : { 'accept-language': language };
  const pending = client.request(
    send
      ? { method: 'POST', path, query, body: send, headers }
      : { method: 'GET', path, query, headers },
  );
  const data = form === 'text' ? await printText(context, page, pending) : (await pending).data;
  if (form === 'rows' && rows) {
    await context.print({ kind: 'rows', columns: rows.columns, rows: rows.of(data) });
    return factsOf(data);
  }
  if (form === 'document') await context.print({ kind: 'document', data });
  // Rows nested in an answer cannot be counted while printing.
  if (isCounted && rows?.of(data).length === 0) throw endWith('notFound');
  return factsOf(data);
}

/** Text, rows, or the whole answer, which is also the input of `--jq`. */
async function chooseForm(context: CommandContext): Promise<'text' | 'rows' | 'document'> {
  const { fields, jq } = context.flags();
  if (jq !== undefined && fields === undefined) return 'document';
  const format = await context.format();
  if (fields !== undefined || format === 'tsv' || format === 'csv' || format === 'jsonl') {
    return 'rows';
  }
  return format === undefined || format === 'table' ? 'text' : 'document';
}

/** Prints the page as text, in the organisation's language by default. */
async function printText<S extends JsonSchema, G>(
  context: CommandContext,
  page: Page<S, G>,
  pending: Promise<{ readonly data: unknown }>,
): Promise<unknown> {
  const client = await context.client();
  const [{ data }, me] = await Promise.all([pending, client.me()]);
  const gathered: Gathered<G> =
    (await page.gather?.(client, factsOf<Sent<S> & { readonly gathered?: G }>(data))) ?? {};
  const values = isRecord(data) ? data : {};
  const answer = factsOf<Sent<S> & { readonly gathered?: G }>(
    gathered.facts ? { ...values, gathered: gathered.facts } : values,
  );
  // Data formats do not need the texts of a language.
  const { createPageContext } = await import('./blocks.ts');
  const pageContext = await createPageContext({
    me: factsOf<Sent<(typeof meAnswer)['schema']>>(me),
    answer,
    language: pageLanguage(await context.settings()),
    environment: context.io.environment,
    names: gathered.names ?? [],
  });
  const blocks = page.compose(answer, pageContext);
  const style = {
    language: pageContext.words.language,
    isAscii: pageContext.isAscii,
    followUp: { flags: context.flags(), texts: pageContext.texts },
  };
  await context.print({
    kind: 'reading',
    data,
    render: (view) => renderPage(blocks, view, style),
  });
  return data;
}

/**
 * Columns of rows with this schema; those of nested objects are prefixed (`spike.flag`). Lists of
 * objects, and objects without a fixed shape, are excluded.
 */
export function rowColumns(schema: JsonSchema, prefix = ''): readonly Column[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) =>
    isRecord(property) ? columnsOf(prefix + name, property) : [],
  );
}

function columnsOf(name: string, schema: JsonSchema): readonly Column[] {
  const nonNull = withoutNull(schema);
  const types = [nonNull['type']].flat();
  if (isRecord(nonNull['properties'])) return rowColumns(nonNull, `${name}.`);
  if (types.includes('object') || nonNull['$ref'] !== undefined) return [];
  if (types.includes('array')) {
    const items = isRecord(nonNull['items']) ? nonNull['items'] : {};
    return items['type'] === 'string' ? [{ name }] : [];
  }
  if (types.includes('number') || types.includes('integer')) return [{ name, kind: 'number' }];
  if (types.includes('boolean')) return [{ name, kind: 'flag' }];
  if (nonNull['enum'] !== undefined) return [{ name, kind: 'word' }];
  return nonNull['format'] === 'date-time' ? [{ name, kind: 'time' }] : [{ name }];
}

/** The non-null variant of a nullable schema. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices: unknown = schema['anyOf'];
  const selected: unknown = Array.isArray(choices)
    ? choices.find((choice) => isRecord(choice) && choice['type'] !== 'null')
    : undefined;
  return isRecord(selected) ? selected : schema;
}

/** The row schema of a list in an answer; throws if the answer has no such list. */
export function rowSchema(answer: JsonSchema, name: string): JsonSchema {
  const list = isRecord(answer['properties']) ? answer['properties'][name] : undefined;
  const items = isRecord(list) ? list['items'] : undefined;
  if (isRecord(items)) return items;
  throw new Error(`the answer has no list ${name}`);
}
