import { loadLanguage } from '../../i18n/load-language.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import {
  FarmError,
  type Issue,
  type IssueCode,
  quote,
  validationFailed,
} from '../../model/core/errors.ts';
import { isLanguage, languages, message } from '../../model/core/message.ts';
import { type RetentionKind, type RetentionName, retention } from '../../model/retention.ts';
import { type Threshold, type ThresholdName, thresholds } from '../../model/thresholds.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import {
  findOrganisation,
  findSettings,
  type Organisation,
  type OrganisationSettings,
  saveSettings,
  updateOrganisation,
} from '../../storage/system/organisations.ts';
import { formatInstant, isTimeZone } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { operationParameters } from '../core/admission.ts';
import { changedThresholds } from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { retentionDays } from './retention.ts';

/**
 * `GET /os/settings`: every setting with its value, default and allowed values, described in the
 * language that `Accept-Language` prefers.
 */
export async function readSettings({ database }: Runtime, call: RequestContext): Promise<Result> {
  requireAllFarms(call);
  return jsonResult(await describeSettings(database, call));
}

/**
 * `PATCH /os/settings`: changes the named settings, effective from the next request on every
 * instance.
 */
export async function changeSettings(
  transaction: Transaction,
  { call, body }: { readonly call: RequestContext; readonly body: () => unknown },
): Promise<Result> {
  requireAllFarms(call);
  const { orgId } = call.actor;
  const change = parseSettings(body());
  await transaction.lock(`settings ${orgId}`);
  const organisation = await ownOrganisation(transaction, orgId);
  const settings = await findSettings(transaction, orgId);
  const changed = changedSettings(settings, change);
  checkOrder(changed.thresholds, change);
  const { name, timezone, language } = { ...organisation, ...change };
  await updateOrganisation(transaction, { id: orgId, name, timezone, language });
  await saveSettings(transaction, orgId, {
    ...changed,
    updatedAt: formatInstant(call.at),
  });
  return jsonResult(await describeSettings(transaction, call));
}

/** A key restricted to farms may not manage settings that apply to all farms. */
function requireAllFarms(call: RequestContext): void {
  operationParameters({}, call);
  if (call.actor.farmIds === 'all' || call.method === 'GET') return;
  throw new FarmError('farm_forbidden', {
    code: 'key_is_pinned',
    message: 'The key is pinned to certain farms; the settings hold for all of them.',
  });
}

function changedSettings(
  settings: OrganisationSettings,
  change: SettingsChange,
): Pick<OrganisationSettings, 'thresholds' | 'retention'> {
  const merged = { ...settings.thresholds, ...change.thresholds };
  const ownSettings = Object.entries(merged).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  );
  const days = Object.entries({ ...settings.retention, ...change.retention });
  return {
    thresholds: Object.fromEntries(ownSettings),
    retention: Object.fromEntries(days.filter(([, value]) => value !== null)),
  };
}

async function describeSettings(
  connection: Connection,
  { actor: { orgId }, language: requested }: RequestContext,
) {
  const translator = await loadLanguage(requested ?? 'en');
  const note = (setting: ThresholdName | RetentionName) =>
    renderMessage(translator, message(`setting.${setting}`));
  const { id, name, timezone, language } = await ownOrganisation(connection, orgId);
  const settings = await findSettings(connection, orgId);
  const values = changedThresholds(settings.thresholds);
  const days = retentionDays(settings.retention);
  return {
    organisation: { id, name, timezone, language },
    thresholds: namesOf(thresholds).map((name) => ({
      name,
      value: values[name],
      ...thresholds[name],
      note: note(name),
    })),
    retention: namesOf(retention).map((name) => ({
      name,
      days: days[name],
      ...retention[name],
      note: note(name),
    })),
    updatedAt: settings.updatedAt,
  };
}

function namesOf<N extends string>(settings: Readonly<Record<N, unknown>>): readonly N[] {
  return Object.keys(settings) as N[];
}

async function ownOrganisation(connection: Connection, orgId: string): Promise<Organisation> {
  const organisation = await findOrganisation(connection, orgId);
  if (organisation) return organisation;
  throw new FarmError('not_found');
}

const LONGEST_NAME = 120;
const FIELDS = ['name', 'timezone', 'language', 'thresholds', 'retention'] as const;
/** Thresholds that must be whole numbers. */
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

/** Requested changes; thresholds and retention contain the named entries, null for the default. */
export interface SettingsChange {
  readonly name?: string;
  readonly timezone?: string;
  readonly language?: string;
  readonly thresholds: Readonly<Record<string, number | null>>;
  readonly retention: Readonly<Record<string, number | null>>;
}

