import { activityAnswer } from '../../../model/answers/activity.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
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
}

/** `activity`: what happened, on the farm that was chosen or on all of them. */
export async function runActivity(context: CommandContext, flags: ActivityFlags): Promise<void> {
  const { kinds, from, to } = flags;
  const minScore = scoreOf(flags);
  const data = await printPage(context, {
    path: '/activity',
    query: { farmId: await oneFarm(context), minScore, kinds, from, to },
    isSpoken: true,
    rows: () => rowsUnder('data', rowColumns(rowSchema(activityAnswer.schema, 'data'))),
    compose: activityPage,
  });
  const answer = factsOf(data);
  if (!answer.flag('meta.hasMore')) return;
  const shown = new Intl.NumberFormat('en-US').format(answer.list('data').length);
  await context.note(`the newest ${shown}; --from and --to choose others`);
}

function scoreOf({ minScore }: ActivityFlags): number | undefined {
  if (minScore === undefined) return undefined;
  const score = Number(minScore);
  if (/^\d{1,3}$/.test(minScore) && score <= 100) return score;
  throw usageError(
    `--min-score must be a whole number from 0 to 100, not ${JSON.stringify(minScore)}`,
  );
}
