import type { FarmClient, Query } from '../../client/client.ts';
import type { CommandContext } from '../context.ts';
import { endWith } from '../errors.ts';
import { isValues } from '../output/infer-columns.ts';
import type { Column, Values } from '../output/output.ts';
import type { Block } from './block.ts';
import type { Desk } from './desk.ts';
import { type Facts, factsOf } from './facts.ts';
import { pageLanguage } from './page-language.ts';
import { renderPage } from './render-page.ts';

/** A page of the service: where it comes from, how it reads, and what its rows are. */
export interface Page {
  /** From the root of the API: `/digest`. */
  readonly path: string;
  readonly query: Query;
  /** What is posted for it; without it the page is only read. */
  readonly send?: Values | undefined;
  /** Whether the service takes the language of its texts. */
  readonly isSpoken: boolean;
  /** The rows of tsv, csv, jsonl and `--fields`; throws a usage error where there are none. */
  readonly rows: () => PageRows;
  readonly compose: (answer: Facts, desk: Desk) => readonly Block[];
  /** Asks for what the page shows besides its own answer. */
  readonly gather?: (client: FarmClient, answer: Facts) => Promise<Gathered>;
}

/** Where the rows of an answer are, and their columns. */
export interface PageRows {
  readonly columns: readonly Column[];
  readonly of: (answer: unknown) => readonly Values[];
}

/** What a page shows besides its own answer. */
export interface Gathered {
  /** Of barns and flocks, by their id. */
  readonly names?: readonly (readonly [id: string, name: string])[];
  /** Further facts, put under `gathered` of the answer. */
  readonly facts?: Values;
}

/** The rows under a name of an answer. */
export function rowsUnder(name: string, columns: readonly Column[]): PageRows {
  return { columns, of: (answer) => listUnder(answer, name) };
}

function listUnder(answer: unknown, name: string): readonly Values[] {
  const list: unknown = isValues(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list.filter(isValues) : [];
}

/** Asks for a page and prints it in the form that was asked for; returns the answer. */
export async function printPage(context: CommandContext, page: Page): Promise<unknown> {
  const settings = await context.settings();
  const language = pageLanguage(settings);
  const form = await chooseForm(context);
  // Asked for first: that there are none is found before anything is sent.
  const isCounted = context.flags().failEmpty === true;
  const rows = form === 'rows' || isCounted ? page.rows() : undefined;
  const client = await context.client();
  const query = page.isSpoken ? { ...page.query, lang: language } : page.query;
  const { path, send } = page;
  const asking = client.request(
    send ? { method: 'POST', path, query, body: send } : { method: 'GET', path, query },
  );
  const data = form === 'text' ? await printText(context, page, asking) : (await asking).data;
  if (form === 'rows' && rows) {
    await context.print({ kind: 'rows', columns: rows.columns, rows: rows.of(data) });
    return data;
  }
  if (form === 'document') await context.print({ kind: 'document', data });
  // Where the rows lie inside an answer, printing cannot count them.
  if (isCounted && rows?.of(data).length === 0) throw endWith('notFound');
  return data;
}

/** Text to read, rows, or the answer as it is, which is also what `--jq` works on. */
async function chooseForm(context: CommandContext): Promise<'text' | 'rows' | 'document'> {
  const { fields, jq } = context.flags();
  if (jq !== undefined && fields === undefined) return 'document';
  const format = await context.format();
  if (fields !== undefined || format === 'tsv' || format === 'csv' || format === 'jsonl') {
    return 'rows';
  }
  return format === undefined || format === 'table' ? 'text' : 'document';
}

/** Prints the page as text; in the language of the organisation where nobody chose one. */
async function printText(
  context: CommandContext,
  page: Page,
  asking: Promise<{ readonly data: unknown }>,
): Promise<unknown> {
  const client = await context.client();
  const [{ data }, me] = await Promise.all([asking, client.me()]);
  const gathered = (await page.gather?.(client, factsOf(data))) ?? {};
  const values = isValues(data) ? data : {};
  const answer = factsOf(gathered.facts ? { ...values, gathered: gathered.facts } : values);
  // The texts of a language are of no use to whoever asks for data.
  const { createDesk } = await import('./create-desk.ts');
  const desk = await createDesk({
    me: factsOf(me),
    answer,
    language: pageLanguage(await context.settings()),
    environment: context.io.environment,
    names: gathered.names ?? [],
  });
  const blocks = page.compose(answer, desk);
  const style = { language: desk.words.language, isAscii: desk.isAscii };
  await context.print({
    kind: 'reading',
    data,
    render: (view) => renderPage(blocks, view, style),
  });
  return data;
}
