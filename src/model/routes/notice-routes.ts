import { digestTimeAnswer, digestTimeBody } from '../answers/notice-digest.ts';
import {
  channelAnswer,
  channelBody,
  channelCreatedAnswer,
  channelDeletedAnswer,
  channelListAnswer,
  dutyAnswer,
  dutyBody,
  dutyListAnswer,
  noticeAnswer,
  noticeListAnswer,
  noticeTestBody,
  pushKeyAnswer,
  simulationAnswer,
  verificationBody,
} from '../answers/notices.ts';
import type { RouteOperation } from '../api/operation.ts';
import { integer, reference, text, timestamp, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { closed, noticeKinds, noticeStates } from '../core/vocabulary.ts';

const notice = { kind: 'route', subject: 'notices', tag: 'Notifications' } as const;
const channel = { ...notice, subject: 'notice-channels' } as const;
const duty = { ...notice, subject: 'duties' } as const;

/** Prevents concurrent changes of a plan from overwriting each other. */
const ifMatch = {
  'If-Match': {
    description: 'The ETag that was read; returns 412 if the plan has changed since.',
    example: '"Wq0bTY8l5m3VJx1kz2d9cg"',
  },
} as const;

const ownOnly =
  'Users manage their own channels; managing channels of others requires `admin:*` on all farms.';

/** The application routes about user notifications. */
export const noticeRoutes = [
  {
    ...notice,
    operationId: 'listNotices',
    method: 'GET',
    path: '/os/notices',
    scope: 'read:alerts',
    summary: 'List messages to users',
    description:
      'Returns messages about farms that the caller sees, and the caller’s own, with the answers ' +
      'of the providers.',
    query: {
      farmId: reference('farms', { note: 'Only messages about this farm' }),
      userId: reference('users', { note: 'Only messages to this user' }),
      channelId: text(80, { note: 'Only messages through this channel' }),
      kind: word(closed(noticeKinds), { note: 'Only messages of this kind' }),
      state: word(closed(noticeStates), { note: 'Only messages in this state' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    answer: noticeListAnswer,
  },
  {
    ...notice,
    operationId: 'testNotice',
    method: 'POST',
    path: '/os/notices/test',
    summary: 'Send a test message through a verified channel',
    description: ownOnly,
    body: noticeTestBody,
    answer: noticeAnswer,
    alsoAnswers: [403, 404],
  },
  {
    ...notice,
    operationId: 'simulateNotices',
    method: 'GET',
    path: '/os/notices/simulation',
    scope: 'read:alerts',
    summary: 'Show who would be notified of an alert, when and how',
    description: 'Follows the duty plan of the farm for one hour. Nothing is sent.',
    query: {
      farmId: reference('farms', { note: 'The farm of the alert' }),
      severity: word(closed(['critical', 'warning']), { default: 'critical' }),
      at: timestamp({ note: 'When the alert is opened; default: now' }),
    },
    answer: simulationAnswer,
    alsoAnswers: [403, 404],
  },
  {
    ...notice,
    operationId: 'getNoticeDigest',
    method: 'GET',
    path: '/os/notices/digest',
    scope: 'read:*',
    summary: 'Read when a user is sent the morning digest',
    description: `Your own, unless userId names somebody else. ${ownOnly}`,
    query: { userId: reference('users', { note: 'Whose digest; default: the signed-in user' }) },
    answer: digestTimeAnswer,
    alsoAnswers: [403, 404],
  },
  {
    ...notice,
    operationId: 'setNoticeDigest',
    method: 'PUT',
    path: '/os/notices/digest',
    scope: 'read:*',
    summary: 'Choose when a user is sent the morning digest, or never',
    description:
      'One message a day about the farms of which the user may read the digest, in the language ' +
      `of the user, through the oldest verified channel of that kind. ${ownOnly}`,
    query: { userId: reference('users', { note: 'Whose digest; default: the signed-in user' }) },
    body: digestTimeBody,
    answer: digestTimeAnswer,
    alsoAnswers: [403, 404],
  },
  {
    ...channel,
    operationId: 'listNoticeChannels',
    method: 'GET',
    path: '/os/notices/channels',
    summary: 'List channels',
    description: `Returns your own channels; with \`admin:*\` on all farms, the channels of all users. ${ownOnly}`,
    query: { userId: reference('users', { note: 'Only the channels of this user' }) },
    answer: channelListAnswer,
    alsoAnswers: [403],
  },
  {
    ...channel,
    operationId: 'createNoticeChannel',
    method: 'POST',
    path: '/os/notices/channels',
    summary: 'Add a channel and send a verification code through it',
    description: `Nothing else is sent through it before the code was entered. ${ownOnly}`,
    body: channelBody,
    answer: channelCreatedAnswer,
    alsoAnswers: [403],
  },
  {
    ...channel,
    operationId: 'getPushKey',
    method: 'GET',
    path: '/os/notices/push-key',
    summary: 'Read the key with which browsers subscribe to web push',
    description:
      'The public VAPID key of the service. Pass it to `PushManager.subscribe()` and add the ' +
      'subscription as a channel of the kind push.',
    answer: pushKeyAnswer,
    alsoAnswers: [422],
  },
  {
    ...channel,
    operationId: 'verifyNoticeChannel',
    method: 'POST',
    path: '/os/notices/channels/{id}/verify',
    summary: 'Verify a channel by the code it delivered',
    description:
      `A code is valid for ${limits.noticeCodeMinutes} minutes and ${limits.noticeCodeTries} ` +
      `attempts. Enables a disabled channel again. ${ownOnly}`,
    body: verificationBody,
    answer: channelAnswer,
    alsoAnswers: [403],
  },
  {
    ...channel,
    operationId: 'sendNoticeCode',
    method: 'POST',
    path: '/os/notices/channels/{id}/send-code',
    summary: 'Send a new verification code through a channel',
    description: `The code before is void. ${ownOnly}`,
    answer: channelAnswer,
    alsoAnswers: [403],
  },
  {
    ...channel,
    operationId: 'deleteNoticeChannel',
    method: 'DELETE',
    path: '/os/notices/channels/{id}',
    summary: 'Delete a channel',
    description: `Nothing more is sent through it. ${ownOnly}`,
    answer: channelDeletedAnswer,
    alsoAnswers: [403],
  },
  {
    ...duty,
    operationId: 'listDuties',
    method: 'GET',
    path: '/os/duties',
    scope: 'read:alerts',
    summary: 'List the duty plans of farms',
    description: 'Farms without a separate plan are listed with the default plan.',
    answer: dutyListAnswer,
  },
  {
    ...duty,
    operationId: 'getDuty',
    method: 'GET',
    path: '/os/duties/{id}',
    scope: 'read:alerts',
    summary: 'Read the duty plan of a farm',
    description: 'By the id of the farm.',
    answer: dutyAnswer,
  },
  {
    ...duty,
    operationId: 'setDuty',
    method: 'PUT',
    path: '/os/duties/{id}',
    scope: 'write:alerts',
    summary: 'Set the duty plan of a farm',
    description:
      'By the id of the farm; replaces the whole plan. Absent parts take their defaults. Every ' +
      'user must be able to read the alerts of the farm.',
    headers: ifMatch,
    body: dutyBody,
    answer: dutyAnswer,
    alsoAnswers: [412],
  },
  {
    ...duty,
    operationId: 'clearDuty',
    method: 'DELETE',
    path: '/os/duties/{id}',
    scope: 'write:alerts',
    summary: 'Remove the duty plan of a farm',
    description:
      'The default plan applies: critical alerts go to the owners, then to all managers.',
    headers: ifMatch,
    answer: dutyAnswer,
    alsoAnswers: [412],
  },
] as const satisfies readonly RouteOperation[];
