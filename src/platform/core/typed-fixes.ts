import type { Fix } from '../../farming/core/section.ts';
import { renderMessages, type Translator } from '../../i18n/render-message.ts';
import type { Operation } from '../../model/api/operation.ts';
import { applicationRoutes } from '../../model/routes/application-routes.ts';
import { platformOperations } from '../../model/routes/operations.ts';

/** A fix in answers: the call, with its operation, resource and row. */
interface TypedFix extends Fix {
  readonly operation: string;
  readonly resource?: string;
  readonly id?: string;
}

const ID = /(?<=\/)[a-z]+_\w+/;

const operations: ReadonlyMap<string, Operation> = new Map(
  [...platformOperations, ...applicationRoutes].map((operation: Operation) => [
    `${operation.method} ${operation.path}`,
    operation,
  ]),
);

/** Derives operation, resource and row of a fix from its call. */
function typeFix(fix: Fix): Fix | TypedFix {
  const { method, path } = fix;
  const operation = operations.get(`${method} ${path.replace(ID, '{id}')}`);
  // A test ensures that every fix has an operation; an answer must not fail without one.
  if (operation === undefined) return fix;
  const [id] = ID.exec(path) ?? [];
  return {
    operation: operation.operationId,
    ...(operation.kind === 'resource' ? { resource: operation.resource } : {}),
    ...(id === undefined ? {} : { id }),
    ...fix,
  };
}

/** The body of an answer: messages translated, every fix with its operation. */
export function renderAnswerBody(translator: Translator, answer: unknown): unknown {
  return typeFixes(renderMessages(translator, answer));
}

function typeFixes(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((item) => typeFixes(item));
  if (typeof answer !== 'object' || answer === null) return answer;
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(answer)) {
    typed[name] = CALLS.has(name) && isCall(value) ? typeFix(value) : typeFixes(value);
  }
  return typed;
}

/** Property names of fixes in answers. */
const CALLS: ReadonlySet<string> = new Set(['fix', 'action']);

function isCall(value: unknown): value is Fix {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
