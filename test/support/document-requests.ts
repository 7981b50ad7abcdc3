import {
  CONTENT_TYPES,
  METHODS,
  ODD_BODIES,
  ODD_HEADERS,
  ODD_IDS,
  ODD_PARAMETER_NAMES,
  ODD_PARAMETERS,
  ODD_VALUES,
} from './odd-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is traversed as plain JSON.
type Json = any;

/** An operation of a document, with its references resolved as far as needed for requests. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  /** The prefix of the path, such as `/v1/platform`. */
  readonly basePath: string;
  /** With `{id}` for parameters. */
  readonly path: string;
  /** The security scheme of its credential. */
  readonly credential: string;
  readonly parameters: readonly Json[];
  /** Example bodies by name. */
  readonly bodies: Readonly<Record<string, Json>>;
  readonly bodySchema: Json;
  /** The responses by status. */
  readonly responses: Readonly<Record<string, Json>>;
}

/** A request generated from an operation: valid, or with exactly one deviation. */
export interface DocumentedRequest {
  readonly operation: DocumentedOperation;
  /** Description of the deviation. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Information that is not in the document: existing rows. */
export interface DocumentGround {
  /** An id for the `{…}` of a path. */
  idFor(path: string): string;
  /** Replaces the ids in an example with those of existing rows. */
  fillIn(text: string): string;
  /** Ids of rows of every resource. */
  readonly foreignIds: readonly string[];
}

/** The operations of a document, deletions last. */
export function operationsOf(document: Json): readonly DocumentedOperation[] {
  const resolve = (part: Json): Json => resolveIn(document, part);
  const found = Object.entries(document.paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Json>)
      .filter(([name]) => name !== 'parameters' && name !== 'servers')
      .map(([method, described]) => {
        const media = described.requestBody?.content['application/json'];
        return {
          operationId: described.operationId,
          method: method.toUpperCase(),
          basePath: (item.servers ?? document.servers)[0].url,
          path,
          credential: Object.keys(described.security[0])[0] ?? '',
          parameters: [...(item.parameters ?? []), ...(described.parameters ?? [])].map(resolve),
          bodies: mapValues(media?.examples ?? {}, (example) => resolve(example).value),
          bodySchema: resolve(media?.schema),
          responses: mapValues(described.responses, resolve),
        };
      }),
  );
  const isDelete = ({ method }: DocumentedOperation) => Number(method === 'DELETE');
  // An event stream has no end, so a request of this kind would never finish.
  const isEnding = ({ responses }: DocumentedOperation) =>
    responses['200']?.content?.['text/event-stream'] === undefined;
  return found.filter(isEnding).sort((one, other) => isDelete(one) - isDelete(other));
}

/** Resolves a reference within the document; other parts are returned unchanged. */
function resolveIn(document: Json, part: Json): Json {
  if (typeof part?.$ref !== 'string') return part;
  const steps: readonly string[] = part.$ref.slice(2).split('/');
  return resolveIn(
    document,
    steps.reduce((found: Json, name) => found[name], document),
  );
}

/** The share of odd values for each place; together the places cover all of them. */
export interface Share {
  readonly ofValues: number;
  readonly ofRequests: number;
}

/** All requests generated from an operation. */
export function requestsFor(
  operation: DocumentedOperation,
  ground: DocumentGround,
  share: Share,
): readonly DocumentedRequest[] {
  const turn = createTurn(operation.operationId);
  const input = { operation, ground, share, turn };
  return [
    ...validRequests(input),
    ...parameterRequests(input),
    ...fieldRequests(input),
    ...bodyRequests(input),
    ...headerRequests(input),
    ...pathRequests(input),
    ...validRequests(input),
  ];
}

interface Making {
  readonly operation: DocumentedOperation;
  readonly ground: DocumentGround;
  readonly share: Share;
  /** The next elements of a list, continuing after the previous ones. */
  readonly turn: <T>(list: readonly T[], count: number) => readonly T[];
}

