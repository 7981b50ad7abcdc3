import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { CliError, foreign, usageError } from '../../src/cli/core/errors.ts';
import type { Sources } from '../../src/cli/core/setting-source.ts';
import { hintFor } from '../../src/cli/output/error-hints.ts';
import {
  buildErrorReport,
  type Phrases,
  renderReport,
  renderReportJson,
} from '../../src/cli/output/error-report.ts';
import {
  ConnectionFailed,
  type ConnectionFailureKind,
  connectionFailures,
  errorOfResponse,
} from '../../src/client/errors.ts';
import labels from '../../src/i18n/en/labels.json' with { type: 'json' };
import { en } from '../../src/i18n/en.ts';
import { loadLabels } from '../../src/i18n/labels.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { errorSlugs, errors, type IssueCode, issueCodes } from '../../src/model/core/errors.ts';
import { type Language, languages, message } from '../../src/model/core/message.ts';

const request = {
  method: 'POST',
  path: '/v1/platform/flocks',
  server: 'http://farm.test',
};

function answer(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify(body);
  return errorOfResponse(
    { status, headers: { 'x-request-id': 'req-7', ...headers }, body: text },
    request,
  );
}

function show(
  error: unknown,
  command: readonly string[] = ['flocks', 'create'],
  sources: Sources = {},
): string {
  const phrases = { translator: { language: 'en', texts: en }, labels } as const;
  return renderReport(buildErrorReport(error, command, sources), new Chalk({ level: 0 }), phrases);
}

/** Every text for people of an error with its issues, in a language. */
function showIn(language: Language, phrases: Phrases, error: unknown): string {
  const report = buildErrorReport(error, ['flocks', 'create'], {}, phrases.translator);
  return `${language}: ${renderReport(report, new Chalk({ level: 0 }), phrases)}`;
}

