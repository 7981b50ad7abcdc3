import { expect, test } from 'vitest';
import { sameHourSpans } from '../../../src/farming/vision/activity.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00.000Z`);

test('the same hour of the day is read for today and for the three days before', () => {
  const spans = sameHourSpans({ from: at('20T10:00'), to: at('20T10:30') }, defaultThresholds);
  expect(spans).toEqual([
    { from: at('20T08:00'), to: at('20T12:30') },
    { from: at('19T08:00'), to: at('19T12:30') },
    { from: at('18T08:00'), to: at('18T12:30') },
    // Activity is compared over 72 hours.
    { from: at('17T10:00'), to: at('17T12:30') },
  ]);
});

test('if every hour of the day is read, the ranges cover all times once', () => {
  const thresholds = { ...defaultThresholds, visionActivitySameHours: 12 };
  const spans = sameHourSpans({ from: at('20T10:00'), to: at('20T10:00') }, thresholds);
  expect(spans).toEqual([
    { from: at('19T22:00'), to: at('20T22:00') },
    { from: at('18T22:00'), to: at('19T22:00') - 1 },
    { from: at('17T22:00'), to: at('18T22:00') - 1 },
    { from: at('17T10:00'), to: at('17T22:00') - 1 },
  ]);
});
