import { issueRange, issueReason } from '../../model/answers/core/shared-schemas.ts';
import {
  array,
  boolean,
  integer,
  type JsonSchema,
  object,
  oneOf,
  string,
} from '../../model/api/json-schema.ts';
import { errorSlugs, importParameters, issueCodes } from '../../model/core/errors.ts';
import { exampleId } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { scopes } from '../../model/core/vocabulary.ts';
import type {
  Components,
  HeaderObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';

/** A reference to a component. */
export function componentRef(
  kind: 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
) {
  return { $ref: `#/components/${kind}/${name}` } satisfies Reference;
}

/** Response headers by their name in the components. */
export const headers = {
  RequestId: {
    description: 'Names the request, in answers and in the log; the one that was sent, if any.',
    schema: string(),
    example: exampleId('req'),
  },
  RateLimitLimit: {
    description: 'Requests per minute that the key may make.',
    schema: integer(),
    example: limits.requestsPerMinute,
  },
  RateLimitRemaining: {
    description: 'Requests that are left now.',
    schema: integer(),
    example: limits.requestsPerMinute - 1,
  },
  RateLimitReset: {
    description: 'Seconds until there are more.',
    schema: integer(),
    example: 60,
  },
  ETag: {
    description:
      'Of a record its version (`"v3"`), where fields are computed with a hash of the answer (`"v3-…"`), for If-Match, which compares the version only, and If-None-Match; of a list what it holds, for If-None-Match.',
    schema: string(),
    example: '"v1"',
  },
  Location: { description: 'The path of the new record.', schema: string() },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: integer(),
    example: 2,
  },
  IdempotentReplayed: {
    description: 'Present when this is the first answer, repeated for the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  WwwAuthenticate: {
    description: 'Bearer, with the reason.',
    schema: string(),
    example: 'Bearer realm="farmctl", error="missing_key"',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

/** The header of every response. */
export const requestIdHeader = { 'x-request-id': componentRef('headers', 'RequestId') };

/** The headers of a response to an authenticated caller. */
export const standardHeaders = {
  ...requestIdHeader,
  'x-ratelimit-limit': componentRef('headers', 'RateLimitLimit'),
  'x-ratelimit-remaining': componentRef('headers', 'RateLimitRemaining'),
  'x-ratelimit-reset': componentRef('headers', 'RateLimitReset'),
};

/** Responses without a body, by component name. */
export const bodilessResponses = {
  NotModified: {
    description: 'Nothing has changed since the ETag that was sent.',
    headers: { ...standardHeaders, ETag: componentRef('headers', 'ETag') },
  },
} as const satisfies Readonly<Record<string, ResponseObject>>;

/** Parameters shared by many operations, by component name. */
export const parameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description: `Your own name for the request, echoed in the answer: 1 to ${limits.requestIdLength} visible ASCII characters; anything else is replaced.`,
    schema: string(),
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes the call repeatable: for ${limits.idempotencyHours} hours the same key is given the first answer.`,
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength },
    example: '9f1b6c1e-5a0d-4a53-9f0e-6c2f3f2f8a11',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` refuses values that cannot be right (400, code `implausible`), so that somebody can be asked; without it they are stored and named in the answer: in `suspect` of the record what is left out of every figure, in `breedSuggestion` a better breed, in `doubts` everything else. The message of each issue is a sentence for that person, in the language of `Accept-Language`, else of the organisation.',
    schema: string(),
    example: 'handling=strict',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that was read; when the record has changed since, the answer is 412.',
    schema: string(),
    example: '"v1"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag that is known; while it is that of the present answer, the answer is 304.',
    schema: string(),
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language of the texts that rules wrote (`title`, `message`, `resolutionNote`): `he`, `en`, `th`, `es` or `zh`; that of the organisation where none of them is named. What people wrote stays as it is.',
    schema: string(),
    example: 'th',
  },
  FarmId: {
    name: 'farmId',
    in: 'query',
    description: 'Only rows of this farm.',
    schema: string(),
    example: exampleId('farm'),
  },
  FarmOfNewRow: {
    name: 'farmId',
    in: 'query',
    description:
      'The farm of the new row, where no parent tells it and the key sees more than one.',
    schema: string(),
  },
  Ids: {
    name: 'ids',
    in: 'query',
    description: 'Only the rows with these ids, with commas between; unknown ids are left out.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: string(), minItems: 1, maxItems: limits.maxPageSize },
  },
  Limit: limitParameter(limits.maxPageSize),
  LimitOfMeasurements: limitParameter(limits.maxPageSizeOfMeasurements),
  Offset: {
    name: 'offset',
    in: 'query',
    description: 'How many rows to skip.',
    schema: { type: 'integer', minimum: 0, maximum: limits.maxOffset, default: 0 },
  },
  Direction: {
    name: 'dir',
    in: 'query',
    description: 'Ascending or descending; rows without a value come last in both.',
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description: 'meta.nextCursor of the page before; stable while rows are added.',
    schema: string(),
  },
} as const satisfies Readonly<Record<string, ParameterObject>>;

