import type { OpenResponse } from '../../../client/transport.ts';

/** What the server found wrong with a row. */
export interface ImportIssue {
  readonly row: number;
  readonly line: number;
  readonly path: string;
  readonly column?: string;
  readonly message: string;
}

/** A row that was not taken, with its cells. */
export interface RejectedRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly issues: readonly ImportIssue[];
}

/** What came of an import. */
export interface ImportReport {
  readonly dryRun: boolean;
  readonly ok: boolean;
  readonly rows: number;
  readonly stored: number;
  readonly updated: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly earlier: { readonly stored: number; readonly updated: number };
  readonly warnings: readonly { readonly message: string }[];
  readonly issues: readonly ImportIssue[];
}

/** A line of the answer to an import; one of these. */
export interface ImportLine {
  readonly columns?: readonly { readonly heading: string; readonly field: string | null }[];
  readonly progress?: { readonly phase: string; readonly done: number; readonly rows: number };
  readonly rejected?: RejectedRow;
  readonly report?: ImportReport;
  readonly isReplayed?: boolean;
  /** The error as its own answer would say it. */
  readonly error?: object;
}

/** The lines of an answer as they come; one that was cut off is no line. */
export async function* readImportLines({
  chunks,
}: Pick<OpenResponse, 'chunks'>): AsyncGenerator<ImportLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // The server wrote them as they are declared.
    for (const line of lines) if (line !== '') yield JSON.parse(line) as ImportLine;
  }
}
