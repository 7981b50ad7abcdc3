import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLexicon, loadLicences } from '../../src/ask/lexicon/compile-lexicon.ts';
import { isLicensed } from '../../src/ask/licence.ts';
import { languages } from '../../src/model/core/message.ts';
import { curatedQuestions, readCurated } from '../support/curated-questions.ts';
import {
  curatedLicences,
  evaluatedLicences,
  writtenLicences,
} from '../support/granted-licences.ts';
import { misreadQuestions } from '../support/misread-questions.ts';
import { en } from './evaluation/sets/en.ts';
import { es } from './evaluation/sets/es.ts';
import { he } from './evaluation/sets/he.ts';
import { th } from './evaluation/sets/th.ts';
import { zh } from './evaluation/sets/zh.ts';

const FILE = 'src/ask/lexicons/licences.json';
/** All questions of the sets are read. */
const UPDATE_MILLIS = 1_800_000;
const sets = { en, es, he, th, zh };

// FARMCTL_UPDATE_LICENCES=1 npx vitest run test/ask/licences.test.ts
test.skipIf(process.env['FARMCTL_UPDATE_LICENCES'] !== '1')(
  'licences are rewritten',
  async () => {
    const granted = new Set<string>();
    for (const language of languages) {
      const compiled = await loadLexicon(language);
      const all = [...curatedLicences(compiled), ...evaluatedLicences(sets[language], compiled)];
      for (const licence of all) granted.add(licence);
    }
    writeFileSync(FILE, writtenLicences(granted));
  },
  UPDATE_MILLIS,
);

describe.each(languages)('questions in %s', (language) => {
  test('of the curated sets are licensed', async () => {
    const compiled = await loadLexicon(language);
    const licences = await loadLicences();
    const suggested = curatedQuestions(compiled).filter((question) => {
      const read = readCurated(question, compiled);
      return read && !isLicensed(read.understood, read.reading, licences);
    });
    expect(suggested).toEqual([]);
  });

  test('that were once misread are not licensed', async () => {
    const compiled = await loadLexicon(language);
    const licences = await loadLicences();
    const answered = misreadQuestions[language].filter((question) => {
      const read = readCurated(question, compiled);
      return read && isLicensed(read.understood, read.reading, licences);
    });
    expect(answered).toEqual([]);
  });
});
