import { boolean, prose, reference, word } from '../../model/fields.ts';
import { type Language, languages } from '../../model/languages.ts';
import { limits } from '../../model/limits.ts';
import type { NamedField } from '../../model/resource-fields.ts';
import { parseFields } from '../../model/validation.ts';
import { closed } from '../../model/vocabulary.ts';

/** What is sent to `POST /ask`. */
export interface AskedQuestion {
  readonly farmId: string | undefined;
  readonly question: string;
  readonly lang: Language | undefined;
  readonly execute: boolean;
  readonly conversationId: string | undefined;
}

const FIELDS: readonly NamedField[] = [
  ['farmId', reference('farms')],
  ['question', prose(limits.questionLength, { required: true })],
  ['lang', word(closed(languages))],
  ['execute', boolean({ default: false })],
  ['conversationId', reference('conversations')],
];

/** Reads the body of a question. Throws all its issues at once. */
export function readQuestion(body: unknown): AskedQuestion {
  const values = parseFields(FIELDS, body, { zone: 'UTC' });
  return {
    farmId: values['farmId'] as string | undefined,
    question: values['question'] as string,
    lang: values['lang'] as Language | undefined,
    execute: values['execute'] === true,
    conversationId: (values['conversationId'] as string | null | undefined) ?? undefined,
  };
}
