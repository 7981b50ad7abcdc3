import type { CommandContext } from '../../context.ts';
import { isValues } from '../../output/infer-columns.ts';
import type { Column, Values } from '../../output/output.ts';
import { type Page, printPage } from '../print-page.ts';
import { caseFilePage } from './case-file-page.ts';

const columns: readonly Column[] = [
  { name: 'resource' },
  { name: 'id' },
  { name: 'version', kind: 'number' },
  { name: 'createdAt', kind: 'time' },
  { name: 'updatedAt', kind: 'time' },
];

/** `case-files get`: one case file; its rows are those that it holds. */
export async function runCaseFile(context: CommandContext, id: string): Promise<void> {
  await printPage(context, {
    path: `/os/case-files/${encodeURIComponent(id)}`,
    query: {},
    isSpoken: false,
    rows: () => ({ columns, of: sealedRows }),
    compose: caseFilePage,
    gather: gatherFlock,
  });
}

function sealedRows(answer: unknown): readonly Values[] {
  const content = isValues(answer) ? answer['content'] : undefined;
  const rows = isValues(content) && isValues(content['rows']) ? content['rows'] : {};
  return Object.entries(rows).flatMap(([resource, own]) =>
    Array.isArray(own) ? own.filter(isValues).map((row) => ({ resource, ...row })) : [],
  );
}

/** The code of the flock stands in what was sealed. */
const gatherFlock: NonNullable<Page['gather']> = async (_, answer) => {
  const [flock] = answer.list('content.rows.flocks');
  const [id, code] = [flock?.text('id'), flock?.text('code')];
  return id === undefined || code === undefined ? {} : { names: [[id, code]] };
};
