import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { channelColumns } from '../../src/cli/commands/notices/channels.ts';
import { dutyColumns } from '../../src/cli/commands/notices/duties.ts';
import { entryColumns } from '../../src/cli/commands/notices/duty-plan.ts';
import { noticeColumns } from '../../src/cli/commands/notices/notices.ts';
import { keyColumns } from '../../src/cli/commands/organisation/keys.ts';
import { webhookColumns } from '../../src/cli/commands/webhooks/read-webhooks.ts';
import { allColumns } from '../../src/cli/output/output.ts';
import { alertRules } from '../../src/farming/alert-rules/alert-rules.ts';
import { headingOf, labelOf, loadLabels, unitOf, withUnit, wordOf } from '../../src/i18n/labels.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { formatQuantity } from '../../src/i18n/render-message.ts';
import { languages } from '../../src/model/core/message.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import {
  channelKinds,
  deliveryStates,
  dutyParts,
  noticeFailures,
  noticeKinds,
  noticeReasons,
  noticeStates,
} from '../../src/model/core/vocabulary.ts';
import { actionTypes } from '../../src/model/resources/actions.ts';
import { agentRuns } from '../../src/model/resources/agent-runs.ts';
import { resources } from '../../src/model/resources/registry.ts';
import thresholds from '../../src/model/thresholds.json' with { type: 'json' };
import { checkStates } from '../../src/server/doctor/finding.ts';

const definitions: readonly ResourceDefinition[] = Object.values(resources);
const columns = [...definitions.flatMap(allColumns), ...webhookColumns, ...keyColumns];
columns.push(...noticeColumns, ...channelColumns, ...dutyColumns, ...entryColumns);
const LATIN_IN_OTHERS =
  /^[\p{P}\d\s]*(ID|IP|CO₂|NH₃|AI|Webhook|כתובת IP|ที่อยู่ IP|IP 地址)[\p{P}\d\s]*$/u;

test.each(languages)(
  '%s has a label for every field and unit, without padding',
  async (language) => {
    const labels = await loadLabels(language);
    const own: Readonly<Record<string, string>> = { ...labels.fields, ...labels.columns };
    const units: Readonly<Record<string, string>> = labels.units;
    const bare = columns.filter(({ name }) => !(own[name] ?? '').trim());
    expect(bare.map(({ name }) => name)).toEqual([]);
    const signs = columns.flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
    const unknown = signs.filter((unit) => !['birds', 'eggs'].includes(unit) && !units[unit]);
    expect(unknown).toEqual([]);
    const padded = Object.values(own).filter((label) => label.trim() !== label);
    expect(padded).toEqual([]);
  },
);

test.each(['he', 'th', 'zh'] as const)('the labels in %s are in its script', async (language) => {
  const { fields, columns } = await loadLabels(language);
  const script = { he: /\p{Script=Hebrew}/u, th: /\p{Script=Thai}/u, zh: /\p{Script=Han}/u };
  const foreign = Object.values({ ...fields, ...columns }).filter(
    (label) => !script[language].test(label) && !LATIN_IN_OTHERS.test(label),
  );
  expect(foreign).toEqual([]);
});

/** The same word in English and in these languages, or an international one. */
const SAME_WORDS = {
  es: ['EPEF', 'Error', 'Factor', 'Sensor', 'Token', 'Total', 'Webhook'],
  he: ['EPEF', 'Webhook'],
  th: ['EPEF', 'FCR', 'Webhook'],
  zh: ['EPEF', 'Webhook'],
} as const;

test.each(['es', 'he', 'th', 'zh'] as const)(
  'no heading of a column in %s is the English one, except the same words',
  async (language) => {
    const headings = async (each: (typeof languages)[number]) => {
      const { fields, columns } = await loadLabels(each);
      const { texts } = await loadLanguage(each);
      const ofPages = Object.entries(texts).filter(([key]) => key.startsWith('page.col.'));
      return { ...fields, ...columns, ...Object.fromEntries(ofPages) };
    };
    const [english, own] = [await headings('en'), await headings(language)];
    const same = Object.entries(own).flatMap(([name, label]) =>
      label === Object(english)[name] && /[a-z]{3}/i.test(label) ? [label] : [],
    );
    expect([...new Set(same)].toSorted()).toEqual(SAME_WORDS[language]);
  },
);

