/** Flags of `restore` as they were typed. */
export interface RestoreOptions {
  readonly database?: string;
  readonly run?: boolean;
}
