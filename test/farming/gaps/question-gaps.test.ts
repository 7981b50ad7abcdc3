import { describe, expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { row } from '../../support/a-snapshot.ts';
import { ago, aTidyFarm, gapsWith } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

describe('a question', () => {
  const question = (values: Readonly<Record<string, unknown>>) => [
    row('field-reports', {
      id: 'report_1',
      rawText: 'How much vitamin\n do I put in the water?',
      authorName: 'Somchai',
      isQuestion: true,
      barnId: 'barn_1',
      ...values,
    }),
  ];

  test.each([
    [4 * HOUR, 'info'],
    [4 * HOUR + 1, 'warning'],
    [24 * HOUR, 'warning'],
    [24 * HOUR + 1, 'critical'],
  ])('a question after waiting for %i ms', (waited, severity) => {
    expect(gapsWith({ fieldReports: question({ createdAt: ago(waited) }) })).toEqual([
      `worker_question_unanswered ${severity}`,
    ]);
  });

  test.each([
    [{ isQuestion: false }],
    [{ replyText: 'Two scoops' }],
    [{ status: 'answered' }],
    [{ status: 'closed' }],
    [{ status: 'dismissed' }],
  ])('a question that is not a question or is resolved does not wait: %j', (values) => {
    expect(gapsWith({ fieldReports: question(values) })).toEqual([]);
  });

  test('is quoted on one line with its author and time, and answered by its fix', () => {
    const fieldReports = question({ createdAt: ago(5 * HOUR), replyText: ' ' });
    expect(findGaps(aTidyFarm({ fieldReports }))).toEqual([
      expect.objectContaining({
        key: 'worker_question_unanswered:report_1',
        message: {
          text: 'gap.worker_question_unanswered.message',
          params: {
            author: 'Somchai',
            isNamed: 'yes',
            ago: { quantity: 5, unit: 'hours' },
            question: 'How much vitamin do I put in the water?',
          },
        },
        ids: { fieldReportId: 'report_1', barnId: 'barn_1' },
        since: '2026-11-21T05:00:00.000Z',
        fix: {
          method: 'PATCH',
          path: '/field-reports/report_1',
          body: { replyText: null, status: 'answered' },
        },
      }),
    ]);
  });
});