const RULES_FOLDER = join(import.meta.dirname, '../../src/farming/alert-rules');

test.each(languages)('%s has a label for the evidence of every alert', async (language) => {
  const { fields, columns } = await loadLabels(language);
  const sources = readdirSync(RULES_FOLDER).map((name) =>
    readFileSync(join(RULES_FOLDER, name), 'utf8'),
  );
  const bodies = sources.flatMap((source) =>
    [...source.matchAll(/evidence: \{([^{}]*)\}/g)].map(([, body = '']) => body),
  );
  const names = bodies.flatMap((body) =>
    [...body.matchAll(/(?:^|,)\s*([a-z]\w*)(?=\s*(?:[:,]|$))/gi)].map(([, name = '']) => name),
  );
  expect(names).toContain('comingKg');
  const bare = names.filter((name) => !Object.hasOwn({ ...fields, ...columns }, name));
  expect(bare).toEqual([]);
});

/** Names of protocols and services, written the same in every language. */
const NAMES =
  /^(rtsp|onvif|hls|webrtc|http|mqtt|modbus|bacnet|lorawan|zigbee|serial|co2|nh3|ptz|erp|webhook|whatsapp|api|sms)$/;

/** Alert sources besides the rules of the farm, and rules of the demo farm. */
const OTHER_RULES = [
  ...['webhook_off', 'automation_approval', 'automation_loop'],
  ...['integration_failing', 'integration_stale', 'count_gap'],
];

/** How an automation compares. */
const COMPARISONS = ['>', '>=', '<', '<=', 'between', 'stale'];

test.each(languages)('%s has a label for every word of every vocabulary', async (language) => {
  const { words } = await loadLabels(language);
  const known = definitions
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap((field) => {
      if (field.type === 'word') return field.vocabulary.words;
      return field.type === 'list' ? (field.words ?? []) : [];
    });
  known.push(...deliveryStates, ...channelKinds, ...noticeKinds, ...noticeStates);
  known.push(...noticeReasons, ...noticeFailures, ...dutyParts, ...checkStates, 'quiet_hours');
  known.push(...alertRules.map(({ rule }) => rule), ...OTHER_RULES, ...COMPARISONS);
  const bare = known.filter((word) => !Object.hasOwn(words, word) && !NAMES.test(word));
  expect([...new Set(bare)]).toEqual([]);
  // A word without a vocabulary is an unused label.
  expect(Object.keys(words).filter((word) => !known.includes(word))).toEqual([]);
  const foreign = Object.entries(words).filter(
    ([word, label]) =>
      label !== label.trim() ||
      (['he', 'th', 'zh'].includes(language) &&
        !NAMES.test(word) &&
        /^[\p{Script=Latin}\s]+$/u.test(label)),
  );
  expect(foreign).toEqual([]);
});

test('a heading has the unit of its values', async () => {
  const [english, hebrew] = [await loadLabels('en'), await loadLabels('he')];
  expect(headingOf(english, { name: 'feedKg', unit: 'kg' })).toBe('Feed, kg');
  expect(headingOf(hebrew, { name: 'feedKg', unit: 'kg' })).toBe('תערובת, ק"ג');
  expect(headingOf(english, { name: 'live', unit: 'birds' })).toBe('Live birds');
  expect(unitOf(hebrew, 'furlongs')).toBe('furlongs');
});

