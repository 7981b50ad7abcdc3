import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadClassifier, readingName } from '../../src/ask/classifier/classifier.ts';
import { readKind } from '../../src/ask/classifier/understand-by-kind.ts';
import { loadLexicon, loadLicences } from '../../src/ask/lexicon/compile-lexicon.ts';

import { languages } from '../../src/model/core/message.ts';
import {
  exampleSlots,
  frequentKinds,
  type KnownQuestion,
  type KnownTurn,
  knownQuestions,
  knownTurns,
  readHeadings,
  trainedFile,
} from '../support/classifier-questions.ts';
import { busyContext } from '../support/curated-questions.ts';
import { en } from './evaluation/sets/en.ts';
import { es } from './evaluation/sets/es.ts';
import { he } from './evaluation/sets/he.ts';
import { th } from './evaluation/sets/th.ts';
import { zh } from './evaluation/sets/zh.ts';

const FILE = 'src/ask/lexicons/classifier.json';
/** All questions are read, and six models trained. */
const UPDATE_MILLIS = 1_800_000;
/** Some thousand known questions are read. */
const PATIENCE_MILLIS = 120_000;
const sets = { en, es, he, th, zh };

// FARMCTL_UPDATE_CLASSIFIER=1 npx vitest run test/ask/classifier.test.ts
test.skipIf(process.env['FARMCTL_UPDATE_CLASSIFIER'] !== '1')(
  'the classifier is trained',
  async () => {
    const licences = await loadLicences();
    const headings = readHeadings(await loadLexicon('en'));
    const known: KnownQuestion[] = [];
    const turns: KnownTurn[] = [];
    for (const language of languages) {
      const compiled = await loadLexicon(language);
      const questions = knownQuestions(sets[language], compiled, { licences, headings });
      known.push(...questions);
      turns.push(...knownTurns(compiled, questions, headings));
    }
    const frequent = frequentKinds(known);
    const questions = known.filter(({ name }) => frequent.has(name));
    writeFileSync(FILE, `${JSON.stringify(trainedFile(questions, turns, headings), null, 1)}\n`);
  },
  UPDATE_MILLIS,
);

describe.each(languages)('known questions in %s', (language) => {
  test(
    'are read as their kind, with the places and days of another question',
    async () => {
      const context = busyContext(await loadLexicon(language));
      const { kinds } = await loadClassifier();
      const licences = await loadLicences();
      const misread = kinds.flatMap((kind) =>
        (kind.templates[language] ?? []).flatMap((template) => {
          const only = { ...kind, templates: { [language]: [template] } };
          const slots = exampleSlots(template, language, context);
          const read = readKind(only, slots, context, licences);
          return read && readingName(read) === kind.name ? [] : [`${kind.name}: ${template}`];
        }),
      );
      expect(misread).toEqual([]);
    },
    PATIENCE_MILLIS,
  );
});
