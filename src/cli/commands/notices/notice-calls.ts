import type { Query } from '../../../client/client.ts';
import type { Column, Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { expectObject } from '../core/write-results.ts';

/** A request about notifications. */
export interface NoticeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: Values;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request whose answer is an object. */
export async function sendNoticeCall(context: CommandContext, call: NoticeCall): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request(call);
  return expectObject(data, { method: call.method, path: call.path, server: client.server });
}

/**
 * Prints rows as a table; machine-readable formats get the whole answer unless fields are selected.
 */
export async function printList(
  context: CommandContext,
  {
    answer,
    columns,
    rows,
  }: {
    readonly answer: Values;
    readonly columns: readonly Column[];
    readonly rows: readonly Values[];
  },
): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isDocument = jq !== undefined || format === 'json' || format === 'yaml';
  if (isDocument && fields === undefined) return context.print({ kind: 'document', data: answer });
  return context.print({ kind: 'rows', columns, rows });
}
