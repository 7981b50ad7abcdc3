import { actionAnswer, actionBody, undoAnswer, undoBody } from '../answers/actions.ts';
import { askAnswer, askBody } from '../answers/ask.ts';
import { contextAnswer } from '../answers/context.ts';
import { digestAnswer, gapsAnswer } from '../answers/digest.ts';
import { activityAnswer, searchAnswer } from '../answers/history.ts';
import { insightsAnswer } from '../answers/insights.ts';
import { meAnswer } from '../answers/organisation.ts';
import { portfolioAnswer } from '../answers/portfolio.ts';
import { setupAnswer } from '../answers/settings.ts';
import { webhookBody, webhookCreatedAnswer, webhookListAnswer } from '../answers/webhooks.ts';
import { crudOperations, type Operation, type RouteOperation } from '../api/operation.ts';
import { exampleId, integer, list, reference, text, word } from '../core/fields.ts';
import { insightSections } from '../core/insight-sections.ts';
import { limits } from '../core/limits.ts';
import { languages } from '../core/message.ts';
import { closed } from '../core/vocabulary.ts';
import { resources } from '../resources/registry.ts';

const exampleFarm = { farmId: exampleId('farm') };

export const farmId = reference('farms', {
  note: 'May be absent where the key sees one farm only',
});

export const lang = word(closed(languages), {
  note: 'Language of the texts; default: the language of the organisation',
});

