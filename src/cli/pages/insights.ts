import type { FarmClient } from '../../client/client.ts';
import { birdSectionSchemas } from '../../model/answers/core/bird-section-schemas.ts';
import { moneySectionSchemas } from '../../model/answers/core/money-section-schemas.ts';
import {
  insightsAnswer,
  type SentSection,
  type SentSectionError,
} from '../../model/answers/insights.ts';
import type { JsonSchema } from '../../model/api/json-schema.ts';
import { type InsightSection, insightSections } from '../../model/core/insight-sections.ts';
import { limits } from '../../model/core/limits.ts';
import { message } from '../../model/core/message.ts';
import type { Row } from '../../model/resources/registry.ts';
import { checkWord } from '../core/command-line.ts';
import { usageError } from '../core/errors.ts';
import { type Facts, factsOf } from '../output/facts.ts';
import type { CommandContext } from '../session/context.ts';
import { oneFarm } from '../session/row-id.ts';
import { type Block, joinParts, nameOf, namesOf, type PageContext } from './core/blocks.ts';
import {
  type Figure,
  figureTable,
  type InsightPart,
  type InsightTable,
  type Writing,
  writeFigure,
} from './core/figures.ts';
import { missingBlocks } from './core/fix-command.ts';
import {
  type AnswerFacts,
  type Gathered,
  type PageRows,
  printPage,
  rowsUnder,
} from './core/print-page.ts';
import { NONE } from './core/words.ts';
import { birdParts } from './insights-birds.ts';
import { moneyParts } from './insights-money.ts';

type Insights = AnswerFacts<typeof insightsAnswer>;

export interface InsightsFlags {
  readonly include?: string;
}

/** The list that provides the rows of each section. */
const lists: { readonly [S in InsightSection]: keyof SentSection<S> } = {
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

/** `insights`: the selected analyses, or all; its rows are those of one section. */
export async function runInsights(context: CommandContext, flags: InsightsFlags): Promise<void> {
  const include = sectionsOf(flags);
  await printPage(context, {
    path: '/insights',
    answer: insightsAnswer,
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
  const sections = typed.map((name) => checkWord('--include', name, insightSections));
  return insightSections.filter((name) => sections.includes(name));
}

function rowsOf(include: readonly InsightSection[] | undefined): PageRows {
  const [section, ...others] = include ?? [];
  if (section === undefined || others.length > 0) {
    throw usageError(message('fault.oneSectionOnly'), {
      hint: message('hint.formatsOfSections'),
    });
  }
  const list = lists[section];
  const schemas = { ...birdSectionSchemas, ...moneySectionSchemas };
  const { columns, of } = rowsUnder<JsonSchema>({ schema: schemas[section] }, list);
  return { columns, of: (answer) => of(factsOf(answer).raw(`sections.${section}`)) };
}

/** Names of barns and flocks: sections contain only their IDs. */
async function gatherNames(client: FarmClient, answer: Insights): Promise<Gathered> {
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
  const names = namesOf(
    barns.data.map((barn) => factsOf<Row<'barns'>>(barn)),
    ['name'],
  );
  const barnNames = new Map(names);
  const coded = flocks.data
    .map((row) => factsOf<Row<'flocks'>>(row))
    .flatMap((flock): (readonly [string, string])[] => {
      const id = flock.text('id');
      const name = flock.text('code') ?? barnNames.get(flock.text('barnId') ?? '');
      return id === undefined || name === undefined ? [] : [[id, name]];
    });
  return { names: [...names, ...coded] };
}

const parts: Readonly<Record<InsightSection, InsightPart>> = { ...birdParts, ...moneyParts };

/** The requested analyses in sequence, each with its missing data. */
function insightsPage(answer: Insights, context: PageContext): readonly Block[] {
  const { words } = context;
  const writing = { context, currency: answer.text('currency') ?? '' };
  const title = joinParts([
    nameOf(context, answer.text('farmId')),
    words.t('page.insights.title'),
    words.moment(answer.text('asOf')),
  ]);
  const printed = new Set<string>();
  const sections = insightSections
    .filter((name) => answer.raw(`sections.${name}`) !== undefined)
    .flatMap((name) => sectionBlocks(name, answer.at(`sections.${name}`), { writing, printed }));
  return [{ kind: 'title', text: title }, ...sections];
}

interface SectionOptions {
  readonly writing: Writing;
  /** Missing data whose command has already been shown. */
  readonly printed: Set<string>;
}

function sectionBlocks(
  name: InsightSection,
  facts: Facts<SentSection<InsightSection> | SentSectionError>,
  { writing, printed }: SectionOptions,
): readonly Block[] {
  const { words } = writing.context;
  const failure = facts.text('error.message');
  const status = facts.text('status');
  const state = status === undefined || status === 'ok' ? undefined : words.name('status', status);
  const heading: Block = { kind: 'heading', text: joinParts([words.name('section', name), state]) };
  if (failure !== undefined) return [heading, { kind: 'text', mark: 'warning', text: failure }];
  return [
    heading,
    ...bodyOf(parts[name], facts, writing),
    ...missingBlocks(facts as Facts<SentSection<InsightSection>>, printed),
  ];
}

function bodyOf(part: InsightPart, facts: Facts<unknown>, writing: Writing): readonly Block[] {
  const { context } = writing;
  return [
    ...(part.before?.(facts, context) ?? []),
    ...figures(part.figures ?? [], facts, writing),
    ...(part.tables ?? []).flatMap((table) => tableBlocks(table, facts, writing)),
    ...(part.after?.(facts, context) ?? []),
  ];
}

/** The known figures, one per line. */
function figures(
  wantedFigures: readonly Figure[],
  facts: Facts<unknown>,
  writing: Writing,
): readonly Block[] {
  const rows = wantedFigures.flatMap((figure) => {
    const written = writeFigure(facts, figure, writing);
    const { text, state } =
      typeof written === 'string' ? { text: written, state: undefined } : written;
    if (text === NONE) return [];
    return [{ label: writing.context.words.t(figure[1]), text, state }];
  });
  return rows.length === 0 ? [] : [{ kind: 'labelled', rows }];
}

function tableBlocks(
  { rows, where, title, columns }: InsightTable,
  facts: Facts<unknown>,
  writing: Writing,
): readonly Block[] {
  const { words } = writing.context;
  const selectedRows = facts.list(rows).filter((row) => !where || row.text(where[0]) === where[1]);
  const table = figureTable(selectedRows, columns, writing);
  if (title === undefined || table.length === 0) return table;
  return [{ kind: 'text', text: words.t(title) }, ...table];
}
