import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceDocuments } from '../../src/http/docs/reference-page.ts';
import { limits } from '../../src/model/core/limits.ts';
import { version } from '../../src/model/core/vocabulary.ts';
import { connectCameras, prepareGround } from '../support/document-ground.ts';
import {
  type DocumentedOperation,
  type DocumentGround,
  operationsOf,
} from '../support/document-requests.ts';
import { threadMillis } from '../support/longest-slice.ts';
import { createOneOfEach, EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** How long one request may occupy the event loop, so that `/livez` answers within this time. */
const MOST_MILLIS = 500;
/** Other programs on the machine stretch a measurement; an input is slow when all of these are. */
const MEASUREMENTS = 4;
const PATIENCE_MILLIS = 60_000;
/** Values a place is given: deterministic, all of them over the places of a document. */
const VALUES_A_PLACE = 2;
const HEADER_LENGTH = 15_000;
const URL_LENGTH = 7_500;
const BODY_LENGTH = 1_000_000;

const UNITS = [
  ...' \t,，([{<"\\-./:;01aT@%_+=#*!?\u0301',
  ...['a ', '1,', '1,110,', '()', '[](', '![](', '<a ', 'a.', 'a@a.', '- ', 'T1', '\\"', '../'],
  ...['1 ', '0.', 'bytes=', 'v1,', '"v1",', 'a=', 'a;q=', '::', '[0]', '{{', '\u05d0 ', '日'],
];
const ENDINGS = ['', '!', '\u0000'];

const BODIES: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ['nested lists', (length) => '['.repeat(length)],
  ['nested lists that end', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['nested objects', (length) => '{"a":'.repeat(length / 5)],
  [
    'nested objects that end',
    (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  ],
  ['an open string of escapes', (length) => `{"a":"${'\\"'.repeat(length / 2)}`],
  ['a string of escapes', (length) => `{"a":"${'\\"'.repeat(length / 2)}"}`],
  ['many keys', (length) => `{${Array.from({ length: length / 12 }, (_, at) => `"k${at}":1`)}}`],
  ['equal keys', (length) => `{${'"a":1,'.repeat(length / 6)}"a":1}`],
  ['a long list', (length) => `{"a":[${'1,'.repeat(length / 2)}1]}`],
  ['a long key', (length) => `{"${'a'.repeat(length)}":1}`],
  ['a long number', (length) => `{"a":${'1'.repeat(length)}}`],
  ['white space', (length) => ' '.repeat(length)],
];
const HEADERS = [
  'range',
  'if-range',
  'if-none-match',
  'accept',
  'accept-language',
  'accept-encoding',
];
const MORE_HEADERS = ['content-type', 'x-request-id', 'x-forwarded-for', 'origin', 'authorization'];

const texts = createReferenceDocuments({ version });

describe.each([
  { name: '/openapi.json', text: texts.platform() },
  { name: '/os/openapi.json', text: texts.application() },
])('inputs at their size limit to $name', ({ text }) => {
  const operations = operationsOf(JSON.parse(text));
  const deal = createDealer();
  let service: TestService;
  let ground: DocumentGround;
  let keys: Keys;

  beforeAll(async () => {
    service = await startTestService('sqlite', { now: EXAMPLES_NOW });
    const rows = await createOneOfEach(service);
    const { id: connectionId, cameraToken } = await connectCameras(service, rows);
    ground = await prepareGround(service, { rows, connectionId });
    keys = { admin: service.admin, camera: cameraToken };
  });
  afterAll(() => service.close());

  test.each(operations)(
    '$method $path never blocks the event loop for long',
    async (operation) => {
      const slow: string[] = [];
      for (const request of requestsTo(operation, ground, deal)) {
        const millis = await fastestOf(service, request, keys);
        if (millis > MOST_MILLIS) slow.push(`${request.name}: ${Math.round(millis)} ms`);
      }
      expect(slow).toEqual([]);
    },
    PATIENCE_MILLIS,
  );
});

/** The admin key, and the token of a camera connection for its own route. */
interface Keys {
  readonly admin: string;
  readonly camera: string;
}

interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

type Dealer = (length: number) => readonly string[];

/** Deals the values in turn; the same ones in every run. */
function createDealer(): Dealer {
  let place = 0;
  return (length) =>
    Array.from({ length: VALUES_A_PLACE }, () => {
      const unit = UNITS[place % UNITS.length] ?? '';
      const suffix = ENDINGS[place % ENDINGS.length] ?? '';
      place += 1;
      return unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1) + suffix;
    });
}

function requestsTo(
  operation: DocumentedOperation,
  ground: DocumentGround,
  deal: Dealer,
): readonly HostileRequest[] {
  const { method, path, parameters, bodies, bodySchema } = operation;
  const url = path.replaceAll(/\{\w+\}/g, ground.idFor(path));
  const json = { 'content-type': 'application/json' };
  const [example] = Object.values(bodies);
  const valid = example === undefined ? undefined : ground.fillIn(JSON.stringify(example));
  const base = {
    method,
    url,
    headers: valid === undefined ? {} : json,
    ...(valid ? { payload: valid } : {}),
  };
  const queries = parameters
    .filter(({ in: place, schema }) => place === 'query' && takesText(schema))
    .flatMap(({ name }) =>
      deal(URL_LENGTH / 3).map((value) => ({
        ...base,
        name: `${name}=${value.slice(0, 12)}`,
        url: `${url}?${name}=${encodeURIComponent(value).slice(0, URL_LENGTH)}`.replace(
          /%[0-9A-F]?$/,
          '',
        ),
      })),
    );
  const headerNames = parameters
    .filter(({ in: place }) => place === 'header')
    .map(({ name }) => name);
  const header = HEADERS.concat(MORE_HEADERS);
  const turn = path.length % header.length;
  const headers = [
    ...headerNames,
    header[turn] ?? '',
    header[(turn + 4) % header.length] ?? '',
  ].flatMap((name) =>
    deal(HEADER_LENGTH).map((value) => ({
      ...base,
      name: `${name}: ${value.slice(0, 12)}`,
      headers: { ...base.headers, [name.toLowerCase()]: value.replace(/[^\t\x20-\x7e]/g, '~') },
    })),
  );
  const paths = path.includes('{')
    ? deal(URL_LENGTH / 3).map((value) => ({
        ...base,
        name: `an id of ${value.slice(0, 12)}`,
        url: path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(value)),
      }))
    : [];
  return [...queries, ...headers, ...paths, ...bodyRequests()];

  function bodyRequests(): readonly HostileRequest[] {
    if (method === 'GET') return [];
    const raw = BODIES[(path.length + method.length) % BODIES.length];
    const other = BODIES[(path.length + method.length + 5) % BODIES.length];
    const bodies = [raw, other].flatMap((body) =>
      body ? [{ ...base, name: body[0], headers: json, payload: body[1](BODY_LENGTH) }] : [],
    );
    if (valid === undefined) {
      const files = deal(BODY_LENGTH).map((payload) => ({
        ...base,
        name: `a file of ${payload.slice(0, 12)}`,
        headers: { 'content-type': 'text/csv' },
        payload,
      }));
      return [...bodies, ...files];
    }
    const body = JSON.parse(valid);
    const fields = textFields(bodySchema).flatMap(({ name, length }) =>
      deal(length).map((value) => ({
        ...base,
        name: `${name} of ${value.slice(0, 12)}`,
        payload: JSON.stringify({ ...body, [name]: value }),
      })),
    );
    return [...bodies, ...fields];
  }
}

