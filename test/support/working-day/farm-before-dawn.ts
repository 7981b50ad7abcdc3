import { addDays } from '../../../src/tools/calendar.ts';
import { create } from '../farm.ts';
import type { TestService } from '../service.ts';
import type { Neighbours } from './neighbours.ts';

/** The environment variable with the secret that signs orders to the controller. */
export const CONTROLLER_SECRET = 'FARMCTL_SECRET_BARN';

/** The ids of the initial rows, by the names used in the steps. */
export type Names = Record<string, string>;

const BROILER_DAYS = 19;
const LAYER_DAYS = 7;
const FIRST_BROILER_LOG = '2026-10-14';
const FIRST_LAYER_LOG = '2026-10-26';

/**
 * A farm on the evening of 1 November 2026. Barn A: 20,000 broilers placed on 13 October, 10
 * deaths, 1000 kg of feed and 1770 L of water every day. Barn B: 10,000 hens near their end, 2
 * deaths, 8000 eggs, 1150 kg and 2200 L on each of seven days. Barn C is being cleaned for a
 * planned flock.
 */
export async function farmBeforeDawn(service: TestService, { url }: Neighbours): Promise<Names> {
  const farm = await create(service, 'farms', {
    name: 'Emek',
    latitude: 32.6,
    longitude: 35.3,
    currency: 'ILS',
  });
  const farmId = String(farm.id);
  const names: Names = { farm: farmId };
  const add = async (name: string, resource: Parameters<typeof create>[1], body: object) => {
    const row = await create(service, resource, { ...body }, { farmId });
    names[name] = row.id;
    return row;
  };
  await addBarnsAndFlocks(add, names);
  await addLogs(service, names);
  await addPeople(add);
  await addTrade(add, names);
  await addMachines(service, { add, names, url });
  await add('sideCurtain', 'field-reports', {
    barnId: names['barnA'],
    rawText: 'Should I close the side curtain tonight?',
    lang: 'en',
    authorName: 'Somchai',
  });
  await add('oldAlert', 'alerts', {
    title: 'Noisy fan',
    category: 'equipment',
    barnId: names['barnB'],
  });
  await add('round', 'tasks', {
    title: 'Walk the barns',
    frequency: 'daily',
    dueDate: '2026-11-02',
    assignee: 'Somchai',
  });
  await add('levy', 'reg-items', { title: 'Levy', kind: 'levy', dueDate: '2026-10-30' });
  return names;
}

type Add = (
  name: string,
  resource: Parameters<typeof create>[1],
  body: object,
  // biome-ignore lint/suspicious/noExplicitAny: rows of any shape.
) => Promise<any>;

async function addBarnsAndFlocks(add: Add, names: Names): Promise<void> {
  await add('barnA', 'barns', { name: 'A', capacity: 22_000, areaSqm: 1200, barnType: 'broiler' });
  await add('barnB', 'barns', { name: 'B', capacity: 12_000, areaSqm: 1000, barnType: 'layer' });
  await add('barnC', 'barns', { name: 'C', capacity: 20_000, areaSqm: 1100, status: 'cleaning' });
  await add('broilers', 'flocks', {
    barnId: names['barnA'],
    code: 'A-2610',
    breed: 'Ross 308',
    placementDate: '2026-10-13',
    chicksReceived: 20_000,
    pricePerChick: 2.5,
    targetWeightKg: 2.3,
  });
  await add('hens', 'flocks', {
    barnId: names['barnB'],
    code: 'B-2506',
    breed: 'Lohmann Brown',
    placementDate: '2025-06-02',
    arrivalAgeDays: 119,
    chicksReceived: 10_000,
    status: 'active',
  });
  await add('planned', 'flocks', {
    barnId: names['barnC'],
    code: 'C-2611',
    breed: 'Ross 308',
    placementDate: '2026-11-02',
    chicksOrdered: 18_000,
    pricePerChick: 2.6,
  });
}

async function addLogs(service: TestService, names: Names): Promise<void> {
  const logs = [
    ...Array.from({ length: BROILER_DAYS }, (_, day) => ({
      flockId: names['broilers'],
      date: addDays(FIRST_BROILER_LOG, day),
      mortality: 10,
      feedKg: 1000,
      waterL: 1770,
      avgWeightGr: day === BROILER_DAYS - 1 ? 900 : null,
    })),
    ...Array.from({ length: LAYER_DAYS }, (_, day) => ({
      flockId: names['hens'],
      date: addDays(FIRST_LAYER_LOG, day),
      mortality: 2,
      eggs: 8000,
      feedKg: 1150,
      waterL: 2200,
      avgWeightGr: day === LAYER_DAYS - 1 ? 2050 : null,
    })),
  ];
  const answer = await service.send('POST', '/os/import/daily-logs', {
    body: logs.map((log) => JSON.stringify(log)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function addPeople(add: Add): Promise<void> {
  await add('worker', 'users', { name: 'Somchai', phone: '+972501234567', lang: 'th' });
  await add('vet', 'contacts', { name: 'Dr. Levi', kind: 'vet', phone: '+972501234568' });
  await add('mill', 'contacts', { name: 'Feed mill', kind: 'feed_supplier' });
  await add('slaughterhouse', 'contacts', { name: 'Slaughterhouse', kind: 'slaughterhouse' });
}

async function addTrade(add: Add, names: Names): Promise<void> {
  const supplierId = names['mill'];
  await add('firstFeed', 'feed-deliveries', {
    flockId: names['broilers'],
    date: '2026-10-13',
    feedType: 'grower',
    quantityKg: 20_000,
    pricePerTon: 1500,
    supplierId,
  });
  await add('power', 'expenses', { date: '2026-10-30', category: 'electricity', amount: 1000 });
  await add('tender', 'tenders', { title: 'Litter', category: 'other', quantity: 40, unit: 't' });
  for (const [name, price] of Object.entries({ cheapBid: 300, dearBid: 350, lateBid: 340 })) {
    await add(name, 'tender-bids', { tenderId: names['tender'], supplierName: name, price });
  }
}

async function addMachines(
  service: TestService,
  { add, names, url }: { readonly add: Add; readonly names: Names; readonly url: string },
): Promise<void> {
  const barnId = names['barnA'];
  const cameras = await add('cameras', 'integrations', { kind: 'camera', name: 'Cameras', barnId });
  names['cameraToken'] = cameras.cameraToken;
  await add('camera', 'devices', { kind: 'camera', barnId, sourceKey: 'a-east' });
  await add('controller', 'integrations', {
    kind: 'controller',
    name: 'Fans of barn A',
    barnId,
    endpoint: `${url}/controller`,
    authRef: `env:${CONTROLLER_SECRET}`,
  });
  const climate = { kind: 'other', name: 'Climate', barnId, endpoint: `${url}/climate` };
  await add('climate', 'integrations', { ...climate, pollMinutes: 30 });
  const mapping = { ts: '/at', fields: { temp: '/t', humidity: '/rh' }, source: 'controller' };
  const set = await service.send('PUT', `/os/integrations/${names['climate']}/mapping`, {
    body: mapping,
  });
  if (set.status !== 200) throw new Error(set.text);
  await add('cooling', 'automations', {
    name: 'Cooling',
    barnId,
    mode: 'auto',
    trigger: { metric: 'temp', op: '>', value: 31 },
    action: { command: 'start_cooling' },
  });
  await add('airing', 'automations', {
    name: 'Airing',
    barnId,
    mode: 'suggest',
    trigger: { metric: 'humidity', op: '>', value: 80 },
    action: { command: 'set_ventilation', params: { pct: 60 } },
  });
}
