import { limits } from '../../model/core/limits.ts';
import { type Message, message } from '../../model/core/message.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { CliError, didYouMean, usageError } from '../core/errors.ts';
import { neutralise } from '../output/neutralise.ts';
import type { Values } from '../output/output.ts';
import type { CommandContext } from './context.ts';

/** A list outside the resources whose rows can be addressed by name as well as by ID. */
export interface NamedList {
  /** Relative to the API root: `/os/keys`. */
  readonly path: string;
  /** The rows, if they have already been read. */
  readonly rows?: readonly Values[];
  /** Prefix of IDs: `webhook`; absent if an ID looks like a name. */
  readonly idPrefix?: string;
  /** Whether the list is returned in full, without pagination. */
  readonly isWhole?: boolean;
  /** Names of a row; values other than text and numbers are ignored. */
  readonly namesOf: (row: Values) => readonly unknown[];
  /** The command that lists the rows. */
  readonly command: string;
  readonly unknown?: (shown: string) => Message;
  readonly several?: (shown: string) => Message;
}

const MOST_PAGES = 10;
const ID_END = /_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The ID of the row with this ID or unique name. Throws `notFound` with the nearest match, and a
 * usage error that lists the IDs when the name is ambiguous.
 */
export async function resolveListed(
  context: CommandContext,
  typed: string,
  list: NamedList,
): Promise<string> {
  const { idPrefix } = list;
  if (idPrefix && ID_END.test(typed) && typed.startsWith(`${idPrefix}_`)) return typed;
  const rows = await rowsOf(context, list);
  const folded = foldText(typed);
  const names = (row: Values) =>
    [row['id'], ...list.namesOf(row)].flatMap((name) =>
      typeof name === 'string' || typeof name === 'number' ? [String(name)] : [],
    );
  const exact = rows.filter((row) => names(row).includes(typed));
  const matches =
    exact.length > 0
      ? exact
      : rows.filter((row) => names(row).some((name) => foldText(name) === folded));
  const [match, ...others] = matches;
  if (match && others.length === 0) return String(match['id']);
  const name = JSON.stringify(neutralise(typed));
  if (match) {
    const ids = matches.map(({ id }) => neutralise(String(id))).join(', ');
    throw usageError(list.several?.(name) ?? message('cli.ambiguous', { name, ids }), {
      hint: message('hint.nameOneOf', { ids }),
    });
  }
  const nearest = nearestWord(typed, rows.flatMap(names));
  const suggestion = nearest === undefined ? undefined : JSON.stringify(neutralise(nearest));
  const text = list.unknown?.(name) ?? message('cli.noRow', { name });
  throw new CliError('notFound', [text, ...didYouMean(suggestion)], {
    hint: message('hint.list', { command: list.command }),
  });
}

async function rowsOf(
  context: CommandContext,
  { path, rows: known, isWhole = false }: NamedList,
): Promise<readonly Values[]> {
  if (known) return known;
  const client = await context.client();
  const rows: Values[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const offset = rows.length === 0 ? undefined : rows.length;
    const query = isWhole ? {} : { limit: limits.maxPageSize, offset };
    const { data } = await client.request({ method: 'GET', path, query });
    const answer = (data ?? {}) as { readonly data?: unknown; readonly meta?: unknown };
    if (Array.isArray(answer.data)) rows.push(...answer.data.filter(isRecord));
    if (!isRecord(answer.meta) || answer.meta['hasMore'] !== true) break;
  }
  return rows;
}
