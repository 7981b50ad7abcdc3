import { test } from 'vitest';
import bounds from '../../../src/model/thresholds.json' with { type: 'json' };
import { type Threshold, thresholds } from '../../../src/model/thresholds.ts';
import { expectInDocument, markdownTable } from '../../support/renewed-document.ts';

test('the page about cameras lists every bound with its default', async () => {
  const { mortalityMismatchBirds, mortalityMismatchPct } = thresholds;
  const shown: Readonly<Record<string, Threshold>> = {
    mortalityMismatchBirds,
    mortalityMismatchPct,
    ...bounds.vision,
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
