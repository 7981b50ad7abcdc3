import { buffer } from 'node:stream/consumers';
import { FarmError } from '../../model/core/errors.ts';
import { readTable } from '../../platform/table-files/read-table.ts';
import type { ImportRow } from '../../platform/table-files/table.ts';
import type { ImportReply, ImportTask } from './import-reader.ts';

// Entry point of the process that `createImportReader` starts per file.
process.once('message', (task: ImportTask) => void answer(task));
// If the service disconnects, reading stops and the process exits.
process.once('disconnect', () => process.stdin.destroy());
// Signals to the process group are for the service, which ends this process when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

/** Reads the file on standard input and sends its rows in batches on request. */
async function answer({ contentType, options }: ImportTask): Promise<void> {
  try {
    const bytes = await buffer(process.stdin);
    const { rows, ...head } = await readTable({ bytes, contentType }, options);
    const portions = portionsOf(rows);
    const sendNext = () => {
      const { value: rows } = portions.next();
      send(rows ? { kind: 'rows', rows } : { kind: 'end', head });
    };
    process.on('message', sendNext);
    sendNext();
  } catch (error) {
    send(failureOf(error));
  }
}

function failureOf(error: unknown): ImportReply {
  if (!(error instanceof FarmError)) return { kind: 'failure', error };
  const { slug, message, code, issues } = error;
  return { kind: 'refusal', refusal: { slug, details: { message, code, issues } } };
}

function send(reply: ImportReply): void {
  if (process.connected) process.send?.(reply);
}

/** Batch size: receiving a batch occupies the service for a few milliseconds. */
const PORTION = { rows: 500, weight: 256 * 1024 };

function* portionsOf(rows: readonly ImportRow[]): Generator<readonly ImportRow[], undefined> {
  let rowBatch: ImportRow[] = [];
  let weight = 0;
  for (const row of rows) {
    rowBatch.push(row);
    for (const cell of row.cells) weight += weightOf(cell);
    if (rowBatch.length < PORTION.rows && weight < PORTION.weight) continue;
    yield rowBatch;
    rowBatch = [];
    weight = 0;
  }
  if (rowBatch.length > 0) yield rowBatch;
  return undefined;
}

/** Approximate number of characters to send a cell. */
function weightOf(cell: unknown): number {
  if (typeof cell === 'string') return cell.length + 8;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length : 8;
}
