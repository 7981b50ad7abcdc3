import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { languages } from '../../src/model/core/message.ts';

const ROOT = join(import.meta.dirname, '../../src/i18n');
const LABELS = 'labels.json';
/** The web console loads these by themselves. */
const CONSOLE = 'console.json';

/** The keys of each file of a language, sorted; those of labels with their kind. */
function keysOf(language: string): Readonly<Record<string, readonly string[]>> {
  const files = readdirSync(join(ROOT, language)).sort();
  return Object.fromEntries(
    files.map((file) => {
      const content: Record<string, unknown> = JSON.parse(
        readFileSync(join(ROOT, language, file), 'utf8'),
      );
      // Forms of words are only where a language has them.
      const entries = Object.entries(content).filter(([key]) => key !== 'forms');
      const keys = entries.flatMap(([key, value]) =>
        file === LABELS ? Object.keys(value as object).map((name) => `${key} ${name}`) : [key],
      );
      return [file, keys.sort()];
    }),
  );
}

const english = keysOf('en');

test.each(languages)('the files in %s have the keys of the English files', (language) => {
  expect(keysOf(language)).toEqual(english);
});

test('a message is in one file, and every file is loaded', () => {
  const keys = Object.entries(english).flatMap(([file, names]) =>
    file === LABELS || file === CONSOLE ? [] : names,
  );
  expect([...keys].sort()).toEqual(Object.keys(en).sort());
});

test.each(languages)('in %s no message is empty or padded', async (language) => {
  const { texts } = await loadLanguage(language);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  const bad = Object.entries(texts).filter(([, text]) => text === '' || text.trim() !== text);
  expect(bad).toEqual([]);
});

/** Words with another meaning than intended, or for which the texts have another term. */
const OTHER_TERMS =
  /标准差|开水|公开招标|教槽料|禽舍|禽只|死禽|雏禽|养殖场|停药期|料重比|磅秤|集成|管理人员|接收端|千克|案卷|晨报|进雏|入栏|入舍|进鸡|鸡苗|在栏|到料|代理服务器|鸡群\{flock\}|^没有问题$/;

test('Chinese texts have Chinese punctuation, and one term for each concept', () => {
  const files = readdirSync(join(ROOT, 'zh')).map((file) => readFileSync(join(ROOT, 'zh', file)));
  const all = files.flatMap((file) => {
    const content: Record<string, string | Record<string, string>> = JSON.parse(String(file));
    return Object.values(content).flatMap((value) =>
      typeof value === 'string' ? value : Object.values(value),
    );
  });
  const half = /\p{Script=Han}[,;:!?(]|[,;:!?)]\p{Script=Han}/u;
  const spaced = /[，。；：！？（）、] | [，。；：！？（）、]/;
  // The code of a flock ends with digits, which would run into those of what follows.
  const joined = /\{flock\}\{\w+\}/;
  const bad = all.filter((text) =>
    [half, spaced, joined, OTHER_TERMS].some((pattern) => pattern.test(text)),
  );
  expect(bad).toEqual([]);
});
