/**
 * What asks for somebody: at once; for a look; nothing; nobody knows, since nothing was ever recorded
 * of the birds; or no birds are inside.
 */
export type FarmState = 'critical' | 'warning' | 'ok' | 'unrecorded' | 'empty';

/** What tells the state of a barn or farm. */
export interface StateSigns {
  readonly isOccupied: boolean;
  /** Open alerts, and what the rules find today, also before an alert is raised. */
  readonly critical: number;
  readonly warning: number;
  /** The grades of the health of its flocks, as far as they are known. */
  readonly grades: readonly (string | null | undefined)[];
  /** Whether anything else asks for a look, such as bad air or a question. */
  readonly isNoticed: boolean;
  /** Whether any of the flocks inside was ever logged. */
  readonly isRecorded: boolean;
}

/** The state of a barn or farm, by one definition: a flock of grade E is not well. */
export function stateOf(signs: StateSigns): FarmState {
  const { isOccupied, critical, warning, grades, isNoticed, isRecorded } = signs;
  if (critical > 0) return 'critical';
  if (warning > 0 || isNoticed || grades.includes('E')) return 'warning';
  if (!isOccupied) return 'empty';
  return isRecorded ? 'ok' : 'unrecorded';
}
