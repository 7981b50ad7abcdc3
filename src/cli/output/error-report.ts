import { ConnectionFailed, failedRequestOf } from '../../client/errors.ts';
import { type Labels, labelOf, latestDay, loadLabels, rangeWords } from '../../i18n/labels.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { FarmError, type Issue, issueCodes, quotedValue } from '../../model/core/errors.ts';
import { type Language, type Message, message } from '../../model/core/message.ts';
import { kebabCase, quoteWord } from '../../tools/words.ts';
import { CliError, exitCodeOf, outcomeOf } from '../core/errors.ts';
import type { Sources } from '../core/setting-source.ts';
import { english, hintFor, importFlags, renderSentences, unknownColumn } from './error-hints.ts';
import { neutralise, neutraliseLines, renderJsonLine } from './neutralise.ts';
import type { Paint } from './output.ts';

/** The report of an error at the end of a command; with `-o json`, the only object printed. */
export interface ErrorReport {
  /** Slug from the API, or the CLI's own name for the failure. */
  readonly error: string;
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
  readonly issues?: readonly Issue[];
  readonly server?: string;
  readonly request?: string;
  readonly requestId?: string;
  /** Next step. */
  readonly hint?: string;
  /** Configuration warnings. */
  readonly warnings?: readonly string[];
  readonly exitCode: number;
}

const SLUGS: Readonly<Partial<Record<string, string>>> = {
  noConnection: 'no_connection',
  notFound: 'not_found',
  notAllowed: 'not_allowed',
  serverError: 'server_error',
  partlyDone: 'partly_done',
  conditionHolds: 'condition_holds',
};

/**
 * Builds the report of an error; `command` is the command that ran, such as `flocks list`, and
 * `sources` gives the sources of the settings.
 */
export function buildErrorReport(
  error: unknown,
  command: readonly string[],
  sources: Sources = {},
  translator: Translator = english,
): ErrorReport {
  const request = failedRequestOf(error);
  const hint = hintFor(error, command, sources, translator);
  const outcome = outcomeOf(error);
  return {
    error: error instanceof FarmError ? error.slug : (SLUGS[outcome] ?? outcome),
    message: errorText(error, translator),
    ...(error instanceof FarmError ? detailsOf(error) : {}),
    ...(request ? { server: request.server, request: `${request.method} ${request.path}` } : {}),
    ...(request?.requestId === undefined ? {} : { requestId: request.requestId }),
    ...(hint === undefined ? {} : { hint }),
    exitCode: exitCodeOf(error),
  };
}

function detailsOf({ status, code, issues }: FarmError) {
  return {
    status,
    ...(code === undefined ? {} : { code }),
    ...(issues === undefined ? {} : { issues }),
  };
}

/** The report as a single-line JSON object. */
export function renderReportJson(report: ErrorReport): string {
  return renderJsonLine(report);
}

const FULL_STOPS: Readonly<Record<Language, string>> = {
  en: '.',
  es: '.',
  he: '.',
  th: '',
  zh: '。',
};

