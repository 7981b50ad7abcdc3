import {
  anchorNumbers,
  anchorTexts,
  mostAnchors,
  mostPublicKeys,
  publicKeyPattern,
} from '../../model/case-file.ts';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import type { Anchor } from '../../storage/system/audit-anchors.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { isSigned, type KnownAnchors, signedCut } from './anchors.ts';

/** A fault of the audit log. */
export interface AuditProblem {
  readonly code:
    | 'anchor_forged'
    | 'anchor_missing'
    | 'anchor_unreadable'
    | 'entries_missing'
    | 'entries_rewritten'
    | 'key_missing'
    | 'key_unknown'
    | 'log_empty';
  readonly message: string;
}

/** Results of comparing the anchors. */
export interface AnchorFindings {
  /** Distinct anchors compared with the chain. */
  readonly checked: number;
  /** The newest anchor that has an accepted signature and matches the chain. */
  readonly provenUpTo: Pick<Anchor, 'number' | 'position' | 'at'> | null;
  /** Sealed entries after it, protected only by the chain. */
  readonly unanchored: number;
  /** Anchors of entries that have been pruned. */
  readonly pruned: number;
  /** Anchors signed with a key that is not accepted. */
  readonly otherKey: number;
  /** The public key of this service; null when it has none. */
  readonly publicKey: string | null;
  /** The newest matching anchor, for safekeeping elsewhere. */
  readonly latest: Anchor | null;
}

/** The hashes of the chain at anchor positions. */
export interface ChainExtent {
  readonly start: number;
  readonly startHash: string;
  readonly end: number;
  /** Whether verification reached the end of the chain. */
  readonly isWhole: boolean;
  readonly hashes: ReadonlyMap<number, string>;
}

const MOST_PROBLEMS = 20;

/** The distinct anchors, stored or given, oldest first. */
export function distinctAnchors(
  knownAnchors: KnownAnchors,
  givenAnchors: GivenAnchors,
): readonly Anchor[] {
  const all = [...knownAnchors.stored, ...knownAnchors.outside, ...givenAnchors.anchors];
  const distinct = new Map(all.map((anchor) => [JSON.stringify(anchor), anchor]));
  return [...distinct.values()].sort((a, b) => a.position - b.position || a.number - b.number);
}

/** Compares anchors with the hashes of the chain. */
export function compareAnchors(
  anchors: readonly Anchor[],
  chain: ChainExtent,
  sources: { readonly known: KnownAnchors; readonly given: GivenAnchors },
): { readonly findings: AnchorFindings; readonly problems: readonly AuditProblem[] } {
  const { known, given } = sources;
  const accepted = new Set([...given.publicKeys, ...(known.publicKey ? [known.publicKey] : [])]);
  const problems: AuditProblem[] = [...problemsOfSources(known)];
  const matchingAnchors: Anchor[] = [];
  let prunedCount = 0;
  for (const anchor of anchors) {
    const problem = problemOf(anchor, chain);
    if (problem) problems.push(problem);
    else if (anchor.position < chain.start) prunedCount += 1;
    else if (isMatch(anchor, chain)) matchingAnchors.push(anchor);
  }
  problems.push(...problemsOfCut(anchors, chain, accepted));
  const latest = matchingAnchors.findLast(({ key }) => accepted.has(key));
  const strangers = matchingAnchors.filter(({ key }) => !accepted.has(key));
  const newestStranger = strangers.at(-1);
  if (newestStranger && newestStranger.position > (latest?.position ?? 0)) {
    problems.push(problemOfKey(newestStranger, known.publicKey));
  }
  const provenUpTo = latest
    ? { number: latest.number, position: latest.position, at: latest.at }
    : null;
  return {
    problems: problems.slice(0, MOST_PROBLEMS),
    findings: {
      checked: anchors.length,
      provenUpTo,
      unanchored: Math.max(0, chain.end - Math.max(chain.start, latest?.position ?? 0)),
      pruned: prunedCount,
      otherKey: strangers.length,
      publicKey: known.publicKey ?? null,
      latest: latest ?? null,
    },
  };
}

function isMatch({ position, hash }: Anchor, { start, startHash, hashes }: ChainExtent): boolean {
  return (position === start ? startHash : hashes.get(position)) === hash;
}

function problemOf(anchor: Anchor, chain: ChainExtent): AuditProblem | undefined {
  const { number, position, at } = anchor;
  const label = `anchor ${number} of ${at}`;
  if (!isSigned(anchor)) {
    return { code: 'anchor_forged', message: `The signature of ${label} is not valid.` };
  }
  if (position < chain.start || isMatch(anchor, chain)) return undefined;
  if (position <= chain.end) {
    return {
      code: 'entries_rewritten',
      message: `Entry ${position} is not the one that ${label} signed: entries up to it were changed, or this is another database.`,
    };
  }
  // After a broken entry nothing was compared.
  if (!chain.isWhole) return undefined;
  return {
    code: 'entries_missing',
    message: `The log ends at entry ${chain.end}, but ${label} signed ${position}: ${position - chain.end} entries were removed, or an older backup was restored.`,
  };
}

