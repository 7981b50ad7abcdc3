import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { coversScope, role } from '../../src/model/core/vocabulary.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { roles } from '../../src/model/resources/roles.ts';
import { DATABASES } from '../support/databases.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import { type SignedInUser, signIn } from '../support/signed-in.ts';

type RoleName = (typeof role.words)[number];
type Outcomes = Readonly<Record<string, string>>;

const LACKING = 'insufficient_scope';
const VERBS = ['list', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const;
type Verb = (typeof VERBS)[number];

/** The expected response: 403 for a missing scope of the role, 404 for a foreign row. */
function expectedOf(name: RoleName, definition: ResourceDefinition): Outcomes {
  const { scopes } = roles[name];
  const hasAccess = (access: 'read' | 'write') =>
    coversScope(scopes, `${access}:${definition.name}`);
  const read = hasAccess('read') ? { own: 'the row', foreign: 'closed' } : both(LACKING);
  const head = hasAccess('read') ? { own: '200', foreign: '404' } : both('403');
  const admitted = definition.readOnly ? both('405') : { own: 'admitted', foreign: 'closed' };
  const write = hasAccess('write') ? admitted : both(LACKING);
  const sides = {
    ...{ list: read, GET: read, HEAD: head },
    ...{ POST: write, PATCH: write, DELETE: write },
  };
  return Object.fromEntries(
    VERBS.flatMap((verb) => [
      [`${verb} own`, sides[verb].own],
      [`${verb} foreign`, sides[verb].foreign],
    ]),
  );
}

function both(outcome: string) {
  return { own: outcome, foreign: outcome };
}

/** Answers to requests that were admitted, with a body or a version that may not fit. */
const ADMITTED = ['200', '201', '400', '412'];

/** A verb on a row of a resource, of the user's farm or of the other. */
interface Probe {
  readonly definition: ResourceDefinition;
  readonly verb: Verb;
  readonly isOwn: boolean;
}

/** The content of a response: the row, or the reason for an error. */
function foundBy(
  { status, body }: TestAnswer,
  { verb, id }: { readonly verb: Verb; readonly id: string },
): string {
  if (verb === 'HEAD') return `${status}`;
  if (body.error === LACKING) return LACKING;
  if ((verb !== 'list' && verb !== 'GET') || status !== 200) return `${status}`;
  const rows: readonly { readonly id: string }[] = verb === 'list' ? body.data : [body];
  return rows.some((row) => row.id === id) ? 'the row' : 'no row';
}

/** The result, as one word where several responses mean the same. */
function outcomeOf(text: string, { definition, verb, isOwn }: Probe): string {
  if (verb === 'HEAD') return text;
  if (!isOwn) return ['403', '404'].includes(text) ? 'closed' : text;
  // A role on certain farms makes no farms.
  const makesFarm = verb === 'POST' && definition.name === 'farms';
  const admitted = makesFarm ? ['403'] : ADMITTED;
  return admitted.includes(text) ? 'admitted' : text;
}

describe.each(DATABASES)('%s: users with a role on one farm', (database) => {
  let service: TestService;
  let ownRowIds: OneOfEach;
  let foreignRowIds: OneOfEach;
  let before: Outcomes;
  const people = new Map<string, SignedInUser>();
  const foreignRows = async (): Promise<Outcomes> => {
    const rows = Object.values(resources).map(async ({ name }) => {
      const path =
        name === 'farms' || name === 'users' ? `/${name}/${foreignRowIds[name]}` : `/${name}`;
      const { status, text } = await service.send('GET', `${path}?farmId=${foreignRowIds.farms}`);
      return [name, `${status} ${text}`];
    });
    return Object.fromEntries(await Promise.all(rows));
  };
  beforeAll(async () => {
    service = await startTestService(database, {
      now: EXAMPLES_NOW,
      app: { trustProxy: ['127.0.0.1'] },
    });
    ownRowIds = await createOneOfEach(service);
    foreignRowIds = await createOneOfEach(service);
    before = await foreignRows();
    // Two of each role, so that all calls stay below the limit of a minute.
    for (const name of role.words) {
      const grant = { role: name, farmIds: [ownRowIds.farms] };
      people.set(`${name} own`, await signIn(service, name, [grant]));
      people.set(`${name} foreign`, await signIn(service, `other ${name}`, [grant]));
    }
  });
  afterAll(() => service.close());

  const ask = async (
    person: SignedInUser,
    verb: Verb,
    { definition, rows }: { readonly definition: ResourceDefinition; readonly rows: OneOfEach },
  ): Promise<TestAnswer> => {
    const { name } = definition;
    const path = `/${name}/${rows[name as keyof OneOfEach]}`;
    const isOwn = rows === ownRowIds;
    switch (verb) {
      case 'list':
        return person.send('GET', isOwn ? `/${name}?limit=100` : `/${name}?farmId=${rows.farms}`);
      case 'POST':
        // A valid row on the other farm; none is created on the user's farm.
        return person.send('POST', `/${name}?farmId=${rows.farms}`, {
          body: isOwn ? {} : exampleBody(definition, rows),
        });
      case 'PATCH':
        return person.send('PATCH', path, { body: {} });
      case 'DELETE':
        // An outdated version keeps the row for the next role.
        return person.send('DELETE', path, { headers: { 'if-match': '"stale"' } });
      default:
        return person.send(verb, path);
    }
  };

  /** A request of a role on a side, and its result. */
  const probe = async (name: RoleName, request: Probe): Promise<[string, string]> => {
    const { definition, verb, isOwn } = request;
    const side = isOwn ? 'own' : 'foreign';
    const person = people.get(`${name} ${side}`);
    if (!person) throw new Error(`${name} is not signed in`);
    const [rows, others] = isOwn ? [ownRowIds, foreignRowIds] : [foreignRowIds, ownRowIds];
    const resource = definition.name as keyof OneOfEach;
    const answer = await ask(person, verb, { definition, rows });
    const outcome = answer.text.includes(others[resource])
      ? 'shows a row of the other farm'
      : foundBy(answer, { verb, id: rows[resource] });
    return [`${verb} ${side}`, outcomeOf(outcome, request)];
  };

  test.each(role.words)(
    '%s: every verb on every resource, on own and foreign rows',
    async (name) => {
      const expected = Object.values(resources).map((one) => [one.name, expectedOf(name, one)]);
      const outcomesByRole: [string, Outcomes][] = [];
      for (const definition of Object.values<ResourceDefinition>(resources)) {
        const probes = VERBS.flatMap((verb) =>
          [true, false].map((isOwn) => probe(name, { definition, verb, isOwn })),
        );
        outcomesByRole.push([definition.name, Object.fromEntries(await Promise.all(probes))]);
      }
      expect(Object.fromEntries(outcomesByRole)).toEqual(Object.fromEntries(expected));
    },
  );

  test('afterwards the foreign rows are unchanged, with none added', async () => {
    expect(await foreignRows()).toEqual(before);
  });
});
