import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { formatDay, formatInstant, formatMoney } from '../../src/i18n/format-value.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { formatQuantity, renderMessage, renderMessages } from '../../src/i18n/render-message.ts';
import { type Language, languages, message } from '../../src/model/core/message.ts';

/** No-break and direction marks, which languages put where they like. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');
}

test.each<[Language, string, string, string]>([
  ['en', '2,985 g', '1 bird', '1,234 birds'],
  ['he', '2,985 גרם', 'עוף אחד', '1,234 עופות'],
  ['es', '2985 g', '1 ave', '1234 aves'],
  ['th', '2,985 กรัม', '1 ตัว', '1,234 ตัว'],
  ['zh', '2,985克', '1只', '1,234只'],
])('in %s weights and birds are formatted as %s, %s and %s', async (language, grams, one, many) => {
  const translator = await loadLanguage(language);
  const written = [
    formatQuantity(translator, { quantity: 2985, unit: 'g' }),
    formatQuantity(translator, { quantity: 1, unit: 'birds' }),
    formatQuantity(translator, { quantity: 1234, unit: 'birds' }),
  ];
  expect(written.map(plain)).toEqual([grams, one, many]);
});

test.each<[Language, string, string, string]>([
  ['en', '1 day', '2 hours', '1.5 minutes'],
  ['he', 'יום אחד', 'שעתיים', '1.5 דקות'],
  ['es', '1 día', '2 horas', '1,5 minutos'],
  ['th', '1 วัน', '2 ชั่วโมง', '1.5 นาที'],
  ['zh', '1天', '2小时', '1.5分钟'],
])('in %s durations are formatted as %s, %s and %s', async (language, ...expected) => {
  const translator = await loadLanguage(language);
  const written = [
    formatQuantity(translator, { quantity: 1, unit: 'days' }),
    formatQuantity(translator, { quantity: 2, unit: 'hours' }),
    formatQuantity(translator, { quantity: 1.5, unit: 'minutes' }),
  ];
  expect(written).toEqual(expected);
});

test.each<[Language, string]>([
  ['en', 'Nov 21, 2026'],
  ['he', '21 בנוב׳ 2026'],
  ['es', '21 nov 2026'],
  ['th', '21 พ.ย. 2026'],
  ['zh', '2026年11月21日'],
])('in %s the day is formatted as %s', (language, day) => {
  expect(plain(formatDay(language, { day: '2026-11-21' }))).toBe(day);
});

test('an instant is shown in its time zone', () => {
  const moment = { instant: '2026-11-21T01:12:00.000Z', zone: 'Asia/Jerusalem' };
  expect(plain(formatInstant('en', moment))).toBe('Nov 21, 2026, 3:12 AM');
});

test('money has cents only if there are any', () => {
  const written = [4860.5, 4860].map((amount) => formatMoney('en', { amount, currency: 'ILS' }));
  expect(written).toEqual(['₪4,860.50', '₪4,860']);
});

test('nested messages are rendered at any depth', async () => {
  const translator = await loadLanguage('en');
  const answer = {
    n: 1,
    why: [message('unit.t', { n: message('unit.birds', { count: 1200 }) })],
    none: null,
  };
  expect(renderMessages(translator, answer)).toEqual({ n: 1, why: ['1,200 birds t'], none: null });
});

/** The parameters of a text, including those within its choices. */
function namesIn(parts: Ast): ReadonlySet<string> {
  return new Set(
    parts.flatMap((part) => [
      ...('value' in part && part.type !== LITERAL ? [part.value] : []),
      ...('options' in part ? Object.values(part.options) : []).flatMap(({ value }) => [
        ...namesIn(value),
      ]),
    ]),
  );
}

type Ast = ReturnType<IntlMessageFormat['getAst']>;
/** The type of a part that is plain text. */
const LITERAL = 0;

test.each(languages)('in %s every text has the names of the English one', async (language) => {
  const [english, own] = [await loadLanguage('en'), await loadLanguage(language)];
  const names = (text: string) =>
    namesIn(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  for (const [key, text] of Object.entries(english.texts)) {
    expect([key, names(own.texts[key as keyof typeof own.texts])]).toEqual([key, names(text)]);
  }
});

test.each([
  ['Barn 2', 'אין להקה ב-Barn 2.'],
  ['לול 2', 'אין להקה בלול 2.'],
])('a Hebrew letter is separated only from the Latin name %s', async (barn, expected) => {
  const translator = await loadLanguage('he');
  expect(renderMessage(translator, message('ask.noFlockInBarn', { barn }))).toBe(expected);
});

test.each([
  ['with a text that no longer exists', { text: 'alert.no_such_rule.title', params: {} }],
  ['without a parameter that its text has today', { text: 'alert.density.title', params: {} }],
  ['with a value of an unknown kind', { text: 'alert.density.title', params: { barn: {} } }],
])('a message stored by another version %s is shown as stored', async (_fault, stored) => {
  const translator = await loadLanguage('th');
  const reported = { stored, otherwise: 'Barn 1 is too dense' } as never;
  // A value read from a database may have any shape.
  const answer = {
    title: reported,
    line: message('digest.alerts.critical', { alert: reported, count: 1 }),
  };
  expect(renderMessages(translator, answer)).toEqual({
    title: 'Barn 1 is too dense',
    line: expect.stringContaining('Barn 1 is too dense'),
  });
});

test('a fraction of a day is not one day in Hebrew, whose singular is used for fractions as well', async () => {
  const translator = await loadLanguage('he');
  const written = [0.3, 1, 2, 5].map((count) =>
    renderMessage(translator, message('unit.days', { count, n: count })),
  );
  expect(written).toEqual(['0.3 ימים', 'יום אחד', 'יומיים', '5 ימים']);
  const singular = Object.entries(translator.texts).filter(([, text]) => /[ ,}]one \{/.test(text));
  expect(singular).toEqual([]);
});

test('a number without a format has the decimal sign of the language', async () => {
  const text = message('health.driver.spike', { count: 198, basis: 'far', usual: 35.29 });
  const written = await Promise.all(
    (['en', 'es'] as const).map(async (language) =>
      renderMessage(await loadLanguage(language), text),
    ),
  );
  expect(written).toEqual([expect.stringContaining('35.29'), expect.stringContaining('35,29')]);
});
