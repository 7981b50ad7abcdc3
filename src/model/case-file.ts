import { canonicalJson } from '../tools/canonical-json.ts';
import { sha256Hex } from '../tools/sha256-hex.ts';

/** How the content of a case file is laid out. */
export const CASE_FILE_FORMAT = 'farmctl-case-file/1';

/** The hash that stands before the first case file of an organisation. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** What a case file is, beside its rows. */
export interface CaseFileHead {
  readonly id: string;
  /** Its place in the chain of its organisation, from 1. */
  readonly number: number;
  readonly farmId: string;
  readonly flockId: string;
  readonly title: string;
  readonly sealedAt: string;
  readonly sealedBy: { readonly type: string; readonly id: string };
  /** The hash of the case file that was sealed before in the organisation. */
  readonly previousHash: string;
}

/** What is hashed: the head, and the rows as they are stored, by resource, ordered by id. */
export interface CaseFileContent {
  readonly format: typeof CASE_FILE_FORMAT;
  readonly caseFile: CaseFileHead;
  readonly rows: Readonly<Record<string, readonly DossierRow[]>>;
}

/** A row of a case file, its fields as they are stored. */
export interface DossierRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The text of a case file's content, of which the hash is taken. */
export function caseFileText(content: CaseFileContent): string {
  return canonicalJson(content);
}

/** The hash of a case file: SHA-256 of the text of its content. */
export function caseFileHash(text: string): string {
  return sha256Hex(text);
}