/** The part of a schema that shows where text is accepted. */
interface FieldSchema {
  readonly type?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly allOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

function takesText(schema: FieldSchema | undefined): boolean {
  return [schema, ...(schema?.anyOf ?? []), ...(schema?.oneOf ?? [])].some(
    (one) => one?.type !== 'integer' && one?.type !== 'number' && one?.type !== 'boolean',
  );
}

function textFields(
  schema: FieldSchema | undefined,
): readonly { readonly name: string; readonly length: number }[] {
  const ownFields = Object.entries(schema?.properties ?? {})
    .filter(([, field]) => takesText(field))
    .map(([name, field]) => ({
      name,
      length: Math.min(field.maxLength ?? limits.stringLength, limits.stringLength),
    }));
  return [...ownFields, ...(schema?.allOf ?? []).flatMap(textFields)];
}

/** The shortest time of several that the thread is busy with a request; one where that is short. */
async function fastestOf(
  service: TestService,
  request: HostileRequest,
  keys: Keys,
): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < MEASUREMENTS && fastest > MOST_MILLIS; count++) {
    fastest = Math.min(fastest, await busyMillis(service, request, keys));
  }
  return fastest;
}

async function busyMillis(
  service: TestService,
  request: HostileRequest,
  keys: Keys,
): Promise<number> {
  const { name: _, url, method, ...rest } = request;
  const before = performance.eventLoopUtilization();
  const startedAt = performance.now();
  const cpuBefore = threadMillis();
  await service.service.app.inject({
    ...rest,
    method: method as 'GET',
    url: `/v1/platform${url}`,
    headers: {
      authorization: `Bearer ${url.startsWith('/os-ingest/') ? keys.camera : keys.admin}`,
      ...rest.headers,
    },
  });
  const { active } = performance.eventLoopUtilization(before);
  const cpu = threadMillis() - cpuBefore;
  // On a busy machine the thread waits for a core: its CPU time excludes that.
  return Math.min(active > 0 ? active : performance.now() - startedAt, cpu);
}
