import { expect, test } from 'vitest';
import { eventTitle } from '../../../../src/cli/commands/webhooks/tail-events.ts';
import { loadLanguage } from '../../../../src/i18n/load-language.ts';
import { languages } from '../../../../src/model/core/message.ts';

test.each([
  ['the title of a task', { record: { id: 'task_1', title: 'Weigh' } }, 'Weigh'],
  ['the code of a flock', { record: { id: 'flock_1', code: 'B1-2611' } }, 'B1-2611'],
  ['the day of a daily log', { record: { id: 'log_1', date: '2026-11-02' } }, '2026-11-02'],
  ['the id of a row without another name', { record: { id: 'sale_1', birds: 7 } }, 'sale_1'],
  ['the title of a gap', { gap: { title: 'No log today' } }, 'No log today'],
  ['nothing without content', { scan: {} }, ''],
  [
    'no control sequence for a terminal',
    { record: { title: 'a\u001b[31mb\u202e' } },
    'a\\x1b[31mb\\u202e',
  ],
  ['only the start of a long text', { record: { text: 'x'.repeat(200) } }, `${'x'.repeat(120)}…`],
])('an event shows %s', async (_, data, title) => {
  const about = { farmId: null, createdAt: '2026-11-02T08:30:00.000Z' };
  expect(eventTitle({ ...about, data }, await loadLanguage('en'))).toBe(title);
});

test.each(languages)('an alert of a rule is shown in %s', async (language) => {
  const words = { title: { text: 'setup.first_barn', params: {} } };
  const record = { id: 'alert_1', title: 'Stored', source: { words } };
  const about = { farmId: null, createdAt: '2026-11-02T08:30:00.000Z' };
  const translator = await loadLanguage(language);
  expect(eventTitle({ ...about, data: { record } }, translator)).toBe(
    translator.texts['setup.first_barn'],
  );
  const written = { ...record, source: {} };
  expect(eventTitle({ ...about, data: { record: written } }, translator)).toBe('Stored');
});
