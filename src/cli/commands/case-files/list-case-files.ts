import type { CommandContext } from '../../context.ts';
import type { Column } from '../../output/output.ts';
import { oneFarm } from '../../pages/one-farm.ts';
import { resolveName } from '../../resolve-name.ts';
import { type PageFlags, printPagedList } from '../paged-list.ts';

/** Flags of `case-files list`. */
export interface ListFlags extends PageFlags {
  readonly flock?: string;
}

/** What tables of case files show. */
const caseFileColumns: readonly Column[] = [
  { name: 'number', kind: 'number' },
  { name: 'id' },
  { name: 'title' },
  { name: 'flockId' },
  { name: 'sealedAt', kind: 'time' },
  { name: 'hash' },
];

/** `case-files list`: the case files of one farm, or of all that the key sees. */
export async function runList(context: CommandContext, flags: ListFlags): Promise<void> {
  const farmId = await oneFarm(context);
  const { flock, ...page } = flags;
  const flockId =
    flock === undefined
      ? undefined
      : await resolveName(await context.client(), 'flocks', { typed: flock, farmId });
  const query = { farmId, flockId };
  await printPagedList(context, {
    ...page,
    path: '/os/case-files',
    query,
    columns: caseFileColumns,
  });
}
