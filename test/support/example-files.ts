import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exampleId } from '../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { actions } from '../../src/model/resources/actions.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { aWorkbook } from './a-workbook.ts';
import { aPicture, SMALL_FILES } from './media-files.ts';
import { exampleBody } from './one-of-each.ts';

const PROJECT = join(import.meta.dirname, '../..');

type Ids = Readonly<Partial<Record<string, string>>>;

/** The secret that signs `hookBody` where an example requires it. */
export const hookSecret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
export const hookBody = '{"id":"evt_1","data":{"he":"שאלה"}}';

const detection = (source: string, minute: number) =>
  `${JSON.stringify({ source, kind: 'weight', value: 1200, ts: `2026-11-30T05:0${minute}:00Z` })}\n`;
const detections = detection('barn1-west', 0) + detection('10.0.4.17', 1);
const step = (name: string) =>
  `steps:\n  - create: tasks\n    as: ${name}\n    with: { title: ${name} }\n`;
const logs = [
  ['flock', 'date', 'mortality'],
  ['B1-2611', '20/11/2026', '12'],
];

/** Files whose content is not an example of the model. */
const files: Readonly<Record<string, () => Promise<string | Uint8Array> | string | Uint8Array>> = {
  'events.jsonl': () => detections,
  'camera.jsonl': () => detections,
  'events.jsonl.gz': () => gzipSync(detections),
  'logs.xlsx': () => aWorkbook(logs),
  'new-barn.yaml': () => '- method: POST\n  path: /barns\n  id: barn\n  body: { name: Barn 7 }\n',
  'three-barns.yaml': () => readFile(join(PROJECT, 'examples/three-barns.yaml')),
  'base.yaml': () => step('weigh'),
  'sick-flock.yaml': () => step('call'),
  'mapping.json': () => JSON.stringify({ fields: { temp: '/t', humidity: '/rh' } }),
  'sample.json': () => JSON.stringify({ t: 25.5, rh: 60 }),
  'litter-*.jpg': () => aPicture(40, 30),
  'lab.pdf': () => SMALL_FILES.pdf,
  'webhook.secret': () => `${hookSecret}\n`,
  'old.secret': () => `${hookSecret}\n`,
  'body.json': () => hookBody,
};

/**
 * Writes the files read by a line of the help, most of them generated from the examples of the
 * model.
 */
export async function writeExampleFiles(line: string, folder: string, ids: Ids): Promise<void> {
  const written = / export .*--file \S+/.test(line) ? /(?:>>?|--file)\s*\S+/g : />>?\s*\S+/g;
  const read = line.replaceAll(written, '').match(/[\w*-]+(?:\.\w+)+/g) ?? [];
  for (const name of read) {
    const content = (await files[name]?.()) ?? contentOf(name, line, ids);
    if (content !== undefined) await writeFile(join(folder, name.replace('*', '1')), content);
  }
}

function contentOf(name: string, line: string, ids: Ids): string | Uint8Array | undefined {
  const [stem = '', kind = ''] = name.split('.');
  if (!['json', 'csv', 'xlsx'].includes(kind)) return undefined;
  const ofFile = Object.values<ResourceDefinition>(resources).find(
    ({ name, singular }) => name === stem || singular.replaceAll(' ', '-') === stem,
  );
  if (ofFile && kind === 'json') return JSON.stringify(exampleBody(ofFile, ids));
  if (ofFile) return sheetOf(ofFile, line, ids);
  const action = Object.entries(actions).find(([type]) => type.replaceAll('_', '-') === stem)?.[1];
  return action && JSON.stringify(withRealIds(action.example, ids));
}

/** The values of an example with the ids of existing rows. */
function withRealIds(example: unknown, ids: Ids): unknown {
  const text = Object.values(resources).reduce(
    (text, { name, idPrefix }) => text.replaceAll(exampleId(idPrefix), ids[name] ?? 'missing'),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}

const NAMED_COLUMN = /--map 'Column=(\w+)'/;

/** One row below the names of its fields; the column in `--map` has the name given there. */
function sheetOf(definition: ResourceDefinition, line: string, ids: Ids): string | Uint8Array {
  const [, named] = NAMED_COLUMN.exec(line) ?? [];
  const cells = Object.entries(exampleBody(definition, ids));
  const head = cells.map(([field]) => (field === named ? 'Column' : field));
  const row = cells.map(([, value]) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  if (line.includes('.xlsx')) return aWorkbook([head, row]);
  return [head, row].map((cells) => cells.map(quoted).join(',')).join('\n');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
