import { describe, expect, test } from 'vitest';
import { alertTitle } from '../../../src/farming/core/stored-texts.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderStored } from '../../../src/i18n/render-message.ts';
import { type DemoData, phrasesOf } from '../../../src/mock/demo-farm/demo-context.ts';
import { isStoredMessage, type Language, languages } from '../../../src/model/core/message.ts';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { generateDemo } from '../../support/in-one-step.ts';

const NOW = Date.parse('2026-11-21T07:10:00Z');
/** A summer night, before anybody has been in the barns. */
const NIGHT = Date.parse('2026-07-03T01:30:00Z');

/** The only fields that may differ between languages; every other value is the same. */
const textFields: readonly string[] = [
  ...['organisation.name', 'organisation.language'],
  ...['farms.name', 'farms.location', 'farms.notes', 'barns.name'],
  ...['users.name', 'users.lang', 'users.email'],
  ...['contacts.name', 'contacts.company', 'contacts.notes', 'contacts.language'],
  ...['daily-logs.notes', 'env-readings.notes', 'events.title', 'events.details'],
  ...['feed-orders.notes', 'sales.notes', 'expenses.description'],
  ...['medicine.name', 'medicine.notes', 'treatments.product', 'treatments.reason'],
  ...['treatments.notes', 'treatments.vetName', 'devices.name'],
  ...['integrations.name', 'integrations.notes', 'automations.name', 'automations.action'],
  ...['controller-commands.reason', 'controller-commands.requestedBy'],
  ...['alerts.title', 'alerts.message', 'alerts.resolutionNote'],
  ...['tasks.title', 'tasks.details', 'task-comments.text', 'task-comments.authorName'],
  ...['field-reports.rawText', 'field-reports.lang', 'field-reports.authorName'],
  ...['field-reports.summaryHe', 'field-reports.replyText', 'field-reports.answeredBy'],
  ...['chat-messages.text', 'chat-messages.lang', 'chat-messages.senderName'],
  ...['chat-messages.translations', 'agent-runs.lang', 'agent-runs.question'],
  ...['agent-runs.answer', 'agent-runs.input', 'media.name', 'media.aiSummary', 'media.tags'],
  ...['tenders.title', 'tenders.description', 'tenders.unit', 'tender-bids.supplierName'],
  ...['market-orders.title', 'market-orders.unit', 'market-orders.supplierName'],
  ...['reg-items.title', 'reg-items.authority'],
  ...['support-tickets.subject', 'support-tickets.body', 'support-tickets.lang'],
  ...['support-tickets.resolutionNote', 'support-tickets.assignee'],
];

/** Letters that a text in the language must not have. */
const foreignLetters: Readonly<Record<Exclude<Language, 'he'>, RegExp>> = {
  en: /[^\p{Script=Latin}\p{Script=Common}]/u,
  es: /[^\p{Script=Latin}\p{Script=Common}]/u,
  th: /[^\p{Script=Thai}\p{Script=Latin}\p{Script=Common}]/u,
  zh: /[^\p{Script=Han}\p{Script=Latin}\p{Script=Common}]/u,
};

const cases = [
  { seed: 42, now: NOW, days: 60 },
  { seed: 5, now: NIGHT, days: 20 },
  { seed: 90_210, now: NOW, days: 20 },
];

describe.each(cases)('seed $seed', (options) => {
  const hebrew = generateDemo({ ...options, language: 'he' });
  const figures = figuresOf(hebrew);

  test.each(['en', 'es', 'th', 'zh'] as const)(
    '%s has the figures, ids and times of he',
    (lang) => {
      const demo = generateDemo({ ...options, language: lang });
      expect(demo.organisation).toMatchObject({ language: lang, timezone: 'Asia/Jerusalem' });
      // Compared as lines: a difference shows the row, and equal ones are fast.
      const lines = figuresOf(demo);
      expect(lines.length).toBe(figures.length);
      expect(lines.find((line, index) => line !== figures[index])).toBeUndefined();
      expect(textsOf(demo).filter((text) => foreignLetters[lang].test(text))).toEqual([]);
      expect(digitsOf(demo)).toEqual(digitsOf(hebrew));
    },
  );
});

test('all languages have the same phrases with the same placeholders', () => {
  const [shape, ...others] = languages.map((language) => shapeOf(phrasesOf(language)));
  for (const other of others) expect(other).toEqual(shape);
});

/** Every row without its text fields, and whether each of those is present. */
function figuresOf({ organisation, rows }: DemoData): readonly string[] {
  const all = resourceNames.flatMap((name) => rows[name].map((row) => figureLine(name, row)));
  return [figureLine('organisation', organisation), ...all];
}

function figureLine(name: string, row: object): string {
  const values = Object.entries(row).map(([field, value]) => {
    const path = `${name}.${field}`;
    // The texts of a count alert for readers of other languages.
    if (path === 'alerts.source') return [field, { ...value, words: undefined }];
    if (!textFields.includes(path)) return [field, value];
    // A summary in Hebrew is only there where the farm is Hebrew.
    return [field, path === 'field-reports.summaryHe' ? true : value !== null];
  });
  return JSON.stringify([name, ...values]);
}

function textsOf({ organisation, rows }: DemoData): readonly string[] {
  const all = resourceNames.flatMap((name) => rows[name].map((row) => JSON.stringify(row)));
  return [JSON.stringify(organisation), ...all];
}

/** The numbers in the texts of alerts, in any notation, without those of barns. */
function digitsOf({ organisation, rows }: DemoData): readonly (readonly string[])[] {
  const barns = Object.values(phrasesOf(organisation.language).barns).map(({ name }) => name);
  return rows.alerts.map(({ title, message }: Readonly<Record<string, unknown>>) => {
    const text = barns.reduce(
      (remaining, name) => remaining.replaceAll(name, ''),
      `${title}\n${message}`,
    );
    const digits = text.replaceAll(/(?<=\d)[.,](?=\d)/g, '').match(/\d+/g) ?? [];
    return digits.toSorted();
  });
}

/** The paths of all texts with their placeholders; for pure numbers only the kind. */
function shapeOf(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`))
      .toSorted();
  }
  if (typeof value !== 'string') return [`${path} ${value === null ? 'null' : typeof value}`];
  // The name of the subject of an answer may be omitted, as in "About 900 g at 24 days".
  const names = [...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const requiredNames = path.startsWith('.chat.') ? names.filter((name) => name !== 'barn') : names;
  return [`${path} ${value === '' ? 'empty' : [...new Set(requiredNames)].toSorted().join(' ')}`];
}

test.each(['en', 'es', 'th', 'zh'] as const)(
  'a count alert of a farm in %s is read in any language',
  async (language) => {
    const { rows } = generateDemo({ seed: 42, now: NOW, days: 30, language });
    const counts = rows.alerts.filter((alert) => alert['category'] === 'count');
    expect(counts.length).toBeGreaterThan(0);
    const texts = { title: '', message: '', source: null };
    for (const reader of languages) {
      const translator = await loadLanguage(reader);
      for (const alert of counts) {
        const title = alertTitle({ ...texts, ...alert } as Parameters<typeof alertTitle>[0]);
        const rendered = isStoredMessage(title) ? renderStored(translator, title) : '';
        expect(rendered).toMatch(WORDS_FOR_CAMERA[reader]);
      }
    }
  },
);

const WORDS_FOR_CAMERA: Readonly<Record<Language, RegExp>> = {
  en: /the camera counts/,
  es: /la cámara cuenta/,
  he: /מצלמה/,
  th: /กล้อง/,
  zh: /摄像头/,
};
