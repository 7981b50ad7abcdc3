import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { coversScope, role } from '../../src/model/core/vocabulary.ts';
import { measureNames } from '../../src/model/measures.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { hiddenFields, roles } from '../../src/model/resources/roles.ts';
import { DATABASES } from '../support/databases.ts';
import { openListener } from '../support/event-listener.ts';
import { createFarm } from '../support/farm.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SignedInUser, signIn } from '../support/signed-in.ts';

type RoleName = (typeof role.words)[number];

/** The data hidden from roles without access to finances, listed manually. */
const HIDDEN: Readonly<Partial<Record<RoleName, Readonly<Record<string, readonly string[]>>>>> = {
  worker: { flocks: ['orderTotal', 'pricePerChick'] },
  // The vet writes treatments, with their costs.
  vet: { flocks: ['orderTotal', 'pricePerChick'] },
};

const moneyOf = ({ fields }: ResourceDefinition) =>
  Object.keys(fields).filter((name) => fields[name]?.type === 'money');

test.each(role.words)('%s: money of every readable resource is shown or hidden', (name) => {
  const { scopes } = roles[name];
  const hidden = Object.values<ResourceDefinition>(resources)
    .filter((one) => coversScope(scopes, `read:${one.name}`))
    .map((one) => [one.name, hiddenFields(scopes, one)] as const)
    .filter(([, fields]) => fields.length > 0);
  expect(Object.fromEntries(hidden)).toEqual(HIDDEN[name] ?? {});
});

test('a key of the organisation reads whole modules', () => {
  expect(hiddenFields(undefined, resources.flocks)).toEqual([]);
});

// Unique amounts, as written in JSON, CSV and texts.
const PRICES = { pricePerChick: 7.31, orderTotal: 145_887.42 };
const NEW_PRICES = { pricePerChick: 8.37, orderTotal: 167_443.81 };
const LEAK = /7[.,]31|145[.,]?887|8[.,]37|167[.,]?443|pricePerChick|orderTotal/;

