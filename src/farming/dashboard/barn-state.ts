import type { ContextClimate } from '../context/context.ts';
import type { SeverityCounts } from '../gaps/count-severities.ts';

/** What a barn asks for: somebody at once, a look, nothing; or nobody is inside. */
export type BarnState = 'critical' | 'warning' | 'ok' | 'empty';

/** What tells the state of a barn. */
export interface BarnSigns {
  readonly isOccupied: boolean;
  readonly openAlerts: SeverityCounts;
  readonly spike: string | null;
  readonly climate: Pick<ContextClimate, 'status'> | null;
}

/** The worst of the open alerts, the deaths of the day and the air. */
export function barnState({ isOccupied, openAlerts, spike, climate }: BarnSigns): BarnState {
  if (openAlerts.critical > 0 || spike === 'critical') return 'critical';
  const isBadAir = climate?.status === 'out_of_range';
  if (openAlerts.warning > 0 || spike === 'warning' || isBadAir) return 'warning';
  return isOccupied ? 'ok' : 'empty';
}
