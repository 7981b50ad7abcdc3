/** Why a backup or a restore was not made. */
export type RefusedReason =
  /** What was named cannot be used: a file that is there already, that is damaged, or no backup. */
  | 'unfit'
  /** There is nothing to back up or to restore from. */
  | 'missing'
  /** It was tried and did not work out: no room, a fault of the database or of a tool. */
  | 'failed';

/** A backup or restore that was not made; the message says the cause and what to do. */
export class BackupRefused extends Error {
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupRefused';
    this.reason = reason;
  }
}
