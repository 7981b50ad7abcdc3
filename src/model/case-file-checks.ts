import { canonicalJson } from '../tools/canonical-json.ts';
import {
  CASE_FILE_FORMAT,
  type CaseFileContent,
  type CaseFileHead,
  caseFileHash,
  type DossierRow,
} from './case-file.ts';

/** What can be wrong with the content of a case file. */
export const contentFaults = [
  'not_readable',
  'not_canonical',
  'hash_differs',
  'head_differs',
] as const;

/** What is said of a case file beside its content. */
export interface ClaimedCaseFile {
  readonly id: string;
  readonly number: number;
  readonly farmId: string;
  readonly flockId: string;
  readonly title: string;
  readonly sealedAt: string;
  readonly previousHash: string;
  readonly hash: string;
}

const CLAIMS = ['id', 'number', 'farmId', 'flockId', 'title', 'sealedAt', 'previousHash'] as const;

/** The content of a text, or undefined where it is none. */
export function parseCaseFile(text: string): CaseFileContent | undefined {
  try {
    const content = JSON.parse(text) as Partial<CaseFileContent> | null;
    const isContent = content?.format === CASE_FILE_FORMAT && content.caseFile && content.rows;
    return isContent ? (content as CaseFileContent) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with the text of a content under its claims; null where all holds. */
export function contentFault(
  text: string,
  claimed: ClaimedCaseFile,
): (typeof contentFaults)[number] | null {
  if (caseFileHash(text) !== claimed.hash) return 'hash_differs';
  const content = parseCaseFile(text);
  if (!content) return 'not_readable';
  if (canonicalJson(content) !== text) return 'not_canonical';
  const { caseFile } = content;
  const differs = CLAIMS.some(
    (name) => caseFile[name] !== (claimed as CaseFileHead | ClaimedCaseFile)[name],
  );
  return differs ? 'head_differs' : null;
}

/** A row that is not what was sealed. */
export interface RowDifference {
  readonly resource: string;
  readonly id: string;
  readonly change: 'changed' | 'missing' | 'added';
  /** The fields that differ, where the row is there. */
  readonly fields: readonly string[];
}

type Rows = Readonly<Record<string, readonly DossierRow[]>>;

/** How the rows of today differ from those that were sealed, by resource and id. */
export function rowDifferences(sealed: Rows, today: Rows): RowDifference[] {
  const resources = [...new Set([...Object.keys(sealed), ...Object.keys(today)])].sort();
  return resources.flatMap((resource) => {
    const before = mapRows(sealed[resource]);
    const after = mapRows(today[resource]);
    const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
    return ids.flatMap((id) => {
      const difference = differenceOf(before.get(id), after.get(id));
      return difference ? [{ resource, id, ...difference }] : [];
    });
  });
}

function mapRows(rows: readonly DossierRow[] = []): ReadonlyMap<string, DossierRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function differenceOf(
  before: DossierRow | undefined,
  after: DossierRow | undefined,
): Pick<RowDifference, 'change' | 'fields'> | undefined {
  if (!before) return { change: 'added', fields: [] };
  if (!after) return { change: 'missing', fields: [] };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const fields = names.filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
  return fields.length === 0 ? undefined : { change: 'changed', fields };
}
