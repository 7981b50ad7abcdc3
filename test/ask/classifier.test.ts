import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { loadLicences } from '../../src/ask/licence.ts';
import { readingName } from '../../src/ask/classifier/reading-name.ts';
import { languages } from '../../src/model/core/message.ts';
import { frequentKinds, type KnownQuestion, knownQuestions, knownTurns, readWordings, trainedFile } from '../support/classifier-questions.ts';
import { readCurated } from '../support/curated-questions.ts';
import { en } from './evaluation/sets/en.ts';
import { es } from './evaluation/sets/es.ts';
import { he } from './evaluation/sets/he.ts';
import { th } from './evaluation/sets/th.ts';
import { zh } from './evaluation/sets/zh.ts';

const FILE = 'src/ask/lexicons/classifier.json';
const UPDATE_MILLIS = 1_800_000;
const sets = { en, es, he, th, zh };

// FARMCTL_UPDATE_CLASSIFIER=1 npx vitest run test/ask/classifier.test.ts
test.skipIf(process.env['FARMCTL_UPDATE_CLASSIFIER'] !== '1')(
  'the classifier is trained',
  async () => {
    const licences = await loadLicences();
    const english = await loadLexicon('en');
    const headings = new Set(languages.flatMap((one) => readWordings(one).map(([heading]) => heading)));
    const kinds = new Map(
      [...headings].flatMap((heading) => {
        const read = readCurated(heading, english);
        return read ? [[heading, readingName(read.understood)] as const] : [];
      }),
    );
    const all: KnownQuestion[] = [];
    const turns: ReturnType<typeof knownTurns>[number][] = [];
    for (const language of languages) {
      const compiled = await loadLexicon(language);
      const known = knownQuestions(sets[language], compiled, { licences, kinds });
      all.push(...known);
      turns.push(...knownTurns(compiled, known, kinds));
    }
    const frequent = frequentKinds(all);
    const questions = all.filter(({ name }) => frequent.has(name));
    const isHeld = (index: number) => process.env['HOLD'] === '1' && questions[index]!.isWording && index % 5 === 0;
    const trained = questions.filter((_, index) => !isHeld(index));
    console.log(all.length, questions.length, frequent.size);
    writeFileSync(FILE, JSON.stringify(trainedFile(trained, turns.filter((_, i) => !(process.env['HOLD'] && i % 5 === 0)))));
    if (process.env['HOLD']) writeFileSync('/tmp/held-turns.json', JSON.stringify(turns.filter((_, i) => i % 5 === 0).map(({ features: _f, ...o }) => ({ ...o, features: [..._f] }))));
    if (process.env['HOLD']) writeFileSync('/tmp/held.json', JSON.stringify(questions.filter((_, i) => isHeld(i)).map(({ language, text, name, features }) => ({ language, text, name, features: [...features] }))));
  },
  UPDATE_MILLIS,
);
