import type { DatabaseName } from './databases.ts';
import { create, createFarm, type TestFarm } from './farm.ts';
import { startTestService, type TestAnswer, type TestService } from './service.ts';

/** The fixed time of a camera stage. */
export const STAGE_NOW = Date.parse('2026-11-02T08:30:00.000Z');

/** A farm with a barn, a flock of 10,000 birds, a camera connection and two cameras. */
export interface CameraStage extends TestFarm {
  readonly service: TestService;
  readonly integrationId: string;
  readonly token: string;
  /** Sources `east` and `west` of the barn. */
  readonly devices: Readonly<Record<'east' | 'west', string>>;
  /** Sends a body to the ingest route, by default with the token of the connection. */
  push(events: unknown, options?: PushOptions): Promise<TestAnswer>;
  /** The rows of a resource on the farm, the oldest first. */
  rows(resource: string, query?: string): Promise<TestAnswer['body'][]>;
}

/** Options that differ from a normal camera call. */
export interface PushOptions {
  readonly token?: string | undefined;
  readonly integrationId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, instead of `{ events }`. */
  readonly body?: unknown;
}

/** A time a number of minutes before that of the stage. */
export function minutesAgo(minutes: number): string {
  return new Date(STAGE_NOW - minutes * 60_000).toISOString();
}

/** Sets up a service with cameras. */
export async function cameraStage(database: DatabaseName): Promise<CameraStage> {
  return cameraFarm(await startTestService(database));
}

/** Adds a farm with cameras to a service. */
export async function cameraFarm(service: TestService): Promise<CameraStage> {
  const farm = await createFarm(service);
  const camera = (source: 'east' | 'west') =>
    create(service, 'devices', { kind: 'camera', barnId: farm.barnId, sourceKey: source });
  const [east, west] = [await camera('east'), await camera('west')];
  const integration = await create(
    service,
    'integrations',
    { kind: 'camera', name: 'Cameras' },
    { farmId: farm.farmId },
  );
  return {
    ...farm,
    service,
    integrationId: integration.id,
    token: integration.cameraToken,
    devices: { east: east.id, west: west.id },
    push: (events, options = {}) =>
      push(service, {
        integrationId: integration.id,
        token: integration.cameraToken,
        body: { events },
        ...options,
      }),
    async rows(resource, query = '') {
      const path = `/${resource}?farmId=${farm.farmId}&dir=asc&limit=200${query}`;
      const answer = await service.send('GET', path);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data;
    },
  };
}

async function push(
  { service: { app } }: TestService,
  { integrationId, token, headers = {}, body }: PushOptions,
): Promise<TestAnswer> {
  const response = await app.inject({
    method: 'POST',
    url: `/v1/os-ingest/${integrationId}/vision`,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: JSON.parse(response.body),
  };
}
