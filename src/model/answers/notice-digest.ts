import {
  boolean,
  day,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  type Schema,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { digestChannels } from '../core/vocabulary.ts';

/** The response of the routes about a user's morning digest. */
export const digestTimeAnswer = declareAnswer({
  name: 'NoticeDigest',
  description: 'When the user is sent the morning digest.',
  schema: object({
    userId: string(),
    hour: nullable(integer('From 0 to 23, in that time zone; null: no digest is sent')),
    via: oneOf(digestChannels),
    hasChannel: boolean('Whether the user has a verified channel of that kind'),
    timezone: string('Of the first farm of the user by name'),
    nextAt: nullable(instant()),
    lastDay: nullable(day('For which one was sent last')),
  }),
  example: {
    userId: exampleId('user'),
    hour: 6,
    via: 'email',
    hasChannel: true,
    timezone: 'Asia/Jerusalem',
    nextAt: '2026-11-22T04:00:00.000Z',
    lastDay: '2026-11-21',
  },
});

/** The request body of `PUT /os/notices/digest`. */
export const digestTimeBody: OperationBody = {
  schema: object({
    hour: nullable({ type: 'integer', minimum: 0, maximum: 23 } as Schema<number>),
    'via?': oneOf(digestChannels, 'Default: email'),
  }),
  examples: { sixByPush: { hour: 6, via: 'push' }, off: { hour: null } },
};