describe('for people', () => {
  test('the report of a rejected key names the server, the request and the help', () => {
    const error = answer(401, {
      error: 'unauthorized',
      message: 'The key has expired.',
      code: 'expired_key',
    });
    expect(show(error)).toBe(
      [
        'farmctl: The key has expired. (401 unauthorized: expired_key)',
        '  Server: http://farm.test; request: req-7',
        '  Store a key with: farmctl auth login; or set FARMCTL_KEY.',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [
      message('source.environment', { name: 'FARMCTL_KEY' }),
      'The key is set by environment FARMCTL_KEY: correct or unset it.',
    ],
    [
      message('source.file', {
        path: '/srv/key',
        source: message('source.environment', { name: 'FARMCTL_KEY_FILE' }),
      }),
      'The key is set by file /srv/key (environment FARMCTL_KEY_FILE): correct or unset it.',
    ],
    [
      message('source.withheld', { profile: 'office', server: 'https://a.example' }),
      'Store a key with: farmctl auth login; or set FARMCTL_KEY ' +
        '(not sent: the key of profile office belongs to https://a.example).',
    ],
    [
      message('source.profile', { profile: 'office', path: '/home/config.json' }),
      'Store a key with: farmctl auth login; or set FARMCTL_KEY.',
    ],
  ])('a rejected key of %s', (key, hint) => {
    const error = answer(401, { error: 'unauthorized', message: 'The API key is not known.' });
    expect(show(error, ['me'], { key })).toContain(`  ${hint}\n`);
  });

  test('a farm named by a project file that the key may not access', () => {
    const error = answer(403, { error: 'farm_forbidden', message: 'farmId names no farm.' });
    const farm = message('source.project', { path: '/work/.farmctl.json' });
    expect(show(error, ['gaps'], { farm })).toContain(
      '  The farm is set by project file /work/.farmctl.json; select another with --farm.\n',
    );
    expect(show(error, ['gaps'], { farm: message('source.flag', { name: '--farm' }) })).toContain(
      'farmctl me.\n',
    );
  });

  test('a full disk is not a fault of the program', () => {
    const message = 'ENOSPC: no space left on device, write';
    const error = Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write' });
    expect(show(error, ['snapshot', 'save'])).toBe(
      `farmctl: ${message}\n  Make room on the disk, then run the command again.\n`,
    );
  });

  test('a farm that was not selected, with how to select it', () => {
    const error = answer(400, {
      error: 'validation_failed',
      message: 'farmId is required.',
      code: 'required',
      issues: [{ path: 'farmId', code: 'required', message: 'farmId is required.' }],
    });
    expect(show(error, ['digest'])).toContain(
      '  Choose one with --farm; their names: farmctl farms list --fields name.\n',
    );
  });

  test('every issue of a body, with the suggestion', () => {
    const error = answer(400, {
      error: 'validation_failed',
      message: 'status must be one of planned, active.',
      code: 'not_allowed',
      issues: [
        {
          path: 'status',
          code: 'not_allowed',
          message: 'status must be one of planned, active.',
          suggestion: 'active',
        },
        { path: 'breed', code: 'too_long', message: 'Too long.', suggestion: 'Ross 308' },
      ],
    });
    expect(show(error)).toBe(
      [
        'farmctl: status must be one of planned, active. (400 validation_failed: not_allowed)',
        '  status must be one of planned, active.',
        '  breed: Too long. Did you mean Ross 308?',
        '  Server: http://farm.test; request: req-7',
        '  See: farmctl flocks create --help.',
        '',
      ].join('\n'),
    );
  });

  test('a single issue is reported once', () => {
    const issues = [{ path: 'breed', code: 'too_long', message: 'breed is too long.' }];
    const body = { error: 'validation_failed', message: 'breed is too long.', issues };
    expect(show(answer(400, body))).toBe(
      [
        'farmctl: breed is too long. (400 validation_failed)',
        '  Server: http://farm.test; request: req-7',
        '  See: farmctl flocks create --help.',
        '',
      ].join('\n'),
    );
  });

  test('the report of a missing connection explains how to start a server', () => {
    expect(show(new ConnectionFailed('refused', request, { detail: 'ECONNREFUSED' }))).toBe(
      [
        'farmctl: no answer from http://farm.test: nothing listens there (ECONNREFUSED)',
        '  Start a server with: farmctl serve; name another with --server; or set this machine up: farmctl init.',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [
      usageError('--x must be a number', { text: undefined }),
      '  See: farmctl flocks create --help.',
    ],
    [usageError(foreign('no'), { hint: foreign('Do that') }), '  Do that.'],
    [answer(404, { error: 'not_found', message: 'No.' }), '  List them with: farmctl flocks list.'],
    [
      answer(503, { error: 'unavailable', message: 'Busy.' }, { 'retry-after': '4' }),
      '  Run the command again in 4 s.',
    ],
    [new TypeError('x'), '  This is a fault of farmctl; -v shows where.'],
  ])('instructions for %s', (error, line) => {
    expect(show(error).split('\n').at(-2)).toBe(line);
  });

  test.each([
    [['people', 'erase'], 'users list; or: farmctl contacts list'],
    [['vision', 'push'], 'integrations list --kind camera'],
    [['case-files', 'get'], 'case-files list'],
  ])('%j suggests an existing command', (command, listing) => {
    const error = answer(404, { error: 'not_found', message: 'No.' });
    expect(hintFor(error, command)).toBe(`List them with: farmctl ${listing}`);
  });

  test('texts of the server are neutralised', () => {
    const error = answer(500, { error: 'internal', message: '\u001b[2JEvil\u202e' });
    expect(show(error)).toContain('farmctl: \\x1b[2JEvil\\u202e (500 internal)');
  });
});

/** How programs name a route or a field: `POST /flocks`, `/v1/…`, `rows[3].placementDate`. */
const FOR_PROGRAMS =
  /\/v1|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE) \/|\w\[\d|\b[a-z]+[A-Z]\w*|\w\.\w+Date\b/;

describe.each(languages)('no error names a route or the path of a field in %s', (language) => {
  test('whatever its code', async () => {
    const phrases = {
      translator: await loadLanguage(language),
      labels: await loadLabels(language),
    };
    const reports = everyError().map((error) => showIn(language, phrases, error));
    expect(reports.filter((text) => FOR_PROGRAMS.test(text))).toEqual([]);
    expect(reports.filter((text) => text.split('\n').length < 3)).toEqual([]);
  });
});

/** Every slug, every code of an issue on plain and nested fields, every refusal and lost connection. */
function everyError(): readonly Error[] {
  const paths = ['placementDate', 'rows[3].placementDate', 'meta.nextCursor', 'events[0].birds'];
  const issues = (code: IssueCode) =>
    paths.map((path) => ({ path, code, message: `${path} must not be before startDate.` }));
  const refusals = Object.keys(en).filter((key) => key.startsWith('refusal.'));
  return [
    ...errorSlugs.map((slug) => answer(errors[slug].status, { error: slug, ...errors[slug] })),
    ...issueCodes.flatMap((code) => [
      answer(400, { error: 'validation_failed', code, issues: issues(code), message: 'Wrong.' }),
      ...issues(code).map((issue) =>
        answer(400, { error: 'validation_failed', ...issue, issues: [issue] }),
      ),
    ]),
    ...refusals.map((key) =>
      answer(422, { error: 'action_refused', code: key.slice(8), message: 'No.' }),
    ),
    ...(Object.keys(connectionFailures) as ConnectionFailureKind[]).map(
      (kind) => new ConnectionFailed(kind, request),
    ),
  ];
}

test('a message of the service names fields by label and flag, and typed values unchanged', () => {
  const message =
    'rows[3].endDate is before startDate (got "endDate"); farmId of barn_01M7HKJF9H is wrong.';
  expect(show(answer(400, { error: 'validation_failed', message })).split('\n')[0]).toBe(
    'farmctl: #4 End date (--end-date) is before Start date (--start-date) (got "endDate"); ' +
      'Farm (--farm) of barn_01M7HKJF9H is wrong. (400 validation_failed)',
  );
});

test('a row changed by somebody else is read again by a command', () => {
  const error = answer(412, { error: 'precondition_failed', message: 'Changed.' });
  expect(show(error, ['flocks', 'update']).split('\n').at(-2)).toBe(
    '  Read it again with farmctl flocks get <id>, then repeat the change.',
  );
});

describe('for programs', () => {
  test('is one line of JSON with all details', () => {
    const issues = [{ path: 'breed', code: 'too_long', message: 'breed is too long.' }];
    const body = { error: 'validation_failed', message: 'breed is too long.', issues };
    const text = renderReportJson(buildErrorReport(answer(400, body), ['flocks', 'create']));
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toEqual({
      error: 'validation_failed',
      message: 'breed is too long.',
      status: 400,
      issues,
      server: 'http://farm.test',
      request: 'POST /v1/platform/flocks',
      requestId: 'req-7',
      hint: 'See: farmctl flocks create --help',
      exitCode: 5,
    });
  });

  test.each([
    [usageError(foreign('x')), 'usage', 2],
    [new CliError('notFound', foreign('x')), 'not_found', 3],
    [new CliError('partlyDone', foreign('x')), 'partly_done', 9],
    [new ConnectionFailed('timed_out', request), 'no_connection', 8],
    [new Error('x'), 'bug', 1],
  ])('%s is called %s', (error, name, exitCode) => {
    expect(buildErrorReport(error, [])).toMatchObject({ error: name, exitCode });
  });
});
