import { errorSlugs, errors } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';

/** What the platform document says before its operations, in Markdown. */
export function platformDescription(): string {
  return [
    'Everything a person does on the farm, for programs: reading and writing 32 resources, asking',
    'questions, running actions and receiving events.',
    '',
    '## Keys',
    '',
    'Send `Authorization: Bearer <API key>` with every request. A key holds scopes, may be pinned to',
    `farms, and may make ${limits.requestsPerMinute} requests per minute unless it says otherwise; the`,
    '`x-ratelimit-*` headers of every answer say how many are left. A key belongs on a server, never',
    'into an app or a web page.',
    '',
    '## Records',
    '',
    '- Only writable fields are taken; whatever else a body holds is ignored.',
    '- PATCH changes the fields it holds. Null, or an empty text, clears a field.',
    '- `ETag` is the version of a record. `If-Match` refuses a change of a version not seen (412);',
    '`If-None-Match` saves the body of a record or a list that is known (304).',
    `- \`Idempotency-Key\` makes a write repeatable for ${limits.idempotencyHours} hours.`,
    '- Resources without POST, PATCH and DELETE are written by the service alone; these methods',
    'answer 405 there, with `Allow`.',
    '',
    '## Lists',
    '',
    `Lists are paged: \`limit\` (${limits.pageSize}, at most ${limits.maxPageSize}), \`offset\`, or`,
    '`cursor` with `meta.nextCursor`. `order` and `dir` sort. Ranges `_from` and `_to` include both',
    'ends. What a list does not take is refused with 400, never dropped.',
    '',
    '## Errors',
    '',
    'Every error is `{ error, message, code?, issues?, requestId }`; `error` is stable.',
    '',
    '| status | error | meaning |',
    '| --- | --- | --- |',
    ...errorSlugs.map(
      (slug) => `| ${errors[slug].status} | \`${slug}\` | ${errors[slug].message} |`,
    ),
  ].join('\n');
}

/** What the document of the application's routes says before them, in Markdown. */
export function applicationDescription(): string {
  return [
    "The routes of the service's own application. They take the same keys and answer the same",
    'errors as the platform API, which is described in `/v1/platform/openapi.json`.',
    '',
    '## Cameras',
    '',
    'Cameras send their detections to `POST /v1/os-ingest/{integrationId}/vision` with a',
    'camera-connection token in place of a key. This operation has its own base path: clients that',
    'ignore `servers` of a path must be given the base URL `{base_url}/v1` for it.',
  ].join('\n');
}
