import { exampleId } from '../example-id.ts';
import {
  anyObject,
  array,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { languages } from '../languages.ts';
import { aggregations } from '../measures.ts';
import type { OperationAnswer } from '../operation.ts';
import { fact } from './ask.ts';

/** The answer of `GET /os/measures`. */
export const measureListAnswer: OperationAnswer = {
  name: 'MeasureList',
  description: 'Everything that can be asked of a farm by name.',
  schema: object({
    data: rows({
      id: string('The name of the measure'),
      summary: string(),
      example: string('A question in English that means it'),
      per: oneOf(['farm', 'barn', 'flock'], 'What it can be told of apart'),
      usualPeriod: nullable(
        oneOf(
          ['today', 'last7days', 'month', 'flock', 'night'],
          'The days it tells of where none are asked for; null: it tells of the present',
        ),
      ),
      aggregations: array(oneOf(aggregations)),
      slots: anyObject('What narrows it, by name: the words that are taken, or person or product'),
      scopes: array(string(), 'What a key must hold to be told it'),
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
};

/** The answer of `GET /os/measures/{id}`. */
export const measureAnswer: OperationAnswer = {
  name: 'MeasureAnswer',
  description: 'A measure of a farm: in words, and the facts behind every number in them.',
  schema: object({
    answer: string(),
    lang: oneOf(languages),
    understood: anyObject('What was computed: intent, farm, barn, flock, period …'),
    facts: rows(fact),
    'missing?': array(ref('MissingData'), 'What is not known, with the call that would change it'),
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
};
