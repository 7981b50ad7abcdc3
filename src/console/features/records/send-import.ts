import type { AnswerOf } from '../../api/answers.ts';
import { openCall, type Query, readError, Unreachable } from '../../api/http.ts';

export type ImportReport = AnswerOf<'POST /os/import/{resource}'>;

/** Progress of an import. */
export interface ImportProgress {
  readonly done: number;
  readonly rows: number;
}

interface ImportLine {
  readonly progress?: ImportProgress;
  readonly report?: ImportReport;
  readonly error?: unknown;
}

/** A file of rows, with the parameters of its import. */
export interface ImportRequest {
  readonly resource: string;
  readonly file: File;
  readonly query: Query;
  /** Shared by all attempts: an interrupted import resumes where it ended. */
  readonly idempotencyKey: string;
}

const TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
};

/** The supported file extensions. */
export const importEndings = ['.csv', '.txt', ...Object.keys(TYPES).map((ending) => `.${ending}`)];

/** Sends a file of rows; reports progress and resolves with the report of the service. */
export async function sendImport(
  { resource, file, query, idempotencyKey }: ImportRequest,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const ending = file.name.toLowerCase().replace(/^.*\./, '');
  const response = await openCall({
    method: 'POST',
    path: `/os/import/${resource}`,
    query,
    file: { content: file, type: TYPES[ending] ?? 'text/csv' },
    accept: 'application/x-ndjson',
    idempotencyKey,
  });
  for await (const line of readLines(response)) {
    if (line.progress) onProgress(line.progress);
    if (line.error !== undefined) throw readError(response, line.error);
    if (line.report) return line.report;
  }
  throw new Unreachable('The answer was cut off.');
}

async function* readLines(response: Response): AsyncGenerator<ImportLine> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read().catch((error: unknown) => {
      throw new Unreachable('The answer was cut off.', { cause: error });
    });
    text += part?.value ?? '';
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as ImportLine;
    if (!part || part.done) return;
  }
}
