import {
  array,
  boolean,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  rows,
  type Schema,
  type Sent,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import {
  channelKinds,
  noticeFailures,
  noticeKinds,
  noticeReasons,
  noticeStates,
} from '../core/vocabulary.ts';

const exampleUser = exampleId('user');
const exampleFarm = exampleId('farm');
const exampleChannel = exampleId('channel');

const time: Schema<string> = {
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'Time of day in the time zone of the farm, HH:MM',
};

const hours = object({ from: time, to: time }, 'An end at or before the start is on the next day.');

const weekday: Schema<number> = { type: 'integer', minimum: 1, maximum: 7 };

const planFields = {
  shifts: rows(
    {
      userId: string(),
      days: array(weekday, 'Days on which the shift begins: 1 is Monday, 7 is Sunday'),
      from: time,
      to: time,
    },
    'Who is on call. An end at or before the start is on the next day.',
  ),
  exceptions: rows(
    {
      from: { type: 'string', format: 'date' } as Schema<string>,
      to: { type: 'string', format: 'date' } as Schema<string>,
      userId: nullable(string()),
    },
    'Days on which another user, or with null nobody, is on call instead. The first match counts.',
  ),
  escalation: rows(
    { userIds: array(string()), afterMinutes: integer('Since the step before') },
    'Who is notified next while an alert is not acknowledged; all managers follow.',
  ),
  quietHours: nullable(hours),
  warnings: boolean('Whether warnings are sent too; they are delayed during quiet hours.'),
};

const planSchema = object(planFields);

/** The duty plan of a farm: who is notified of alerts, and when. */
export type DutyPlan = Sent<typeof planSchema>;

const examplePlan = {
  shifts: [{ userId: exampleUser, days: [1, 2, 3, 4, 5], from: '18:00', to: '06:00' }],
  exceptions: [{ from: '2026-12-24', to: '2026-12-26', userId: null }],
  escalation: [{ userIds: [exampleUser], afterMinutes: 5 }],
  quietHours: { from: '21:00', to: '06:00' },
  warnings: true,
};

const dutySchema = object({
  farmId: string(),
  farmName: string(),
  timezone: string(),
  isDefault: boolean('Whether the farm uses the default plan'),
  plan: planSchema,
  onCall: array(string(), 'The users on call now'),
  people: array(
    object({ userId: string(), name: nullable(string()) }),
    'The names of the users in the plan and of the managers of the farm',
  ),
  reachable: integer('Users who may read the alerts of the farm and have a verified channel'),
  reach: oneOf(
    ['anytime', 'on_duty', 'nobody'],
    'Whom critical alerts reach: somebody at any time, only people with shifts, or nobody',
  ),
  updatedAt: nullable(instant()),
});

const exampleDuty = {
  farmId: exampleFarm,
  farmName: 'Emek Hefer broilers',
  timezone: 'Asia/Jerusalem',
  isDefault: false,
  plan: examplePlan,
  onCall: [exampleUser],
  people: [{ userId: exampleUser, name: 'Noa Levi' }],
  reachable: 2,
  reach: 'anytime' as const,
  updatedAt: '2026-11-21T09:00:00.000Z',
};

/** The response of `GET /os/duties`. */
export const dutyListAnswer = declareAnswer({
  name: 'DutyList',
  description: 'The duty plans of the farms that the caller sees, by farm id.',
  schema: object({ data: array(dutySchema) }),
  example: { data: [exampleDuty] },
});

/** The response of the routes about a farm's duty plan. */
export const dutyAnswer = declareAnswer({
  name: 'Duty',
  hasTag: true,
  description: 'The duty plan of the farm.',
  schema: dutySchema,
  example: exampleDuty,
});

/** The request body of `PUT /os/duties/{id}`. */
export const dutyBody: OperationBody = {
  schema: object({
    'shifts?': planFields.shifts,
    'exceptions?': planFields.exceptions,
    'escalation?': planFields.escalation,
    'quietHours?': planFields.quietHours,
    'warnings?': planFields.warnings,
  }),
  examples: {
    nights: examplePlan,
    quiet: { warnings: true, quietHours: { from: '21:00', to: '06:00' } },
  },
};

const channelSchema = object({
  id: string(),
  userId: string(),
  kind: oneOf(channelKinds),
  address: string('Credentials in it are masked'),
  verified: boolean('Nothing but the verification code is sent through a channel before'),
  consecutiveFailures: integer(),
  disabledAt: nullable(instant('Enter a new verification code to enable it again')),
  disabledReason: nullable(oneOf(['failures', 'gone'])),
  createdAt: instant(),
  'codeFailure?': oneOf(noticeFailures, 'Why the verification code could not be sent'),
});

const channelExample = {
  id: exampleChannel,
  userId: exampleUser,
  kind: 'email',
  address: 'dana@example.com',
  verified: false,
  consecutiveFailures: 0,
  disabledAt: null,
  disabledReason: null,
  createdAt: '2026-11-21T09:00:00.000Z',
} as const;

/** The response of `GET /os/notices/channels`. */
export const channelListAnswer = declareAnswer({
  name: 'NoticeChannelList',
  description: 'The channels, oldest first.',
  schema: object({ data: array(channelSchema) }),
  example: { data: [channelExample] },
});

/** The response of the routes about one channel. */
export const channelAnswer = declareAnswer({
  name: 'NoticeChannel',
  description: 'The channel.',
  schema: channelSchema,
  example: { ...channelExample, verified: true },
});

/** The response of `POST /os/notices/channels`. */
export const channelCreatedAnswer = declareAnswer({
  name: 'NoticeChannel',
  status: 201,
  description: 'The channel; a verification code is on its way through it.',
  schema: channelSchema,
  example: channelExample,
});

/** The request body of `POST /os/notices/channels`. */
export const channelBody: OperationBody = {
  schema: object({
    kind: oneOf(channelKinds),
    address: string(
      'An e-mail address, the id of a Telegram chat, the https address of an SMS or voice provider, ' +
        'or the endpoint of a subscription to web push',
    ),
    'userId?': string('Whose channel it is; default: the signed-in user'),
    'body?': string(
      'For http: what is posted. {title}, {text}, {link}, {severity} and {id} are replaced.',
    ),
    'contentType?': oneOf(
      ['application/json', 'application/x-www-form-urlencoded', 'text/plain'],
      'For http; default: application/json',
    ),
    'authRef?': string('For http and telegram: env:FARMCTL_SECRET_<NAME> or file:<name>'),
    'keys?': object(
      { p256dh: string(), auth: string() },
      'For push: the keys of the subscription, as PushSubscription.toJSON() gives them',
    ),
  }),
  examples: {
    email: { kind: 'email', address: 'dana@example.com' },
    sms: {
      kind: 'http',
      address: 'https://sms.example.com/send',
      body: '{"to":"+972501234567","text":"{text}"}',
      authRef: 'env:FARMCTL_SECRET_SMS',
    },
    push: {
      kind: 'push',
      address: 'https://push.example.com/send/c1KrmpTuRm',
      keys: {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  },
};

/** The response of `GET /os/notices/push-key`. */
export const pushKeyAnswer = declareAnswer({
  name: 'PushKey',
  description: 'The public key of the service.',
  schema: object({ publicKey: string('The applicationServerKey of a subscription, base64url') }),
  example: {
    publicKey:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  },
});

/** The request body of `POST /os/notices/channels/{id}/verify`. */
export const verificationBody: OperationBody = {
  schema: object({ code: string('The code that the channel delivered') }),
  examples: { code: { code: '4711-0815' } },
};

/** The response of `DELETE /os/notices/channels/{id}`. */
export const channelDeletedAnswer = declareAnswer({
  name: 'NoticeChannelDeleted',
  description: 'The channel is deleted.',
  schema: object({ id: string(), deleted: boolean() }),
  example: { id: exampleChannel, deleted: true },
});

const noticeSchema = object({
  id: string(),
  kind: oneOf(noticeKinds),
  farmId: nullable(string()),
  userId: string(),
  channelId: string(),
  severity: nullable(string()),
  alertIds: array(string()),
  step: integer('Escalation step; 0 is the first'),
  state: oneOf(noticeStates),
  attempts: integer(),
  nextAttemptAt: nullable(instant()),
  status: nullable(integer('Status code of the last answer of the provider')),
  response: nullable(string('Beginning of that answer; for the user and administrators')),
  failure: nullable(oneOf(noticeFailures, 'Why there was no answer, or why nothing was sent')),
  sentAt: nullable(instant()),
  acknowledgedAt: nullable(instant('When its link was used')),
  createdAt: instant(),
});

const noticeExample = {
  id: exampleId('notice'),
  kind: 'alert',
  farmId: exampleFarm,
  userId: exampleUser,
  channelId: exampleChannel,
  severity: 'critical',
  alertIds: [exampleId('alert')],
  step: 0,
  state: 'sent',
  attempts: 1,
  nextAttemptAt: null,
  status: 250,
  response: '250 2.0.0 Ok: queued as 4F2',
  failure: null,
  sentAt: '2026-11-21T09:00:01.000Z',
  acknowledgedAt: null,
  createdAt: '2026-11-21T09:00:00.600Z',
} as const;

const pageMeta = object({
  total: integer(),
  limit: integer(),
  offset: integer(),
  hasMore: boolean(),
});

/** The response of `GET /os/notices`. */
export const noticeListAnswer = declareAnswer({
  name: 'NoticeList',
  description: 'The messages, newest first.',
  schema: object({ data: array(noticeSchema), meta: pageMeta }),
  example: {
    data: [noticeExample],
    meta: { total: 1, limit: 50, offset: 0, hasMore: false },
  },
});

/** The request body of `POST /os/notices/test`. */
export const noticeTestBody: OperationBody = {
  schema: object({ channelId: string('A verified channel') }),
  examples: { channel: { channelId: exampleChannel } },
};

/** The response of `POST /os/notices/test`. */
export const noticeAnswer = declareAnswer({
  name: 'Notice',
  status: 201,
  description: 'The message; read its state with `GET /os/notices`.',
  schema: noticeSchema,
  example: {
    ...noticeExample,
    kind: 'test',
    farmId: null,
    severity: null,
    alertIds: [],
    state: 'pending',
    attempts: 0,
    nextAttemptAt: '2026-11-21T09:00:00.000Z',
    status: null,
    response: null,
    sentAt: null,
    createdAt: '2026-11-21T09:00:00.000Z',
  },
});

/** The response of `GET /os/notices/simulation`. */
export const simulationAnswer = declareAnswer({
  name: 'NoticeSimulation',
  description: 'Who would be notified of an alert that nobody acknowledges; nothing is sent.',
  schema: object({
    farmId: string(),
    severity: string(),
    at: instant(),
    steps: rows({
      at: instant(),
      recipients: rows({
        userId: string(),
        name: nullable(string()),
        reason: oneOf(noticeReasons),
        channels: rows({ id: string(), kind: oneOf(channelKinds) }),
      }),
    }),
    unreachable: rows(
      { userId: string(), name: nullable(string()) },
      'Owners and managers without a verified channel',
    ),
  }),
  example: {
    farmId: exampleFarm,
    severity: 'critical',
    at: '2026-11-21T09:00:00.000Z',
    steps: [
      {
        at: '2026-11-21T09:00:00.000Z',
        recipients: [
          {
            userId: exampleUser,
            name: 'Dana Mizrahi',
            reason: 'on_call',
            channels: [{ id: exampleChannel, kind: 'email' }],
          },
        ],
      },
    ],
    unreachable: [],
  },
});
