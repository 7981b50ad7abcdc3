import type { Block } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { joinParts } from '../section.ts';
import { findMatch } from './find-match.ts';

/** What was found, the best first: its name, the place where it stands, and how to open it. */
export function searchPage(answer: Facts, wanted: string, desk: Desk): readonly Block[] {
  const rows = answer.list('data');
  const total = answer.number('meta.total') ?? rows.length;
  const title = desk.words.say('page.search.title', { count: total, text: wanted });
  return [{ kind: 'title', text: title }, ...rows.flatMap((row) => hitBlocks(row, wanted, desk))];
}

function hitBlocks(row: Facts, wanted: string, desk: Desk): readonly Block[] {
  const title = row.text('title') ?? '';
  const snippet = row.text('snippet');
  const where = joinParts([
    `${row.text('resource') ?? ''} ${row.text('id') ?? ''}`,
    nameOf(desk, row.text('farmId')),
  ]);
  const isNew = snippet !== undefined && snippet !== title;
  return [
    { kind: 'text', mark: 'info', text: marked(title, wanted) },
    ...(isNew ? [{ kind: 'text', text: marked(snippet, wanted), indent: 5 } as const] : []),
    { kind: 'text', text: where, indent: 5 },
  ];
}

/** The text with what was looked for between quotation marks. */
function marked(text: string, wanted: string): string {
  const match = findMatch(text, wanted);
  if (!match) return text;
  const [before, found, behind] = match;
  return `${before}«${found}»${behind}`;
}
