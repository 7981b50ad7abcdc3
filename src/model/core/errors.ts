/** The errors of the service: slug, HTTP status, and what it says when nothing more is known. */
export const errors = {
  validation_failed: { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'A valid API key is needed.' },
  insufficient_scope: { status: 403, message: 'The key does not hold the scope that is needed.' },
  farm_forbidden: { status: 403, message: 'The key may not touch this farm.' },
  not_found: { status: 404, message: 'There is no such row, or the key may not see it.' },
  method_not_allowed: { status: 405, message: 'The method is not allowed here.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  conflict: { status: 409, message: 'A request with this Idempotency-Key is still running.' },
  precondition_failed: { status: 412, message: 'The row has changed since it was read.' },
  payload_too_large: { status: 413, message: 'The body is larger than allowed.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  range_not_satisfiable: { status: 416, message: 'The file does not reach that far.' },
  action_refused: { status: 422, message: 'The state of the farm forbids this.' },
  rate_limited: { status: 429, message: 'Too many requests; wait before the next one.' },
  internal: { status: 500, message: 'Something failed on our side; quote the requestId.' },
  not_implemented: { status: 501, message: 'This version does not answer this route yet.' },
  unavailable: { status: 503, message: 'The service is momentarily unavailable; try again.' },
} as const;

export type ErrorSlug = keyof typeof errors;

export const errorSlugs = Object.keys(errors) as readonly ErrorSlug[];

/** One field that failed. */
export interface Issue {
  /** Where: the field, the query parameter, or a path such as `events[3].kind`. */
  readonly path: string;
  /** What is wrong, for programs: `required`, `too_long`, `unknown_parameter` … */
  readonly code: IssueCode;
  /** What is wrong, for people; names the field. */
  readonly message: string;
  /** The values that are taken, where they can be listed. */
  readonly allowed?: readonly (string | number | boolean)[];
  /** The nearest value or name that is taken. */
  readonly suggestion?: string;
  /** For a value that is too small, too large or too long, or a list of too many: the limits. */
  readonly range?: IssueRange;
  /** For `duplicate`: the row that stands already. */
  readonly existingId?: string;
  /** For `duplicate` within a file: its two rows about the same, counted from 1. */
  readonly rows?: readonly [first: number, second: number];
  /** The parameters of an import that settle it. */
  readonly parameters?: readonly ImportParameter[];
  /** The same as a message, where the code does not say enough in other languages. */
  readonly reason?: IssueReason;
}

/** A text of `src/i18n`, with words of the sender; `field` is the name of a field. */
export interface IssueReason {
  readonly text: string;
  readonly params: ReasonParams;
}

/** Words of a reason: columns, lines and values of a file. */
export type ReasonParams = Readonly<
  Partial<Record<'field' | 'column' | 'first' | 'second' | 'value' | 'unit' | 'expected', string>>
>;

/** Texts of reasons. */
type ReasonText = `reason.${string}`;

const LONGEST_PARAM = 100;

/** The reason of an issue; long words of the sender are cut. */
export function reason(text: ReasonText, params: ReasonParams): IssueReason {
  const cut = Object.entries(params).map(([name, value]) => [name, value.slice(0, LONGEST_PARAM)]);
  return { text, params: Object.fromEntries(cut) };
}

/** The limits of a value: numbers or days; of a text or list its length. */
export interface IssueRange {
  readonly min?: number | string;
  readonly max?: number | string;
  /** The value must lie above this one. */
  readonly above?: number;
  /** The value must lie below this one. */
  readonly below?: number;
  readonly unit?: string;
}

/** The parameters of an import that say how its file is read. */
export const importParameters = ['dateFormat', 'decimal', 'onDuplicate'] as const;

export type ImportParameter = (typeof importParameters)[number];

/** An issue of a field. */
export function issueOf(path: string, code: Issue['code'], message: string): Issue {
  return { path, code, message };
}

/** What can be wrong with a field. */
export const issueCodes = [
  'required',
  'wrong_type',
  'too_long',
  'too_many',
  'too_small',
  'too_large',
  'invalid_format',
  'not_allowed',
  'not_finite',
  'invalid_date',
  'invalid_character',
  'invalid_json',
  'duplicate_key',
  'too_deep',
  'not_found',
  'different_farms',
  'forbidden_transition',
  'not_arrived',
  'has_records',
  'duplicate',
  'unknown_parameter',
  'repeated_parameter',
  'unknown_section',
  'barn_occupied',
  'inconsistent',
  'implausible',
  'read_only',
] as const;

export type IssueCode = (typeof issueCodes)[number];

/** What an error carries besides its slug. */
export interface ErrorDetails {
  readonly message?: string;
  readonly code?: string;
  readonly issues?: readonly Issue[];
  /** Response headers that belong to the error: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What really happened; logged, never sent. */
  readonly cause?: unknown;
}

/** The one error of the service; turned into an answer in `http` and into an exit code in `cli`. */
export class FarmError extends Error {
  readonly slug: ErrorSlug;
  readonly status: number;
  readonly code: string | undefined;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(slug: ErrorSlug, details: ErrorDetails = {}) {
    super(details.message ?? errors[slug].message, { cause: details.cause });
    this.name = 'FarmError';
    this.slug = slug;
    this.status = errors[slug].status;
    this.code = details.code;
    this.issues = details.issues;
    this.headers = details.headers ?? {};
  }
}

/** A 400 from the fields that failed; its message is that of the first. */
export function validationFailed(
  issues: readonly [Issue, ...Issue[]] | readonly Issue[],
): FarmError {
  const [first] = issues;
  return new FarmError('validation_failed', {
    message: first ? first.message : errors.validation_failed.message,
    ...(first ? { code: first.code } : {}),
    issues,
  });
}

/** A 422 with its reason. */
export function refused(code: string, message: string): FarmError {
  return new FarmError('action_refused', { code, message });
}

const LONGEST_QUOTE = 40;

/** A value as messages show it: short, on one line, with its type visible. */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(
      value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value,
    );
  }
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
