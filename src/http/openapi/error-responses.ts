import { STATUS_CODES } from 'node:http';
import { type ErrorSlug, errorSlugs, errors, type Issue } from '../../model/errors.ts';
import { exampleId } from '../../model/example-id.ts';
import { ref } from '../../model/json-schema/json-schema.ts';
import type {
  ExampleObject,
  HeaderObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';
import { componentRef, requestIdHeader, standardHeaders } from './shared-components.ts';

interface ErrorExample {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
}

const examples: { readonly [S in ErrorSlug]?: ErrorExample } = {
  validation_failed: {
    code: 'not_allowed',
    message: 'severity must be one of info, warning, critical (got "warnng").',
    issues: [
      {
        path: 'severity',
        code: 'not_allowed',
        message: 'severity must be one of info, warning, critical (got "warnng").',
        allowed: ['info', 'warning', 'critical'],
        suggestion: 'warning',
      },
      { path: 'title', code: 'required', message: 'title is required.' },
    ],
  },
  unauthorized: {
    code: 'missing_key',
    message: 'Send the header Authorization: Bearer <API key>.',
  },
  insufficient_scope: {
    code: 'insufficient_scope',
    message: 'The key needs the scope write:tasks; it holds read:*.',
  },
  conflict: { code: 'idempotency_in_flight' },
  precondition_failed: {
    code: 'version_changed',
    message: 'The row has version 2 now; read it again before changing it.',
  },
  action_refused: {
    code: 'has_logs',
    message: `The flock is still in use by the daily log ${exampleId('log')}.`,
  },
};

/** Statuses that are answered before the caller is known, and so without its rate limit. */
const BEFORE_AUTHENTICATION: readonly number[] = [401, 408];

const statuses = [...new Set(errorSlugs.map((slug) => errors[slug].status))];

/** The error answers by their name in the components, made from the catalogue of errors. */
export const errorResponses: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  statuses.map((status) => [responseName(status), errorResponse(status)]),
);

/** A reference to the answer of an error status. */
export function errorResponseRef(status: number): Reference {
  return componentRef('responses', responseName(status));
}

function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '');
}

function errorResponse(status: number): ResponseObject {
  const slugs = errorSlugs.filter((slug) => errors[slug].status === status);
  return {
    description: slugs.map((slug) => `\`${slug}\`: ${errors[slug].message}`).join(' '),
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: { allOf: [ref('Error'), { properties: { error: { enum: slugs } } }] },
        examples: Object.fromEntries(slugs.map((slug) => [slug, errorExample(slug)])),
      },
    },
  };
}

function errorHeaders(status: number): Record<string, HeaderObject | Reference> {
  return {
    ...(BEFORE_AUTHENTICATION.includes(status) ? requestIdHeader : standardHeaders),
    ...(status === 401 ? { 'WWW-Authenticate': componentRef('headers', 'WwwAuthenticate') } : {}),
    ...(status === 412 ? { ETag: componentRef('headers', 'ETag') } : {}),
    ...([429, 503].includes(status)
      ? { 'Retry-After': componentRef('headers', 'RetryAfter') }
      : {}),
  };
}

function errorExample(slug: ErrorSlug): ExampleObject {
  const { code, message, issues } = examples[slug] ?? {};
  return {
    value: {
      error: slug,
      message: message ?? errors[slug].message,
      ...(code === undefined ? {} : { code }),
      ...(issues === undefined ? {} : { issues }),
      requestId: exampleId('req'),
    },
  };
}
