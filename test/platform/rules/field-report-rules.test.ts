import { describe, expect, test } from 'vitest';
import { fieldReports } from '../../../src/model/resources/field-reports.ts';
import { fillIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';
const question = {
  rawText: 'How much vitamin today?',
  lang: 'en',
  isQuestion: true,
  extracted: null,
};

describe('the text of a new report gives', () => {
  test.each([
    [
      'a report of dead birds',
      { rawText: 'מצאתי 35 מתים בלול 3' },
      { lang: 'he', isQuestion: false, extracted: { mortality: 35 } },
    ],
    [
      'a question',
      { rawText: '今天水里要加多少维生素？' },
      { lang: 'zh', isQuestion: true, extracted: null },
    ],
    [
      'unchanged values that were sent with it',
      { rawText: 'How much?', lang: 'th', isQuestion: false },
      { lang: 'th', isQuestion: false, extracted: null },
    ],
    ['nothing', { rawText: 'OK' }, { lang: null, isQuestion: false, extracted: null }],
  ])('%s', async (_fact, after, read) => {
    expect(await fillIn(fieldReports, { after })).toEqual({ ...read, status: 'new' });
  });

  test('new figures when it is corrected', async () => {
    const before = {
      rawText: '35 dead',
      lang: 'en',
      isQuestion: false,
      extracted: { mortality: 35 },
    };
    const filled = await fillIn(fieldReports, { before, after: { rawText: '53 dead' } });
    expect(filled).toEqual({ extracted: { mortality: 53 }, status: 'new' });
  });

  test('no language when it is cleared later', async () => {
    const filled = await fillIn(fieldReports, {
      before: question,
      after: { lang: null, isQuestion: null },
    });
    expect(filled).toEqual({ status: 'new' });
  });
});

describe('a reply', () => {
  const answered = { answeredAt: NOW, answeredBy: 'Dana' };

  test.each([
    ['answers a new question', { status: 'new' }, {}, { status: 'answered', ...answered }],
    ['answers one in review', { status: 'in_review' }, {}, { status: 'answered', ...answered }],
    [
      'does not change a status set in the same change',
      { status: 'new' },
      { status: 'in_review' },
      { status: 'in_review', ...answered },
    ],
    ['does not change a closed one', { status: 'closed' }, {}, { status: 'closed', ...answered }],
    [
      'without a question changes nothing',
      { status: 'new', isQuestion: false },
      {},
      { status: 'new' },
    ],
    [
      'that is corrected keeps the first time',
      { status: 'answered', replyText: '4 ml', answeredAt: EARLIER, answeredBy: 'Yossi' },
      {},
      { status: 'answered' },
    ],
  ])('%s', async (_fact, before, after, filled) => {
    const situation = {
      before: { ...question, ...before },
      after: { replyText: '5 ml', ...after },
    };
    expect(await fillIn(fieldReports, situation)).toEqual(filled);
  });

  test('sent with the question answers it', async () => {
    const after = { ...question, replyText: '5 ml' };
    expect(await fillIn(fieldReports, { after })).toEqual({
      lang: 'en',
      isQuestion: true,
      extracted: null,
      status: 'answered',
      ...answered,
    });
  });

  test('a reply that exists already does not answer again', async () => {
    const before = { ...question, status: 'in_review', replyText: '5 ml' };
    const after = { category: 'health' };
    expect(await fillIn(fieldReports, { before, after })).toEqual({ status: 'in_review' });
  });
});

describe('an answer', () => {
  test('given only by the status gets a time', async () => {
    const situation = { before: question, after: { status: 'answered' } };
    expect(await fillIn(fieldReports, situation)).toEqual({
      status: 'answered',
      answeredAt: NOW,
      answeredBy: 'Dana',
    });
  });

  test('is cleared when the report is reopened', async () => {
    const before = { ...question, status: 'answered', answeredAt: EARLIER, answeredBy: 'Yossi' };
    expect(await fillIn(fieldReports, { before, after: { status: 'in_review' } })).toEqual({
      status: 'in_review',
      answeredAt: null,
      answeredBy: null,
    });
  });

  test('is kept when the report is closed', async () => {
    const before = { ...question, status: 'answered', answeredAt: EARLIER, answeredBy: 'Yossi' };
    const after = { status: 'closed' };
    expect(await fillIn(fieldReports, { before, after })).toEqual({ status: 'closed' });
  });
});
