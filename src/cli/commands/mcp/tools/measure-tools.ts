import { askAnswer } from '../../../../model/answers/ask.ts';
import { measureAnswer, measureListAnswer } from '../../../../model/answers/measures.ts';
import { oneOf, type Properties, string } from '../../../../model/json-schema/json-schema.ts';
import { limits } from '../../../../model/limits.ts';
import {
  aggregations,
  measureNames,
  measureSlots,
  measureSummaries,
} from '../../../../model/measures.ts';
import { resolveName } from '../../../resolve-name.ts';
import { readObject, readsOnly, type Tool, type ToolCall, textOf, toObject } from '../tool.ts';
import { farmInput, inputOf, langInput } from '../tool-input.ts';

const summaries = measureNames.map((name) => `${name}: ${measureSummaries[name]}`).join('\n');

const slots: Properties = Object.fromEntries(
  Object.entries(measureSlots).map(([name, note]) => [`${name}?`, string(note)]),
);

/** The tools that tell single figures, by name or in plain language. */
export const measureTools: readonly Tool[] = [
  {
    name: 'read_measure',
    title: 'Read a figure',
    description:
      'One measure of a farm, computed from its records, with the facts behind it. Where no period ' +
      'is given it tells of its usual one. What a measure takes is told by list_measures; it is ' +
      `the cheapest way to a number.\n${summaries}`,
    input: inputOf({
      measure: oneOf(measureNames),
      ...farmInput,
      'barn?': string('Id or name of a barn'),
      'flock?': string('Id or code of a flock'),
      'from?': string('The first day, YYYY-MM-DD'),
      'to?': string('The last day, included; default: the first'),
      'aggregation?': oneOf(aggregations, 'How several values are put together'),
      ...slots,
      ...langInput,
    }),
    output: measureAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: readMeasure,
  },
  {
    name: 'list_measures',
    title: 'What the measures take',
    description:
      'Every measure with its usual period, the aggregations and filters it takes, and the scopes ' +
      'a key needs for it.',
    input: inputOf({}),
    output: measureListAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: async (call) => ({ data: await readObject(call, '/os/measures') }),
  },
  {
    name: 'ask',
    title: 'Ask in plain language',
    description:
      'Answers a question about a farm in Hebrew, English, Thai, Spanish or Chinese, with the ' +
      'facts behind it. Under clarify stand choices where it is not clear what is meant. An order ' +
      'in words is understood and told under action, and never run: use run_action. Question and ' +
      'answer are kept in the conversation of the key.',
    input: inputOf({
      question: { ...string(), minLength: 1, maxLength: limits.questionLength },
      ...farmInput,
      ...langInput,
    }),
    output: askAnswer.schema,
    fitting: 'shorten',
    hints: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    run: askQuestion,
  },
];

const PLAIN = ['measure', 'from', 'to', 'aggregation', 'lang', ...Object.keys(measureSlots)];

async function readMeasure(call: ToolCall) {
  const { client, input } = call;
  const farmId = await call.farmId();
  const barn = textOf(input, 'barn');
  const flock = textOf(input, 'flock');
  const { measure = '', ...plain } = Object.fromEntries(
    PLAIN.map((name) => [name, textOf(input, name)]),
  );
  const place = {
    barnId: barn && (await resolveName(client, 'barns', { typed: barn, farmId })),
    flockId: flock && (await resolveName(client, 'flocks', { typed: flock, farmId })),
  };
  const query = { farmId, ...place, ...plain };
  return { data: await readObject(call, `/os/measures/${encodeURIComponent(measure)}`, query) };
}

async function askQuestion(call: ToolCall) {
  const farmId = await call.farmId();
  const body = {
    question: textOf(call.input, 'question'),
    ...(farmId === undefined ? {} : { farmId }),
    ...(textOf(call.input, 'lang') === undefined ? {} : { lang: call.input['lang'] }),
  };
  const { data } = await call.client.request({ method: 'POST', path: '/ask', body });
  return { data: toObject(data) };
}