/** Problems of entries missing at the beginning without a signed pruning. */
function problemsOfCut(
  anchors: readonly Anchor[],
  { start }: ChainExtent,
  accepted: ReadonlySet<string>,
): readonly AuditProblem[] {
  const signed = anchors.filter(isSigned);
  const acceptedAnchors = signed.filter(({ key }) => accepted.has(key));
  // If all anchors are signed by others, that is reported separately once they match.
  const cut = signedCut(acceptedAnchors.length > 0 ? acceptedAnchors : signed);
  if (signed.length === 0 || start <= cut) return [];
  return [
    {
      code: 'entries_missing',
      message: `Entries ${cut + 1} to ${start} were removed, but no anchor says that the log was pruned up to there.`,
    },
  ];
}

function problemOfKey({ number, at }: Anchor, publicKey: string | undefined): AuditProblem {
  const label = `Anchor ${number} of ${at}`;
  if (publicKey === undefined) {
    return {
      code: 'key_missing',
      message: `${label} cannot be checked: this service has no secret key. Put farmctl.key back, or set FARMCTL_SECRET_KEY.`,
    };
  }
  return {
    code: 'key_unknown',
    message: `${label} was signed with another key than that of this service. If the key was replaced, give the public key of the earlier one.`,
  };
}

/** Anchor numbers in the database must be consecutive. */
function problemsOfSources({ stored, outside, unreadable }: KnownAnchors): readonly AuditProblem[] {
  const problems: AuditProblem[] = [];
  const first = stored[0]?.number ?? 1;
  const missing = stored.find(({ number }, index) => number !== first + index);
  const last = stored.at(-1)?.number ?? 0;
  const newest = Math.max(0, ...outside.map(({ number }) => number));
  if (missing) {
    problems.push({
      code: 'anchor_missing',
      message: `Anchors before number ${missing.number} were removed from the database.`,
    });
  }
  if (newest > last) {
    problems.push({
      code: 'anchor_missing',
      message: `The database has anchors up to ${last}, but number ${newest} was signed.`,
    });
  }
  if (unreadable > 0) {
    problems.push({
      code: 'anchor_unreadable',
      message: `${unreadable} lines of the file of anchors cannot be read.`,
    });
  }
  return problems;
}

/** Anchors supplied by an auditor, and the accepted public keys. */
export interface GivenAnchors {
  readonly anchors: readonly Anchor[];
  readonly publicKeys: readonly string[];
}

const PUBLIC_KEY = new RegExp(publicKeyPattern);
const TEXTS = Object.entries(anchorTexts).map(
  ([name, pattern]) => [name, new RegExp(pattern)] as const,
);

/** Parses the body of `POST /os/audit/verify`. Throws `validation_failed` with all issues. */
export function parseGivenAnchors(body: unknown): GivenAnchors {
  const input = isRecord(body) ? body : {};
  const issues: Issue[] = [];
  const anchors = readList(input['anchors'], { name: 'anchors', maximum: mostAnchors, issues });
  const publicKeys = readList(input['publicKeys'] ?? [], {
    name: 'publicKeys',
    maximum: mostPublicKeys,
    issues,
  });
  if (Array.isArray(input['anchors']) && anchors.length === 0) {
    issues.push({ path: 'anchors', code: 'required', message: 'anchors must not be empty.' });
  }
  const read = anchors.map((value, index) => {
    const anchor = anchorOf(value);
    if (!anchor) issues.push(invalid(`anchors[${index}]`, 'is not an anchor'));
    return anchor;
  });
  publicKeys.forEach((value, index) => {
    const isKey = typeof value === 'string' && PUBLIC_KEY.test(value);
    if (!isKey) issues.push(invalid(`publicKeys[${index}]`, 'is not a public key'));
  });
  if (issues.length > 0) throw validationFailed(issues);
  return {
    anchors: read.filter((anchor) => anchor !== undefined),
    publicKeys: publicKeys.map(String),
  };
}

/** Parses an anchor, its properties in canonical order; undefined for anything else. */
export function anchorOf(value: unknown): Anchor | undefined {
  if (!isRecord(value)) return undefined;
  const isWhole = Object.entries(anchorNumbers).every(
    ([name, least]) => Number.isSafeInteger(value[name]) && Number(value[name]) >= least,
  );
  const isValid = TEXTS.every(([name, pattern]) => pattern.test(anchorText(value[name])));
  if (!isWhole || !isValid) return undefined;
  return {
    number: Number(value['number']),
    position: Number(value['position']),
    hash: anchorText(value['hash']),
    entries: Number(value['entries']),
    at: anchorText(value['at']),
    key: anchorText(value['key']),
    signature: anchorText(value['signature']),
  };
}

function anchorText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readList(
  value: unknown,
  { name, maximum, issues }: { readonly name: string; readonly maximum: number; issues: Issue[] },
): readonly unknown[] {
  if (Array.isArray(value) && value.length <= maximum) return value;
  const isLong = Array.isArray(value);
  issues.push({
    path: name,
    code: isLong ? 'too_many' : 'wrong_type',
    message: isLong ? `${name} must not hold more than ${maximum}.` : `${name} must be a list.`,
  });
  return [];
}

function invalid(path: string, problem: string): Issue {
  return { path, code: 'wrong_type', message: `${path} ${problem}.` };
}
