import type { FarmClient } from '../../../client/client.ts';
import type { scanSchema } from '../../../model/answers/automations.ts';
import type { meAnswer } from '../../../model/answers/organisation.ts';
import type { Sent } from '../../../model/api/json-schema.ts';
import { message } from '../../../model/core/message.ts';
import { isRecord, messageOf } from '../../../tools/unknown-values.ts';
import { endWith, usageError } from '../../core/errors.ts';
import { type ColumnOf, type Facts, factsOf, type Paths, type RowOf } from '../../output/facts.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values, View } from '../../output/output.ts';
import {
  type Block,
  type Mark,
  nameOf,
  type PageContext,
  severityMark,
} from '../../pages/core/blocks.ts';
import { renderPage } from '../../pages/core/render-page.ts';
import type { CommandContext } from '../../session/context.ts';
import { pageLanguage } from '../../session/defaults.ts';

export interface ScanFlags {
  readonly all?: boolean;
}

type Scan = Facts<Sent<typeof scanSchema>>;

const columns: readonly ColumnOf<Sent<typeof scanSchema>>[] = [
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

/** `brain scan`: one call per farm, so that a failure does not affect the other farms. */
export async function runScan(context: CommandContext, { all }: ScanFlags): Promise<void> {
  if (all && context.flags().farm !== undefined) {
    throw usageError(message('fault.contradiction', { first: '--all', second: '--farm' }));
  }
  const names = await farmNames(await context.client());
  const chosen = all ? [] : await context.farms();
  const farmIds = chosen.length > 0 ? chosen : [...names.keys()];
  const { scans, refused } = await scanEach(context, farmIds, names);
  // For a single farm, its error is reported directly.
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
  const refusedScans: unknown[] = [];
  for (const farmId of farmIds) {
    try {
      scans.push(...(await scan(client, farmId)));
    } catch (error) {
      refusedScans.push(error);
      if (farmIds.length === 1) break;
      const name = neutralise(names.get(farmId) ?? farmId);
      const params = { farm: name, reason: neutralise(messageOf(error)) };
      await context.note(`farmctl: ${await context.t('page.scan.refused', params)}`);
    }
  }
  return { scans, refused: refusedScans };
}

async function farmNames(client: FarmClient): Promise<ReadonlyMap<string, string>> {
  const farms = factsOf<Sent<(typeof meAnswer)['schema']>>(await client.me()).list('farms');
  return new Map(farms.map((farm) => [farm.text('id') ?? '', farm.text('name') ?? '']));
}

async function scan(client: FarmClient, farmId: string): Promise<readonly Values[]> {
  const call = { method: 'POST', path: '/os/brain/scan', body: { farmId } } as const;
  const { data } = await client.request(call);
  const scans = isRecord(data) ? data['scans'] : undefined;
  return Array.isArray(scans) ? scans.filter(isRecord) : [];
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
  const { createPageContext } = await import('../../pages/core/blocks.ts');
  const pageContext = await createPageContext({
    me: factsOf<Sent<(typeof meAnswer)['schema']>>(await (await context.client()).me()),
    answer: factsOf({}),
    language: pageLanguage(await context.settings()),
    environment: context.io.environment,
    names: [...names],
  });
  const style = {
    language: pageContext.words.language,
    isAscii: pageContext.isAscii,
    followUp: { flags: context.flags(), texts: pageContext.texts },
  };
  const render = (view: View) => renderPage(scanBlocks(scans, pageContext), view, style);
  return context.print({ kind: 'reading', data: scans, render });
}

const CHANGES = ['opened', 'reopened', 'raised', 'closed'] as const;

/** Scan findings by farm. */
function scanBlocks(scans: readonly Values[], context: PageContext): readonly Block[] {
  if (scans.length === 0) return [{ kind: 'text', text: context.words.t('page.scan.none') }];
  return scans
    .map((scan) => factsOf<Sent<typeof scanSchema>>(scan))
    .flatMap((scan) => [
      { kind: 'heading', text: nameOf(context, scan.text('farmId')) ?? '' },
      ...farmBlocks(scan, context),
    ]);
}

function farmBlocks(scan: Scan, { words }: PageContext): readonly Block[] {
  const values: Facts<unknown> = scan;
  const count = (name: Paths<Sent<typeof scanSchema>>) => values.number(name) ?? 0;
  const textBlock = (text: string): Block => ({ kind: 'text', text });
  const failed = scan.texts('rules.failed').join(', ');
  const alerts = scan.list('alerts');
  const gaps = scan.list('gaps.new');
  const overdue = count('tasksOverdue');
  const counts = {
    judged: count('rules.judged'),
    critical: count('rules.critical'),
    warning: count('rules.warning'),
    well: count('rules.well'),
  };
  const gapCounts = { fresh: gaps.length, known: count('gaps.known'), gone: count('gaps.gone') };
  return [
    textBlock(words.t('page.scan.rules', counts)),
    ...(values.raw('openAlerts') == null
      ? []
      : [
          textBlock(
            words.t('page.scan.open', {
              critical: count('openAlerts.critical'),
              warning: count('openAlerts.warning'),
              info: count('openAlerts.info'),
            }),
          ),
        ]),
    ...(failed === '' ? [] : [textBlock(words.t('page.scan.failed', { rules: failed }))]),
    ...alerts.map(
      (alert): Block => ({
        kind: 'text',
        text: alertText(alert, { words }),
        mark: alert.text('change') === 'closed' ? 'done' : markOf(alert),
      }),
    ),
    ...(alerts.length === 0 ? [textBlock(words.t('page.scan.noChange'))] : []),
    textBlock(words.t('page.scan.gaps', gapCounts)),
    ...gaps.map(
      (gap): Block => ({
        kind: 'text',
        text: words.t('page.scan.newGap', { title: gap.text('title') ?? '' }),
        mark: markOf(gap),
      }),
    ),
    ...(overdue > 0 ? [textBlock(words.t('page.scan.overdue', { count: overdue }))] : []),
  ];
}

function alertText(alert: RowOf<Scan, 'alerts'>, { words }: Pick<PageContext, 'words'>): string {
  const title = alert.text('title') ?? '';
  const change = CHANGES.find((name) => name === alert.text('change'));
  return change === undefined ? title : words.t(`page.scan.change.${change}`, { title });
}

function markOf(item: Facts<{ readonly severity: string | null }>): Mark {
  return severityMark(item.text('severity')) ?? 'info';
}
