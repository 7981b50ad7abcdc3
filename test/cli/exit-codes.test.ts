import { describe, expect, test } from 'vitest';
import {
  CliError,
  type CliOutcome,
  exitCodeOf,
  exitCodes,
  foreign,
  usageError,
} from '../../src/cli/core/errors.ts';
import {
  ConnectionFailed,
  type ConnectionFailureKind,
  connectionFailures,
} from '../../src/client/errors.ts';
import { type ErrorSlug, FarmError } from '../../src/model/core/errors.ts';

test('the codes are those of the help page, each once', () => {
  expect(Object.values(exitCodes).map(({ code }) => code)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 129, 130, 143,
  ]);
});

const ofService: Readonly<Record<ErrorSlug, number>> = {
  validation_failed: 5,
  unauthorized: 4,
  insufficient_scope: 4,
  farm_forbidden: 4,
  not_found: 3,
  method_not_allowed: 5,
  request_timeout: 8,
  conflict: 5,
  precondition_failed: 5,
  payload_too_large: 5,
  range_not_satisfiable: 5,
  unsupported_media_type: 5,
  action_refused: 5,
  rate_limited: 6,
  internal: 7,
  not_implemented: 7,
  unavailable: 7,
};

test.each(Object.entries(ofService))('the service answers %s: %i', (slug, code) => {
  expect(exitCodeOf(new FarmError(slug as ErrorSlug))).toBe(code);
});

test.each(Object.keys(connectionFailures))('a connection that is %s: 8', (kind) => {
  const request = { method: 'GET', path: '/', server: 'x' };
  expect(exitCodeOf(new ConnectionFailed(kind as ConnectionFailureKind, request))).toBe(8);
});

const ofProgram: Readonly<Record<CliOutcome, number>> = {
  bug: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  rejected: 5,
  serverError: 7,
  noConnection: 8,
  partlyDone: 9,
  conditionHolds: 10,
  interrupted: 130,
  terminated: 143,
  hungUp: 129,
};

test.each(Object.entries(ofProgram))('the program finds %s: %i', (outcome, code) => {
  expect(exitCodeOf(new CliError(outcome as CliOutcome, foreign('x')))).toBe(code);
});

describe('anything else', () => {
  test.each([[new TypeError('x')], ['text'], [undefined]])('%s is a bug: 1', (error) => {
    expect(exitCodeOf(error)).toBe(1);
  });

  test('a usage error is 2', () => {
    expect(exitCodeOf(usageError(foreign('x')))).toBe(2);
  });
});
