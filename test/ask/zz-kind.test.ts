import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { isLicensed, loadLicences } from '../../src/ask/licence.ts';
import { loadClassifier } from '../../src/ask/classifier/classifier.ts';
import { questionFeatures } from '../../src/ask/classifier/question-features.ts';
import { readingName } from '../../src/ask/classifier/reading-name.ts';
import { understandByKind } from '../../src/ask/classifier/understand-by-kind.ts';
import { readSentence } from '../../src/ask/grammar/read-sentence.ts';
import { understandSentence } from '../../src/ask/understand.ts';
import { splitQuestion } from '../../src/ask/question-words.ts';
import { languages } from '../../src/model/core/message.ts';
import { withoutFarmName } from '../../src/platform/ask/named-farm.ts';
import { isKnownPhrase } from '../../src/ask/names/name-trie.ts';
const SET = process.env['SET'] ?? '/work/wt/exam11';
test.each(languages)('%s', async (language) => {
  const compiled = await loadLexicon(language);
  const licences = await loadLicences();
  const classifier = await loadClassifier();
  const names = JSON.parse(readFileSync(`/tmp/names-${language}.json`, 'utf8'));
  const out = readFileSync(`${SET}/items-${language}.jsonl`, 'utf8').trim().split('\n').flatMap((line) => {
    const item = JSON.parse(line);
    const farm = /^\[farm: ([^\]]+)\]/.exec(item.expect)?.[1] ?? '';
    const own = names[farm] ?? Object.values(names)[0];
    const context = { compiled, names: own, calendar: { today: '2026-11-20', weekStartsOn: 0, direction: 'past' } } as never;
    return [item.first, item.text].filter(Boolean).map((q, i) => {
      const id = own.farms.find((f: any) => f.name === farm)?.id ?? '';
      const question = withoutFarmName(q, { id, names: own }, (p) => isKnownPhrase(compiled, p))?.question ?? q;
      const sentence = readSentence(question, context);
      const u = understandSentence(sentence, context);
      const licensed = (u.kind === 'question' || u.kind === 'records') && isLicensed(u, { sentence, context }, licences);
      const words = splitQuestion(sentence, context, true);
      const kinds = classifier.classify(questionFeatures(words, language), 3);
      const t0 = performance.now();
      const by = understandByKind(sentence, context, { classifier, licences });
      const ms = performance.now() - t0;
      const show = (a: any) => a ? `${readingName(a)} ${JSON.stringify(a.kind === 'question' ? [a.question.scope, a.question.period ?? ''] : [a.form.scope.barns, a.form.scope.flocks, a.form.period ?? ''])}` : '-';
      return [`${item.id}${item.first && i === 0 ? '-first' : ''} ${item.kind} | ${q} | ${item.expect.replace(/\[.*?\] /, '').slice(0, 110)}`,
        `     ENG ${u.kind}${licensed ? ' LIC' : ''} ${u.kind === 'question' || u.kind === 'records' ? show(u) : u.kind === 'unclear' ? u.reason.text : u.type}`,
        `     KIND ${kinds.map((k) => `${k.kind?.name ?? 'none'} ${k.probability.toFixed(2)}`).join(' ; ')}`,
        `     BY ${by ? `${by.hasForeignMeaning ? 'FOREIGN ' : ''}${show(by.understood)}` : '-'} ${ms.toFixed(1)}ms`].join('\n');
    });
  });
  writeFileSync(`/tmp/kind-${language}.txt`, out.join('\n') + '\n');
}, 900_000);
