/** Why a database is not used: what is wrong with it, or with the way to it. */
export type UnusableReason =
  /** What was named is not a database this program may use: damaged, newer, another program's. */
  | 'unfit'
  /** Somebody else works on it. */
  | 'held'
  /** The system or the database does not let this user in. */
  | 'not_allowed'
  /** Nobody answers at its address. */
  | 'unreachable';

/** A database that is not touched; the message says the cause and what to do, on one line. */
export class UnusableDatabase extends Error {
  readonly finding: string;
  readonly remedy: string;
  readonly reason: UnusableReason;

  constructor(
    finding: string,
    remedy: string,
    details: { readonly reason?: UnusableReason; readonly cause?: unknown } = {},
  ) {
    super(`${finding}: ${remedy}`, { cause: details.cause });
    this.name = 'UnusableDatabase';
    this.finding = finding;
    this.remedy = remedy;
    this.reason = details.reason ?? 'unfit';
  }
}
