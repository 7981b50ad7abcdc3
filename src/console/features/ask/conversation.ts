import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '../../api/answers.ts';

export type Answer = AnswerOf<'POST /ask'>;
export type Fact = Answer['facts'][number];
export type Choice = NonNullable<Answer['clarify']>[number];
export type Undo = AnswerOf<'POST /actions'>['undo'];

/** A question with its answer, and the state of its proposed action. */
export interface Turn {
  /** The key of the request, shared by all attempts. */
  readonly id: string;
  readonly question: string;
  readonly answer: Answer;
  /** Time of the answer, in milliseconds. */
  readonly at: number;
  /** Set after the action ran: the descriptor that undoes it. */
  readonly undo?: Undo;
  readonly isUndone?: boolean;
}

const PLACE = 'farmctl.conversation ';
const MAX_TURNS = 30;

/**
 * The conversation about a farm, which survives other screens and a reload, but not the session.
 */
export function useConversation(farmId: string) {
  const [turns, setTurns] = useState<readonly Turn[]>(() => read(farmId));
  useEffect(() => write(farmId, turns), [farmId, turns]);
  const add = useCallback(
    (turn: Turn) => setTurns((before) => [...before, turn].slice(-MAX_TURNS)),
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
    // Without storage it is kept while the screen is open.
  }
}

/**
 * The question that selects one of the choices of an answer: its label if that is a question, or
 * else the previous question with the name added; with the id if several choices have that name.
 */
export function nextQuestion(question: string, choice: Choice, choices: readonly Choice[]): string {
  if (choice.kind === 'question') return choice.label;
  const isUnique = choices.filter(({ label }) => label === choice.label).length === 1;
  return `${question} ${isUnique ? choice.label : choice.id}`;
}
