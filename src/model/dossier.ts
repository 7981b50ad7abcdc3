import type { ResourceName } from './registry.ts';

/**
 * The resources whose rows of a flock, by their `flockId`, are part of its case file beside the
 * flock itself.
 */
export const dossier = [
  'daily-logs',
  'treatments',
  'sales',
  'feed-deliveries',
  'expenses',
  'alerts',
  'events',
  'media',
  'reg-items',
] as const satisfies readonly ResourceName[];

/** Whether rows of the resource can be part of a case file through their flock. */
export function isInDossier(resource: string): boolean {
  return dossier.some((name) => name === resource);
}
