import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');

/**
 * Asserts that a part of a document, between `<!-- name -->` and `<!-- /name -->`, equals the
 * generated text; `FARMCTL_UPDATE_DOCS=1` rewrites it.
 */
export async function expectInDocument(file: string, name: string, made: string): Promise<void> {
  const path = join(PROJECT, file);
  const document = await readFile(path, 'utf8');
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [before, rest] = document.split(begin);
  const [, after] = (rest ?? '').split(end);
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${name}.`);
  const renewed = before + begin + made + end + after;
  if (process.env['FARMCTL_UPDATE_DOCS']) await writeFile(path, renewed);
  else expect(document).toBe(renewed);
}

/** A table in Markdown, its first row as the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('');
}
