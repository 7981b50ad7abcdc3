import { sharedSchemas } from '../../../model/answers/shared-schemas.ts';
import { severity } from '../../../model/vocabulary.ts';
import type { CommandContext } from '../../context.ts';
import { endWith } from '../../errors.ts';
import { checkWord } from '../check-word.ts';
import { factsOf } from '../facts.ts';
import { oneFarm } from '../one-farm.ts';
import { printPage, rowsUnder } from '../print-page.ts';
import { rowColumns } from '../row-columns.ts';
import { gapsPage } from './gaps-page.ts';

/** Flags of `gaps` as they were typed. */
export interface GapsFlags {
  readonly exitStatus?: string;
}

/** `gaps`: what is missing; with `--exit-status` the exit status tells of gaps of a severity. */
export async function runGaps(context: CommandContext, flags: GapsFlags): Promise<void> {
  const least = flags.exitStatus;
  if (least !== undefined) checkWord('--exit-status', least, severities);
  const data = await printPage(context, {
    path: '/gaps',
    query: { farmId: await oneFarm(context) },
    isSpoken: true,
    rows: () => rowsUnder('gaps', rowColumns(sharedSchemas.Gap)),
    compose: gapsPage,
  });
  if (least === undefined) return;
  const gaps = factsOf(data).list('gaps');
  const isThere = gaps.some((gap) => rankOf(gap.text('severity')) >= rankOf(least));
  if (isThere) throw endWith('conditionHolds');
}

/** The severities, the least first. */
const severities: readonly string[] = severity.words;

function rankOf(word: string | undefined): number {
  return severities.indexOf(word ?? 'info');
}
