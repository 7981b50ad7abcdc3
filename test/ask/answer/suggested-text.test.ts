import { expect, test } from 'vitest';
import { suggestedText } from '../../../src/ask/answer/plain-answer.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import type { Answerable } from '../../../src/ask/licence.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { loadLabels } from '../../../src/i18n/labels.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

const farm = aBusyFarm();
const names = farmNames(farm, []);
const LAST_WEEK = { from: '2026-11-09', to: '2026-11-15' };

async function text(suggested: Answerable, language: Language): Promise<string> {
  const [translator, labels, { lexicon }] = await Promise.all([
    loadLanguage(language),
    loadLabels(language),
    loadLexicon(language),
  ]);
  return suggestedText(suggested, { translator, labels, lexicon, names, today: farm.today });
}

const delivered: Answerable = {
  kind: 'records',
  view: 'deliveries',
  confidence: 0.9,
  form: {
    subject: { resource: 'feed-deliveries' },
    select: 'quantityKg',
    filters: [{ field: 'feedType', op: '=', value: 'starter' }],
    scope: { farms: [], barns: ['barn_1'], flocks: [] },
    period: LAST_WEEK,
    tense: 'past',
    aggregate: 'sum',
    answerType: 'number',
  },
};
const died: Answerable = {
  kind: 'question',
  intent: 'mortality',
  confidence: 0.9,
  question: {
    scope: { barnIds: ['barn_2'] },
    period: { from: '2026-11-20', to: '2026-11-20' },
    aggregation: 'highest',
    limit: { side: 'above', value: 30 },
    slots: {},
  },
};

// A suggestion that a yes confirms says everything that the answer will be about.
test.each([
  ['en', ['quantity', 'total', 'starter', 'Barn 1', 'Nov 9', 'Nov 15']],
  ['es', ['total', 'Barn 1', '9', '15']],
  ['he', ['סך הכול', 'Barn 1', '9', '15']],
  ['th', ['รวม', 'Barn 1', '9', '15']],
  ['zh', ['合计', 'Barn 1', '9', '15']],
] as const)(
  '%s: the suggestion of a record query contains its field, filter, place and days',
  async (language, said) => {
    const written = (await text(delivered, language)).toLowerCase();
    for (const part of said) expect(written).toContain(part.toLowerCase());
  },
);

test.each([
  ['en', ['Deaths', 'highest', '> 30', 'Barn 2', 'yesterday']],
  ['es', ['máximo', '> 30', 'Barn 2', 'ayer']],
  ['he', ['הגבוה ביותר', '> 30', 'Barn 2', 'אתמול']],
  ['th', ['สูงสุด', '> 30', 'Barn 2', 'เมื่อวาน']],
  ['zh', ['最高', '> 30', 'Barn 2', '昨天']],
] as const)(
  '%s: the suggestion of a measure contains its aggregation, limit, place and day',
  async (language, said) => {
    const written = await text(died, language);
    for (const part of said) expect(written).toContain(part);
    expect(written).not.toMatch(/today|hoy|היום|วันนี้|今天/);
  },
);
