import { expect, test } from 'vitest';
import { channelColumns } from '../../src/cli/commands/notices/channels.ts';
import { dutyColumns, entryColumns } from '../../src/cli/commands/notices/duties.ts';
import { noticeColumns } from '../../src/cli/commands/notices/notices.ts';
import { keyColumns } from '../../src/cli/commands/organisation/keys.ts';
import { webhookColumns } from '../../src/cli/commands/webhooks/read-webhooks.ts';
import { allColumns } from '../../src/cli/output/output.ts';
import { headingOf, labelOf, loadLabels, unitOf, wordOf } from '../../src/i18n/labels.ts';
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

/** Names of protocols and services, written the same in every language. */
const NAMES =
  /^(rtsp|onvif|hls|webrtc|http|mqtt|modbus|bacnet|lorawan|zigbee|serial|co2|nh3|ptz|erp|webhook|whatsapp|api|sms)$/;

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
  const bare = known.filter((word) => !Object.hasOwn(words, word) && !NAMES.test(word));
  expect([...new Set(bare)]).toEqual([]);
  // A word without a vocabulary is a label that nobody reads.
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

test('a name without a label is written in words', async () => {
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
