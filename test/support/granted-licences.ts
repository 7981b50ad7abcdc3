import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { AskedBefore } from '../../src/ask/conversation-memory.ts';
import { understandFollowUp } from '../../src/ask/follow-up.ts';
import { licencesToGoOn, readTurn } from '../../src/ask/follow-up-turns.ts';
import type { CompiledLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { type Answered, licencesNeeded } from '../../src/ask/licence.ts';
import type { Language } from '../../src/model/core/message.ts';
import { busyContext, curatedQuestions, readCurated } from './curated-questions.ts';

/** A question and a sentence that goes on about it, with the form that it must give. */
export type Dialogue = Readonly<Partial<Record<Language, readonly [string, string]>>> & {
  readonly form: string;
};

export function readDialogues(): readonly Dialogue[] {
  return parse(readFileSync('test/ask/follow-ups.yaml', 'utf8')) as readonly Dialogue[];
}

/** What an answered question leaves for the sentence behind it. */
export function beforeOf(understood: Answered, language: Language): AskedBefore {
  const where = { farmId: 'farm_1', language };
  return understood.kind === 'question'
    ? { intent: understood.intent, question: understood.question, ...where }
    : { view: understood.view, form: understood.form, ...where };
}

/** The licences that curated questions and dialogues of a language grant. */
export function curatedLicences(compiled: CompiledLexicon): readonly string[] {
  const asked = curatedQuestions(compiled).flatMap((question) => {
    const read = readCurated(question, compiled);
    return read ? licencesNeeded(read.understood, read.reading) : [];
  });
  const context = busyContext(compiled);
  const followed = readDialogues()
    .filter(({ form }) => form !== 'asked')
    .flatMap((dialogue) => {
      const [first, then] = dialogue[compiled.lexicon.language] ?? [];
      const read = first === undefined ? undefined : readCurated(first, compiled);
      if (read === undefined || then === undefined) return [];
      const before = beforeOf(read.understood, compiled.lexicon.language);
      const next = understandFollowUp(then, context, before);
      return next?.kind === 'question' || next?.kind === 'records'
        ? licencesToGoOn(next, readTurn(then, context), before)
        : [];
    });
  return [...asked, ...followed];
}

interface EvaluatedSet {
  readonly intents: readonly { readonly intent: string; readonly questions: readonly string[] }[];
}

/** The licences that rightly read questions of a large set grant; they grant no loose phrase. */
export function evaluatedLicences(
  { intents }: EvaluatedSet,
  compiled: CompiledLexicon,
): readonly string[] {
  return intents.flatMap(({ intent, questions }) =>
    questions.flatMap((question) => {
      const read = readCurated(question, compiled);
      if (read?.understood.kind !== 'question' || read.understood.intent !== intent) return [];
      const needs = licencesNeeded(read.understood, read.reading);
      return needs.some((one) => one.includes('"')) ? [] : needs;
    }),
  );
}

/** Licences as the file keeps them: by what stands before the colon, sorted. */
export function writtenLicences(licences: Iterable<string>): string {
  const groups = new Map<string, Set<string>>();
  for (const licence of licences) {
    const [group = '', ...rest] = licence.split(': ');
    groups.set(group, (groups.get(group) ?? new Set()).add(rest.join(': ')));
  }
  const sorted = [...groups]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([group, all]) => [group, [...all].sort().join(', ')]);
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}
