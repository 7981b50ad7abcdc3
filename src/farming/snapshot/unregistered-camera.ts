/** A source of camera events that no device claims. */
export interface UnregisteredCamera {
  readonly source: string;
  /** When it was first heard, however long ago. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** How many events, and of which kinds, of the last seven days; the kinds in the alphabet's order. */
  readonly events: number;
  readonly kinds: readonly string[];
  /** Where it was seen last; null where neither its events nor its connection named a barn. */
  readonly barnId: string | null;
}
