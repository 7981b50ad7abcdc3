import { canonicalJson, sha256Hex } from '../tools/hash.ts';
import { type JsonSchema, object } from './api/json-schema.ts';
import { exampleId } from './core/fields.ts';

/** The format of a case file's content. */
export const CASE_FILE_FORMAT = 'farmctl-case-file/1';

/** The previous hash of an organisation's first case file. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The metadata of a case file. */
export interface CaseFileHead {
  readonly id: string;
  /** Position in the organisation's chain, from 1. */
  readonly number: number;
  readonly farmId: string;
  readonly flockId: string;
  readonly title: string;
  readonly sealedAt: string;
  readonly sealedBy: { readonly type: string; readonly id: string };
  /** The hash of the organisation's previously sealed case file. */
  readonly previousHash: string;
}

/** The hashed content: the head, and the stored rows by resource, ordered by ID. */
export interface CaseFileContent {
  readonly format: typeof CASE_FILE_FORMAT;
  readonly caseFile: CaseFileHead;
  readonly rows: Readonly<Record<string, readonly DossierRow[]>>;
}

/** A row of a case file with its stored fields. */
export interface DossierRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The serialised content of a case file, from which the hash is computed. */
export function caseFileText(content: CaseFileContent): string {
  return canonicalJson(content);
}

/** The hash of a case file: SHA-256 of its serialised content. */
export function caseFileHash(text: string): string {
  return sha256Hex(text);
}

/** Possible faults in the content of a case file. */
export const contentFaults = [
  'not_readable',
  'not_canonical',
  'hash_differs',
  'head_differs',
] as const;

/** The claims about a case file that are verified against its content. */
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

/** Parses a case file's content; undefined if the text is not valid content. */
export function parseCaseFile(text: string): CaseFileContent | undefined {
  try {
    const content = JSON.parse(text) as Partial<CaseFileContent> | null;
    const isContent = content?.format === CASE_FILE_FORMAT && content.caseFile && content.rows;
    return isContent ? (content as CaseFileContent) : undefined;
  } catch {
    return undefined;
  }
}

/** The fault of a content text with respect to its claims; null if it is valid. */
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

/** A row that differs from its sealed version. */
export interface RowDifference {
  readonly resource: string;
  readonly id: string;
  readonly change: 'changed' | 'missing' | 'added';
  /** The fields that differ, if the row still exists. */
  readonly fields: readonly string[];
}

type Rows = Readonly<Record<string, readonly DossierRow[]>>;

/** The differences between the current rows and the sealed ones, by resource and ID. */
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

/** Maximum number of anchors per `POST /os/audit/verify`, and of public keys that it accepts. */
export const mostAnchors = 200;
export const mostPublicKeys = 20;

/** Pattern of an encoded public key. */
export const publicKeyPattern = '^[A-Za-z0-9_-]{43}$';

/** The string properties of an anchor with their patterns. */
export const anchorTexts = {
  hash: '^[0-9a-f]{64}$',
  at: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  key: publicKeyPattern,
  signature: '^[A-Za-z0-9_-]{86}$',
} as const;

/** The integer properties of an anchor with their minimums. */
export const anchorNumbers = { number: 1, position: 1, entries: 1 } as const;

const descriptions: Readonly<Record<string, string>> = {
  number: '1 for the first anchor of a database, then without gaps',
  position: 'The position of the newest sealed entry',
  hash: 'The hash of that entry',
  entries: 'Sealed entries that were kept at that time',
  at: 'When the anchor was signed',
  key: 'The Ed25519 public key, base64url',
  signature:
    'The Ed25519 signature, base64url, over "farmctl audit anchor v1", a line feed and the JSON array of number, position, hash, entries and at',
};

/** An anchor: a signed statement about the end of the audit log. */
export const anchorSchema: JsonSchema = object(
  Object.fromEntries([
    ...Object.entries(anchorNumbers).map(([name, minimum]) => [
      name,
      {
        type: 'integer',
        minimum,
        maximum: Number.MAX_SAFE_INTEGER,
        description: descriptions[name],
      },
    ]),
    ...Object.entries(anchorTexts).map(([name, pattern]) => [
      name,
      { type: 'string', pattern, description: descriptions[name] },
    ]),
  ]),
);

/** An example anchor; its signature matches no real key. */
export const exampleAnchor = {
  number: 12,
  position: 4182,
  entries: 4182,
  hash: '9f2c6d1f0a7b4e83b5a1c07d9e6f32a4418be0c75d29f6031c8aa7e4b2d51f60',
  at: '2026-11-21T09:00:00.000Z',
  key: 'h7t0cJZq3l2S4mE1v8yKp6wXo9uRaDfGbNiQzTjVsYc',
  signature: exampleId('audit')
    .padEnd(86, 'A')
    .replaceAll(/[^\w-]/g, 'A'),
} as const;
