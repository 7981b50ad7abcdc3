import { type Logger, pino } from 'pino';
import type { AppOptions } from '../../src/http/core/mock-mode.ts';
import { fullScopes } from '../../src/model/core/vocabulary.ts';
import type { BackupService } from '../../src/platform/administration/backups.ts';
import { newKey } from '../../src/platform/administration/manage-keys.ts';
import type { AnchorPlaces } from '../../src/platform/audit/anchors.ts';
import type { SecretPlaces } from '../../src/platform/integrations/secret-references.ts';
import type { ProviderSettings } from '../../src/platform/outbound/identity-provider.ts';
import type { ModelSettings } from '../../src/platform/outbound/model-gateway.ts';
import type { WebhookSettings } from '../../src/platform/webhooks/webhook-secrets.ts';
import { composeService, type Service } from '../../src/server/core/compose-service.ts';
import type { Database } from '../../src/storage/core/database.ts';
import type { Waits } from '../../src/storage/postgres/line.ts';
import { insertKey } from '../../src/storage/system/api-keys.ts';
import { insertOrganisation } from '../../src/storage/system/organisations.ts';
import { listEvents } from '../../src/storage/webhooks/outbox.ts';
import { formatInstant, parseInstant } from '../../src/tools/calendar.ts';
import { createMovableClock, type MovableClock } from '../../src/tools/clock.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import { type DatabaseName, openTestDatabase } from './databases.ts';

/** The fixed time of test services: a Monday morning in Israel. */
const NOW = '2026-11-02T08:30:00.000Z';

/** Options of a test request. */
export interface TestRequest {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with its parsed body. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly body: any;
  readonly text: string;
}

/** Permissions of a test key. */
export interface TestKey {
  readonly orgId?: string;
  readonly scopes?: readonly string[];
  readonly farmIds?: readonly string[] | null;
  readonly rateLimitPerMinute?: number | null;
  readonly expiresAt?: string | null;
  readonly name?: string;
}

/** A real service without a socket, on a separate database. */
export interface TestService {
  readonly service: Service;
  readonly clock: MovableClock;
  readonly orgId: string;
  /** A key of the first organisation with all scopes and no limits. */
  readonly admin: string;
  /** Sends a request to a path after `/v1/platform`; by default with the admin key. */
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  createKey(key?: TestKey): Promise<string>;
  createOrganisation(name: string): Promise<string>;
  /** The events emitted so far, from the given sequence number on. */
  events(after?: number): Promise<{ readonly event: string; readonly body: unknown }[]>;
  close(): Promise<void>;
}

/** Starts a service for tests. */
export async function startTestService(
  database: DatabaseName | Database = 'sqlite',
  options: {
    readonly now?: string;
    /** Maximum wait for PostgreSQL; by default longer than a test. */
    readonly waits?: Waits;
    /** Wraps the service's database, for example to inject a fault. */
    readonly wrap?: (database: Database) => Database;
    readonly app?: AppOptions;
    /** Log of the service; none by default. */
    readonly log?: Logger;
    readonly webhooks?: WebhookSettings;
    readonly model?: ModelSettings;
    readonly provider?: ProviderSettings;
    readonly secretPlaces?: SecretPlaces;
    readonly anchors?: AnchorPlaces;
    readonly backups?: BackupService | undefined;
  } = {},
): Promise<TestService> {
  const clock = createMovableClock(parseInstant(options.now ?? NOW) ?? 0);
  const opened =
    typeof database === 'string' ? await openTestDatabase(database, options.waits) : database;
  // A wrapped database must receive every query, so nothing is cached.
  const { changes: _, farmChanges: __, ...unkept } = opened;
  const service = composeService({
    database: options.wrap?.(unkept) ?? opened,
    clock,
    log: options.log ?? pino({ level: 'silent' }),
    ...(options.app === undefined ? {} : { app: options.app }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.provider === undefined ? {} : { provider: options.provider }),
    ...(options.secretPlaces === undefined ? {} : { secretPlaces: options.secretPlaces }),
    ...(options.anchors === undefined ? {} : { anchors: options.anchors }),
    backups: options.backups,
  });
  const { runtime, app } = service;
  const createOrganisation = async (name: string) => {
    const id = runtime.ids.create('org');
    const createdAt = formatInstant(clock.now());
    await insertOrganisation(opened, {
      id,
      name,
      timezone: 'Asia/Jerusalem',
      language: 'he',
      createdAt,
    });
    return id;
  };
  const orgId = await createOrganisation('First');
  const createKey = async (options: TestKey = {}) => {
    const { key, text } = newKey(
      { fillRandom: secureRandom },
      {
        orgId: options.orgId ?? orgId,
        name: options.name ?? 'test',
        scopes: options.scopes ?? fullScopes,
        farmIds: options.farmIds ?? null,
        rateLimitPerMinute: options.rateLimitPerMinute ?? null,
        createdAt: formatInstant(clock.now()),
        createdBy: null,
        expiresAt: options.expiresAt ?? null,
      },
    );
    await insertKey(opened, key);
    return text;
  };
  const admin = await createKey();
  return {
    service,
    clock,
    orgId,
    admin,
    createKey,
    createOrganisation,
    async send(method, path, request = {}) {
      const key = 'key' in request ? request.key : admin;
      const response = await app.inject({
        method: method as 'GET',
        url: `/v1/platform${path}`,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { payload: payloadOf(request.body) }),
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: parseBody(response.body),
      };
    },
    async events(after = 0) {
      const listed = await listEvents(opened, { afterSequence: after, limit: 10_000 });
      return listed.map(({ event, body }) => ({ event, body: JSON.parse(body) }));
    },
    close: () => service.close(),
  };
}

function payloadOf(body: unknown): string | Buffer {
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
