import { measureAnswer, measureListAnswer } from './answers/measures.ts';
import { exampleId } from './example-id.ts';
import { date, reference, text, word } from './fields.ts';
import { languages } from './languages.ts';
import { aggregations, measureSlots } from './measures.ts';
import type { RouteOperation } from './operation.ts';
import { closed } from './vocabulary.ts';

const slots = Object.fromEntries(
  Object.entries(measureSlots).map(([name, note]) => [name, text(80, { note })]),
);

/** The routes of the application that tell the figures of a farm one by one. */
export const measureRoutes = [
  {
    kind: 'route',
    operationId: 'listMeasures',
    method: 'GET',
    path: '/os/measures',
    scope: 'read:any',
    tag: 'Measures',
    summary: 'List what can be asked of a farm by name',
    description: 'Returns the name, summary, aggregations, parameters and scopes of each measure.',
    answer: measureListAnswer,
  },
  {
    kind: 'route',
    operationId: 'readMeasure',
    method: 'GET',
    path: '/os/measures/{id}',
    scope: 'read:any',
    tag: 'Measures',
    summary: 'Read one measure of a farm',
    description:
      'The same as a question in plain language, without the words: for programs and assistants ' +
      'that know what they want. The scopes that a measure needs are told by the list.',
    query: {
      farmId: reference('farms', { note: 'May be absent where the key sees one farm only' }),
      barnId: reference('barns', { note: 'Only this barn' }),
      flockId: reference('flocks', { note: 'Only this flock' }),
      from: date({ note: 'The first day' }),
      to: date({ note: 'The last day, included; default: that of from' }),
      aggregation: word(closed(aggregations), { note: 'Default: the usual one of the measure' }),
      ...slots,
      lang: word(closed(languages), {
        note: 'Language of the texts; default: that of the organisation',
      }),
    },
    exampleQuery: { farmId: exampleId('farm'), from: '2026-11-15', to: '2026-11-21' },
    answer: measureAnswer,
  },
] as const satisfies readonly RouteOperation[];
