import sql, { raw } from 'sql-template-tag';
import { expect } from 'vitest';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { tableName } from '../../src/storage/core/database.ts';
import { createIdFactory } from '../../src/tools/ids.ts';
import { createRandom } from '../../src/tools/random.ts';
import { DATABASES } from './databases.ts';
import {
  startTestService,
  type TestAnswer,
  type TestRequest,
  type TestService,
} from './service.ts';

/** Response headers that must be equal on every database; others depend on time or the socket. */
const COMPARED_HEADERS = [
  'content-type',
  'etag',
  'location',
  'allow',
  'www-authenticate',
  'idempotent-replayed',
  'x-request-id',
];
/** The id of a key, as in `createdBy` and in the audit log. */
const KEY_ID = /^fk_live_([0-9A-Za-z]{12})_/;

/** The same service on each database, with the same time and ids. */
export interface TwinServices {
  readonly services: readonly TestService[];
  /** Sends a request to all of them; fails when their responses differ. */
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  /** Number of responses so far, by status. */
  readonly answered: ReadonlyMap<number, number>;
  /** Advances the clocks of all of them. */
  advance(millis: number): void;
  /** Fails unless all of them have the same rows, counts and outbox. */
  expectSameState(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a service on SQLite and one on PostgreSQL. */
export async function startTwins(options: { readonly now: string }): Promise<TwinServices> {
  const services = await Promise.all(
    DATABASES.map((database) => startTestService(database, options)),
  );
  for (const service of services) makePredictable(service);
  const answered = new Map<number, number>();
  let sent = 0;
  return {
    services,
    answered,
    async send(method, path, request = {}) {
      const headers = { 'x-request-id': `twin-${++sent}`, ...request.headers };
      const answers = await Promise.all(
        services.map((service) => service.send(method, path, { ...request, headers })),
      );
      const [first, ...others] = answers.map((answer, index) =>
        comparable(answer, services[index]),
      );
      for (const other of others) expect([method, path, other]).toEqual([method, path, first]);
      answered.set(first?.status ?? 0, (answered.get(first?.status ?? 0) ?? 0) + 1);
      return answers[0] as TestAnswer;
    },
    advance(millis) {
      for (const { clock } of services) clock.advance(millis);
    },
    expectSameState: () => expectSameState(services),
    async close() {
      await Promise.all(services.map((service) => service.close()));
    },
  };
}

/**
 * From here on a service generates the same ids as its twin; its organisation and key already
 * exist.
 */
function makePredictable({ service, clock }: TestService): void {
  const { fill } = createRandom('twins');
  Object.assign(service.runtime, {
    ids: createIdFactory(() => clock.now(), fill),
    fillRandom: fill,
  });
}

function comparable(answer: TestAnswer, service: TestService | undefined) {
  const headers = COMPARED_HEADERS.map((name) => {
    const value = answer.headers[name];
    return [name, name === 'etag' ? withoutSpelling(value) : value];
  });
  return { status: answer.status, headers, text: withoutNames(respelled(answer.text), service) };
}

/** The ETag of a record is its version; that of a list depends on the database's JSON format. */
function withoutSpelling(etag: unknown): unknown {
  return etag === undefined || /^"v\d+"$/.test(String(etag)) ? etag : '(of the bytes)';
}

/** The same JSON without white space, and with numbers in JavaScript's format: 5 for 5.0. */
function respelled(text: string): string {
  return text === '' ? text : JSON.stringify(JSON.parse(text));
}

/** Replaces the two ids in the text that twins do not share. */
function withoutNames(text: string, service: TestService | undefined): string {
  const keyId = KEY_ID.exec(service?.admin ?? '')?.[1] ?? '';
  return text.replaceAll(keyId, '(key)').replaceAll(service?.orgId ?? '', '(org)');
}

async function expectSameState(services: readonly TestService[]): Promise<void> {
  const [first, ...others] = await Promise.all(services.map(readState));
  for (const other of others) expect(other).toEqual(first);
}

async function readState(service: TestService) {
  const { database } = service.service.runtime;
  const tables: Record<string, unknown> = {};
  for (const name of resourceNames) {
    const { text, body } = await service.send('GET', `/${name}?order=id&limit=200`);
    const counted = await database.first<{ total: number | string }>(
      sql`select count(*) as total from ${raw(tableName(name))} where deleted_at is null`,
    );
    expect([name, body.meta.total]).toEqual([name, Number(counted?.total)]);
    tables[name] = withoutNames(respelled(text), service);
  }
  const events = withoutNames(JSON.stringify(await service.events()), service);
  return { tables, events };
}