test.each(languages)(
  'in %s a value in a table is written as one in a sentence',
  async (language) => {
    const labels = await loadLabels(language);
    const translator = await loadLanguage(language);
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    for (const unit of [
      '%',
      '°C',
      'g',
      'kg',
      'L',
      'ppm',
      'kg/m²',
      'birds',
      'days',
      'hours',
    ] as const) {
      for (const count of [2.55, 12]) {
        const written = withUnit(
          { labels, language },
          { number: number.format(count), unit, count },
        );
        expect(written).toBe(formatQuantity(translator, { quantity: count, unit }));
      }
    }
  },
);

test.each([
  ['en', '1 bird', '1 minute', '1.5%'],
  ['es', '1 ave', '1 minuto', '1,5\u00a0%'],
  ['he', '1 עוף', '1 דקה', '1.5%'],
  ['th', '1 ตัว', '1 นาที', '1.5%'],
  ['zh', '1只', '1分钟', '1.5%'],
] as const)('in %s one of a unit is %s, %s; a share is %s', async (language, ...expected) => {
  const labels = await loadLabels(language);
  const of = (count: number, unit: string) =>
    withUnit({ labels, language }, { number: count.toLocaleString(language), unit, count });
  expect([of(1, 'birds'), of(1, 'minutes'), of(1.5, '%')]).toEqual(expected);
});

test('a name without a label is converted to words', async () => {
  const labels = await loadLabels('en');
  expect(labelOf(labels, 'drivers.weightShare')).toBe('Drivers weight share');
  expect(labelOf(labels, 'toString')).toBe('To string');
});

test.each(languages)('%s has a label for every unit of the settings', async (language) => {
  const { units } = await loadLabels(language);
  const groups: readonly object[] = Object.values(thresholds);
  const used = groups.flatMap((group) =>
    Object.values(group).map(({ unit }: { readonly unit: string }) => unit),
  );
  const bare = used.filter((unit) => /\p{L}{2}/u.test(unit) && !Object.hasOwn(units, unit));
  expect(bare).toEqual([]);
});

test.each([
  ['es', 'alerts', 'abierta'],
  ['es', 'support-tickets', 'abierto'],
  ['he', 'tasks', 'פתוחה'],
  ['he', 'tenders', 'פתוח'],
  ['en', 'alerts', 'open'],
] as const)('in %s the state of %s agrees with the noun', async (language, resource, expected) => {
  expect(wordOf(await loadLabels(language), 'open', resource)).toBe(expected);
});

test('a form belongs to a word of one field of its resource, with the same meaning everywhere', async () => {
  for (const language of languages) {
    const { forms } = await loadLabels(language);
    const shared = Object.keys(forms).filter((key) => {
      const [resource = '', value = ''] = key.split('.');
      const { fields } = (resources as Record<string, ResourceDefinition>)[resource] ?? {};
      const holding = Object.values(fields ?? {}).filter(
        (field) => field.type === 'word' && field.vocabulary.words.includes(value),
      );
      return holding.length !== 1;
    });
    expect([language, shared]).toEqual([language, []]);
  }
});

test('forms are those of resources and their words', async () => {
  for (const language of languages) {
    const { forms } = await loadLabels(language);
    const unknown = Object.keys(forms).filter((key) => {
      const [resource = '', value = ''] = key.split('.');
      const field = Object.hasOwn(resources, resource)
        ? (resources as Record<string, ResourceDefinition>)[resource]?.fields['status']
        : undefined;
      return !JSON.stringify(field ?? {}).includes(`"${value}"`);
    });
    expect([language, unknown]).toEqual([language, []]);
  }
});

test('the console says the state of a row as its resource does', () => {
  const root = join(import.meta.dirname, '../../src/console');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const bare = files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const calls = readFileSync(join(root, name), 'utf8').matchAll(/\bwordOf\(([^()]*)\)/g);
      return [...calls]
        .filter(([, given = '']) => /\bstatus\b/.test(given) && given.split(',').length < 3)
        .map(([call]) => `${name}: ${call}`);
    });
  expect(bare).toEqual([]);
});

test('the types of actions are the words of the runs that did them', () => {
  const { words } = agentRuns.fields.actionType.vocabulary;
  expect([...words].sort()).toEqual([...actionTypes].sort());
});
