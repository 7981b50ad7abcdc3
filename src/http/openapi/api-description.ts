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
    'Cameras post what they see to `/v1/os-ingest/{integrationId}/vision`, where the integration is',
    'one of kind `camera`, with `Authorization: Bearer <camera-connection token>` in place of a key.',
    `The body is \`{ "events": [ … ] }\` with at most ${limits.visionEventsPerCall} events, none of which`,
    'is stored when one of them is wrong. An event has the fields of `VisionEventCreate` with `source`',
    `or \`deviceId\`; its \`ts\` lies at most ${limits.visionDaysBack} days back. The answer is`,
    '`{ ok: true, stored, duplicates }`: an event whose whole content, time stamp included, an earlier',
    `call has stored counts as a duplicate. A token may make ${limits.visionCallsPerMinute} calls a minute.`,
    'Codes of 401: `missing_token`, `invalid_token`, `revoked_token`, `platform_key` and',
    '`integration_off`, while the integration is paused or disabled.',
  ].join('\n');
}