/** Parses the body of `PATCH /os/settings`; throws all issues at once. */
function parseSettings(body: unknown): SettingsChange {
  if (!isRecord(body)) {
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

function nameOf(value: unknown, issues: Issue[]): { readonly name?: string } {
  if (value === undefined) return {};
  const name = typeof value === 'string' ? value.trim().normalize('NFC') : '';
  if (name !== '' && name.length <= LONGEST_NAME) return { name };
  const code = name === '' ? 'required' : 'too_long';
  issues.push(issueAt('name', code, `name must be a text of 1 to ${LONGEST_NAME} characters.`));
  return {};
}

function zoneOf(value: unknown, issues: Issue[]): { readonly timezone?: string } {
  if (value === undefined) return {};
  // Offsets such as +02:00 have no daylight-saving rules, so they are not accepted as zones.
  const isZone = typeof value === 'string' && /^[A-Za-z]/.test(value) && isTimeZone(value);
  if (isZone) return { timezone: canonicalZone(value) };
  const suggestion = nearestWord(String(value), Intl.supportedValuesOf('timeZone'));
  const message = `timezone must be a time zone such as Asia/Jerusalem; not ${quote(value)}.`;
  issues.push({
    ...issueAt('timezone', 'not_allowed', message),
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  return {};
}

/** The canonical spelling of a zone: `asia/jerusalem` becomes `Asia/Jerusalem`. */
function canonicalZone(zone: string): string {
  const supportedZones = Intl.supportedValuesOf('timeZone');
  return supportedZones.find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone;
}

function languageOf(value: unknown, issues: Issue[]): { readonly language?: string } {
  if (value === undefined) return {};
  if (typeof value === 'string' && isLanguage(value)) return { language: value };
  const message = `language must be one of ${languages.join(', ')}; not ${quote(value)}.`;
  issues.push({ ...issueAt('language', 'not_allowed', message), allowed: languages });
  return {};
}

interface Values<T> {
  readonly group: string;
  readonly known: Readonly<Record<string, T>>;
  readonly issueOf: (path: string, value: number, kind: T) => Issue | undefined;
  readonly issues: Issue[];
}

/** The values of a group of settings; null means the default. */
function valuesOf<T>(input: unknown, values: Values<T>): Readonly<Record<string, number | null>> {
  const { group, known, issueOf, issues } = values;
  if (input === undefined) return {};
  if (!isRecord(input)) {
    issues.push(
      issueAt(group, 'wrong_type', `${group} must be an object of values by their name.`),
    );
    return {};
  }
  issues.push(...unknownNames(`${group}.`, Object.keys(input), Object.keys(known)));
  const read: Record<string, number | null> = {};
  for (const [name, value] of Object.entries(input)) {
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
  const code = value < min ? 'too_small' : 'too_large';
  return { ...issueAt(path, code, message), range: { min, max, unit } };
}

function unknownNames(
  prefix: string,
  names: readonly string[],
  knownNames: readonly string[],
): Issue[] {
  return names
    .filter((name) => !knownNames.includes(name))
    .map((name) => {
      const suggestion = nearestWord(name, knownNames);
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

/** A pair of thresholds of which one must not exceed the other. */
interface OrderedPair {
  readonly lower: ThresholdName;
  readonly upper: ThresholdName;
}

const PAIRS: readonly OrderedPair[] = Object.entries<Threshold>(thresholds).flatMap(
  ([name, { notAbove }]) =>
    notAbove === undefined
      ? []
      : [{ lower: name as ThresholdName, upper: notAbove as ThresholdName }],
);

/**
 * Throws `validation_failed` when a change puts a threshold above its limiting one, based on the
 * resulting values: a warning above the critical level would never be raised.
 */
function checkOrder(
  ownSettings: Readonly<Record<string, number>>,
  change: Pick<SettingsChange, 'thresholds'>,
): void {
  const values = changedThresholds(ownSettings);
  const isChanged = (name: string) => Object.hasOwn(change.thresholds, name);
  const issues = PAIRS.flatMap((pair): Issue[] => {
    const [lower, upper] = [values[pair.lower], values[pair.upper]];
    if (lower <= upper || !(isChanged(pair.lower) || isChanged(pair.upper))) return [];
    return [
      isChanged(pair.lower)
        ? {
            path: `thresholds.${pair.lower}`,
            code: 'too_large',
            message: `thresholds.${pair.lower} must not be above ${pair.upper}, which is ${upper}; not ${lower}.`,
          }
        : {
            path: `thresholds.${pair.upper}`,
            code: 'too_small',
            message: `thresholds.${pair.upper} must not be below ${pair.lower}, which is ${lower}; not ${upper}.`,
          },
    ];
  });
  if (issues.length > 0) throw validationFailed(issues);
}
