import { activityAnswer } from '../../../model/answers/activity.ts';
import { limits } from '../../../model/limits.ts';
import { message } from '../../../model/message.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { factsOf } from '../facts.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { activityPage } from './activity-page.ts';

/** Flags of `activity` as they were typed. */
export interface ActivityFlags {
  readonly minScore?: string;
  readonly kinds?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** `activity`: what happened, on the farm that was chosen or on all of them. */
export async function runActivity(context: CommandContext, flags: ActivityFlags): Promise<void> {
  const { kinds, from, to, cursor } = flags;
  const minScore = scoreOf(flags);
  const limit = limitOf(flags);
  const data = await printPage(context, {
    path: '/activity',
    query: { farmId: await oneFarm(context), minScore, kinds, from, to, limit, cursor },
    isSpoken: true,
    rows: () => rowsUnder('data', rowColumns(rowSchema(activityAnswer.schema, 'data'))),
    compose: activityPage,
  });
  const answer = factsOf(data);
  if (!answer.flag('meta.hasMore')) return;
  const shown = new Intl.NumberFormat('en-US').format(answer.list('data').length);
  const next = answer.text('meta.nextCursor');
  const further = next === undefined ? '--to reads' : `--cursor ${neutralise(next)} continues with`;
  await context.note(`${shown} entries; ${further} earlier ones`);
}

function scoreOf({ minScore }: ActivityFlags): number | undefined {
  if (minScore === undefined) return undefined;
  const score = Number(minScore);
  if (/^\d{1,3}$/.test(minScore) && score <= 100) return score;
  throw usageError(
    `--min-score must be a whole number from 0 to 100, not ${JSON.stringify(minScore)}`,
    { text: [message('cli.wholeBetween', { flag: '--min-score', least: 0, most: 100 })] },
  );
}

function limitOf({ limit }: ActivityFlags): number | undefined {
  if (limit === undefined) return undefined;
  const count = Number(limit);
  if (/^[1-9]\d{0,2}$/.test(limit) && count <= limits.maxPageSize) return count;
  throw usageError(
    `--limit must be a whole number from 1 to ${limits.maxPageSize}, not ${JSON.stringify(limit)}`,
    {
      text: [message('cli.wholeBetween', { flag: '--limit', least: 1, most: limits.maxPageSize })],
    },
  );
}
