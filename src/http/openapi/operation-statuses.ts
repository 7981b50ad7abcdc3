import type { Operation } from '../../model/operation.ts';

/** The error statuses that an operation can answer, in order. */
export function errorStatusesOf(operation: Operation): readonly number[] {
  const { method, path, scope } = operation;
  const isWrite = method !== 'GET';
  const isOfOne = path.includes('{') && !takesToken(operation);
  const isResource = operation.kind === 'resource';
  const statuses = [
    400,
    401,
    ...(scope === undefined ? [] : [403]),
    ...(isOfOne ? [404] : []),
    ...(takesBody(operation) ? [408] : []),
    ...(isWrite ? [409] : []),
    ...(isWrite && isOfOne && isResource ? [412] : []),
    ...(takesBody(operation) ? [413, 415] : []),
    ...(isWrite ? [422] : []),
    429,
    500,
    503,
  ];
  return [...new Set([...statuses, ...alsoAnswered(operation)])].sort((a, b) => a - b);
}

/** Whether a token decides which row is meant: a wrong one is a 401, and nothing is not found. */
function takesToken(operation: Operation): boolean {
  return operation.kind === 'route' && operation.credential === 'cameraToken';
}

const FIRST_ERROR = 400;

function alsoAnswered(operation: Operation): readonly number[] {
  if (operation.kind !== 'route') return [];
  return (operation.alsoAnswers ?? []).filter((status) => status >= FIRST_ERROR);
}

/** Whether an operation takes a body. */
function takesBody(operation: Operation): boolean {
  if (operation.kind === 'route') return operation.body !== undefined;
  return operation.verb === 'create' || operation.verb === 'update';
}
