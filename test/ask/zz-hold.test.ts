import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadClassifier } from '../../src/ask/classifier/classifier.ts';
import { readingName } from '../../src/ask/classifier/reading-name.ts';
import { understandByKind } from '../../src/ask/classifier/understand-by-kind.ts';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { isLicensed, loadLicences } from '../../src/ask/licence.ts';
import { readCurated, busyContext } from '../support/curated-questions.ts';
import { readSentence } from '../../src/ask/grammar/read-sentence.ts';
test('hold', async () => {
  const classifier = await loadClassifier(); const licences = await loadLicences();
  const held = JSON.parse(readFileSync('/tmp/held.json', 'utf8'));
  const rows: any[] = [];
  for (const h of held) {
    const compiled = await loadLexicon(h.language);
    const context = busyContext(compiled);
    const sentence = readSentence(h.text, context);
    const read = readCurated(h.text, compiled);
    const eng = read ? readingName(read.understood) : '-';
    const lic = read ? isLicensed(read.understood, read.reading, licences) : false;
    const by = understandByKind(read?.reading.sentence ?? sentence, context, { classifier, licences });
    const raw = classifier.classify(new Map(h.features));
    rows.push({ raw: raw?.kind.name ?? 'none', rp: raw?.probability ?? 0, rm: 1, nt: raw?.kind.templates[h.language as 'en']?.length ?? 0, lang: h.language, text: h.text, gold: h.name, eng, lic, by: by ? readingName(by.understood) : '-', p: by?.probability ?? 0, f: by?.hasForeignMeaning ?? false, u: by?.hasUnknownWord ?? false });
  }
  writeFileSync('/tmp/rows.json', JSON.stringify(rows));
}, 900_000);
