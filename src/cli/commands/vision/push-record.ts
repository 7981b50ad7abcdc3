import { type FileIdentity, identifyFile } from './file-identity.ts';
import {
  buildCheckpoint,
  loadCheckpoint,
  type PushTarget,
  removeCheckpoint,
  writeCheckpoint,
} from './push-checkpoint.ts';
import { FIRST_POSITION, type PushPosition } from './push-ledger.ts';
import { type PushLock, takePushLock } from './push-lock.ts';

/** What stands beside the input while it is pushed; for a pipe, nothing does. */
export interface PushRecord {
  /** Where to begin. */
  readonly from: PushPosition;
  /** Bytes of the file of rejects that an earlier run has accounted for. */
  readonly rejectsBytes: number;
  /** Seconds that earlier runs took. */
  readonly seconds: number;
  /** Whether an earlier run is gone on with. */
  readonly isContinued: boolean;
  /** Whether another process has taken the file over. */
  isLost(): boolean;
  save(state: RecordState): Promise<void>;
  /** Begins anew with the file that is at the path now. */
  restart(): Promise<void>;
  /** Lets go; takes the note away when all is pushed. */
  end(isWhole: boolean): Promise<void>;
}

/** What is noted. */
export type RecordState = PushPosition & {
  readonly rejectsBytes: number;
  readonly seconds: number;
};

const NOTHING_DONE = { from: FIRST_POSITION, rejectsBytes: 0, seconds: 0, isContinued: false };

/** The record of a pipe. */
export const noRecord: PushRecord = {
  ...NOTHING_DONE,
  isLost: () => false,
  save: async () => {},
  restart: async () => {},
  end: async () => {},
};

/** Locks the file and finds what an earlier push noted; throws usage errors. */
export async function openPushRecord(
  target: PushTarget,
  { isResumed }: { readonly isResumed: boolean },
): Promise<PushRecord> {
  const lock = await takePushLock(target.file);
  try {
    return await openLocked(target, lock, isResumed);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  target: PushTarget,
  lock: PushLock,
  isResumed: boolean,
): Promise<PushRecord> {
  const checkpoint = await loadCheckpoint(target, { isResumed });
  let identity = checkpoint?.file ?? (await identifyFile(target.file));
  const save = async (state: RecordState) => {
    if (!lock.isHeld()) return;
    identity = await refresh(target.file, identity);
    await writeCheckpoint(target.file, buildCheckpoint(target, identity, state));
  };
  const start = checkpoint
    ? {
        from: checkpoint,
        rejectsBytes: checkpoint.rejectsBytes,
        seconds: checkpoint.seconds,
        isContinued: true,
      }
    : NOTHING_DONE;
  await save({ ...start.from, rejectsBytes: start.rejectsBytes, seconds: start.seconds });
  return {
    ...start,
    isLost: () => !lock.isHeld(),
    save,
    async restart() {
      identity = await identifyFile(target.file);
    },
    async end(isWhole) {
      if (isWhole && lock.isHeld()) await removeCheckpoint(target.file);
      await lock.release();
    },
  };
}

const WHOLE_HEAD = 64 * 1024;

/** A file that was short when it was first seen is known better once it has grown. */
async function refresh(file: string, identity: FileIdentity): Promise<FileIdentity> {
  if (identity.headBytes >= WHOLE_HEAD) return identity;
  const found = await identifyFile(file).catch(() => identity);
  return found.size > identity.size ? found : identity;
}
