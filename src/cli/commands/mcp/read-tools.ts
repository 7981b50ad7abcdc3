import { askAnswer, measureAnswer, measureListAnswer } from '../../../model/answers/ask.ts';
import { contextAnswer } from '../../../model/answers/context.ts';
import { digestAnswer, gapsAnswer } from '../../../model/answers/digest.ts';
import { activityAnswer, searchAnswer } from '../../../model/answers/history.ts';
import { insightsAnswer } from '../../../model/answers/insights.ts';
import { meAnswer } from '../../../model/answers/organisation.ts';
import { portfolioAnswer } from '../../../model/answers/portfolio.ts';
import { array, integer, oneOf, type Properties, string } from '../../../model/api/json-schema.ts';
import { insightSections } from '../../../model/core/insight-sections.ts';
import { limits } from '../../../model/core/limits.ts';
import {
  aggregations,
  measureNames,
  measureSlots,
  measureSummaries,
} from '../../../model/measures.ts';
import { resolveName } from '../../session/resolve-name.ts';
import {
  farmInput,
  fitRows,
  inputOf,
  langInput,
  readObject,
  readsOnly,
  type Tool,
  type ToolCall,
  textArgument,
  toObject,
  withCursorNote,
} from './tool.ts';

const PAGE = 25;

/** Tools that read a whole farm. */
export const readTools: readonly Tool[] = [
  {
    name: 'list_farms',
    title: 'Farms and permissions',
    description:
      'Who the key is, which farms it sees (id and name) and what it may do. Begin here.',
    input: inputOf({}),
    output: meAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: async (call) => ({ data: await readObject(call, '/me') }),
  },
  {
    name: 'get_portfolio',
    title: 'All farms at a glance',
    description: 'Every farm with its headline figures, and totals.',
    input: inputOf({}),
    output: portfolioAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: async (call) => ({ data: await readObject(call, '/portfolio') }),
  },
  {
    name: 'get_digest',
    title: 'Morning briefing',
    description:
      'What a farmer has to know in the morning: mortality, alerts and reports of the night, ' +
      'questions without an answer, tasks, flocks without a log, weather.',
    input: inputOf({ ...farmInput, ...langInput }),
    output: digestAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: readDigest,
  },
  {
    name: 'get_gaps',
    title: 'What is missing',
    description:
      'Data that are missing or late on a farm, the worst first, each with the call that fixes it ' +
      '(fix.action names the action that does it, where there is one).',
    input: inputOf({ ...farmInput, ...langInput }),
    output: gapsAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: (call) => readFarm(call, '/gaps'),
  },
  {
    name: 'get_context',
    title: 'The whole farm',
    description:
      'Barns, flocks, climate, feed, tasks, alerts and money of a farm in one object, with the ids ' +
      'that other tools take. depth summary is enough for most questions; full has the history. ' +
      'Lists of a large farm are shortened; read one whole with part.',
    input: inputOf({
      ...farmInput,
      'depth?': oneOf(['summary', 'full'], 'Default: summary'),
      ...langInput,
    }),
    output: contextAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: (call) =>
      readFarm(call, '/context', { depth: textArgument(call.input, 'depth') ?? 'summary' }),
  },
  {
    name: 'get_insights',
    title: 'Analyses',
    description:
      'Analyses of a farm, by section. Ask for one or two sections, since all of them together ' +
      'are shortened. A section that lacks data says what is missing.',
    input: inputOf({
      ...farmInput,
      include: { ...array(oneOf(insightSections)), minItems: 1 },
      ...langInput,
    }),
    output: insightsAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: (call) => {
      const { include } = call.input;
      return readFarm(call, '/insights', { include: [include].flat().join(',') });
    },
  },
  {
    name: 'get_activity',
    title: 'What happened',
    description:
      'What happened on a farm, the newest first, page by page, scored by importance. Use minScore ' +
      '(such as 60) for the events that matter.',
    input: inputOf({
      ...farmInput,
      'minScore?': { ...integer('Leaves out what is less important'), minimum: 0, maximum: 100 },
      'from?': string('The first day, YYYY-MM-DD'),
      'to?': string('The last day, included'),
      'limit?': { ...integer(`Default: ${PAGE}`), minimum: 1, maximum: limits.maxPageSize },
      'cursor?': string('The nextCursor of the page before, to read on'),
      ...langInput,
    }),
    output: activityAnswer.schema,
    fitting: 'shorten',
    hints: readsOnly,
    run: readActivity,
  },
  {
    name: 'search',
    title: 'Search',
    description: 'Finds records of all modules and farms by a word in them.',
    input: inputOf({ q: { ...string('At least two characters'), minLength: 2, maxLength: 200 } }),
    output: searchAnswer.schema,
    fitting: 'parts',
    hints: readsOnly,
    run: async (call) => ({
      data: await readObject(call, '/search', { q: textArgument(call.input, 'q') }),
    }),
  },
];

async function readFarm(
  call: ToolCall,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
) {
  const farmId = await call.farmId();
  const lang = textArgument(call.input, 'lang');
  return { data: await readObject(call, path, { farmId, ...query, lang }) };
}

/**
 * Sorted by deaths in descending order, because an oversized answer keeps the first entries of a
 * list.
 */
async function readDigest(call: ToolCall) {
  const { data } = await readFarm(call, '/digest');
  const { mortality } = data;
  if (!Array.isArray(mortality)) return { data };
  const deaths = (row: unknown) => Number((row as { readonly deaths?: unknown }).deaths ?? -1);
  const worstFirst = mortality.toSorted((left, right) => deaths(right) - deaths(left));
  return { data: { ...data, mortality: worstFirst } };
}

async function readActivity(call: ToolCall) {
  const { minScore, limit } = call.input;
  const farmId = await call.farmId();
  const texts = ['from', 'to', 'cursor', 'lang'].map((name) => [
    name,
    textArgument(call.input, name),
  ]);
  const query = {
    farmId,
    minScore: typeof minScore === 'number' ? minScore : undefined,
    ...Object.fromEntries(texts),
  };
  const first = typeof limit === 'number' ? limit : PAGE;
  const page = await fitRows(first, call.tokens, (count) =>
    readObject(call, '/activity', { ...query, limit: count }),
  );
  return withCursorNote(page);
}

const summaries = measureNames.map((name) => `${name}: ${measureSummaries[name]}`).join('\n');

const slots: Properties = Object.fromEntries(
  Object.entries(measureSlots).map(([name, note]) => [`${name}?`, string(note)]),
);

/** Tools that return single figures, by name or by a question in plain language. */
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
      'answer are kept in the conversation of the key. Send the conversationId of an answer with ' +
      'a question that continues it ("and yesterday?", "why?").',
    input: inputOf({
      question: { ...string(), minLength: 1, maxLength: limits.questionLength },
      'conversationId?': string('From an earlier answer; an expired one begins a new conversation'),
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
  const barn = textArgument(input, 'barn');
  const flock = textArgument(input, 'flock');
  const { measure = '', ...plain } = Object.fromEntries(
    PLAIN.map((name) => [name, textArgument(input, name)]),
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
  const texts = ['question', 'lang', 'conversationId'].flatMap((name) => {
    const text = textArgument(call.input, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const body = { ...Object.fromEntries(texts), ...(farmId === undefined ? {} : { farmId }) };
  const { data } = await call.client.request({ method: 'POST', path: '/ask', body });
  return { data: toObject(data) };
}
