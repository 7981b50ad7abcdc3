import type { Fact } from '../../../ask/measure.ts';
import { oneOf, string } from '../../../model/json-schema/json-schema.ts';
import {
  aggregations,
  measureNames,
  measureSlots,
  measureSummaries,
} from '../../../model/measures.ts';
import { daysBetween } from '../../../tools/calendar.ts';
import { readMeasure } from '../read-measure.ts';
import {
  callWith,
  type ModelTool,
  recordId,
  type ToolContext,
  textArguments,
} from './model-tool.ts';

/** Arguments that name a record, with the resource and the parameter they become. */
const REFERENCES: Readonly<Record<string, { readonly resource: string; readonly as: string }>> = {
  barn: { resource: 'barns', as: 'barnId' },
  flock: { resource: 'flocks', as: 'flockId' },
  person: { resource: 'users', as: 'person' },
  product: { resource: 'medicine', as: 'product' },
};
const summaries = measureNames.map((name) => `${name}: ${measureSummaries[name]}`).join('; ');

/** The tool that reads a figure of the farm, as the engine computes it. */
export const readMeasureTool: ModelTool = {
  name: 'read_measure',
  description: `Read one figure of the farm. ${summaries}.`,
  parameters: {
    type: 'object',
    properties: {
      measure: oneOf(measureNames),
      barn: string('Name of a barn; absent: the whole farm'),
      flock: string('Name of a flock'),
      from: string('First day, YYYY-MM-DD; absent: the usual days of the measure'),
      to: string('Last day, YYYY-MM-DD'),
      aggregation: oneOf(aggregations),
      ...Object.fromEntries(
        Object.entries(measureSlots).map(([name, note]) => [name, string(note)]),
      ),
    },
    required: ['measure'],
  },
  async run(context, args) {
    const taken = [...Object.keys(REFERENCES), ...Object.keys(measureSlots)];
    const said = textArguments(args, ['measure', 'from', 'to', 'aggregation', ...taken]);
    const { measure = '', ...others } = said;
    const parameters = Object.entries(others).map(([name, value]) =>
      parameterOf(context, name, value),
    );
    const query = { ...Object.fromEntries(parameters), lang: context.language };
    const { body } = await readMeasure(context.runtime, callWith(context, query), measure);
    const told = JSON.parse(body) as ToldMeasure;
    return {
      content: { ...told, ...periodOf(said), facts: told.facts.map(withoutSource) },
      facts: [...told.facts, ...daysFacts(told)],
      ids: told.facts.flatMap(({ source }) => source.ids ?? []),
    };
  },
};

interface ToldMeasure {
  readonly answer: string;
  readonly understood: Readonly<Record<string, unknown>>;
  readonly facts: readonly Fact[];
}

function parameterOf(context: ToolContext, name: string, said: string): readonly [string, string] {
  const reference = REFERENCES[name];
  if (!reference) return [name, said];
  const { as, resource } = reference;
  if (name !== 'person') return [as, recordId(context, { path: name, resource, said })];
  const { people } = context.farm.names;
  const isContact = people.some(
    ({ name: known, resource: of }) => known === said && of !== resource,
  );
  return [as, recordId(context, { path: name, resource: isContact ? 'contacts' : resource, said })];
}

function periodOf({ from, to }: Readonly<Record<string, string>>) {
  return from === undefined ? {} : { period: { from, to: to ?? from } };
}

function withoutSource({ label, value, unit, asOf }: Fact) {
  return { label, value, unit, asOf };
}

/** How many days a figure is about may be said too. */
function daysFacts({ understood }: ToldMeasure): readonly Fact[] {
  const { period } = understood as {
    readonly period?: { readonly from: string; readonly to: string };
  };
  if (!period) return [];
  const value = daysBetween(period.from, period.to) + 1;
  const label = `Days from ${period.from} to ${period.to}`;
  return [{ label, value, unit: 'days', asOf: period.to, source: { query: period } }];
}
