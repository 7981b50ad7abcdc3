/** What asks for somebody: at once; for a look; nothing; or no birds are inside. */
export type FarmState = 'critical' | 'warning' | 'ok' | 'empty';

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
}

/** The state of a barn or farm, by one definition: a flock of grade E is not well. */
export function stateOf(signs: StateSigns): FarmState {
  const { isOccupied, critical, warning, grades, isNoticed } = signs;
  if (critical > 0) return 'critical';
  if (warning > 0 || isNoticed || grades.includes('E')) return 'warning';
  return isOccupied ? 'ok' : 'empty';
}