/** The report as text: the failure, every issue, the request, and the next step. */
export function renderReport(report: ErrorReport, paint: Paint, phrases: Phrases): string {
  const { message, issues = [], hint } = report;
  const isEnglish = phrases.translator.language === 'en';
  // If the error has its own reason, a single issue only rephrases it.
  const isSaid = issues.length === 1 && hasReason(report, phrases.translator);
  const isListed = (!isEnglish && !isSaid) || issues.length > 1 || hasMore(issues);
  const isOfService = report.status !== undefined;
  const text =
    isEnglish && isOfService ? nameFields(message, phrases, nameOfIn(issues[0])) : message;
  const describeIssue = (issue: Issue) =>
    isEnglish
      ? nameFields(issueText(issue), phrases, nameOfIn(issue))
      : translateIssue(issue, phrases);
  const lines = [
    `${paint.red('farmctl:')} ${neutraliseLines(text)}${statusText(report)}`,
    ...(isListed ? issues.map((issue) => `  ${neutralise(describeIssue(issue))}`) : []),
    ...requestLines(report, phrases),
    ...(hint === undefined
      ? []
      : [`  ${neutralise(hint)}${FULL_STOPS[phrases.translator.language]}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function statusText({ status, error, code }: ErrorReport): string {
  if (status === undefined) return '';
  const reason = code === undefined || code === error ? error : `${error}: ${code}`;
  return ` (${status} ${neutralise(reason)})`;
}

/** The API's message is that of the first issue; it may lack the suggestion. */
function hasMore(issues: readonly Issue[]): boolean {
  return issues.some((issue) => suggestionText(issue) !== '');
}

function issueText(issue: Issue): string {
  const { path, message } = issue;
  const text = message.startsWith(path) ? message : `${path}: ${message}`;
  return text + suggestionText(issue);
}

function suggestionText({ message, suggestion }: Issue): string {
  const isNew = suggestion !== undefined && !message.includes(suggestion);
  return isNew ? ` Did you mean ${suggestion}?` : '';
}

/** The server that rejected the request, and the request ID for its operators. */
function requestLines(
  { server = '', requestId }: ErrorReport,
  { translator }: Phrases,
): readonly string[] {
  if (requestId === undefined) return [];
  const location = message('failure.atRequest', { server, id: requestId });
  return [`  ${neutralise(renderMessage(translator, location))}`];
}

/** A language and its field labels. */
export interface Phrases {
  readonly translator: Translator;
  readonly labels: Labels;
  /** Flags of the command that ran, such as `--placement-date`; omitted if unknown. */
  readonly flags?: readonly string[];
}

/** The phrases for the language of a command. */
export async function phrasesOf({
  translator,
}: {
  readonly translator: () => Promise<Translator>;
}): Promise<Phrases> {
  const current = await translator();
  return { translator: current, labels: await loadLabels(current.language) };
}

/**
 * Localises an error by its codes, as API messages are in English. A message whose code has no text
 * is unchanged.
 */
export function errorText(error: unknown, translator: Translator): string {
  const ownMessage = error instanceof Error ? error.message : String(error);
  if (translator.language === 'en') return ownMessage;
  if (error instanceof CliError) {
    return error.text ? renderSentences(translator, error.text) : ownMessage;
  }
  const translated = messageOf(error, translator);
  return translated ? renderMessage(translator, translated) : ownMessage;
}

/** Whether the message of a report belongs to its own code. */
function hasReason({ code, issues = [] }: ErrorReport, { texts }: Translator): boolean {
  return code !== issues[0]?.code && Object.hasOwn(texts, `refusal.${code}`);
}

/**
 * Whether the error code is a reason of its own, rather than the code of a self-explanatory issue.
 */
function hasOwnReason({ slug, code }: Pick<FarmError, 'slug' | 'code'>): boolean {
  return slug === 'action_refused' || !issueCodes.some((issueCode) => issueCode === code);
}

function messageOf(error: unknown, { texts }: Translator): Message | undefined {
  if (error instanceof ConnectionFailed) {
    return message(`failure.${error.kind}`, { server: error.request.server });
  }
  if (!(error instanceof FarmError)) return undefined;
  const { slug, code, issues = [] } = error;
  const refusalKey = `refusal.${code}`;
  if (hasOwnReason(error) && Object.hasOwn(texts, refusalKey)) return message(refusalKey);
  if (slug === 'action_refused' && code !== undefined) return undefined;
  if (code === 'unknown_route') return message('error.unknown_route');
  return message(`error.${slug}`, { count: issues.length });
}

/** Field paths in API messages: `placementDate`, `meta.nextCursor`, `rows[3].status`. */
const FIELD_PATH =
  /(?<![\w./?&@"'-])(?:[a-z][a-zA-Z\d]*(?:\[\d+\])?\.)*[a-z][a-zA-Z\d]*(?:\[\d+\]|[a-z\d][A-Z][a-zA-Z\d]*)(?:\.[a-z][a-zA-Z\d]*)*(?![\w="'])/g;

/** Display name of the field at a path. */
type NameOfField = (path: string, phrases: Phrases) => string;

/** Replaces field paths in an API message with display names. */
function nameFields(text: string, phrases: Phrases, nameOf: NameOfField = fieldOf): string {
  return text.replace(FIELD_PATH, (path) => nameOf(path, phrases));
}

/** `Placed (--placement-date)`; in a list `#4 Placed (--placement-date)`, counted from 1. */
function fieldOf(path: string, { labels, flags }: Phrases): string {
  const index = /\[(\d+)\]/.exec(path)?.[1];
  const place = index === undefined ? '' : `#${Number(index) + 1} `;
  const name = lastName(path);
  const flag = flagOf(name === 'farmId' ? 'farm' : name, flags);
  return `${place}${labelOf(labels, name)}${flag === undefined ? '' : ` (${flag})`}`;
}

/**
 * The flag of a field: `--expires` for `expiresAt`, `--scope` for `scopes`; empty if there is no
 * such flag.
 */
function flagOf(name: string, flags: readonly string[] | undefined): string | undefined {
  const ownFlag = `--${kebabCase(name)}`;
  if (flags === undefined || flags.includes(ownFlag)) return ownFlag;
  return flags.find((flag) => ownFlag === `${flag}s` || ownFlag.startsWith(`${flag}-`));
}

/** Marks an issue of a file, whose fields are columns rather than flags. */
export const OF_FILE = Symbol('issue of a file');

function nameOfIn(issue: Issue | undefined): NameOfField {
  return issue && OF_FILE in issue ? columnOf : fieldOf;
}

/** Display name of a file column; an unknown heading is unchanged. */
function columnOf(path: string, { labels }: Phrases): string {
  const name = lastName(path);
  const isField = Object.hasOwn(labels.fields, name) || Object.hasOwn(labels.columns, name);
  return isField ? labelOf(labels, name) : `"${path}"`;
}

function lastName(path: string): string {
  return path.split(/[.[]/).findLast((part) => /^[A-Za-z]\w*$/.test(part)) ?? path;
}

/** Localises one issue: field label, problem by code, allowed values. */
export function translateIssue(issue: Issue, phrases: Phrases): string {
  return translate(issue, phrases, nameOfIn(issue));
}

/** An issue of a file whose columns have API names, or of a whole line. */
export function namedIssueText(issue: Issue, phrases: Phrases): string {
  if (phrases.translator.language === 'en') return issue.message + suggestionText(issue);
  return translate(issue, phrases, (path, { labels }) =>
    path === 'line' ? labelOf(labels, path) : path,
  );
}

/** An issue of a file row, which is identified by columns rather than flags. */
export function rowIssueText(issue: Issue, phrases: Phrases): string {
  if (issue.rows !== undefined) {
    const [first, second] = issue.rows;
    return renderMessage(phrases.translator, message('issue.twinRows', { first, second }));
  }
  const nameOf: NameOfField = (path, { labels }) => labelOf(labels, lastName(path));
  if (phrases.translator.language === 'en') {
    return nameFields(issue.message + suggestionText(issue), phrases, nameOf);
  }
  const { translator } = phrases;
  const choices = (issue.parameters ?? []).flatMap(importFlags);
  const text = translate(issue, phrases, nameOf);
  if (choices.length === 0) return text;
  const flags = new Intl.ListFormat(translator.language, { type: 'disjunction' }).format(choices);
  return `${text} ${renderMessage(translator, message('issue.tryFlags', { flags }))}`;
}

/** The localised reason of an issue; undefined if this version has no text for it. */
function reasonText({ reason }: Issue, { translator, labels }: Phrases): string | undefined {
  if (!reason || !Object.hasOwn(translator.texts, reason.text)) return undefined;
  const { field, ...words } = reason.params;
  const fieldParams = field === undefined ? {} : { field: labelOf(labels, field) };
  return renderMessage(translator, { text: reason.text, params: { ...words, ...fieldParams } });
}

function translate(issue: Issue, phrases: Phrases, nameOf: NameOfField): string {
  const { translator, labels } = phrases;
  const { path, code, suggestion, allowed } = issue;
  const reason = reasonText(issue, phrases);
  if (reason !== undefined) return withFlagsFor(issue, reason, translator);
  const isHeading = OF_FILE in issue ? path !== 'map' : !/^[\w.[\]]+$/.test(path);
  const isColumn = code === 'not_allowed' && isHeading;
  const field = nameOf(path, phrases);
  const day = latestDay(issue);
  if (day !== undefined) {
    return renderMessage(translator, message('issue.tooLate', { field, day: { day } }));
  }
  const key = `issue.${code}`;
  const parts = [
    isColumn
      ? renderMessage(translator, unknownColumn(path))
      : Object.hasOwn(translator.texts, key)
        ? renderMessage(translator, message(key, { field }))
        : issue.message,
  ];
  const value = isColumn ? undefined : quotedValue(issue);
  if (value !== undefined) parts.push(renderMessage(translator, message('issue.value', { value })));
  const range = rangeWords(issue, translator.language, labels);
  if (range) parts.push(renderMessage(translator, message('issue.range', { ...range })));
  if (suggestion !== undefined) {
    parts.push(renderMessage(translator, message('issue.suggestion', { suggestion })));
  } else if (allowed && allowed.length <= MOST_ALLOWED) {
    parts.push(
      renderMessage(translator, message('issue.allowed', { allowed: allowed.join(', ') })),
    );
  }
  return parts.join(' ');
}

/** Adds the flags of columns that can be omitted. */
function withFlagsFor({ reason }: Issue, text: string, translator: Translator): string {
  const { first, second, column, field } = reason?.params ?? {};
  const headings = field === undefined ? [] : [first, second, column];
  const flags = headings.flatMap((heading) =>
    heading === undefined ? [] : [`--map ${quoteWord(`${heading}=`)}`],
  );
  if (flags.length === 0) return text;
  const list = new Intl.ListFormat(translator.language, { type: 'disjunction' }).format(flags);
  return `${text} ${renderMessage(translator, message('issue.tryFlags', { flags: list }))}`;
}

const MOST_ALLOWED = 12;
