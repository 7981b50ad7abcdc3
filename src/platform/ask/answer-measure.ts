import { renderAnswer } from '../../ask/answer/render-answer.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { MeasureDefinition } from '../../ask/measure.ts';
import { measures } from '../../ask/measures/measures.ts';
import { renderMessage, renderMessages, type Speaker } from '../../i18n/render-message.ts';
import { message } from '../../model/message.ts';
import type { Connection } from '../../storage/database.ts';
import { type Actor, scopeOf } from '../access/actor.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import type { AskAnswer } from './ask-answer.ts';
import { missingScopes } from './part-modules.ts';

type AskedMeasure = Extract<Understanding, { kind: 'question' }>;

/** Where and for whom a measure is computed. */
export interface MeasureCall {
  readonly actor: Actor;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly speaker: Speaker;
}

/** The answer of a measure, from exactly the parts of the farm that it asks for. */
export async function answerMeasure(
  connection: Connection,
  { intent, question, confidence }: AskedMeasure,
  { actor, farmId, now, speaker }: MeasureCall,
): Promise<AskAnswer> {
  const definition: MeasureDefinition = measures[intent];
  const { scope, period, aggregation, slots } = question;
  const frame = {
    lang: speaker.language,
    mode: 'deterministic',
    understood: {
      intent,
      farm: farmId,
      ...placeOf('barn', scope.barnIds),
      ...placeOf('flock', scope.flockIds),
      ...(period ? { period } : {}),
      aggregation,
      ...slots,
    },
    confidence,
  } as const;
  const scopes = missingScopes(actor, definition.parts);
  if (scopes.length > 0) {
    const text = message('ask.not_allowed', { scopes: scopes.join(', ') });
    return { ...frame, answer: renderMessage(speaker, text), facts: [], needs: scopes };
  }
  const input = { scope: scopeOf(actor), farmId, now };
  const snapshot = await loadFarmSnapshot(connection, input, definition.parts);
  const found = definition.compute(snapshot, question);
  return {
    ...frame,
    answer: renderAnswer(speaker, found),
    facts: found.facts,
    ...(found.missing?.length
      ? { missing: found.missing.map((one) => renderMessages(speaker, one)) }
      : {}),
  };
}

function placeOf(kind: 'barn' | 'flock', ids: readonly string[] | undefined) {
  if (!ids) return {};
  return ids.length === 1 ? { [kind]: ids[0] } : { [`${kind}s`]: ids };
}
