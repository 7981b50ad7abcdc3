/** Flags of `vision simulate` as they were typed. */
export interface SimulateFlags {
  readonly barn?: string;
  readonly source?: string;
  readonly hours?: string;
  readonly until?: string;
  readonly seed?: string;
  readonly age?: string;
  readonly birds?: string;
  readonly breed?: string;
  readonly bias?: string;
  readonly drift?: string;
  readonly broken?: true;
  readonly lines?: string;
  readonly fromApi?: true;
}