/** A request whose name, query, body or headers may differ from a valid one. */
function request(
  { operation, ground }: Making,
  name: string,
  odd: {
    readonly method?: string;
    readonly path?: string;
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly payload?: string | Buffer | undefined;
  } = {},
): DocumentedRequest {
  const path = odd.path ?? operation.path.replaceAll(/\{\w+\}/g, ground.idFor(operation.path));
  const payload = 'payload' in odd ? odd.payload : validBody(operation, ground);
  return {
    operation,
    name,
    method: odd.method ?? operation.method,
    url: `${path}${odd.query ? `?${odd.query}` : ''}`,
    headers: { ...(payload === undefined ? {} : JSON_TYPE), ...odd.headers },
    ...(payload === undefined ? {} : { payload }),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' } as const;

function validBody(operation: DocumentedOperation, ground: DocumentGround): string | undefined {
  const [first] = Object.values(operation.bodies);
  return first === undefined ? undefined : ground.fillIn(JSON.stringify(first));
}

function validRequests(making: Making): DocumentedRequest[] {
  const { operation, ground } = making;
  const bodies = Object.entries(operation.bodies).map(([name, body]) =>
    request(making, `the example ${name}`, { payload: ground.fillIn(JSON.stringify(body)) }),
  );
  return bodies.length > 0 ? bodies : [request(making, 'nothing odd')];
}

function parameterRequests(making: Making): DocumentedRequest[] {
  const { operation, share, turn } = making;
  const own = operation.parameters.filter((parameter) => parameter.in === 'query');
  const valued = own.flatMap(({ name, schema }) => {
    const values = [
      ...validParameters(schema),
      ...boundaries(schema).map(String),
      ...turn(ODD_PARAMETERS, share.ofValues),
    ];
    const twice = `${name}=1&${name}=1`;
    return [
      ...values.map((value) => [`${name} as ${value.slice(0, 30)}`, `${name}=${value}`] as const),
      [`${name} twice`, twice] as const,
      [`${name} as a list`, `${name}[]=x`] as const,
    ];
  });
  const strange = turn(ODD_PARAMETER_NAMES, 2).map(
    (name) => [`a parameter ${name}`, `${name}=x`] as const,
  );
  return [...valued, ...strange].map(([name, query]) => request(making, name, { query }));
}

function validParameters(schema: Json): string[] {
  const { enum: words, examples = [], anyOf = [], type } = schema;
  if (type === 'array') return validParameters(schema.items);
  const values = [...(words ?? []), ...examples, schema.default, schema.example];
  const given = values.filter((value) => value !== undefined && value !== null);
  return [...given.map(String), ...anyOf.flatMap(validParameters)]
    .map(encodeURIComponent)
    .slice(0, 3);
}

/** The bounds of a number, and values beyond them. */
function boundaries({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Json): number[] {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  return bounds
    .filter((bound) => typeof bound === 'number')
    .flatMap((bound) => [bound - 1, bound, bound + 1]);
}

function fieldRequests(making: Making): DocumentedRequest[] {
  const { operation, ground, share, turn } = making;
  const text = validBody(operation, ground);
  if (text === undefined) return [];
  const body = JSON.parse(text);
  const schemas = propertiesOf(operation.bodySchema);
  return [...new Set([...Object.keys(body), ...Object.keys(schemas)])].flatMap((name) => {
    const { [name]: _, ...without } = body;
    const values = [
      ...boundaries(schemas[name] ?? {}),
      ...lengths(schemas[name] ?? {}),
      ...turn(ODD_VALUES, share.ofValues),
      ...turn(ground.foreignIds, 1),
    ];
    const odd = values.map((value) => [
      `${name} as ${JSON.stringify(value)?.slice(0, 30)}`,
      JSON.stringify({ ...body, [name]: value }),
    ]);
    const key = JSON.stringify(name);
    return [
      [`without ${name}`, JSON.stringify(without)],
      [`${name} twice`, text.replace('{', `{${key}:1,${key}:2,`)],
      ...odd,
    ].map(([label = '', payload]) => request(making, label, { payload }));
  });
}

/** Texts with the maximum length and with one character more. */
function lengths({ maxLength }: Json): string[] {
  return maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)];
}

function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  return Object.assign({}, schema?.properties, ...(schema?.allOf ?? []).map(propertiesOf));
}

function bodyRequests(making: Making): DocumentedRequest[] {
  const { operation, ground, share, turn } = making;
  const valid = validBody(operation, ground);
  if (valid === undefined) {
    return [request(making, 'a body that nobody asked for', { payload: '{"a":1}' })];
  }
  const bodies = turn(ODD_BODIES, share.ofRequests).map(([name, body]) =>
    request(making, name, {
      payload: typeof body === 'string' ? body.replaceAll('{valid}', () => valid) : body,
    }),
  );
  const types = turn(CONTENT_TYPES, Math.ceil(share.ofRequests / 2)).map((type) =>
    request(making, `the type ${type}`, { headers: { 'content-type': type } }),
  );
  return [...bodies, ...types];
}

function headerRequests(making: Making): DocumentedRequest[] {
  return making
    .turn(ODD_HEADERS, making.share.ofRequests)
    .map(([name, value]) =>
      request(making, `${name}: ${value.slice(0, 30)}`, { headers: { [name]: value } }),
    );
}

function pathRequests(making: Making): DocumentedRequest[] {
  const { operation, ground, share, turn } = making;
  const others = METHODS.filter((method) => method !== operation.method);
  const methods = turn(others, 2).map((method) =>
    request(making, `the method ${method}`, { method }),
  );
  if (!operation.path.includes('{')) return methods;
  const ids = [...turn(ODD_IDS, share.ofRequests), ...turn(ground.foreignIds, 2)];
  return [
    ...methods,
    ...ids.map((id) =>
      request(making, `the id ${id.slice(0, 30)}`, {
        path: operation.path.replace(/\{\w+\}/, () => id),
      }),
    ),
  ];
}

/** Distributes lists so that every value is used at some place; the start depends on the name. */
function createTurn(name: string): Making['turn'] {
  let place = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 9973;
  return (list, count) => {
    const dealt = Array.from({ length: Math.min(count, list.length) }, (_, index) => {
      return list[(place + index) % list.length] as (typeof list)[number];
    });
    place += dealt.length;
    return dealt;
  };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R) {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value)]),
  ) as Readonly<Record<string, R>>;
}
