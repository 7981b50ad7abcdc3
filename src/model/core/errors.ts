/** The errors of the service: slug, HTTP status and default message. */
export const errors = {
  validation_failed: { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'A valid API key is needed.' },
  insufficient_scope: { status: 403, message: 'The key lacks the required scope.' },
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

/** A validation error of one field. */
export interface Issue {
  /** The field, the query parameter, or a path such as `events[3].kind`. */
  readonly path: string;
  /** Machine-readable code: `required`, `too_long`, `unknown_parameter` … */
  readonly code: IssueCode;
  /** Message for people; includes the field's name. */
  readonly message: string;
  /** The accepted values, if they can be listed. */
  readonly allowed?: readonly (string | number | boolean)[];
  /** The closest accepted value or name. */
  readonly suggestion?: string;
  /** The limits, for values out of range and for texts or lists that are too long. */
  readonly range?: IssueRange;
  /** For `duplicate`: the existing row. */
  readonly existingId?: string;
  /** For `duplicate` within a file: the two conflicting rows, counted from 1. */
  readonly rows?: readonly [first: number, second: number];
  /** The import parameters that resolve the issue. */
  readonly parameters?: readonly ImportParameter[];
  /** The issue as a message, if the code is not specific enough to translate. */
  readonly reason?: IssueReason;
}

/** A text from `src/i18n` with words of the sender; `field` is a field name. */
export interface IssueReason {
  readonly text: string;
  readonly params: ReasonParams;
}

/** Parameters of a reason: columns, lines and values of a file. */
export type ReasonParams = Readonly<
  Partial<Record<'field' | 'column' | 'first' | 'second' | 'value' | 'unit' | 'expected', string>>
>;

type ReasonText = `reason.${string}`;

const LONGEST_PARAM = 100;

/** Creates the reason of an issue; long words of the sender are truncated. */
export function reason(text: ReasonText, params: ReasonParams): IssueReason {
  const cut = Object.entries(params).map(([name, value]) => [name, value.slice(0, LONGEST_PARAM)]);
  return { text, params: Object.fromEntries(cut) };
}

/** The limits of a value: numbers or days; for texts and lists, of the length. */
export interface IssueRange {
  readonly min?: number | string;
  readonly max?: number | string;
  /** Exclusive lower bound. */
  readonly above?: number;
  /** Exclusive upper bound. */
  readonly below?: number;
  readonly unit?: string;
}

/** The import parameters that control how a file is read. */
export const importParameters = ['dateFormat', 'decimal', 'onDuplicate'] as const;

export type ImportParameter = (typeof importParameters)[number];

/** Creates an issue of a field. */
export function issueOf(path: string, code: Issue['code'], message: string): Issue {
  return { path, code, message };
}

/** Codes of validation errors. */
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

/** The details of an error besides its slug. */
export interface ErrorDetails {
  readonly message?: string;
  readonly code?: string;
  readonly issues?: readonly Issue[];
  /** Response headers of the error: `Allow`, `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error; logged, never sent to the caller. */
  readonly cause?: unknown;
}

/**
 * The only error class of the service; `http` turns it into a response, `cli` into an exit code.
 */
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

/** Creates a 400 from its field issues; uses the message of the first. */
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

/** Creates a 422 with its code and message. */
export function refused(code: string, message: string): FarmError {
  return new FarmError('action_refused', { code, message });
}

const LONGEST_QUOTE = 40;

/** Formats a value for messages: short, on one line, with its type recognisable. */
export function quote(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(
      value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value,
    );
  }
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Codes of issues whose messages may quote the refused value. */
const ABOUT_VALUE: ReadonlySet<string> = new Set<IssueCode>([
  ...(['wrong_type', 'too_small', 'too_large', 'not_finite', 'not_allowed'] as const),
  ...(['invalid_format', 'invalid_date', 'not_found'] as const),
]);
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false)/;

/**
 * The refused value that the message of an issue quotes, for texts in other languages; undefined
 * where it quotes none, and for lists and objects.
 */
export function quotedValue({ path, code, message }: Pick<Issue, 'path' | 'code' | 'message'>) {
  if (!ABOUT_VALUE.has(code)) return undefined;
  for (const before of ['(got ', '; not ', ' may see: ', `${path} `]) {
    const at = message.indexOf(before);
    const [text] = (at < 0 ? null : QUOTED.exec(message.slice(at + before.length))) ?? [];
    if (text !== undefined) return String(JSON.parse(text));
  }
  return undefined;
}
