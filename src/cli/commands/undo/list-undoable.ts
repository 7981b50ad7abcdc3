import type { CommandContext } from '../../context.ts';
import type { Column } from '../../output/output.ts';
import { listDescriptors } from '../act/kept-descriptors.ts';
import { type PageFlags, printPagedList } from '../paged-list.ts';
import { onlyFarm } from '../resource/row-id.ts';

/** Flags of `undo list`. */
export interface UndoListFlags extends PageFlags {
  readonly type?: string;
  readonly undone?: boolean;
}

const COLUMNS: readonly Column[] = [
  { name: 'id' },
  { name: 'createdAt', kind: 'time' },
  { name: 'type' },
  { name: 'rowId' },
  { name: 'undoable' },
  { name: 'here' },
  { name: 'undoneAt', kind: 'time' },
];

/** `undo list`: the actions that ran; `here` marks those that `undo <id>` can take back. */
export async function listUndoable(
  context: CommandContext,
  { type, undone, ...page }: UndoListFlags,
): Promise<void> {
  const kept = new Set((await listDescriptors(context)).map(({ actionId }) => actionId));
  await printPagedList(context, {
    path: '/os/actions',
    query: { farmId: await onlyFarm(context), type, undone },
    columns: COLUMNS,
    shape: (row) => ({ ...row, here: row['undoable'] === true && kept.has(String(row['id'])) }),
    ...page,
  });
}
