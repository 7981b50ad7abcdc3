import { test } from 'vitest';
import type { Threshold } from '../../../src/model/thresholds/threshold.ts';
import { visionThresholds } from '../../../src/model/thresholds/vision-thresholds.ts';
import { thresholds } from '../../../src/model/thresholds.ts';
import { expectInDocument, markdownTable } from '../../support/renewed-document.ts';

test('the page about cameras lists every bound with its default', async () => {
  const { mortalityMismatchBirds, mortalityMismatchPct } = thresholds;
  const shown: Readonly<Record<string, Threshold>> = {
    mortalityMismatchBirds,
    mortalityMismatchPct,
    ...visionThresholds,
  };
  const rows = Object.entries(shown).map(([name, threshold]) => [
    `\`${name}\``,
    `${threshold.default} ${threshold.unit}`,
    threshold.note,
    threshold.source,
  ]);
  const table = markdownTable([['name', 'default', 'what it decides', 'from'], ...rows]);
  await expectInDocument('docs/vision.md', 'bounds', table);
});
