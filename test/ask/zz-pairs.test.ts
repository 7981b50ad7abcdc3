import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { readingName } from '../../src/ask/classifier/reading-name.ts';
import { languages } from '../../src/model/core/message.ts';
import { knownTurns, readWordings, turnsAfter } from '../support/classifier-questions.ts';
import { readCurated } from '../support/curated-questions.ts';
test('pairs', async () => {
  const english = await loadLexicon('en');
  const headings = new Set(languages.flatMap((one) => readWordings(one).map(([heading]) => heading)));
  const kinds = new Map([...headings].flatMap((h) => { const read = readCurated(h, english); return read ? [[h, readingName(read.understood)] as const] : []; }));
  const turns = [];
  for (const l of languages) turns.push(...knownTurns(await loadLexicon(l), [], kinds));
  const F = 'src/ask/lexicons/classifier.json';
  const file = JSON.parse(readFileSync(F, 'utf8'));
  file.turnsAfter = turnsAfter(turns);
  writeFileSync(F, JSON.stringify(file));
  console.log(Object.values(file.turnsAfter).flat().length);
}, 600_000);
