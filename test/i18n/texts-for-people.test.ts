import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import hebrew from '../../src/i18n/he/console.json' with { type: 'json' };
import { loadLabels } from '../../src/i18n/labels.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { languages } from '../../src/model/core/message.ts';
import { forbiddenInTexts } from '../support/people-texts.ts';

/** The words of a text, without the names of its parameters and cases. */
function saidIn(text: string): string {
  return text
    .replace(/\{\w+(?:, \w+)?\}/g, ' ')
    .replace(/\{\w+, (?:plural|select),/g, ' ')
    .replace(/(?:=\d+|\b\w+) \{/g, ' ');
}

/** The texts of the web console, which it loads separately. */
function consoleTexts(language: string): Readonly<Record<string, string>> {
  const path = join(import.meta.dirname, '../../src/i18n', language, 'console.json');
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe.each(languages)('texts in %s', (language) => {
  test.each([
    ['contain no route of the API', forbiddenInTexts.route],
    ['contain no path of a response', forbiddenInTexts.answerPath],
    ['contain no API name of a field', forbiddenInTexts.fieldName],
    ['contain no operation id', forbiddenInTexts.operationId],
  ])('%s', async (_name, pattern) => {
    const { texts } = await loadLanguage(language);
    const { fields, columns, singulars, plurals, units, words } = await loadLabels(language);
    const labels = { ...fields, ...columns, ...singulars, ...plurals, ...units, ...words };
    const all = { ...texts, ...consoleTexts(language), ...labels };
    const bad = Object.entries(all).filter(([, text]) => pattern.test(saidIn(text)));
    expect(bad).toEqual([]);
  });

  test('name the command for undoing in a terminal, and the button in the browser', async () => {
    const { texts } = await loadLanguage(language);
    const browser = { en: 'browser', es: 'navegador', he: 'דפדפן', th: 'เบราว์เซอร์', zh: '浏览器' };
    const places = ['farmctl undo last', browser[language]];
    const positions = places.map((place) => texts['ask.no_undo'].indexOf(place));
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    expect(positions).not.toContain(-1);
    expect(texts['ask.no_undo']).toContain(consoleTexts(language)['console.action.undo']);
  });

  test('leave the sign of a percentage to the language', async () => {
    const { texts } = await loadLanguage(language);
    const all = Object.entries({ ...texts, ...consoleTexts(language) });
    expect(all.filter(([, text]) => /\}\s?%/.test(text))).toEqual([]);
  });
});

// A browser takes the direction of a text from its first strong character, and this mark is one.
test('no Hebrew text of the console begins with a mark that reverses its direction', () => {
  const texts: readonly (readonly [key: string, text: string])[] = Object.entries(hebrew);
  expect(texts.filter(([, text]) => /(?:^|\{)[^\p{L}{}]*\u200e/u.test(text))).toEqual([]);
});

test('the check detects violations', () => {
  const { route: ROUTE, answerPath: ANSWER_PATH, fieldName: FIELD_NAME } = forbiddenInTexts;
  expect(forbiddenInTexts.operationId.test('run createDailyLog')).toBe(true);
  expect(ROUTE.test(saidIn('This call changes that: POST /daily-logs'))).toBe(true);
  expect(ROUTE.test(saidIn('see /daily-logs'))).toBe(true);
  expect(ANSWER_PATH.test(saidIn('undone with what is under action.undo'))).toBe(true);
  expect(FIELD_NAME.test(saidIn('set barnId of {flockId}'))).toBe(true);
  expect(FIELD_NAME.test(saidIn('{count, plural, other {{flockId}}}'))).toBe(false);
});

/** Folders whose texts reach people; descriptions of the API are in model and http. */
const FOLDERS = ['ask', 'farming', 'platform', 'storage', 'i18n', 'tools'];

/** The quoted texts in a source file, without comments. */
function stringsOf(path: string): readonly string[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const found: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') found.push(node.value);
    },
    TemplateElement: (node) => {
      found.push(node.value.cooked ?? '');
    },
  }).visit(program);
  return found;
}

test('no message in the source refers people to a route', () => {
  const root = join(import.meta.dirname, '../../src');
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(root, folder, name)),
  );
  const calls = files.flatMap((path) =>
    stringsOf(path)
      .filter((text) => /\b(?:GET|POST|PUT|PATCH|DELETE) \//.test(text))
      .map((text) => `${path.slice(root.length + 1)}: ${text}`),
  );
  expect(calls).toEqual([]);
});

test('values and their units are joined by only one function', () => {
  const root = join(import.meta.dirname, '../../src');
  const files = ['cli', 'console', 'farming', 'platform'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(room, name)),
  );
  const written = files.flatMap((name) =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(/`[^`\n]*\} (?:%|°C|\$\{unitOf)[^`\n]*`/g),
    ].map(([text]) => `${name}: ${text}`),
  );
  expect(written).toEqual([]);
});

/** Texts for people: a line beside the output, or the result of a command. */
const TELLING = [
  'note',
  'warn',
  'write',
  'say',
  'report',
  'printWrite',
  'printToken',
  'printSecret',
];
/** Two words of English side by side; names of programs, files and flags are no words. */
const PROSE = /(?<![\w./-])[a-z]{2,}[,;:]? [a-z]{2,}(?![\w./-])/;
const COMMAND_LINE = /\bfarmctl [a-z]/;

/** The texts of a source file that a telling function is called with, and English is written in. */
function englishTold(path: string): readonly string[] {
  const source = readFileSync(path, 'utf8');
  const found: string[] = [];
  const ranges: [from: number, to: number][] = [];
  const { program } = parseSync(path, source);
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type !== 'Identifier' || !TELLING.includes(name.name)) return;
      for (const { start, end } of given) ranges.push([start, end]);
    },
  }).visit(program);
  const add = (text: string, at: number) => {
    const isReported = ranges.some(([from, to]) => from <= at && at < to);
    if (isReported && PROSE.test(text) && !COMMAND_LINE.test(text)) found.push(text);
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => {
      add(quasis.map(({ value }) => value.cooked ?? '').join('…'), start);
    },
  }).visit(program);
  return found;
}

test('all notes of the CLI are localised texts', () => {
  const root = join(import.meta.dirname, '../../src/cli');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const reported = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => englishTold(join(root, name)).map((text) => `${name}: ${text}`));
  expect(reported).toEqual([]);
});
