import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { inferColumns, isValues, toRows } from '../../output/infer-columns.ts';
import { pageLanguage } from '../../pages/page-language.ts';
import { findApplicationRead } from './find-application-read.ts';

/** `os <path>`: reads the service's own application, with the farm and the language it takes. */
export async function runOs(
  context: CommandContext,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const client = await context.client();
  const farms = await context.farms();
  if (farms.length > 1) throw usageError('several farms are pinned: choose one with --farm');
  const asked = path.replace(/^\/+(os\/+)?/, '');
  const known = findApplicationRead(asked.replace(/[?].*/, ''));
  const [farmId] = farms;
  const { data } = await client.request({
    method: 'GET',
    path: `/os/${asked}`,
    query: {
      // What a route does not take it refuses; of one that is newer than this program nothing is known.
      ...(known === undefined || known.query?.['farmId'] ? { farmId } : {}),
      ...(known?.query?.['lang'] ? { lang: pageLanguage(await context.settings()) } : {}),
      ...query,
    },
  });
  await printAnswer(context, data);
}

/** A list that is asked for as rows is printed as such. */
async function printAnswer(context: CommandContext, data: unknown): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isOfRows = format === 'csv' || format === 'tsv' || format === 'jsonl';
  const list: unknown = isValues(data) ? data['data'] : undefined;
  if (Array.isArray(list) && jq === undefined && (isOfRows || fields !== undefined)) {
    const rows = toRows(list);
    return context.print({ kind: 'rows', columns: inferColumns(rows), rows });
  }
  return context.print({ kind: 'document', data });
}
