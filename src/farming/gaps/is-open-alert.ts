import type { StoredOf } from '../../model/registry.ts';

type Alert = StoredOf<'alerts'>;

const OPEN: readonly (string | null)[] = ['open', 'acknowledged', 'in_progress'];

/** Whether an alert still waits for somebody. */
export function isOpenAlert({ status }: Alert): boolean {
  return OPEN.includes(status);
}

/**
 * Whether an alert is about a flock: it names the flock, or its barn alone, or a rule raised it for
 * the barn and all flocks in it, whichever of them it names.
 */
export function isAboutFlock(
  { flockId, barnId, source }: Pick<Alert, 'flockId' | 'barnId' | 'source'>,
  flock: Pick<StoredOf<'flocks'>, 'id' | 'barnId'>,
): boolean {
  if (flockId === flock.id) return true;
  const key = (source as { readonly key?: unknown } | null)?.key;
  const isOfBarn = typeof key === 'string' && key.split(':').includes(flock.barnId);
  return barnId === flock.barnId && (flockId === null || isOfBarn);
}
