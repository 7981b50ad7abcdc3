/** Flags of `backup` as they were typed. */
export interface BackupOptions {
  readonly database?: string;
  readonly force?: boolean;
  readonly run?: boolean;
}
