import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPaint } from '../../src/cli/core/io.ts';
import {
  buildErrorReport,
  errorText,
  renderReport,
  translateIssue,
} from '../../src/cli/output/error-report.ts';
import { ConnectionFailed, connectionFailures } from '../../src/client/errors.ts';
import { loadLabels } from '../../src/i18n/labels.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { errorSlugs, FarmError, issueCodes } from '../../src/model/core/errors.ts';
import { type Language, languages } from '../../src/model/core/message.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { getResource, resources } from '../../src/model/resources/registry.ts';
import { parseCreate } from '../../src/model/validation/validation.ts';
import { runInHome } from '../support/a-cli.ts';
import { aHome } from '../support/a-home.ts';
import { runProgram } from '../support/run-program.ts';

const plain = createPaint({ mode: 'never', environment: {}, isTerminal: false });
const SCRIPTS = { he: /\p{Script=Hebrew}/u, th: /\p{Script=Thai}/u, zh: /\p{Script=Han}/u };
const request = { method: 'GET', path: '/v1/platform/flocks', server: 'http://farm.test' };

describe.each(['he', 'th', 'zh'] as const)('in %s', (language) => {
  const script = SCRIPTS[language];

  test.each(errorSlugs)('%s has a text', async (slug) => {
    const translator = await loadLanguage(language);
    expect(errorText(new FarmError(slug), translator)).toMatch(script);
  });

  test('every kind of connection error has a text with the server', async () => {
    const translator = await loadLanguage(language);
    for (const kind of Object.keys(connectionFailures) as (keyof typeof connectionFailures)[]) {
      const text = errorText(new ConnectionFailed(kind, request), translator);
      expect(text).toMatch(script);
      expect(text).toContain('http://farm.test');
    }
  });

  test.each(issueCodes)('an issue %s names the field by its label and flag', async (code) => {
    const phrases = {
      translator: await loadLanguage(language),
      labels: await loadLabels(language),
    };
    const issue = { path: 'rows[3].placementDate', code, message: 'English.' };
    const text = translateIssue(issue, phrases);
    expect(text).toMatch(script);
    if (code === 'invalid_json') return;
    expect(text).toContain(phrases.labels.fields.placementDate);
    expect(text).toContain('--placement-date');
  });
});

const refused = {
  on: 'POST /v1/platform/flocks',
  status: 400,
  reply: {
    error: 'validation_failed',
    code: 'not_allowed',
    message: 'status must be one of planned, active (got "begun").',
    issues: [
      {
        path: 'status',
        code: 'not_allowed',
        message: 'status must be one of planned, active (got "begun").',
        allowed: ['planned', 'active'],
        suggestion: 'planned',
      },
    ],
  },
};
const FARM = 'farm_01M7HKJF9HE03VT5NZ70P580PJ';
const create = ['flocks', 'create', '--barn-id', 'barn_01M7HKJF9HE03VT5NZ70P580PJ'];
const flags = ['--placement-date', '2026-11-01', '--status', 'begun'];

test.each([
  [
    'es',
    'Un campo no es válido.',
    'Estado (--status): valor no permitido. El valor es «begun». ¿Quiso decir planned?',
  ],
  [
    'he',
    'שדה אחד אינו תקין.',
    'מצב (--status): הערך אינו מותר. הערך הוא "begun". האם הכוונה ל-planned?',
  ],
  [
    'th',
    'ข้อมูลไม่ถูกต้อง 1 ช่อง',
    'สถานะ (--status): ไม่อนุญาตให้ใช้ค่านี้ ค่าที่ให้มาคือ “begun” หมายถึง planned หรือไม่',
  ],
  ['zh', '有 1 个字段无效。', '状态 (--status)：不允许该值。 该值为“begun”。 是否指 planned？'],
])('a rejected row is explained in %s; its codes are unchanged', async (lang, heading, issue) => {
  const { code, stderr } = await runProgram([...create, ...flags, '--lang', lang], {
    exchanges: [refused],
  });
  expect(code).toBe(5);
  expect(stderr).toContain(
    `farmctl: ${heading} (400 validation_failed: not_allowed)\n  ${issue}\n`,
  );
});

test('as JSON a command error is in its language, with the same code', async () => {
  const argv = ['flocks', 'list', '--fields', 'coed', '-o', 'json', '--lang', 'es'];
  const { code, stderr } = await runProgram(argv);
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({
    error: 'usage',
    message: expect.stringContaining('--fields: no existe el campo «coed»'),
    exitCode: 2,
  });
});