/** The operations of the platform API besides the uniform ones on resources. */
export const operations = [
  {
    kind: 'route',
    operationId: 'me',
    method: 'GET',
    path: '/me',
    tag: 'Identity',
    summary: 'The key, its scopes and its farms',
    description:
      'Returns the name, the scopes, the farms, the rate limit and the expiry of the key that ' +
      'is sent.',
    query: {
      farms: integer(0, limits.maxFarmsOfCaller, {
        default: limits.maxFarmsOfCaller,
        note: 'So many farms at most, the first by name; `farmCount` is how many there are',
      }),
      farm: reference('farms', { note: 'This farm too, if the caller sees it' }),
    },
    exampleQuery: { farms: 40 },
    answer: meAnswer,
  },
  {
    kind: 'route',
    operationId: 'context',
    method: 'GET',
    path: '/context',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'The whole farm in one object',
    description: 'Figures that cannot be computed are null.',
    query: {
      farmId,
      depth: word(closed(['full', 'summary']), {
        default: 'full',
        note: 'summary shortens the history',
      }),
      lang,
    },
    exampleQuery: { ...exampleFarm, depth: 'summary' },
    answer: contextAnswer,
  },
  {
    kind: 'route',
    operationId: 'insights',
    method: 'GET',
    path: '/insights',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'Fifteen analyses of the farm',
    description:
      'A section that fails is answered with its error; the others are not touched by it.',
    query: {
      farmId,
      include: list(insightSections.length, 40, {
        words: insightSections,
        note: 'Names of sections with commas between; all 15 when absent',
      }),
      lang,
    },
    exampleQuery: { ...exampleFarm, include: ['health', 'weather', 'market'] },
    answer: insightsAnswer,
  },
  {
    kind: 'route',
    operationId: 'gaps',
    method: 'GET',
    path: '/gaps',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'Missing data, each with the call that adds it',
    description:
      'Lists missing or stale data of a farm, with a data-quality score. Each gap names the ' +
      'endpoint that resolves it.',
    query: { farmId, lang },
    exampleQuery: exampleFarm,
    answer: gapsAnswer,
  },
  {
    kind: 'route',
    operationId: 'digest',
    method: 'GET',
    path: '/digest',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'The morning briefing',
    description:
      'Summarises a farm since yesterday: alerts and reports of the night, unanswered ' +
      'questions, tasks due today, mortality against the 7-day average and flocks without a ' +
      'log.',
    query: { farmId, lang },
    exampleQuery: exampleFarm,
    answer: digestAnswer,
  },
  {
    kind: 'route',
    operationId: 'portfolio',
    method: 'GET',
    path: '/portfolio',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'Every farm the key sees with its headline numbers, and totals',
    description:
      'Returns the headline figures of every farm that the key may read, and their totals. ' +
      'Texts are in the language of `Accept-Language`, else of the organisation.',
    answer: portfolioAnswer,
  },
  {
    kind: 'route',
    operationId: 'activity',
    method: 'GET',
    path: '/activity',
    scope: 'read:any',
    tag: 'Intelligence',
    summary: 'Activity, scored by importance',
    description:
      'The newest entries first, from the modules that the key may read. While meta.hasMore is true, ' +
      'the next page is read with cursor set to meta.nextCursor; to set to the ts of the last entry ' +
      'also continues, and repeats the entries of that instant.',
    query: {
      farmId: reference('farms', { note: 'Default: all farms the key sees' }),
      minScore: integer(0, 100, { note: 'Leaves out what is less important' }),
      kinds: list(50, 40, { note: 'Kinds with commas between' }),
      from: text(40, { note: 'The first day, or an instant' }),
      to: text(40, { note: 'The last day, or an instant; included' }),
      limit: integer(1, limits.maxPageSize, { default: limits.maxPageSize }),
      cursor: text(300, { note: 'meta.nextCursor of the page before' }),
      lang,
    },
    exampleQuery: { ...exampleFarm, minScore: 50, from: '2026-11-20', to: '2026-11-21', limit: 1 },
    answer: activityAnswer,
  },
  {
    kind: 'route',
    operationId: 'search',
    method: 'GET',
    path: '/search',
    scope: 'read:any',
    tag: 'Intelligence',
    summary: 'Search across modules',
    description: 'Answers from the modules that the key may read. Case and accents do not matter.',
    query: { q: text(200, { required: true, note: 'At least two characters' }) },
    exampleQuery: { q: 'weigh' },
    answer: searchAnswer,
  },
  {
    kind: 'route',
    operationId: 'setup',
    method: 'GET',
    path: '/setup',
    scope: 'read:*',
    tag: 'Intelligence',
    summary: 'How far the farm is set up',
    description:
      'Lists the setup steps of a farm, whether each is done, and the progress in percent.',
    query: { farmId, lang },
    exampleQuery: exampleFarm,
    answer: setupAnswer,
  },
  {
    kind: 'route',
    operationId: 'ask',
    method: 'POST',
    path: '/ask',
    scope: 'ai:ask',
    tag: 'Questions and actions',
    summary: 'Ask a question in plain language',
    description:
      'An action that the question asks for runs only with execute and the scope actions:execute; ' +
      'otherwise it is answered as a proposal.',
    body: askBody,
    answer: askAnswer,
  },
  {
    kind: 'route',
    operationId: 'executeAction',
    method: 'POST',
    path: '/actions',
    scope: 'actions:execute',
    subject: 'actions',
    tag: 'Questions and actions',
    summary: 'Run one of 14 actions',
    description:
      'A missing or invalid field returns 400; an action not allowed in the current state, 422.',
    body: actionBody,
    answer: actionAnswer,
  },
  {
    kind: 'route',
    operationId: 'undoAction',
    method: 'POST',
    path: '/actions/undo',
    scope: 'actions:execute',
    subject: 'actions',
    tag: 'Questions and actions',
    summary: 'Reverse an action',
    description:
      'Refused with 422 if a flock has logs, a barn contains flocks, a case file is ' +
      'sealed, the action was already undone, or a row was edited since.',
    body: undoBody,
    answer: undoAnswer,
  },
  {
    kind: 'route',
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'admin:*',
    subject: 'webhooks',
    tag: 'Webhooks',
    summary: 'Subscribe to events',
    description:
      'The response contains the secret that signs the deliveries; it is not shown again.',
    body: webhookBody,
    answer: webhookCreatedAnswer,
  },
  {
    kind: 'route',
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    scope: 'admin:*',
    subject: 'webhooks',
    tag: 'Webhooks',
    summary: 'List webhooks',
    description: 'Returns one page of webhooks. Secrets are not included.',
    query: {
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    answer: webhookListAnswer,
  },
] as const satisfies readonly RouteOperation[];

export type OperationId = (typeof operations)[number]['operationId'];

/** Descriptions of these operations' headings. */
export const operationTags = {
  Identity: 'Who calls, and what the key may do.',
  Intelligence: 'What the figures of a farm mean.',
  'Questions and actions': 'Questions in plain language, and deterministic actions.',
  Webhooks: 'Events pushed to an address of yours.',
} as const satisfies Readonly<Record<(typeof operations)[number]['tag'], string>>;

/** All operations of the platform API, in the order of the documents. */
export const platformOperations: readonly Operation[] = [
  ...operations,
  ...Object.values(resources).flatMap((definition) => crudOperations(definition)),
];
