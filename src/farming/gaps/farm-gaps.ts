import type { FoundGap, GapSnapshot } from './gap-rule.ts';

/** A farm of which nobody has said where it is: weather and time zone hang on it. */
export function findMissingCoordinates({ farm }: GapSnapshot): FoundGap[] {
  if (farm.latitude !== null && farm.longitude !== null) return [];
  return [
    {
      ...aboutFarm(farm),
      severity: 'info',
      why: 'message',
      fix: {
        method: 'PATCH',
        path: `/farms/${farm.id}`,
        body: { latitude: null, longitude: null },
        action: 'set_farm_location',
      },
    },
  ];
}

/** A farm without contacts, or with birds inside and no vet among the contacts. */
export function findMissingContacts(snapshot: GapSnapshot): FoundGap[] {
  const { farm, contacts, liveFlocks } = snapshot;
  const hasBirds = liveFlocks.some(({ status }) => status !== 'planned');
  const lacksVet = hasBirds && !contacts.some(({ kind }) => kind === 'vet');
  if (contacts.length > 0 && !lacksVet) return [];
  return [
    {
      ...aboutFarm(farm),
      severity: lacksVet ? 'warning' : 'info',
      why: contacts.length === 0 ? 'none' : 'vet',
      fix: {
        method: 'POST',
        path: '/contacts',
        body: { farmId: farm.id, kind: 'vet', name: null, phone: null },
        action: 'create_contact',
      },
    },
  ];
}

function aboutFarm({ id, name, createdAt }: GapSnapshot['farm']) {
  return { subject: id, ids: { farmId: id }, params: { farm: name }, count: 1, since: createdAt };
}
