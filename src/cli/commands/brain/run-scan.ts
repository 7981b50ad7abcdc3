import type { FarmClient } from '../../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { endWith, usageError } from '../../errors.ts';
import { isValues } from '../../output/infer-columns.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Column, Values, View } from '../../output/output.ts';
import { factsOf } from '../../pages/facts.ts';
import { pageLanguage } from '../../pages/page-language.ts';
import { renderPage } from '../../pages/render-page.ts';
import { scanBlocks } from './render-scans.ts';

/** Flags of `brain scan`. */
export interface ScanFlags {
  readonly all?: boolean;
}

const columns: readonly Column[] = [
  { name: 'farmId' },
  { name: 'startedAt', kind: 'time' },
  { name: 'rules.judged', kind: 'number' },
  { name: 'rules.warning', kind: 'number' },
  { name: 'rules.critical', kind: 'number' },
  { name: 'rules.failed' },
  { name: 'gaps.known', kind: 'number' },
  { name: 'gaps.gone', kind: 'number' },
  { name: 'tasksOverdue', kind: 'number' },
  { name: 'durationMs', kind: 'number' },
];

/** `brain scan`: one call for each farm, so that one that fails leaves the others done. */
export async function runScan(context: CommandContext, { all }: ScanFlags): Promise<void> {
  if (all && context.flags().farm !== undefined) {
    throw usageError('--all and --farm contradict each other; leave out one');
  }
  const names = await farmNames(await context.client());
  const chosen = all ? [] : await context.farms();
  const farmIds = chosen.length > 0 ? chosen : [...names.keys()];
  const { scans, refused } = await scanEach(context, farmIds, names);
  // Of a single farm the reason is the answer.
  if (scans.length === 0 && refused.length > 0) throw refused[0];
  await print(context, scans, names);
  if (refused.length > 0) throw endWith('partlyDone');
}

async function scanEach(
  context: CommandContext,
  farmIds: readonly string[],
  names: ReadonlyMap<string, string>,
) {
  const client = await context.client();
  const scans: Values[] = [];
  const refused: unknown[] = [];
  for (const farmId of farmIds) {
    try {
      scans.push(...(await scan(client, farmId)));
    } catch (error) {
      refused.push(error);
      if (farmIds.length === 1) break;
      const name = neutralise(names.get(farmId) ?? farmId);
      const params = { farm: name, reason: reasonOf(error) };
      await context.note(`farmctl: ${await context.say('page.scan.refused', params)}`);
    }
  }
  return { scans, refused };
}

async function farmNames(client: FarmClient): Promise<ReadonlyMap<string, string>> {
  const farms = factsOf(await client.me()).list('farms');
  return new Map(farms.map((farm) => [farm.text('id') ?? '', farm.text('name') ?? '']));
}

async function scan(client: FarmClient, farmId: string): Promise<readonly Values[]> {
  const call = { method: 'POST', path: '/os/brain/scan', body: { farmId } } as const;
  const { data } = await client.request(call);
  const scans = isValues(data) ? data['scans'] : undefined;
  return Array.isArray(scans) ? scans.filter(isValues) : [];
}

function reasonOf(error: unknown): string {
  return neutralise(error instanceof Error ? error.message : String(error));
}

async function print(
  context: CommandContext,
  scans: readonly Values[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const { fields, jq } = context.flags();
  const format = await context.format();
  const isText = fields === undefined && (format === undefined || format === 'table');
  if (!isText || jq !== undefined) return context.print({ kind: 'rows', columns, rows: scans });
  const { createDesk } = await import('../../pages/create-desk.ts');
  const desk = await createDesk({
    me: factsOf(await (await context.client()).me()),
    answer: factsOf({}),
    language: pageLanguage(await context.settings()),
    environment: context.io.environment,
    names: [...names],
  });
  const style = { language: desk.words.language, isAscii: desk.isAscii };
  const render = (view: View) => renderPage(scanBlocks(scans, desk), view, style);
  return context.print({ kind: 'reading', data: scans, render });
}
