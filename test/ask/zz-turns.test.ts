import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadClassifier } from '../../src/ask/classifier/classifier.ts';
import { readingName, subjectOf } from '../../src/ask/classifier/reading-name.ts';
import { continueByKind } from '../../src/ask/classifier/continue-by-kind.ts';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { loadLicences } from '../../src/ask/licence.ts';
import { createWorkBudget } from '../../src/ask/text/work-limit.ts';
import { understandOnFarm } from '../../src/platform/ask/understand-on-farm.ts';
import { readCurated, busyContext } from '../support/curated-questions.ts';
import { filledWording } from '../support/classifier-questions.ts';
import { beforeOf } from '../support/granted-licences.ts';
import { detectLanguage } from '../../src/tools/detect-language.ts';
test('turns', async () => {
  const classifier = await loadClassifier(); const licences = await loadLicences();
  const held = JSON.parse(readFileSync('/tmp/held-turns.json', 'utf8'));
  const rows: any[] = [];
  const never = { ...classifier, classifyTurn: () => undefined };
  for (const [i, h] of held.entries()) {
    if (h.text === undefined) continue;
    const language = h.language ?? (/[֐-׿]/.test(h.text) ? 'he' : /[฀-๿]/.test(h.text) ? 'th' : /[一-鿿]/.test(h.text) ? 'zh' : 'en') as never;
    const compiled = await loadLexicon(language);
    const ctx = busyContext(compiled);
    const kind = classifier.findKind(h.before);
    const t = kind?.templates[language as 'en']?.[i % (kind.templates[language as 'en']?.length ?? 1)];
    if (!t) continue;
    const first = filledWording(t, language, i, { people: ctx.names.people.map((p) => p.name), products: ctx.names.products.map((p) => p.name) });
    const read = readCurated(first, compiled);
    if (!read || readingName(read.understood) !== h.before) continue;
    const previous = beforeOf(read.understood, language);
    const farm = { names: ctx.names, today: ctx.calendar.today, thresholds: { weekStartsOn: 1 } as never };
    const show = (c: any) => { const u = understandOnFarm(h.text, farm, { lexicons: [compiled], budget: createWorkBudget(), licences, classifier: c, previous }).understanding; return u.kind === 'question' || u.kind === 'records' ? readingName(u) : u.kind === 'unclear' ? (u.suggested ? '?' + readingName(u.suggested) : '-') : u.kind; };
    const gold = h.name === 'none' ? 'none' : h.name === '=' ? h.before : h.name.startsWith('=') ? subjectOf(h.before) + h.name.slice(1) : h.name;
    rows.push({ language, first, text: h.text, gold, old: show(never), now: show(classifier) });
  }
  writeFileSync('/tmp/turn-rows.json', JSON.stringify(rows));
}, 900_000);
