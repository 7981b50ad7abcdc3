import { describe, expect, test } from 'vitest';
import { runProgram } from '../../support/run-program.ts';

const identity = {
  key: {
    id: 'k4T9vQ2mXbZ7',
    name: 'Morning assistant',
    last4: 'x7Qe',
    createdAt: '2026-11-01T06:00:00.000Z',
    expiresAt: null,
    rateLimitPerMinute: 240,
  },
  org: { id: 'org_1', name: 'Emek Hefer Poultry', timezone: 'Asia/Jerusalem', language: 'he' },
  scopes: ['read:*', 'ai:ask'],
  farms: [
    { id: 'farm_1', name: 'North' },
    { id: 'farm_2', name: 'South\u001b[2J' },
  ],
  allFarms: true,
};

describe('me', () => {
  const exchanges = [{ on: 'GET /v1/platform/me', reply: identity }];

  test('prints a readable page', async () => {
    expect((await runProgram(['me'], { exchanges })).stdout).toBe(
      [
        'Key               Morning assistant (k4T9vQ2mXbZ7, ends in x7Qe)',
        'Expires           never',
        'Calls per minute  240',
        'Organisation      Emek Hefer Poultry, Asia/Jerusalem, he',
        'Permissions       read:*, ai:ask',
        'Farms             North (farm_1)',
        '                  South\\x1b[2J (farm_2)',
        '                  and all later ones',
        '',
      ].join('\n'),
    );
  });

  test('-o json is the whole answer', async () => {
    const { stdout } = await runProgram(['me', '-o', 'json'], { exchanges });
    expect(JSON.parse(stdout)).toEqual(identity);
  });

  test('shows a key without limits', async () => {
    const key = {
      ...identity.key,
      rateLimitPerMinute: null,
      expiresAt: '2027-01-01T00:00:00.000Z',
    };
    const reply = { ...identity, key, allFarms: false };
    const { stdout } = await runProgram(['me'], { exchanges: [{ ...exchanges[0]!, reply }] });
    expect(stdout).toContain(
      'Expires           2027-01-01T00:00:00.000Z\nCalls per minute  no limit\n',
    );
    expect(stdout).not.toContain('later');
  });
});

test('resources is a list', async () => {
  const data = [
    {
      name: 'farms',
      summary: 'A farm',
      required: ['name'],
      filters: ['q', 'vertical'],
      readOnly: false,
    },
  ];
  const exchanges = [{ on: 'GET /v1/platform/resources', reply: { data } }];
  expect((await runProgram(['resources'], { exchanges })).stdout).toBe(
    'farms\tA farm\tname\tq,vertical\tfalse\n',
  );
  expect((await runProgram(['resources', '--jq', '.[0].filters'], { exchanges })).stdout).toBe(
    '["q","vertical"]\n',
  );
});

test.each([
  ['capabilities', 'GET /v1/platform/capabilities'],
  ['openapi', 'GET /v1/platform/openapi.json'],
])('%s is one document', async (name, on) => {
  const { stdout } = await runProgram([name], { exchanges: [{ on, reply: { paths: {} } }] });
  expect(stdout).toBe('{\n  "paths": {}\n}\n');
});

describe('os', () => {
  test.each([
    [['dashboard'], 'GET /v1/platform/os/dashboard'],
    [['/os/risk/ledger', '--query', 'days=7'], 'GET /v1/platform/os/risk/ledger?days=7'],
    [
      ['cameras', '--farm', 'farm_01K9FARMAAAAAAAAAAAAAAAAAA'],
      'GET /v1/platform/os/cameras?farmId=farm_01K9FARMAAAAAAAAAAAAAAAAAA',
    ],
  ])('%j', async (argv, on) => {
    const { code, stdout } = await runProgram(['os', ...argv], {
      exchanges: [{ on, reply: { rows: [] } }],
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{\n  "rows": []\n}\n' });
  });

  test('sends the language and the farm to routes that accept them', async () => {
    const farm = ['--farm', 'farm_01K9FARMAAAAAAAAAAAAAAAAAA'];
    const english = await runProgram(['os', 'dashboard', ...farm, '--lang', 'en'], {
      exchanges: [
        {
          on: 'GET /v1/platform/os/dashboard?farmId=farm_01K9FARMAAAAAAAAAAAAAAAAAA&lang=en',
          reply: {},
        },
      ],
    });
    expect(english.code).toBe(0);
    const plain = await runProgram(['os', 'keys', ...farm, '--lang', 'en'], {
      exchanges: [{ on: 'GET /v1/platform/os/keys', reply: {} }],
    });
    expect(plain.code).toBe(0);
  });

  test('prints a list as rows if rows are requested', async () => {
    const reply = { data: [{ id: 'audit_1', status: 200 }], meta: { total: 1 } };
    const exchanges = [{ on: 'GET /v1/platform/os/audit', reply }];
    const { stdout } = await runProgram(['os', 'audit', '-o', 'csv'], { exchanges });
    expect(stdout).toBe('id,status\naudit_1,200\n');
  });
});
