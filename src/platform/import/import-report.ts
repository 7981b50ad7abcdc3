import { type Issue, type IssueReason, reason, validationFailed } from '../../model/core/errors.ts';
import { importParameters } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import type { DayFormat, DecimalSign } from '../../tools/read-values.ts';
import { operationParameters } from '../core/admission.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { ImportBody } from './build-bodies.ts';
import type { ImportColumn } from './match-columns.ts';
import type { OmittedRow } from './set-aside.ts';

interface TakenRow {
  readonly kind: 'stored' | 'updated';
  readonly id: string;
  /** Whether the row was written by an earlier request with the same key. */
  readonly isEarlier?: boolean;
  /** Whether the row names another farm than the one it is stored on. */
  readonly isMoved?: boolean;
  /** Doubts about the row. */
  readonly doubts?: readonly Issue[];
}

/** The outcome of a row. */
export type RowOutcome =
  | TakenRow
  | { readonly kind: 'skipped'; readonly doubts?: readonly Issue[] }
  | { readonly kind: 'rejected'; readonly issues: readonly Issue[] };

/** Why a row was rejected, and its position. */
export interface RowIssue {
  readonly row: number;
  readonly line: number;
  readonly path: string;
  readonly column?: string;
  readonly code: Issue['code'];
  readonly message: string;
  readonly suggestion?: string;
  readonly range?: NonNullable<Issue['range']>;
  readonly existingId?: string;
  readonly rows?: NonNullable<Issue['rows']>;
  readonly parameters?: NonNullable<Issue['parameters']>;
  readonly reason?: NonNullable<Issue['reason']>;
}

/** A warning about accepted or omitted rows. */
export interface ImportWarning {
  readonly code: 'other_farm' | 'implausible' | 'left_out';
  readonly message: string;
  readonly rows: number;
}

/** The result of an import. */
export interface ImportReport {
  readonly resource: string;
  readonly dryRun: boolean;
  readonly ok: boolean;
  readonly rows: number;
  readonly stored: number;
  readonly updated: number;
  readonly skipped: number;
  readonly rejected: number;
  /**
   * The part of `stored` and `updated` written by an earlier request with the same Idempotency-Key.
   */
  readonly earlier: { readonly stored: number; readonly updated: number };
  /** Warnings about accepted rows. */
  readonly warnings: readonly ImportWarning[];
  /** Doubts about accepted rows; `existingId` is the stored row. */
  readonly doubts: readonly RowIssue[];
  /** Omitted rows that are not table rows: totals, notes. */
  readonly leftOut: readonly OmittedRow[];
  readonly columns: readonly {
    readonly heading: string;
    readonly field: string | null;
    readonly unit?: string;
  }[];
  readonly issues: readonly RowIssue[];
  readonly issuesOmitted: number;
}

/** Counts the outcomes of rows. */
export interface ReportBuilder {
  add(body: ImportBody, outcome: RowOutcome): void;
  /** The report; with `isUndone` everything was rolled back. */
  build(options?: { readonly isUndone?: boolean }): ImportReport;
}

export function startReport(input: {
  readonly resource: string;
  readonly isDryRun: boolean;
  readonly rows: number;
  readonly columns: readonly ImportColumn[];
  readonly omitted: readonly OmittedRow[];
}): ReportBuilder {
  const { resource, isDryRun, rows, columns, omitted } = input;
  const counts = { stored: 0, updated: 0, skipped: 0, rejected: 0 };
  const issues: RowIssue[] = [];
  let issueCount = 0;
  const earlier = { stored: 0, updated: 0 };
  let movedCount = 0;
  let doubtful = 0;
  const doubts: RowIssue[] = [];
  const addDoubts = (body: ImportBody, outcome: Exclude<RowOutcome, { kind: 'rejected' }>) => {
    const { doubts: found = [] } = outcome;
    if (found.length > 0) doubtful += 1;
    // The ID of a row that was only checked does not exist.
    const isStored = 'id' in outcome && !(isDryRun && outcome.kind === 'stored');
    const stored = isStored ? { existingId: outcome.id } : {};
    const listed = found.slice(0, limits.importIssues - doubts.length);
    doubts.push(
      ...rowIssues(
        body,
        listed.map((issue) => ({ ...issue, ...stored })),
        columns,
      ),
    );
  };
  return {
    add(body, outcome) {
      counts[outcome.kind] += 1;
      if ('id' in outcome) {
        if (outcome.isEarlier) earlier[outcome.kind] += 1;
        if (outcome.isMoved) movedCount += 1;
      }
      if (outcome.kind !== 'rejected') {
        addDoubts(body, outcome);
        return;
      }
      issueCount += outcome.issues.length;
      const room = limits.importIssues - issues.length;
      issues.push(...rowIssues(body, outcome.issues.slice(0, Math.max(0, room)), columns));
    },
    build({ isUndone = false } = {}) {
      return {
        resource,
        dryRun: isDryRun,
        ok: counts.rejected === 0,
        rows,
        ...counts,
        ...(isUndone ? { stored: 0, updated: 0, skipped: 0 } : {}),
        earlier,
        warnings: [
          ...(isUndone ? [] : warningsOf({ moved: movedCount, doubtful }, isDryRun)),
          ...(omitted.length === 0 ? [] : [leftOutWarning(omitted.length)]),
        ],
        doubts: isUndone ? [] : doubts,
        leftOut: omitted.slice(0, limits.importIssues),
        columns: columns.map(reportedColumn),
        issues,
        issuesOmitted: issueCount - issues.length,
      };
    },
  };
}

