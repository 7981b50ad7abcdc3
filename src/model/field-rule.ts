import * as z from 'zod';
import type { Issue, IssueCode } from './errors.ts';
import { quote } from './quote.ts';

/** Why a value is refused. The message lacks its beginning, the name of the field. */
export interface Refusal {
  readonly code: IssueCode;
  /** What is taken, as the rest of a sentence: `must be a number`. */
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string | undefined;
}

type Message = string | ((value: unknown) => string);

/** Options of a `refine`: a value it does not hold for is refused and not looked at further. */
export function rule(code: IssueCode, message: Message) {
  const say = typeof message === 'string' ? () => message : message;
  return {
    abort: true,
    params: { code },
    error: (issue: { readonly input?: unknown }) => say(issue.input),
  };
}

/** Like `rule`, with the refused value at the end of the message. */
export function quotingRule(code: IssueCode, takes: string) {
  return rule(code, (value) => `${takes} (got ${quote(value)})`);
}

/** Refuses a value from inside a `transform`. */
export function refuse(context: z.RefinementCtx, refusal: Refusal): never {
  const { message, ...params } = refusal;
  context.addIssue({ code: 'custom', message, params });
  return z.NEVER;
}

/** The refusal of a schema as an issue of the field; a place inside it is added to the path. */
export function toIssue(field: string, issue: z.core.$ZodIssue): Issue {
  const steps = issue.path.map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
  );
  const path = `${field}${steps.join('')}`;
  const { code, allowed, suggestion } = paramsOf(issue);
  return {
    path,
    code,
    message: `${path} ${issue.message}.`,
    ...(allowed ? { allowed } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function paramsOf(issue: z.core.$ZodIssue): Omit<Refusal, 'message'> {
  // All rules of fields are custom; an issue of zod's own could only be about the type.
  if (issue.code !== 'custom') return { code: 'wrong_type' };
  return issue.params as Omit<Refusal, 'message'>;
}
