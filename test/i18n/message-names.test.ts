import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { en } from '../../src/i18n/en.ts';

const FILE = join(import.meta.dirname, '../../src/model/core/message-names.ts');
const COMMAND = 'FARMCTL_UPDATE_MESSAGES=1 npx vitest run test/i18n/message-names.test.ts';

/** A part of a parsed message: an argument has a `value`, its cases further parts. */
interface Part {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
}
/** A literal text and the number sign of a plural; the other parts name a parameter. */
const WITHOUT_NAME = [0, 7];

function namesIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap(({ type, value, options }) => [
    ...(WITHOUT_NAME.includes(type) ? [] : [String(value)]),
    ...Object.values(options ?? {}).flatMap((option) => namesIn(option.value)),
  ]);
}

function generate(): string {
  const lines = Object.entries(en)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => {
      const format = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true });
      const names = [...new Set(namesIn(format.getAst()))].sort().map((name) => `'${name}'`);
      return `  '${key}': ${names.join(' | ') || 'never'};`;
    });
  return `// biome-ignore-all lint/style/noExcessiveLinesPerFile: generated.
// biome-ignore-all format: generated.
// Generated from src/i18n/en; update it with:
// ${COMMAND}

/** The names of the parameters of each message. */
export interface MessageNames {
${lines.join('\n')}
}
`;
}

test(`the names of parameters are those of the English texts; if not: ${COMMAND}`, async () => {
  if (process.env['FARMCTL_UPDATE_MESSAGES'] === '1') writeFileSync(FILE, generate());
  expect(await readFile(FILE, 'utf8')).toBe(generate());
});
