import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '../../api/answers.ts';

export type Answer = AnswerOf<'POST /ask'>;
export type Fact = Answer['facts'][number];
export type Choice = NonNullable<Answer['clarify']>[number];
export type Undo = AnswerOf<'POST /actions'>['undo'];

/** A question with its answer, and what became of the action that it proposed. */
export interface Turn {
  /** The key of the request, the same for every attempt. */
  readonly id: string;
  readonly question: string;
  readonly answer: Answer;
  /** When it was answered, in milliseconds. */
  readonly at: number;
  /** The action ran; its descriptor undoes it. */
  readonly undo?: Undo;
  readonly isUndone?: boolean;
}

const PLACE = 'farmctl.conversation ';
const MOST_TURNS = 30;

/** The conversation about a farm; it outlives other screens and a reload, not the session. */
export function useConversation(farmId: string) {
  const [turns, setTurns] = useState<readonly Turn[]>(() => read(farmId));
  useEffect(() => write(farmId, turns), [farmId, turns]);
  const add = useCallback(
    (turn: Turn) => setTurns((before) => [...before, turn].slice(-MOST_TURNS)),
    [],
  );
  const change = useCallback(
    (id: string, changes: Partial<Turn>) =>
      setTurns((before) => before.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn))),
    [],
  );
  return { turns, add, change, clear: () => setTurns([]) };
}

function read(farmId: string): readonly Turn[] {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE + farmId) ?? '[]') as readonly Turn[];
  } catch {
    return [];
  }
}

function write(farmId: string, turns: readonly Turn[]): void {
  try {
    sessionStorage.setItem(PLACE + farmId, JSON.stringify(turns));
  } catch {
    // Without storage it is remembered as long as the screen is open.
  }
}

/**
 * The question that chooses one of the choices of an answer: the question that it is, else the same
 * question with the name added; with the id where several have that name.
 */
export function nextQuestion(question: string, choice: Choice, choices: readonly Choice[]): string {
  if (choice.kind === 'question') return choice.label;
  const isUnique = choices.filter(({ label }) => label === choice.label).length === 1;
  return `${question} ${isUnique ? choice.label : choice.id}`;
}
