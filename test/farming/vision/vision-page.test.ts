import { test } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import bounds from '../../../src/model/thresholds.json' with { type: 'json' };
import { type Threshold, type ThresholdName, thresholds } from '../../../src/model/thresholds.ts';
import { expectInDocument, markdownTable } from '../../support/renewed-document.ts';

test('the page about cameras lists every limit with its default', async () => {
  const { mortalityMismatchBirds, mortalityMismatchPct } = thresholds;
  const printedThresholds: Readonly<Partial<Record<ThresholdName, Threshold>>> = {
    mortalityMismatchBirds,
    mortalityMismatchPct,
    ...bounds.vision,
  };
  const rows = Object.entries(printedThresholds).map(([name, threshold]) => [
    `\`${name}\``,
    `${threshold.default} ${threshold.unit}`,
    en[`setting.${name as ThresholdName}`],
    threshold.source,
  ]);
  const table = markdownTable([['name', 'default', 'what it decides', 'from'], ...rows]);
  await expectInDocument('docs/vision.md', 'bounds', table);
});
