import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { coversScope, role } from '../../src/model/core/vocabulary.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { roles } from '../../src/model/resources/roles.ts';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import { type SignedInUser, signIn } from '../support/signed-in.ts';

const VERBS = [
  ['GET', 'read'],
  ['POST', 'write'],
  ['PATCH', 'write'],
  ['DELETE', 'write'],
] as const;

type Probe = readonly [resource: string, method: string, isOwnFarm: boolean, outcome: string];

/** What must be answered: everything that the role lacks is refused by its scope. */
function expectedOf(name: (typeof role.words)[number], definition: ResourceDefinition): Probe[] {
  return VERBS.flatMap(([method, verb]): Probe[] => {
    const may = coversScope(roles[name].scopes, `${verb}:${definition.name}`);
    const isWrongMethod = verb === 'write' && definition.readOnly === true;
    const refused = may ? undefined : 'insufficient_scope';
    return [
      [definition.name, method, true, refused ?? (isWrongMethod ? '405' : 'admitted')],
      [definition.name, method, false, refused ?? (isWrongMethod ? '405' : 'closed')],
    ];
  });
}

function outcomeOf({ status, body }: TestAnswer, isOwnFarm: boolean): string {
  if (body.error === 'insufficient_scope') return body.error;
  if (status === 405) return '405';
  // 403: a role on certain farms creates no farms.
  if (isOwnFarm) return [200, 201, 400, 403, 404].includes(status) ? 'admitted' : `${status}`;
  return [403, 404].includes(status) ? 'closed' : `${status}`;
}

describe.each(DATABASES)('%s: users with a role on one farm', (database) => {
  let service: TestService;
  let own: string;
  let foreign: string;
  const people = new Map<string, SignedInUser>();
  beforeAll(async () => {
    service = await startTestService(database, { app: { trustProxy: ['127.0.0.1'] } });
    ({ farmId: own } = await createFarm(service, { name: 'Own' }));
    ({ farmId: foreign } = await createFarm(service, { name: 'Foreign' }));
    // Two of each role, so that all calls stay below the limit of a minute.
    for (const name of role.words.flatMap((word) => [word, `other ${word}`])) {
      const grant = { role: name.replace('other ', ''), farmIds: [own] };
      people.set(name, await signIn(service, name, [grant]));
    }
  });
  afterAll(() => service.close());

  const probe = async (name: string, [resource, method, isOwnFarm]: Probe): Promise<Probe> => {
    const person = people.get(isOwnFarm ? name : `other ${name}`);
    const path = ['PATCH', 'DELETE'].includes(method) ? `/${resource}/nobody` : `/${resource}`;
    const query = `?farmId=${isOwnFarm ? own : foreign}`;
    const body = ['POST', 'PATCH'].includes(method) ? { body: {} } : {};
    const answer = await person?.send(method, path + query, body);
    if (!answer) throw new Error(`${name} is not signed in`);
    return [resource, method, isOwnFarm, outcomeOf(answer, isOwnFarm)];
  };

  test.each(role.words)('%s: every verb on every resource, own and foreign farm', async (name) => {
    const expected = Object.values(resources).flatMap((one) => expectedOf(name, one));
    const found: Probe[] = [];
    for (const one of expected) found.push(await probe(name, one));
    expect(found).toEqual(expected);
  });
});
