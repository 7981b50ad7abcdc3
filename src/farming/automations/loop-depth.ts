/** What an automation did last in a barn. */
export interface EarlierCommand {
  /** When it was made, milliseconds since 1970. */
  readonly at: number;
  readonly depth: number;
}

/** A command this deep in a chain is not made. */
export const MOST_DEPTH = 3;

const MINUTE_MILLIS = 60_000;

/**
 * How deep in a chain of automations a command would be: 0 for one that follows none, else one more
 * than the deepest command of the same barn behind which its condition began within the minutes.
 * So two automations that undo each other count up, and two that act on the same reading do not.
 */
export function loopDepth(
  since: number,
  commands: readonly EarlierCommand[],
  withinMinutes: number,
): number {
  const within = withinMinutes * MINUTE_MILLIS;
  const causes = commands.filter(({ at }) => since > at && since - at <= within);
  return causes.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0);
}