test('a field inside an object of the answer is rejected before the request', async () => {
  const argv = ['ask', 'how many birds are there?', '--farm', FARM, '--fields', 'intent'];
  const { code, stdout, stderr } = await runProgram(argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--fields: there is no field "intent"');
});

test('as JSON a service error is the same in every language', async () => {
  const run = (lang: string) =>
    runProgram([...create, ...flags, '-o', 'json', '--lang', lang], { exchanges: [refused] });
  const [english, ...others] = await Promise.all(languages.map(run));
  for (const other of others) expect(other.stderr).toBe(english?.stderr);
  expect(JSON.parse(english?.stderr ?? '')).toMatchObject({ code: 'not_allowed' });
});

test.each([
  [['flokcs', 'list', '--lang', 'es'], 'no existe el comando «flokcs»; ¿quiso decir flocks?'],
  [
    ['flocks', 'list', '--stauts', 'x', '--lang=he'],
    'הדגל --stauts אינו קיים כאן; האם הכוונה ל: --status?',
  ],
  [['flocks', 'get', '--lang', 'zh'], '缺少参数 id-or-name'],
  [['flocks', 'delete', 'x', '--lang', 'th'], 'ต้องระบุคำตอบ แต่นี่ไม่ใช่เทอร์มินัลแบบโต้ตอบ: ให้ระบุ --yes'],
  [['flocks', 'list', '--fields', 'coed', '--lang', 'es'], '--fields: no existe el campo «coed»'],
])('%j is answered in its language', async (argv, text) => {
  const { code, stderr } = await runProgram(argv);
  expect(stderr).toContain(text);
  expect(code).toBe(2);
});

/** Errors that a farmer or worker meets, each from a line that cannot be understood. */
const MISTAKES: readonly (readonly string[])[] = [
  ['daily-logs', 'create'],
  ['daily-logs', 'create', '--flock-id', 'flock_1', '--date', 'last week'],
  ['daily-logs', 'create', '--flock-id', 'flock_1', '--date', '2026-11-01', '--mortality', 'many'],
  ['automations', 'update', 'automation_1', '--enabled', 'perhaps'],
  ['daily-logs', 'create', '--set', 'mortality'],
  ['daily-logs', 'create', '--set', 'mortalty=1'],
  ['daily-logs', 'create', '--input', 'nowhere.json'],
  ['daily-logs', 'import', 'nowhere.csv'],
  ['daily-logs', 'import', '.'],
  ['flocks', 'list', '--all', '--limit', '5'],
  ['activity', '--limit', '0'],
  ['search', 'a'],
  ['flocks', 'list', '--dir', 'sideways'],
  ['flocks', 'list', '--limit'],
  ['flocks', 'export', '--format', 'pdf'],
  ['case-files', 'create', 'B1'],
  ['init', '--barns', '3', '--yes'],
  ['init', '--yes', '--farm-name', 'North', '--latitude', '99', '--longitude', '0'],
  ['init', '--yes', '--language', 'fr'],
];

test.each(MISTAKES.map((line) => [line.join(' '), line] as const))(
  '%s: the error is in the language of --lang',
  async (_name, argv) => {
    const first = async (language: string) => {
      const { code, stderr } = await runProgram([...argv, '--lang', language]);
      expect([code, stderr]).toEqual([2, expect.any(String)]);
      return stderr.split('\n')[0] ?? '';
    };
    const english = await first('en');
    for (const [language, script] of Object.entries(SCRIPTS)) {
      expect(await first(language)).toMatch(script);
    }
    expect(await first('es')).not.toBe(english);
  },
);

/** Unchanged in every language: typed text, names of programs, formats and settings. */
const KEPT =
  /--?[a-z][\w-]*|\b[A-Z][A-Z_]{2,}\b|`[^`]*`|"[^"]*"|«[^»]*»|“[^”]*”|\{[^}]*\}|farmctl[^;；)）]*|https?:\S*|postgres:\S*|\S*[/=.…_<>|:]\S*|\b\d\w*\b|\S+\.(?:csv|json|xlsx|example)\b/g;
const NAMES: readonly string[] = [
  ...[
    'JSON',
    'YAML',
    'PostgreSQL',
    'UTF',
    'NUL',
    'gzip',
    'webhook',
    'webhooks',
    'Webhook',
    'farmctl',
    'id',
    'ID',
    'Excel',
    'OpenDocument',
    'xls',
    'mkdir',
    'cron',
  ],
  ...['csv', 'jsonl', 'xlsx', 'tsv', 'yaml', 'json', 'import', 'undo', 'apply', 'keyCommand', 'ts'],
  ...[
    'batch',
    'method',
    'path',
    'body',
    'all',
    'none',
    'on',
    'off',
    'never',
    'secret',
    'list',
    'or',
    'true',
    'false',
    'table',
    'MiB',
    'MB',
    'value',
    'https',
    'localhost',
    'mon',
    'sat',
    'sun',
  ],
];

/** Latin words in a text that are neither unchanged words nor names. */
function englishIn(text: string): readonly string[] {
  const remaining = text.replace(KEPT, ' ');
  const words = remaining.match(/[A-Za-z][A-Za-z]*/g) ?? [];
  return words.filter((word) => word.length > 1 && !NAMES.includes(word));
}

describe.each(['he', 'th', 'zh'] as const)('errors, hints and results in %s', (language) => {
  test('have no English words except names, flags and commands', async () => {
    const { texts } = await loadLanguage(language);
    const parts = /^(?:fault|hint|done|failure|refusal|issue|error|cli)\./;
    const bad = Object.entries(texts).flatMap(([key, text]) => {
      const englishWords = parts.test(key) ? englishIn(plainText(text)) : [];
      return englishWords.length === 0 ? [] : [`${key}: ${englishWords.join(' ')}`];
    });
    expect(bad).toEqual([]);
  });
});

/** A text without its parameters and the names of its cases. */
function plainText(text: string): string {
  return text
    .replace(/\{\w+(?:, \w+)?\}/g, ' ')
    .replace(/\{\w+, (?:plural|select),/g, ' ')
    .replace(/(?:=\d+|\b\w+) \{/g, ' ');
}

describe('output before the settings are read', () => {
  test.each([
    ['an unknown command', ['digset'], {}],
    ['an unknown flag', ['digest', '--frm', 'x'], {}],
    ['an invalid day', ['tasks', 'create', '--title', 'x', '--due-date', 'mañana'], {}],
    ['a prompt without a terminal', ['backup', 'none/none.db'], {}],
    ['another invalid variable', ['farms', 'list'], { FARMCTL_TIMEOUT: 'soon' }],
    ['a flag with choices', ['farms', 'list', '-o', 'xml'], {}],
  ])('is in the language of the profile: %s', async (_name, argv, environment) => {
    const profile = { server: 'embedded', dataDir: '../../work/none', lang: 'es' };
    const home = await aHome({ config: { profiles: { default: profile } } });
    const { stderr } = await runInHome(home, argv, { environment });
    expect(stderr).not.toMatch(/\b(?:the|there|must|not|See|with|before)\b/);
    expect(stderr).toMatch(/\b(?:no|Vea|de|es)\b/);
  });
});

test.each([
  [
    'es',
    'Precio por pollito (--price-per-chick): el valor es demasiado grande. Se admite de 0 a 10.000.000.',
  ],
  ['he', 'מותר מ-0 עד 10,000,000.'],
  ['th', 'ใส่ได้ตั้งแต่ 0 ถึง 10,000,000'],
  ['zh', '允许范围：0 至 10,000,000。'],
] as const)('in %s the limits of a value are stated', async (language, expected) => {
  const phrases = { translator: await loadLanguage(language), labels: await loadLabels(language) };
  const range = { min: 0, max: 1e7 };
  const issue = { path: 'pricePerChick', code: 'too_large', message: 'English.', range } as const;
  expect(translateIssue(issue, phrases)).toContain(expected);
});

test.each([
  ['too_large', { above: 0, max: 100, unit: 'kg' }, 'Se admite más de 0, hasta 100 kg.'],
  ['too_large', { min: 0, below: 360, unit: '°' }, 'Se admite desde 0 y menos de 360°.'],
  ['too_small', { min: 1 }, 'Mínimo: 1.'],
  ['too_large', { max: '2026-11-02' }, 'Lo más tarde que se acepta es el 2 nov 2026.'],
  ['too_long', { max: 40 }, 'Como máximo 40 caracteres.'],
  ['too_many', { max: 20 }, 'Como máximo 20 valores.'],
] as const)('the limits of %s are formatted by their kind: %j', async (code, range, expected) => {
  const phrases = { translator: await loadLanguage('es'), labels: await loadLabels('es') };
  const issue = { path: 'name', code, message: 'English.', range };
  expect(translateIssue(issue, phrases)).toContain(expected);
});

/** Refused values, and issues that were found after the fields were read. */
const REFUSED = { barnId: 'b 1', chicksReceived: -5, placementDate: '2026-13-01', status: 'x"y' };
const LATER = [
  ['barn', 'not_found', 'barn names no barn that the key may see: "b 1".'],
  ['barnId', 'not_found', 'barnId "b 1" is not a barn the key may see.'],
  ['timezone', 'not_allowed', 'timezone must be a time zone such as Asia/Jerusalem; not "b 1".'],
] as const;

test.each(['es', 'he', 'th', 'zh'] as const)('a refused value is named in %s', async (language) => {
  const phrases = { translator: await loadLanguage(language), labels: await loadLabels(language) };
  const later = LATER.map(([path, code, message]) => ({ path, code, message }));
  try {
    parseCreate(getResource('flocks'), REFUSED, { zone: 'UTC' });
    expect.unreachable();
  } catch (error) {
    const issues = error instanceof FarmError ? (error.issues ?? []) : [];
    const texts = [...issues, ...later].map((issue) => translateIssue(issue, phrases));
    const values = [...Object.values(REFUSED), ...later.map(() => 'b 1')];
    expect(texts).toEqual(values.map((value) => expect.stringContaining(String(value))));
  }
});

/** The error codes of the service, as named in its source. */
function refusalCodes(): readonly string[] {
  const root = join(import.meta.dirname, '../../src');
  const files = ['platform', 'http', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join(root, room, name), 'utf8').matchAll(REFUSAL)]),
  );
  const guards = Object.values<ResourceDefinition>(resources).flatMap(
    ({ deleteGuards = [] }) => deleteGuards,
  );
  const codes = [...files.map(([, code = '']) => code), ...guards.map(({ code }) => code)];
  return [...new Set(codes)].sort();
}

const REFUSAL = /(?:\brefused\(\s*|'action_refused', \{\s*code: )'([a-z_]+)'/g;

test.each(refusalCodes())(
  'an error with the code %s has a text in every language',
  async (code) => {
    const error = new FarmError('action_refused', { code, message: 'English.' });
    const texts = await Promise.all(
      languages.map(async (language) => errorText(error, await loadLanguage(language))),
    );
    expect(texts.filter((text) => text === 'English.')).toHaveLength(1);
  },
);

const UNREADABLE = {
  workbook_encrypted: ['tiene contraseña', 'מוגן בסיסמה', 'มีรหัสผ่าน', '设有密码'],
  xls_not_supported: ['formato antiguo .xls', 'בפורמט הישן xls', 'รูปแบบเก่า .xls', '旧格式 .xls'],
  not_a_workbook: ['no es un libro de Excel', 'אינו קובץ Excel', 'ไม่ใช่สมุดงาน Excel', '不是 Excel'],
  damaged_workbook: ['está dañado', 'פגום', 'เสียหาย', '已损坏'],
} as const;

describe.each(Object.entries(UNREADABLE))('a workbook with the fault %s', (code, expected) => {
  test.each(
    ['es', 'he', 'th', 'zh'].map((language, index) => [language, expected[index]] as const),
  )('is reported in %s, with instructions and nothing else', async (language, text) => {
    const translator = await loadLanguage(language as Language);
    const phrases = { translator, labels: await loadLabels(language as Language) };
    const issues = [{ path: 'body', code: 'invalid_format', message: 'English.' }] as const;
    const error = code.endsWith('workbook')
      ? new FarmError('validation_failed', { code, message: 'English.', issues })
      : new FarmError('unsupported_media_type', { code, message: 'English.' });
    const report = buildErrorReport(error, ['daily-logs', 'import'], {}, translator);
    const [first, second] = renderReport(report, plain, phrases).split('\n');
    expect(first).toContain(text);
    expect(first).toContain('CSV');
    expect(second).not.toContain(phrases.labels.fields.body);
  });
});

test.each([
  ['es', 'ese día todavía no ha llegado. Lo más tarde que se acepta es el 30 nov 2026.'],
  ['zh', '2026年11月30日'],
] as const)('a future date is reported as a day in %s, not as a large value', async (...row) => {
  const [language, expected] = row;
  const phrases = {
    translator: await loadLanguage(language),
    labels: await loadLabels(language),
  };
  const range = { max: '2026-11-30' };
  const issue = { path: 'date', code: 'too_large', message: 'English.', range } as const;
  const text = translateIssue(issue, phrases).replace(/[\u00a0\u202f]/g, ' ');
  expect(text).toContain(expected);
  expect(text).not.toContain('2026-11-30');
});
