import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReferenceDocuments } from '../../src/http/docs/reference-page.ts';
import { version } from '../../src/model/core/vocabulary.ts';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { connectCameras, prepareGround } from '../support/document-ground.ts';
import {
  type DocumentedOperation,
  type DocumentedRequest,
  type DocumentGround,
  operationsOf,
  requestsFor,
} from '../support/document-requests.ts';
import { createOneOfEach, EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { watchWrites } from '../support/watch-writes.ts';
import { createValidator, type Validate } from './openapi/validator.ts';

/** How many times as many odd values as in an ordinary run each place is given. */
const TIMES = Number(process.env['FARMCTL_FUZZ_TIMES'] ?? 1);
const SHARE = { ofValues: 2 * TIMES, ofRequests: 3 * TIMES };
const JSON_TYPE = 'application/json';
const SLOWEST_MILLIS = 5000;
const PATIENCE_MILLIS = 60_000 * Math.max(1, TIMES);
/** Internals of the service: stack traces, files, queries, tables and columns. */
const INSIDE =
  /\n\s+at |node_modules|\.[jt]s:\d|\/src\/|SQLITE_|sqlite|postgres|SqlError|TypeError|RangeError|undefined|\[object|row_counts|outbox|search_text|org_id|deleted_at|\bselect .* from /i;

/** A document and its validator. */
interface Document {
  readonly name: string;
  readonly operations: readonly DocumentedOperation[];
  readonly validate: Validate;
}

const texts = createReferenceDocuments({ version });
const documents: readonly Document[] = [
  readDocument('/openapi.json', texts.platform()),
  readDocument('/os/openapi.json', texts.application()),
];

describe.each(documents)('$name', (document) => {
  const counts = new Map<string, number>();
  let context: Surroundings;
  let ground: DocumentGround;

  beforeAll(async () => {
    const service = await startTestService('sqlite', { now: EXAMPLES_NOW });
    const rows = await createOneOfEach(service);
    const connection = await connectCameras(service, rows);
    ground = await prepareGround(service, { rows, connectionId: connection.id });
    const credentials = { bearer: service.admin, cameraToken: connection.cameraToken };
    context = { service, document, credentials, written: await watchWrites(service) };
  });
  afterAll(() => context.service.close());

  test.each(document.operations)(
    '$method $path answers every request as documented, and a rejected one changes nothing',
    async (operation) => {
      const failures: string[] = [];
      for (const request of requestsFor(operation, ground, SHARE)) {
        const { answer, problems } = await checkAnswer(request, context);
        const family = `${answer.status}`.charAt(0);
        counts.set(family, (counts.get(family) ?? 0) + 1);
        if (problems.length > 0)
          failures.push(`${describeRequest(request)}: ${problems.join('; ')}`);
      }
      expect(failures).toEqual([]);
    },
    PATIENCE_MILLIS,
  );

  test('received valid and invalid requests', async () => {
    const { length } = document.operations;
    expect(counts.get('2') ?? 0).toBeGreaterThan(length);
    expect(counts.get('4') ?? 0).toBeGreaterThan(length * 10);
    expect(await context.written()).toBeGreaterThan(0);
  });

  test('is unaffected afterwards: lists can be read, and the audit log is intact', async () => {
    const { body } = await context.service.send('GET', '/os/audit/verify');
    expect(body).toMatchObject({ ok: true });
    for (const name of resourceNames) {
      const { status } = await context.service.send('GET', `/${name}`);
      expect([name, status]).toEqual([name, 200]);
    }
  });
});

function readDocument(name: string, text: string): Document {
  const document = JSON.parse(text);
  return { name, operations: operationsOf(document), validate: createValidator(document) };
}

function describeRequest({ method, url, name, payload }: DocumentedRequest): string {
  return `${method} ${url.slice(0, 120)} (${name}) ${String(payload ?? '').slice(0, 200)}`;
}

interface Surroundings {
  readonly service: TestService;
  readonly document: Document;
  /** The credentials of a call, by security scheme. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly written: () => Promise<number>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The faults of the response to a request; usually none. */
async function checkAnswer(request: DocumentedRequest, context: Surroundings) {
  const before = await context.written();
  const startedAt = performance.now();
  const answer = await send(context, request);
  const elapsed = performance.now() - startedAt;
  const changed = (await context.written()) - before;
  const isRefused = answer.status >= 400;
  const problems = [
    ...statusProblems(request, answer),
    ...shapeProblems(request, answer, context.document),
    ...promiseProblems(request, answer, context.document),
    ...(elapsed > SLOWEST_MILLIS ? [`took ${Math.round(elapsed)} ms`] : []),
    ...(isRefused && changed > 0
      ? [`refused with ${answer.status}, but wrote ${changed} rows`]
      : []),
    ...(isRefused && INSIDE.test(withoutEchoes(answer.text))
      ? [`tells of the inside: ${answer.text.slice(0, 300)}`]
      : []),
  ];
  return { answer, problems };
}

async function send(
  { service, credentials }: Surroundings,
  request: DocumentedRequest,
): Promise<Answer> {
  const { basePath, credential } = request.operation;
  const { statusCode, headers, body } = await service.service.app.inject({
    method: request.method as 'GET',
    url: `${basePath}${request.url}`,
    headers: { authorization: `Bearer ${credentials[credential]}`, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  });
  return { status: statusCode, headers, text: body };
}

/** Input may be quoted in a message. */
function withoutEchoes(text: string): string {
  return text.replace(/\(got .*?\)/g, '').replace(/\\".*?\\"/g, '');
}

function statusProblems(
  { operation, method }: DocumentedRequest,
  { status, text }: Answer,
): string[] {
  if (status >= 500) return [`${status} ${text}`];
  if (method !== operation.method) return [];
  return String(status) in operation.responses
    ? []
    : [`${status} is not documented: ${text.slice(0, 200)}`];
}

/** A list of records of which `fields` names some fields lacks the others. */
const LEFT_OUT = /^\/data\/\d+ must have required property /;

function shapeProblems(
  { operation, method, url }: DocumentedRequest,
  { status, headers, text }: Answer,
  document: Document,
): string[] {
  if (headers['x-request-id'] === undefined) return ['no x-request-id'];
  if (method !== operation.method) return [];
  // A camera is identified by the integration in the path; a path like this names none.
  if (operation.credential === 'cameraToken' && !isDecodable(url)) return [];
  const described = operation.responses[String(status)];
  const missing = Object.keys(described?.headers ?? {}).filter(
    (name) => name !== 'Idempotent-Replayed' && headers[name.toLowerCase()] === undefined,
  );
  const problems = missing.map((name) => `no ${name} on ${status}`);
  const schema = described?.content?.['application/json']?.schema;
  // The content of a file has its own type.
  if (described?.content?.['*/*']) return problems;
  if (!schema) return text === '' ? problems : [...problems, `a body on ${status}`];
  return [
    ...problems,
    ...document
      .validate(schema, JSON.parse(text))
      .filter((fault) => !(url.includes('?fields=') && LEFT_OUT.test(fault)))
      .map((fault) => `${fault} in ${text.slice(0, 300)}`),
  ];
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** Texts are measured as they are stored: in NFC, without white space around. */
function tidied(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value;
}

/** Input rejected by the document is rejected; a hint at the farm that is not text is ignored. */
function promiseProblems(
  { operation, method, headers, payload }: DocumentedRequest,
  { status }: Answer,
  { validate }: Document,
): string[] {
  const isTaken = status < 400 && method === operation.method;
  if (!isTaken || !operation.bodySchema || headers['content-type'] !== JSON_TYPE) return [];
  const { farmId: _, ...body } = JSON.parse(String(payload), tidied);
  const faults = validate(operation.bodySchema, body);
  return faults.length === 0 ? [] : [`taken, though the document refuses it: ${faults.join(', ')}`];
}
