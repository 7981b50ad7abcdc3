import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { isLicensed, loadLicences } from '../../src/ask/licence.ts';
import { readSentence } from '../../src/ask/grammar/read-sentence.ts';
import { understandSentence } from '../../src/ask/understand.ts';
import { splitQuestion } from '../../src/ask/question-words.ts';
import { languages } from '../../src/model/core/message.ts';
const SET = process.env.SET ?? '/work/wt/exam11';
test.each(languages)('%s', async (language) => {
  const compiled = await loadLexicon(language);
  const licences = await loadLicences();
  const names = JSON.parse(readFileSync(`/tmp/names-${language}.json`, 'utf8'));
  const out = readFileSync(`${SET}/items-${language}.jsonl`, 'utf8').trim().split('\n').flatMap((line) => {
    const item = JSON.parse(line);
    const farm = /^\[farm: ([^\]]+)\]/.exec(item.expect)?.[1] ?? '';
    const context = { compiled, names: names[farm] ?? Object.values(names)[0], calendar: { today: '2026-11-20', weekStartsOn: 0, direction: 'past' } } as never;
    return [item.first, item.text].filter(Boolean).map((question, i) => {
      const sentence = readSentence(question, context);
      const u = understandSentence(sentence, context);
      const licensed = (u.kind === 'question' || u.kind === 'records') && isLicensed(u, { sentence, context }, licences);
      const words = splitQuestion(sentence, context, true).map((w) => [w.text, w.meanings.join('+')]);
      return JSON.stringify({ id: item.id + (item.first && i === 0 ? '-first' : ''), kind: item.kind, question, expect: item.expect, licensed, u: u.kind === 'question' || u.kind === 'records' ? u : null, words });
    });
  });
  writeFileSync(`/tmp/exam-${SET.split('/').at(-1)}-${language}.jsonl`, out.join('\n') + '\n');
}, 900_000);
