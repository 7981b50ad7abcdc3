import type { StoredOf } from '../../model/registry.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { isAboutFlock, isOpenAlert } from '../gaps/is-open-alert.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const OF_HEALTH: readonly (string | null)[] = ['health', 'mortality', 'production'];

/** Whether an alert is about the health of birds. */
export function isHealthAlert({ category }: StoredOf<'alerts'>): boolean {
  return OF_HEALTH.includes(category);
}

/** The open alerts about a flock, or about its barn where they name no flock. */
export function openFlockAlerts(
  { flock }: FlockRecord,
  { alerts }: FarmSnapshot<'alerts'>,
): readonly StoredOf<'alerts'>[] {
  return alerts.filter((alert) => isOpenAlert(alert) && isAboutFlock(alert, flock));
}
