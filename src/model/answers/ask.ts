import {
  anyObject,
  array,
  boolean,
  nullable,
  number,
  object,
  oneOf,
  rows,
  type Schema,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { languages } from '../core/message.ts';
import { aggregations } from '../measures.ts';
import { shared } from './core/shared-schemas.ts';
import { type QueryForm, queryFormSchema } from './query-form.ts';

/** The request body of `POST /ask`. */
export const askBody: OperationBody = {
  schema: object({
    'farmId?': string('May be absent where the key sees one farm only.'),
    question: {
      type: 'string',
      minLength: 1,
      maxLength: limits.questionLength,
      description: 'In plain language.',
    },
    'lang?': oneOf(languages, 'Default: the language of the question.'),
    'conversationId?': string(
      'From an earlier answer, for a question that continues it ("and last week?", "what about ' +
        'barn 2?"). One that is expired (24 hours unused) or of another key begins a new one.',
    ),
    'execute?': boolean('Whether an action that the question asks for may run. Default: false.'),
  }),
  examples: {
    question: {
      farmId: exampleId('farm'),
      question: 'How many birds died today in barn 1?',
      lang: 'en',
    },
    action: {
      farmId: exampleId('farm'),
      question: 'Create a task for Somchai: weigh 100 birds',
      lang: 'en',
      execute: true,
    },
    followUp: {
      farmId: exampleId('farm'),
      question: 'And last week?',
      conversationId: exampleId('conversation'),
    },
  },
};

/** A figure or row that supports an answer. */
export const fact = {
  label: string(),
  value: { type: ['number', 'string', 'boolean', 'null'] },
  unit: nullable(string()),
  asOf: nullable(string('A day or a time stamp')),
  'standardBasis?': shared('StandardBasis'),
  source: object({
    'resource?': string(),
    'ids?': array(string()),
    'query?': {
      type: ['string', 'object'],
      additionalProperties: true,
      description: 'How the rows were found',
    },
  }),
};

const choice = {
  kind: oneOf(['barn', 'flock', 'person', 'product', 'farm', 'task', 'alert', 'question']),
  id: string('Of the record; the intent of a question'),
  label: string('The name of the record, or the question in its language'),
};

const understood: Schema<Readonly<Record<string, unknown>> & { readonly form?: QueryForm }> = {
  ...anyObject('The interpretation: intent, farm, barn, flock, period …'),
  properties: { form: queryFormSchema },
};

/** The response of `POST /ask`. */
export const askAnswer = declareAnswer({
  name: 'Answer',
  description: 'The answer as text, with the facts behind each number.',
  schema: object({
    answer: string(),
    lang: oneOf(languages),
    mode: oneOf(['deterministic', 'model']),
    understood,
    confidence: number('0 to 1'),
    facts: rows(fact),
    'clarify?': rows(choice, 'Choices for an ambiguous question'),
    'missing?': array(shared('MissingData'), 'Missing data, with the call that adds it'),
    'action?': object({
      status: oneOf(['executed', 'suppressed', 'proposed', 'refused']),
      type: string(),
      fields: anyObject(
        'The body for POST /actions; for commands that change a record, the fields to write',
      ),
      'reason?': string(),
      'undo?': shared('UndoDescriptor'),
    }),
    'needs?': array(string(), 'Scopes that the key lacks for this answer'),
    conversationId: string('To send with the next question of the conversation'),
    'degraded?': boolean(
      'The language model could not be used; the answer is the deterministic one',
    ),
  }),
  example: {
    answer: '12 birds died today in Barn 1.',
    lang: 'en',
    mode: 'deterministic',
    understood: {
      intent: 'mortality',
      farm: exampleId('farm'),
      barn: exampleId('barn'),
      period: { from: '2026-11-21', to: '2026-11-21' },
    },
    confidence: 0.97,
    facts: [
      {
        label: 'Mortality, Barn 1, 2026-11-21',
        value: 12,
        unit: 'birds',
        asOf: '2026-11-21',
        source: { resource: 'daily-logs', ids: [exampleId('log')] },
      },
    ],
    conversationId: exampleId('conversation'),
  },
});

/** The response of `GET /os/measures`. */
export const measureListAnswer = declareAnswer({
  name: 'MeasureList',
  description: 'The measures of a farm.',
  schema: object({
    data: rows({
      id: string('The name of the measure'),
      summary: string(),
      example: string('An English question for this measure'),
      per: oneOf(['farm', 'barn', 'flock'], 'Smallest unit it is available for'),
      usualPeriod: nullable(
        oneOf(
          ['today', 'last7days', 'month', 'flock', 'night'],
          'Default period; null: the current state',
        ),
      ),
      aggregations: array(oneOf(aggregations)),
      slots: anyObject('Parameters by name: the accepted words, or person or product'),
      scopes: array(string(), 'Scopes required to read it'),
    }),
  }),
  example: {
    data: [
      {
        id: 'mortality',
        summary: 'Birds that died',
        example: 'How many birds died today?',
        per: 'flock',
        usualPeriod: 'today',
        aggregations: ['value', 'list', 'highest', 'lowest', 'compare', 'total'],
        slots: {},
        scopes: ['read:daily-logs'],
      },
    ],
  },
});

/** The response of `GET /os/measures/{id}`. */
export const measureAnswer = declareAnswer({
  name: 'MeasureAnswer',
  description: 'A measure of a farm: in words, and the facts behind every number in them.',
  schema: object({
    answer: string(),
    lang: oneOf(languages),
    understood: anyObject('What was computed: intent, farm, barn, flock, period …'),
    facts: rows(fact),
    'missing?': array(shared('MissingData'), 'Missing data, with the call that adds it'),
  }),
  example: {
    answer: '12 birds died today in Barn 1.',
    lang: 'en',
    understood: {
      intent: 'mortality',
      farm: exampleId('farm'),
      barn: exampleId('barn'),
      aggregation: 'value',
    },
    facts: [
      {
        label: 'Mortality, Barn 1, 2026-11-21',
        value: 12,
        unit: 'birds',
        asOf: '2026-11-21',
        source: { resource: 'daily-logs', ids: [exampleId('log')] },
      },
    ],
  },
});
