import type { ResourceName } from '../../src/model/resources/registry.ts';
import type { TestAnswer, TestService } from './service.ts';

/** Ids of the initial rows of a test. */
export interface TestFarm {
  readonly farmId: string;
  readonly barnId: string;
  readonly flockId: string;
}

/** Creates a row through the API, by default as the admin; fails on an error response. */
export async function create(
  service: TestService,
  resource: ResourceName,
  body: Readonly<Record<string, unknown>>,
  options: { readonly farmId?: string; readonly key?: string } = {},
): Promise<TestAnswer['body']> {
  const query = options.farmId === undefined ? '' : `?farmId=${options.farmId}`;
  const answer = await service.send('POST', `/${resource}${query}`, {
    body,
    ...(options.key === undefined ? {} : { key: options.key }),
  });
  if (answer.status !== 201) throw new Error(`${resource}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A farm with one barn and an active flock of 10,000 birds placed on 2026-10-03. */
export async function createFarm(
  service: TestService,
  options: { readonly name?: string; readonly key?: string } = {},
): Promise<TestFarm> {
  const { name = 'Test farm', ...rest } = options;
  const farm = await create(service, 'farms', { name }, rest);
  const barn = await create(
    service,
    'barns',
    { name: 'Barn 1', capacity: 12_000, areaSqm: 800 },
    { ...rest, farmId: farm.id },
  );
  const flock = await create(
    service,
    'flocks',
    { barnId: barn.id, placementDate: '2026-10-03', breed: 'Ross 308', chicksReceived: 10_000 },
    rest,
  );
  return { farmId: farm.id, barnId: barn.id, flockId: flock.id };
}
