/** A webhook told of the farm that is off, or whose last attempts failed; without its address. */
export interface TroubledWebhook {
  readonly id: string;
  /** Where it leads; nothing behind it, which may be secret. */
  readonly host: string;
  /** Null while it is on. */
  readonly disabledReason:
    | 'failures'
    | 'gone'
    | 'by_hand'
    | 'owner_revoked'
    | 'owner_expired'
    | 'owner_narrowed'
    | null;
  readonly disabledAt: string | null;
  /** Attempts in a row that failed. */
  readonly consecutiveFailures: number;
  /** Since when something that failed has been waiting for its next attempt. */
  readonly failingSince: string | null;
}
