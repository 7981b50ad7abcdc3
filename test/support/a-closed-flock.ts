import { create, type TestFarm } from './farm.ts';
import type { TestService } from './service.ts';

/** Request bodies for every resource whose rows are part of a case file through their flock. */
export const dossierBodies = {
  'daily-logs': { date: '2026-10-05', mortality: 3, feedKg: 120.5 },
  treatments: { date: '2026-10-06', kind: 'vaccination', product: 'ND clone', notes: 'in water' },
  sales: { date: '2026-11-01', birdsCount: 100, totalWeightKg: 251.4, pricePerKg: 5.2 },
  'feed-deliveries': { date: '2026-10-04', quantityKg: 12_000, feedType: 'starter' },
  expenses: { date: '2026-10-07', amount: 310.75, category: 'vet' },
  alerts: {
    title: 'תמותה חריגה',
    severity: 'critical',
    category: 'mortality',
    status: 'resolved',
  },
  events: { kind: 'note', title: 'Moved the brooders', ts: '2026-10-08T05:00:00Z' },
  media: { name: 'Litter on day 9', kind: 'image', tags: ['litter'] },
  'reg-items': { title: 'Salmonella sampling', kind: 'sampling', dueDate: '2026-11-20' },
} as const;

/** A resource of a dossier. */
export type DossierName = keyof typeof dossierBodies;

export const dossierNames = Object.keys(dossierBodies) as readonly DossierName[];

/**
 * Creates a closed flock with one row of each resource of its dossier; returns the ids by resource.
 */
export async function createClosedFlock(
  service: TestService,
  { barnId }: Pick<TestFarm, 'barnId'>,
): Promise<Readonly<Record<DossierName | 'flocks', string>>> {
  const placed = { barnId, placementDate: '2026-10-03', chicksReceived: 10_000 };
  const { id: flockId } = await create(service, 'flocks', placed);
  const ids: Record<string, string> = { flocks: flockId };
  for (const name of dossierNames) {
    ids[name] = (await create(service, name, { ...dossierBodies[name], flockId })).id;
  }
  const closed = await service.send('PATCH', `/flocks/${flockId}`, { body: { status: 'closed' } });
  if (closed.status !== 200) throw new Error(closed.text);
  return ids as Record<DossierName | 'flocks', string>;
}
