import {
  anchorNumbers,
  anchorTexts,
  mostAnchors,
  mostPublicKeys,
  publicKeyPattern,
} from '../../model/audit-anchor.ts';
import { type Issue, validationFailed } from '../../model/errors.ts';
import type { Anchor } from '../../storage/system/audit-anchors.ts';

/** What an auditor brings along: anchors, and the public keys whose signatures are accepted. */
export interface GivenAnchors {
  readonly anchors: readonly Anchor[];
  readonly publicKeys: readonly string[];
}

const PUBLIC_KEY = new RegExp(publicKeyPattern);
const TEXTS = Object.entries(anchorTexts).map(
  ([name, pattern]) => [name, new RegExp(pattern)] as const,
);

/** Reads the body of `POST /os/audit/verify`. Throws `validation_failed` with all issues. */
export function parseGivenAnchors(body: unknown): GivenAnchors {
  const given = isObject(body) ? body : {};
  const issues: Issue[] = [];
  const anchors = readList(given['anchors'], { name: 'anchors', most: mostAnchors, issues });
  const publicKeys = readList(given['publicKeys'] ?? [], {
    name: 'publicKeys',
    most: mostPublicKeys,
    issues,
  });
  if (Array.isArray(given['anchors']) && anchors.length === 0) {
    issues.push({ path: 'anchors', code: 'required', message: 'anchors must not be empty.' });
  }
  const read = anchors.map((value, index) => {
    const anchor = anchorOf(value);
    if (!anchor) issues.push(wrong(`anchors[${index}]`, 'is not an anchor'));
    return anchor;
  });
  publicKeys.forEach((value, index) => {
    const isKey = typeof value === 'string' && PUBLIC_KEY.test(value);
    if (!isKey) issues.push(wrong(`publicKeys[${index}]`, 'is not a public key'));
  });
  if (issues.length > 0) throw validationFailed(issues);
  return {
    anchors: read.filter((anchor) => anchor !== undefined),
    publicKeys: publicKeys.map(String),
  };
}

/** An anchor, its properties in their order; undefined for anything else. */
export function anchorOf(value: unknown): Anchor | undefined {
  if (!isObject(value)) return undefined;
  const isWhole = Object.entries(anchorNumbers).every(
    ([name, least]) => Number.isSafeInteger(value[name]) && Number(value[name]) >= least,
  );
  const fits = TEXTS.every(([name, pattern]) => pattern.test(textOf(value[name])));
  if (!isWhole || !fits) return undefined;
  return {
    number: Number(value['number']),
    position: Number(value['position']),
    hash: textOf(value['hash']),
    entries: Number(value['entries']),
    at: textOf(value['at']),
    key: textOf(value['key']),
    signature: textOf(value['signature']),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readList(
  value: unknown,
  { name, most, issues }: { readonly name: string; readonly most: number; issues: Issue[] },
): readonly unknown[] {
  if (Array.isArray(value) && value.length <= most) return value;
  const isLong = Array.isArray(value);
  issues.push({
    path: name,
    code: isLong ? 'too_many' : 'wrong_type',
    message: isLong ? `${name} must not hold more than ${most}.` : `${name} must be a list.`,
  });
  return [];
}

function wrong(path: string, problem: string): Issue {
  return { path, code: 'wrong_type', message: `${path} ${problem}.` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
