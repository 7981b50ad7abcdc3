import { type InsightSection, insightSections } from '../../../model/insight-sections.ts';
import type { Block } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { figureTable } from '../figure-table.ts';
import { missingBlocks } from '../missing-blocks.ts';
import { joinParts } from '../section.ts';
import { NONE } from '../words.ts';
import { birdParts } from './bird-parts.ts';
import type { Figure, InsightPart, InsightTable } from './insight-part.ts';
import { moneyParts } from './money-parts.ts';
import { type Writing, writeFigure } from './write-figure.ts';

const parts: Readonly<Record<InsightSection, InsightPart>> = { ...birdParts, ...moneyParts };

/** The analyses that were asked for, one after the other, each with what it lacks. */
export function insightsPage(answer: Facts, desk: Desk): readonly Block[] {
  const { words } = desk;
  const writing = { desk, currency: answer.text('currency') ?? '' };
  const title = joinParts([
    nameOf(desk, answer.text('farmId')),
    words.say('page.insights.title'),
    words.moment(answer.text('asOf')),
  ]);
  const told = new Set<string>();
  const sections = insightSections
    .filter((name) => answer.raw(`sections.${name}`) !== undefined)
    .flatMap((name) => sectionBlocks(name, answer.at(`sections.${name}`), { writing, told }));
  return [{ kind: 'title', text: title }, ...sections];
}

interface Telling {
  readonly writing: Writing;
  /** What is missing that was told with its command already. */
  readonly told: Set<string>;
}

function sectionBlocks(
  name: InsightSection,
  facts: Facts,
  { writing, told }: Telling,
): readonly Block[] {
  const { words } = writing.desk;
  const failure = facts.text('error.message');
  const status = facts.text('status');
  const state = status === undefined || status === 'ok' ? undefined : words.name('status', status);
  const heading: Block = { kind: 'heading', text: joinParts([words.name('section', name), state]) };
  if (failure !== undefined) return [heading, { kind: 'text', mark: 'warning', text: failure }];
  return [heading, ...bodyOf(parts[name], facts, writing), ...missingBlocks(facts, told)];
}

function bodyOf(part: InsightPart, facts: Facts, writing: Writing): readonly Block[] {
  const { desk } = writing;
  return [
    ...(part.before?.(facts, desk) ?? []),
    ...figures(part.figures ?? [], facts, writing),
    ...(part.tables ?? []).flatMap((table) => tableBlocks(table, facts, writing)),
    ...(part.after?.(facts, desk) ?? []),
  ];
}

/** The figures that are known, a line each. */
function figures(wanted: readonly Figure[], facts: Facts, writing: Writing): readonly Block[] {
  const rows = wanted.flatMap((figure) => {
    const written = writeFigure(facts, figure, writing);
    const { text, state } =
      typeof written === 'string' ? { text: written, state: undefined } : written;
    if (text === NONE) return [];
    return [{ label: writing.desk.words.say(figure[1]), text, state }];
  });
  return rows.length === 0 ? [] : [{ kind: 'labelled', rows }];
}

function tableBlocks(
  { rows, where, title, columns }: InsightTable,
  facts: Facts,
  writing: Writing,
): readonly Block[] {
  const { words } = writing.desk;
  const shown = facts.list(rows).filter((row) => !where || row.text(where[0]) === where[1]);
  const table = figureTable(shown, columns, writing);
  if (title === undefined || table.length === 0) return table;
  return [{ kind: 'text', text: words.say(title) }, ...table];
}