describe.each(DATABASES)('%s: amounts of money on a farm', (database) => {
  let service: TestService;
  let baseUrl: string;
  let rows: OneOfEach;
  const people = new Map<RoleName, SignedInUser>();
  const person = (name: RoleName) => people.get(name) as SignedInUser;
  beforeAll(async () => {
    service = await startTestService(database, {
      now: EXAMPLES_NOW,
      app: { trustProxy: ['127.0.0.1'] },
    });
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.service.app.server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}`;
    rows = await createOneOfEach(service);
    for (const body of [PRICES, NEW_PRICES]) {
      await service.send('PATCH', `/flocks/${rows.flocks}`, { body });
    }
    for (const name of role.words) {
      people.set(name, await signIn(service, name, [{ role: name, farmIds: [rows.farms] }]));
    }
  });
  afterAll(() => service.close());

  test.each(role.words)('%s: records, lists and exports of every resource', async (name) => {
    const { scopes } = roles[name];
    for (const definition of Object.values<ResourceDefinition>(resources)) {
      if (!coversScope(scopes, `read:${definition.name}`)) continue;
      const path = `/${definition.name}`;
      const { body: full } = await service.send(
        'GET',
        `${path}/${rows[definition.name as 'farms']}`,
      );
      const hidden = HIDDEN[name]?.[definition.name] ?? [];
      const visibleFields = Object.keys(full).filter((field) => !hidden.includes(field));
      const id = rows[definition.name as 'farms'];
      const { body: record } = await person(name).send('GET', `${path}/${id}`);
      const { body: list } = await person(name).send('GET', `${path}?ids=${id}`);
      const exported = await person(name).send('GET', `/os/export${path}?format=jsonl`);
      const line = exported.text.split('\n').find((text) => text.includes(id)) ?? '{}';
      expect([definition.name, Object.keys(record)]).toEqual([definition.name, visibleFields]);
      expect([definition.name, Object.keys(list.data[0])]).toEqual([
        definition.name,
        visibleFields,
      ]);
      expect([definition.name, Object.keys(JSON.parse(line))]).toEqual([
        definition.name,
        visibleFields,
      ]);
      for (const field of moneyOf(definition).filter((one) => hidden.includes(one))) {
        for (const query of [`order=${field}`, `fields=${field}`]) {
          const { status, body } = await person(name).send('GET', `${path}?${query}`);
          expect([query, status, body.issues?.[0]?.code]).toEqual([query, 400, 'not_allowed']);
          expect(body.issues[0].allowed).not.toContain(field);
        }
      }
    }
  });

  test.each(['worker', 'vet'] as const)('%s: no readable answer shows them', async (name) => {
    const farm = `farmId=${rows.farms}`;
    const paths = [
      `/flocks?${farm}`,
      `/flocks/${rows.flocks}`,
      `/os/export/flocks?${farm}&format=csv`,
      `/os/history/flocks/${rows.flocks}`,
      `/activity?${farm}`,
      '/search?q=B1',
      '/me',
      `/os/notices?${farm}`,
      ...measureNames.map((id) => `/os/measures/${id}?${farm}`),
    ];
    for (const path of paths) {
      const { text } = await person(name).send('GET', path);
      expect([path, LEAK.exec(text)?.[0]]).toEqual([path, undefined]);
    }
    const { body } = await service.send('GET', `/os/history/flocks/${rows.flocks}`);
    expect(JSON.stringify(body)).toMatch(LEAK);
    const answer = await person(name).send(
      'GET',
      `/os/history/flocks/${rows.flocks}?field=orderTotal`,
    );
    expect([answer.status, answer.body.issues?.[0]?.code]).toEqual([400, 'not_allowed']);
  });

  test('a cursor of an order by money is rejected', async () => {
    const answer = await service.send('GET', '/flocks?order=pricePerChick&limit=1');
    const cursor = Buffer.from(JSON.stringify(['pricePerChick', 'desc', 8, 'flock_1'])).toString(
      'base64url',
    );
    expect(answer.status).toBe(200);
    expect((await service.send('GET', `/flocks?cursor=${cursor}`)).status).toBe(200);
    expect((await person('worker').send('GET', `/flocks?cursor=${cursor}`)).status).toBe(400);
  });

  test('events about a flock reach a worker without its price, and others with it', async () => {
    const listenAs = (cookie: string) =>
      openListener(baseUrl, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    const [worker, manager] = await Promise.all([
      listenAs(person('worker').cookie),
      listenAs(person('manager').cookie),
    ]);
    await Promise.all([worker.heard('ready'), manager.heard('ready')]);
    const barnId = (
      await service.send('POST', `/barns?farmId=${rows.farms}`, { body: { name: 'Second' } })
    ).body.id;
    const example = exampleBody(resources.flocks, { ...rows, barns: barnId });
    const body = { ...example, code: 'B2', ...PRICES };
    expect((await service.send('POST', '/flocks', { body })).status).toBe(201);
    const [reported] = await worker.heard('flock.placed');
    const [full] = await manager.heard('flock.placed');
    const record = JSON.parse(full?.data ?? '').data.record;
    expect(record).toMatchObject(PRICES);
    const { pricePerChick: _, orderTotal: __, ...shown } = record;
    expect(JSON.parse(reported?.data ?? '').data.record).toEqual(shown);
  });

  test('a key for flocks alone shows what its creator may see now', async () => {
    const { id, send } = await signIn(service, 'Maker', [{ role: 'admin' }]);
    const { key } = (
      await send('POST', '/os/keys', { body: { name: 'Flocks', scopes: ['read:flocks'] } })
    ).body;
    const readFlock = async () =>
      (await service.send('GET', `/flocks/${rows.flocks}`, { key })).body;
    expect(await readFlock()).toMatchObject(NEW_PRICES);
    await service.send('PUT', `/os/users/${id}/access`, { body: { role: 'worker' } });
    const { id: flockId, pricePerChick, orderTotal } = await readFlock();
    expect([flockId, pricePerChick, orderTotal]).toEqual([rows.flocks, undefined, undefined]);
    await service.send('PUT', `/os/users/${id}/access`, { body: { role: 'viewer' } });
    expect(await readFlock()).toMatchObject(NEW_PRICES);
  });

  test('a list of two farms with different roles shows only the amounts of money that both roles may see', async () => {
    const other = await createFarm(service, { name: 'Other' });
    const { send } = await signIn(service, 'Both', [
      { role: 'worker', farmIds: [rows.farms] },
      { role: 'manager', farmIds: [other.farmId] },
    ]);
    const fields = async (query: string) =>
      Object.keys((await send('GET', `/flocks${query}`)).body.data[0]).filter((name) =>
        moneyOf(resources.flocks).includes(name),
      );
    expect(await fields(`?farmId=${other.farmId}`)).toEqual(['orderTotal', 'pricePerChick']);
    expect(await fields(`?farmId=${rows.farms}`)).toEqual([]);
    expect(await fields('')).toEqual([]);
  });
});