function warningsOf(
  { moved, doubtful }: { readonly moved: number; readonly doubtful: number },
  isDryRun: boolean,
): readonly ImportWarning[] {
  return [
    ...(moved === 0 ? [] : [movedWarning(moved, isDryRun)]),
    ...(doubtful === 0 ? [] : [doubtfulWarning(doubtful)]),
  ];
}

/** A column with its field and, if converted, the unit of its heading. */
export function reportedColumn({ heading, name, unit }: ImportColumn) {
  return { heading, field: name ?? null, ...(unit ? { unit: unit.unit } : {}) };
}

function leftOutWarning(rows: number): ImportWarning {
  const message = `${rows === 1 ? '1 row is' : `${rows} rows are`} left out as totals, headings or notes; see leftOut.`;
  return { code: 'left_out', message, rows };
}

function doubtfulWarning(rows: number): ImportWarning {
  const message = `${rows === 1 ? '1 row has a value' : `${rows} rows have values`} that may be wrong; see doubts.`;
  return { code: 'implausible', message, rows };
}

function movedWarning(moved: number, isDryRun: boolean): ImportWarning {
  const rows = moved === 1 ? '1 row names' : `${moved} rows name`;
  const stored = isDryRun ? 'would be stored' : 'stored';
  const message = `${rows} another farm in the column of the farm; ${stored} on the farm of the import.`;
  return { code: 'other_farm', message, rows: moved };
}

/** The issues of a row, with its position in the file. */
export function rowIssues(
  { row, line }: ImportBody,
  issues: readonly Issue[],
  columns: readonly ImportColumn[],
): readonly RowIssue[] {
  return issues.map(({ path, code, message, ...details }) => {
    const column = columns.find(({ name }) => name === path);
    const expected = code === 'wrong_type' ? expectedKind(path, column) : undefined;
    return {
      row,
      line,
      path,
      ...(column === undefined ? {} : { column: column.heading }),
      code,
      message,
      ...problemDetails({ ...(expected ? { reason: expected } : {}), ...details }),
    };
  });
}

/** The reason for a field that expects a number, which the code does not state; else undefined. */
function expectedKind(path: string, column: ImportColumn | undefined): IssueReason | undefined {
  const type = column?.field?.type;
  if (type === 'integer') return reason('reason.wholeNumber', { field: path });
  return type === 'number' || type === 'money'
    ? reason('reason.number', { field: path })
    : undefined;
}

/** The details of an issue that help to resolve it. */
export function problemDetails({
  suggestion,
  existingId,
  rows,
  parameters,
  reason,
  range,
}: Pick<Issue, 'suggestion' | 'existingId' | 'rows' | 'parameters' | 'reason' | 'range'>) {
  return {
    ...(range === undefined ? {} : { range }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(existingId === undefined ? {} : { existingId }),
    ...(rows === undefined ? {} : { rows }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export interface ImportOptions {
  readonly farmId: string | undefined;
  readonly isDryRun: boolean;
  readonly onError: 'abort' | 'skip';
  readonly onDuplicate: 'error' | 'skip' | 'update';
  /** Headings with their intended field; an empty one omits the column. */
  readonly map: ReadonlyMap<string, string>;
  readonly decimal: DecimalSign | undefined;
  readonly dateFormat: DayFormat | undefined;
  readonly encoding: string | undefined;
  readonly sheet: string | undefined;
}

/** Parses the query of an import; throws `validation_failed`. */
export function readImportOptions(call: RequestContext): ImportOptions {
  const values = operationParameters({ query: importParameters }, call);
  // The values were validated against the same declaration.
  return {
    farmId: values['farmId'] as string | undefined,
    isDryRun: values['dryRun'] === true,
    onError: values['onError'] as ImportOptions['onError'],
    onDuplicate: values['onDuplicate'] as ImportOptions['onDuplicate'],
    map: readMap(values['map'] as string | undefined),
    decimal: values['decimal'] as DecimalSign | undefined,
    dateFormat: values['dateFormat'] as DayFormat | undefined,
    encoding: values['encoding'] as string | undefined,
    sheet: values['sheet'] as string | undefined,
  };
}

function readMap(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map();
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const entries = isObject ? Object.entries(value) : [];
    if (isObject && entries.every(([, field]) => typeof field === 'string'))
      return new Map(entries);
  } catch {
    // Reported below, like other values that are not a map.
  }
  const message = 'map must be a JSON object such as {"Dead today": "mortality"}.';
  throw validationFailed([{ path: 'map', code: 'invalid_json', message }]);
}
