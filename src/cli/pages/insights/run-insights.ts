import type { FarmClient } from '../../../client/client.ts';
import { birdSectionSchemas } from '../../../model/answers/bird-section-schemas.ts';
import { moneySectionSchemas } from '../../../model/answers/money-section-schemas.ts';
import { type InsightSection, insightSections } from '../../../model/insight-sections.ts';
import { limits } from '../../../model/limits.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { checkWord } from '../check-word.ts';
import { namesOf } from '../desk.ts';
import { type Facts, factsOf } from '../facts.ts';
import { oneFarm } from '../one-farm.ts';
import { type Gathered, type PageRows, printPage, rowsUnder } from '../print-page.ts';
import { rowColumns, rowSchema } from '../row-columns.ts';
import { insightsPage } from './insights-page.ts';

/** Flags of `insights` as they were typed. */
export interface InsightsFlags {
  readonly include?: string;
}

/** The list of each section that is its rows. */
const lists: Readonly<Record<InsightSection, string>> = {
  actionPlan: 'items',
  health: 'flocks',
  profit: 'flocks',
  leaks: 'rows',
  benchmark: 'rows',
  labor: 'byAssignee',
  market: 'customers',
  feed: 'flocks',
  cashflow: 'weeks',
  barnComparison: 'barns',
  placements: 'barns',
  suppliers: 'feed',
  weather: 'next72h',
  weights: 'flocks',
  risk: 'items',
};

/** `insights`: the analyses that are named, or all of them; its rows are those of one section. */
export async function runInsights(context: CommandContext, flags: InsightsFlags): Promise<void> {
  const include = sectionsOf(flags);
  await printPage(context, {
    path: '/insights',
    query: { farmId: await oneFarm(context), include: include?.join(',') },
    isSpoken: true,
    rows: () => rowsOf(include),
    compose: insightsPage,
    gather: gatherNames,
  });
}

function sectionsOf({ include }: InsightsFlags): readonly InsightSection[] | undefined {
  if (include === undefined) return undefined;
  const typed = include.split(',').map((name) => name.trim());
  const named = typed.map((name) => checkWord('--include', name, insightSections));
  return insightSections.filter((name) => named.includes(name));
}

function rowsOf(include: readonly InsightSection[] | undefined): PageRows {
  const [section, ...others] = include ?? [];
  if (section === undefined || others.length > 0) {
    throw usageError('rows are of one section: name it with --include', {
      hint: 'json and yaml print all sections; tsv, csv, jsonl and --fields take one',
    });
  }
  const list = lists[section];
  const schemas = { ...birdSectionSchemas, ...moneySectionSchemas };
  const { columns, of } = rowsUnder(list, rowColumns(rowSchema(schemas[section], list)));
  return { columns, of: (answer) => of(factsOf(answer).raw(`sections.${section}`)) };
}

/** What barns and flocks are called: sections tell their ids. */
async function gatherNames(client: FarmClient, answer: Facts): Promise<Gathered> {
  const farmId = answer.text('farmId');
  const query = { farmId, limit: limits.maxPageSize };
  const [barns, flocks] = await Promise.all([
    client.list('barns', { ...query, fields: 'id,name' }),
    client.list('flocks', {
      ...query,
      fields: 'id,code,barnId',
      order: 'placementDate',
      dir: 'desc',
    }),
  ]);
  const named = namesOf(barns.data.map(factsOf), ['name']);
  const barnNames = new Map(named);
  const coded = flocks.data.map(factsOf).flatMap((flock): (readonly [string, string])[] => {
    const id = flock.text('id');
    const name = flock.text('code') ?? barnNames.get(flock.text('barnId') ?? '');
    return id === undefined || name === undefined ? [] : [[id, name]];
  });
  return { names: [...named, ...coded] };
}
