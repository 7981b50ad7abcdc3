import { describe, expect, test } from 'vitest';
import { runProgram } from '../../support/run-program.ts';

describe('the request', () => {
  test.each<[readonly string[], string, unknown]>([
    [['GET', '/flocks?limit=5'], 'GET /v1/platform/flocks?limit=5', undefined],
    [['get', 'flocks', '--query', 'limit=5'], 'GET /v1/platform/flocks?limit=5', undefined],
    [['GET', '/v1/os-ingest/x'], 'GET /v1/os-ingest/x', undefined],
    [['GET', '/livez'], 'GET /livez', undefined],
    [['DELETE', '/tasks/1'], 'DELETE /v1/platform/tasks/1', undefined],
    [
      [
        'POST',
        '/tasks',
        '--set',
        'title=Weigh 100 birds',
        '--set',
        'count=3',
        '--set',
        'tags=["a"]',
      ],
      'POST /v1/platform/tasks',
      { title: 'Weigh 100 birds', count: 3, tags: ['a'] },
    ],
    [['POST', '/tasks', '--input', '-', '--set', 'b=2'], 'POST /v1/platform/tasks', { a: 1, b: 2 }],
  ])('%j', async (argv, on, body) => {
    const { code, requests } = await runProgram(['api', ...argv], {
      stdin: '{"a":1}',
      exchanges: [{ on, reply: {} }],
    });
    expect(code).toBe(0);
    expect(requests[0]?.body === undefined ? undefined : JSON.parse(requests[0].body)).toEqual(
      body,
    );
  });

  test.each<[readonly string[], string, string]>([
    [
      ['api', 'POST', '/tasks', '--set', 'titel=Weigh'],
      'POST /v1/platform/tasks',
      'titel is not a field of tasks and is ignored; did you mean title?',
    ],
    [
      ['api', 'PATCH', '/flocks/flock_1', '--set', 'placmentDate=2026-11-01'],
      'PATCH /v1/platform/flocks/flock_1',
      'placmentDate is not a field of flocks and is ignored; did you mean placementDate?',
    ],
    [
      ['batch', '-'],
      'POST /v1/platform/os/batch',
      'mortalty is not a field of daily-logs and is ignored; did you mean mortality?',
    ],
  ])('%j names a field that the service ignores', async (argv, on, expected) => {
    const { code, stderr, requests } = await runProgram(argv, {
      stdin: '[{"method":"post","path":"/daily-logs?farmId=farm_1","body":{"mortalty":3}}]',
      exchanges: [{ on, reply: { results: [] } }],
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`farmctl: ${expected}\n`);
    expect(requests).toHaveLength(1);
  });

  test('headers of the caller override those of the program', async () => {
    const { requests } = await runProgram(
      ['api', 'POST', '/x', '-H', 'Idempotency-Key=mine', '--send-header', 'Accept=text/csv'],
      { exchanges: [{ on: 'POST /v1/platform/x', reply: {} }] },
    );
    expect(requests[0]?.headers).toMatchObject({
      'idempotency-key': 'mine',
      accept: 'text/csv',
      authorization: 'Bearer fk_live_test_key',
    });
  });

  test.each([
    'Host: farm.example',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Connection=close',
  ])('the header %s is rejected: it would have no effect', async (header) => {
    const { code, stderr } = await runProgram(['api', 'POST', '/x', '-H', header]);
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be set; farmctl sets it');
  });

  test.each([
    [['FETCH', '/x'], 'unknown method "FETCH"'],
    [['GET', '/x', '--query', 'limit'], '"limit" must be name=value'],
  ])('%j is a usage error', async (argv, message) => {
    const { code, stderr } = await runProgram(['api', ...argv]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

test.each([
  ['/tasks?search=ש a', '/v1/platform/tasks?search=%D7%A9%20a'],
  ['/tasks/%D7%A9\ud800', '/v1/platform/tasks/%D7%A9%EF%BF%BD'],
])('the path %j is sent as %s', async (path, sent) => {
  const exchanges = [{ on: `GET ${sent}`, reply: {} }];
  expect((await runProgram(['api', 'GET', path], { exchanges })).code).toBe(0);
});

describe('the response', () => {
  test('is JSON, in a pipe and on a terminal', async () => {
    for (const isTerminal of [true, false]) {
      const exchanges = [{ on: 'GET /v1/platform/x', reply: { a: [1] } }];
      expect((await runProgram(['api', 'GET', '/x'], { exchanges, isTerminal })).stdout).toBe(
        '{\n  "a": [\n    1\n  ]\n}\n',
      );
    }
  });

  test('the response of type text is printed as text, with control characters neutralised', async () => {
    const exchanges = [{ on: 'GET /metrics', reply: 'up 1\n\u001b[2J' }];
    expect((await runProgram(['api', 'GET', '/metrics'], { exchanges })).stdout).toBe(
      'up 1\n\\x1b[2J\n',
    );
  });

  test('the response without a body prints nothing', async () => {
    const exchanges = [{ on: 'DELETE /v1/platform/x', status: 204 }];
    expect(await runProgram(['api', 'DELETE', '/x'], { exchanges })).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  test('-i prints the status and the headers before it', async () => {
    const exchanges = [{ on: 'GET /v1/platform/x', reply: { a: 1 }, headers: { etag: '"v3"' } }];
    const { stdout } = await runProgram(['api', 'GET', '/x', '-i', '-o', 'jsonl'], { exchanges });
    expect(stdout).toBe(
      'HTTP 200\ncontent-type: application/json; charset=utf-8\nx-request-id: req-1\n' +
        'etag: "v3"\n\n{"a":1}\n',
    );
  });

  test('the response with an error exits with its code', async () => {
    const exchanges = [
      { on: 'GET /v1/platform/x', status: 404, reply: { error: 'not_found', message: 'No.' } },
    ];
    expect(await runProgram(['api', 'GET', '/x'], { exchanges })).toMatchObject({
      code: 3,
      stdout: '',
    });
  });
});
