import { insightSections } from '../../../../model/insight-sections.ts';
import { array, integer, oneOf, string } from '../../../../model/json-schema/json-schema.ts';
import { readObject, readsOnly, type Tool, type ToolCall, textOf } from '../tool.ts';
import { farmInput, inputOf, langInput } from '../tool-input.ts';

/** The tools that read a farm as a whole. */
export const readTools: readonly Tool[] = [
  {
    name: 'list_farms',
    title: 'Farms and permissions',
    description:
      'Who the key is, which farms it sees (id and name) and what it may do. Begin here.',
    input: inputOf({}),
    hints: readsOnly,
    run: async (call) => ({ data: await readObject(call, '/me') }),
  },
  {
    name: 'get_portfolio',
    title: 'All farms at a glance',
    description: 'Every farm with its headline figures, and totals.',
    input: inputOf({}),
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
    hints: readsOnly,
    run: (call) => readFarm(call, '/digest'),
  },
  {
    name: 'get_gaps',
    title: 'What is missing',
    description:
      'Data that are missing or late on a farm, the worst first, each with the call that fixes it ' +
      '(fix.action names the action that does it, where there is one).',
    input: inputOf({ ...farmInput, ...langInput }),
    hints: readsOnly,
    run: (call) => readFarm(call, '/gaps'),
  },
  {
    name: 'get_context',
    title: 'The whole farm',
    description:
      'Barns, flocks, climate, feed, tasks, alerts and money of a farm in one object, with the ids ' +
      'that other tools take. summary is enough for most questions; full has the history.',
    input: inputOf({
      ...farmInput,
      'depth?': oneOf(['summary', 'full'], 'Default: summary'),
      ...langInput,
    }),
    hints: readsOnly,
    run: (call) => readFarm(call, '/context', { depth: textOf(call.input, 'depth') ?? 'summary' }),
  },
  {
    name: 'get_insights',
    title: 'Analyses',
    description:
      'Analyses of a farm, by section. Ask for the sections you need: all of them are long. A ' +
      'section that lacks data says what is missing.',
    input: inputOf({
      ...farmInput,
      include: { ...array(oneOf(insightSections)), minItems: 1 },
      ...langInput,
    }),
    hints: readsOnly,
    run: (call) => {
      const { include } = call.input;
      return readFarm(call, '/insights', { include: [include].flat().join(',') });
    },
  },
  {
    name: 'get_activity',
    title: 'What happened',
    description: 'What happened on a farm, day by day, scored by importance.',
    input: inputOf({
      ...farmInput,
      'minScore?': { ...integer('Leaves out what is less important'), minimum: 0, maximum: 100 },
      'from?': string('The first day, YYYY-MM-DD'),
      'to?': string('The last day, included'),
      ...langInput,
    }),
    hints: readsOnly,
    run: (call) => {
      const { minScore } = call.input;
      return readFarm(call, '/activity', {
        minScore: typeof minScore === 'number' ? minScore : undefined,
        from: textOf(call.input, 'from'),
        to: textOf(call.input, 'to'),
      });
    },
  },
  {
    name: 'search',
    title: 'Search',
    description: 'Finds records of all modules and farms by a word in them.',
    input: inputOf({ q: { ...string('At least two characters'), minLength: 2, maxLength: 200 } }),
    hints: readsOnly,
    run: async (call) => ({
      data: await readObject(call, '/search', { q: textOf(call.input, 'q') }),
    }),
  },
];

async function readFarm(
  call: ToolCall,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
) {
  const farmId = await call.farmId();
  const lang = textOf(call.input, 'lang');
  return { data: await readObject(call, path, { farmId, ...query, lang }) };
}
