import { failedRequestOf } from '../client/errors.ts';
import type { Speaker } from '../i18n/render-message.ts';
import { FarmError, type Issue } from '../model/errors.ts';
import { english, hintFor } from './error-hints.ts';
import { errorText, type Phrases, translateIssue } from './error-texts.ts';
import { exitCodeOf, outcomeOf } from './exit-codes.ts';
import { neutralise, neutraliseLines } from './output/neutralise.ts';
import type { Paint } from './output/output.ts';
import { renderJsonLine } from './output/render-json.ts';

/** What is known of an error when a command ends with it; the one object of `-o json`. */
export interface ErrorReport {
  /** Slug of the service, or how the command line names the failure. */
  readonly error: string;
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
  readonly issues?: readonly Issue[];
  readonly server?: string;
  readonly request?: string;
  readonly requestId?: string;
  /** What to do next. */
  readonly hint?: string;
  /** What the configuration warns of. */
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
 * Gathers what is to be said of an error; `command` is what was run, such as `flocks list`, and
 * `sources` says where the settings came from.
 */
export function buildErrorReport(
  error: unknown,
  command: readonly string[],
  sources: Readonly<Record<string, string>> = {},
  speaker: Speaker = english,
): ErrorReport {
  const request = failedRequestOf(error);
  const hint = hintFor(error, command, sources, speaker);
  const outcome = outcomeOf(error);
  return {
    error: error instanceof FarmError ? error.slug : (SLUGS[outcome] ?? outcome),
    message: errorText(error, speaker),
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

/** The report as one JSON object on a line. */
export function renderReportJson(report: ErrorReport): string {
  return renderJsonLine(report);
}

/** The report for people: what failed, every issue, where, and what to do next. */
export function renderReport(report: ErrorReport, paint: Paint, phrases?: Phrases): string {
  const { message, issues = [], hint } = report;
  const isTranslated = phrases !== undefined && phrases.speaker.language !== 'en';
  const isListed = isTranslated || issues.length > 1 || hasMore(issues);
  const textOf = (issue: Issue) =>
    isTranslated ? neutralise(translateIssue(issue, phrases)) : issueText(issue);
  const lines = [
    `${paint.red('farmctl:')} ${neutraliseLines(message)}${statusText(report)}`,
    ...(isListed ? issues.map((issue) => `  ${textOf(issue)}`) : []),
    ...requestLines(report),
    ...(hint === undefined ? [] : [`  ${neutralise(hint)}.`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function statusText({ status, error, code }: ErrorReport): string {
  if (status === undefined) return '';
  const reason = code === undefined || code === error ? error : `${error}: ${code}`;
  return ` (${status} ${neutralise(reason)})`;
}

/** The message of the service is that of the first issue; it need not hold the suggestion. */
function hasMore(issues: readonly Issue[]): boolean {
  return issues.some((issue) => suggestionText(issue) !== '');
}

function issueText(issue: Issue): string {
  const { path, message } = issue;
  const text = message.startsWith(path) ? message : `${path}: ${message}`;
  return neutralise(text + suggestionText(issue));
}

function suggestionText({ message, suggestion }: Issue): string {
  const isNew = suggestion !== undefined && !message.includes(suggestion);
  return isNew ? ` Did you mean ${suggestion}?` : '';
}

function requestLines({ request, server, requestId }: ErrorReport): readonly string[] {
  if (request === undefined) return [];
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  return [`  ${neutralise(`${request} on ${server}${id}`)}`];
}
