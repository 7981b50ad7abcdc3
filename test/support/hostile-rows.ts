import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Field } from '../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { openSqliteHandle, type SqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Texts that a page must display verbatim: markup, script, direction marks, endless words. */
export const HOSTILE_TEXTS = [
  `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`,
  `"><svg onload="document.title='run'"></svg><a href="javascript:document.title='run'">here</a>`,
  '\u202eright to left\u2069\u2066\u202dand not ended',
  'W'.repeat(400),
  `{{constructor.constructor('document.title="run"')()}} \${document.title} %s {0} </textarea></title>`,
] as const;

/** A snapshot file with hostile texts in all text fields of all rows of the 32 resources. */
export async function withHostileRows(snapshot: Uint8Array): Promise<Uint8Array> {
  const path = join(await temporaryFolder(), 'hostile.db');
  await writeFile(path, snapshot);
  const file = await openSqliteHandle(path);
  for (const definition of Object.values(resources)) fillTable(file, definition);
  setColumn(file, { table: 'organisations', column: 'name', value: textSql(200) });
  file.close();
  return readFile(path);
}

function fillTable(file: SqliteHandle, { name, fields }: ResourceDefinition): void {
  const table = name.replaceAll('-', '_');
  for (const [field, definition] of Object.entries(fields)) {
    if (definition.origin === 'computed') continue;
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const value = hostileValue(definition);
    if (value !== undefined) setColumn(file, { table, column, value });
  }
}

/** Undefined for texts with a format known to the service. */
function hostileValue(field: Field): string | undefined {
  if (field.type === 'text' && field.format === undefined) return textSql(field.max);
  return field.type === 'list' ? `json_array(${textSql(field.maxLength)})` : undefined;
}

/** Each row gets a different text; unique columns are unchanged. */
function setColumn(
  file: SqliteHandle,
  {
    table,
    column,
    value,
  }: { readonly table: string; readonly column: string; readonly value: string },
): void {
  file.exec(`update or ignore ${table} set ${column} = ${value} where ${column} is not null`);
}

function textSql(max: number): string {
  const choices = HOSTILE_TEXTS.map(
    (text, index) => `when ${index} then '${text.slice(0, max).replaceAll("'", "''")}'`,
  );
  return `case rowid % ${HOSTILE_TEXTS.length} ${choices.join(' ')} end`;
}
