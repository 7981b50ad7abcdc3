import { type Issue, type IssueCode, validationFailed } from '../../model/errors.ts';
import { isLanguage, languages } from '../../model/languages.ts';
import { quote } from '../../model/quote.ts';
import { type RetentionKind, retention } from '../../model/retention.ts';
import { type Threshold, thresholds } from '../../model/thresholds.ts';
import { isTimeZone } from '../../tools/calendar.ts';
import { nearestWord } from '../../tools/nearest-word.ts';

const LONGEST_NAME = 120;
const FIELDS = ['name', 'timezone', 'language', 'thresholds', 'retention'] as const;
/** What comes in whole ones only. */
const COUNTED = new Set([
  'alerts',
  'attempts',
  'birds',
  'changes',
  'flocks',
  'intervals',
  'items',
  'readings',
  'trades',
  'weekday',
]);

type Given = Readonly<Record<string, unknown>>;

/** What is to be changed: of thresholds and retention the names given, null for the default. */
export interface SettingsChange {
  readonly name?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly thresholds: Readonly<Record<string, number | null>>;
  readonly retention: Readonly<Record<string, number | null>>;
}

/** Reads the body of `PATCH /os/settings`; throws all that is wrong with it at once. */
export function parseSettings(body: unknown): SettingsChange {
  if (!isObject(body)) {
    throw validationFailed([issueAt('body', 'wrong_type', 'body must be a JSON object.')]);
  }
  const issues: Issue[] = unknownNames('', Object.keys(body), FIELDS);
  const change = {
    ...nameOf(body['name'], issues),
    ...zoneOf(body['timezone'], issues),
    ...languageOf(body['language'], issues),
    thresholds: valuesOf(body['thresholds'], {
      group: 'thresholds',
      known: thresholds,
      issueOf: thresholdIssue,
      issues,
    }),
    retention: valuesOf(body['retention'], {
      group: 'retention',
      known: retention,
      issueOf: daysIssue,
      issues,
    }),
  };
  if (issues.length > 0) throw validationFailed(issues);
  return change;
}

function nameOf(given: unknown, issues: Issue[]): { readonly name?: string } {
  if (given === undefined) return {};
  const name = typeof given === 'string' ? given.trim().normalize('NFC') : '';
  if (name !== '' && name.length <= LONGEST_NAME) return { name };
  const code = name === '' ? 'required' : 'too_long';
  issues.push(issueAt('name', code, `name must be a text of 1 to ${LONGEST_NAME} characters.`));
  return {};
}

function zoneOf(given: unknown, issues: Issue[]): { readonly timezone?: string } {
  if (given === undefined) return {};
  // Offsets such as +02:00 know no summer time; they are no zones here.
  const isZone = typeof given === 'string' && /^[A-Za-z]/.test(given) && isTimeZone(given);
  if (isZone) return { timezone: canonicalZone(given) };
  const suggestion = nearestWord(String(given), Intl.supportedValuesOf('timeZone'));
  const message = `timezone must be a time zone such as Asia/Jerusalem; not ${quote(given)}.`;
  issues.push({
    ...issueAt('timezone', 'not_allowed', message),
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  return {};
}

/** The zone as it is written everywhere: `asia/jerusalem` is `Asia/Jerusalem`. */
function canonicalZone(zone: string): string {
  const known = Intl.supportedValuesOf('timeZone');
  return known.find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone;
}

function languageOf(given: unknown, issues: Issue[]): { readonly language?: string } {
  if (given === undefined) return {};
  if (typeof given === 'string' && isLanguage(given)) return { language: given };
  const message = `language must be one of ${languages.join(', ')}; not ${quote(given)}.`;
  issues.push({ ...issueAt('language', 'not_allowed', message), allowed: languages });
  return {};
}

interface Values<T> {
  readonly group: string;
  readonly known: Readonly<Record<string, T>>;
  readonly issueOf: (path: string, value: number, kind: T) => Issue | undefined;
  readonly issues: Issue[];
}

/** The values of a group of settings; null stands for the default. */
function valuesOf<T>(given: unknown, values: Values<T>): Readonly<Record<string, number | null>> {
  const { group, known, issueOf, issues } = values;
  if (given === undefined) return {};
  if (!isObject(given)) {
    issues.push(
      issueAt(group, 'wrong_type', `${group} must be an object of values by their name.`),
    );
    return {};
  }
  issues.push(...unknownNames(`${group}.`, Object.keys(given), Object.keys(known)));
  const read: Record<string, number | null> = {};
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) continue;
    const path = `${group}.${name}`;
    if (value !== null && (typeof value !== 'number' || !Number.isFinite(value))) {
      const message = `${path} must be a number, or null for the default; not ${quote(value)}.`;
      issues.push(issueAt(path, 'wrong_type', message));
      continue;
    }
    const issue = value === null ? undefined : issueOf(path, value, kind);
    if (issue) issues.push(issue);
    read[name] = value;
  }
  return read;
}

function thresholdIssue(path: string, value: number, threshold: Threshold): Issue | undefined {
  const { unit } = threshold;
  return COUNTED.has(unit) && !Number.isInteger(value)
    ? issueAt(path, 'wrong_type', `${path} must be a whole number, in ${unit}.`)
    : rangeIssue(path, value, { ...threshold, unit });
}

function daysIssue(path: string, value: number, kind: RetentionKind): Issue | undefined {
  return Number.isInteger(value)
    ? rangeIssue(path, value, { ...kind, unit: 'days' })
    : issueAt(path, 'wrong_type', `${path} must be a whole number of days, or null.`);
}

function rangeIssue(
  path: string,
  value: number,
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
): Issue | undefined {
  if (value >= min && value <= max) return undefined;
  const message = `${path} must lie between ${min} and ${max} ${unit}; not ${value}.`;
  return issueAt(path, value < min ? 'too_small' : 'too_large', message);
}

function unknownNames(prefix: string, names: readonly string[], known: readonly string[]): Issue[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const suggestion = nearestWord(name, known);
      return {
        ...issueAt(
          prefix + name,
          'unknown_parameter',
          `There is no setting ${quote(prefix + name)}.`,
        ),
        ...(suggestion === undefined ? {} : { suggestion: prefix + suggestion }),
      };
    });
}

function issueAt(path: string, code: IssueCode, message: string): Issue {
  return { path, code, message };
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