function limitParameter(maximum: number) {
  return {
    name: 'limit',
    in: 'query',
    description: 'Rows per page.',
    schema: { type: 'integer', minimum: 1, maximum, default: limits.pageSize },
  } as const;
}

export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'fk_live_…',
    description: [
      'An API key. What it may do is said by its scopes:',
      '',
      ...Object.entries(scopes).map(([scope, what]) => `- \`${scope}\` ${what}`),
      '',
      'Reading and writing can be narrowed to one module, such as `read:tasks`.',
      'Of the scopes in `x-required-scopes` of an operation, a key needs one.',
    ].join('\n'),
  },
  cameraToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cam_…',
    description:
      'A camera-connection token: belongs to one integration of kind camera and may send detections for it, nothing else.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-farmctl_session',
    description:
      'The session of a signed-in user (`farmctl_session` over plain http). It is accepted wherever an API key is, from pages of the same origin; an Authorization header takes precedence.',
  },
} as const;

/** Schemas that no resource or single operation declares. */
export const commonSchemas = {
  Error: object(
    {
      error: { type: 'string', enum: errorSlugs, description: 'What is wrong; stable.' },
      message: string('The same for people; for a 400 that of the first issue.'),
      'code?': string('A finer reason.'),
      'issues?': {
        type: 'array',
        items: { $ref: '#/components/schemas/Issue' },
        description: 'Every field that failed.',
      },
      requestId: string('To be quoted in questions.'),
    },
    'Every error has this shape.',
  ),
  Issue: object({
    path: string('The field, or the query parameter.'),
    code: { type: 'string', enum: issueCodes },
    message: string(),
    'allowed?': {
      type: 'array',
      items: { type: ['string', 'number', 'boolean'] },
      description: 'The values that are taken.',
    },
    'suggestion?': string('The nearest that is taken.'),
    'range?': issueRange,
    'existingId?': string('For duplicate: the row that stands already.'),
    'rows?': array(integer(), 'For duplicate: the two rows of a file about the same, from 1.'),
    'parameters?': array(oneOf(importParameters), 'Parameters of an import that settle it.'),
    'reason?': issueReason,
  }),
  Deleted: object({ id: string(), deleted: { ...boolean(), const: true } }),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The components that the parts of a document reference, directly or indirectly. */
export function reachableComponents(parts: unknown, pool: Components): Components {
  const kinds = Object.entries(pool) as [string, Readonly<Record<string, unknown>>][];
  const components = new Map(
    kinds.flatMap(([kind, ofKind]) =>
      Object.entries(ofKind).map(([name, component]) => [pointerTo(kind, name), component]),
    ),
  );
  const used = new Set<string>();
  const waiting: unknown[] = [parts];
  while (waiting.length > 0) {
    for (const pointer of pointersIn(waiting.pop())) {
      if (used.has(pointer)) continue;
      if (!components.has(pointer)) throw new Error(`There is no component ${pointer}.`);
      used.add(pointer);
      waiting.push(components.get(pointer));
    }
  }
  return Object.fromEntries(
    kinds.map(([kind, ofKind]) => [
      kind,
      Object.fromEntries(
        Object.entries(ofKind).filter(([name]) => used.has(pointerTo(kind, name))),
      ),
    ]),
  );
}

function pointerTo(kind: string, name: string): string {
  return `#/components/${kind}/${name}`;
}

function pointersIn(
  part: unknown,
  references = new Set<string>(),
  visited = new Set<object>(),
): Set<string> {
  if (typeof part !== 'object' || part === null || visited.has(part)) return references;
  visited.add(part);
  // A plain loop: documents have tens of thousands of parts, and `Object.entries` costs the most.
  for (const key in part) {
    const value: unknown = part[key as keyof typeof part];
    if (key === '$ref' && typeof value === 'string') references.add(value);
    // The values of examples are data, not parts of the document.
    else if (key !== 'value') pointersIn(value, references, visited);
  }
  return references;
}
