import type { StoredOf } from '../../model/registry.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { isAboutFlock, isOpenAlert } from '../gaps/is-open-alert.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const OF_HEALTH: readonly (string | null)[] = ['health', 'mortality'];

/** The open alerts about the health of a flock, or of its barn where they name no flock. */
export function openHealthAlerts(
  { flock }: FlockRecord,
  { alerts }: FarmSnapshot<'alerts'>,
): readonly StoredOf<'alerts'>[] {
  return alerts
    .filter((alert) => isOpenAlert(alert) && OF_HEALTH.includes(alert.category))
    .filter((alert) => isAboutFlock(alert, flock));
}
