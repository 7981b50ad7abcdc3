import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type PreviousQuestion, withDayBefore } from '../../src/ask/conversation-memory.ts';
import { understandFollowUp } from '../../src/ask/follow-up.ts';
import { followUpLicences, readTurn } from '../../src/ask/follow-up-turns.ts';
import type { CompiledLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { type Answerable, licencesNeeded } from '../../src/ask/licence.ts';
import type { Language } from '../../src/model/core/message.ts';
import { busyContext, curatedQuestions, readCurated } from './curated-questions.ts';

/** A question and a follow-up, with the expected form. */
export type Dialogue = Readonly<Partial<Record<Language, readonly [string, string]>>> & {
  readonly form: string;
};

export function readDialogues(): readonly Dialogue[] {
  return parse(readFileSync('test/ask/follow-ups.yaml', 'utf8')) as readonly Dialogue[];
}

/** The state after an answered question, for its follow-up. */
export function beforeOf(understood: Answerable, language: Language): PreviousQuestion {
  const where = { farmId: 'farm_1', language };
  return understood.kind === 'question'
    ? { intent: understood.intent, question: understood.question, ...where }
    : { view: understood.view, form: understood.form, ...where };
}

/** The licences granted by the curated questions and dialogues of a language. */
export function curatedLicences(compiled: CompiledLexicon): readonly string[] {
  const questions = curatedQuestions(compiled).flatMap((question) => {
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
      const text = withDayBefore(then, context, before);
      const next = understandFollowUp(text, context, before);
      return next?.kind === 'question' || next?.kind === 'records'
        ? followUpLicences(next, readTurn(text, context), before)
        : [];
    });
  return [...questions, ...followed];
}

interface EvaluatedSet {
  readonly intents: readonly { readonly intent: string; readonly questions: readonly string[] }[];
}

/**
 * The licences granted by the correctly read questions of a large set; they grant no loose phrase.
 */
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

/** Licences in the format of the file: grouped by the part before the colon, sorted. */
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
