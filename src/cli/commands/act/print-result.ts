import type { CommandContext } from '../../context.ts';
import type { Output, Values } from '../../output/output.ts';
import { rowOutput } from '../resource/row-output.ts';
import { findDefinition } from './describe-result.ts';

/** The formats in which programs read. */
const OF_PROGRAMS = ['json', 'jsonl', 'yaml'];

/**
 * Prints the answer of an action: whole for programs, which need what undoes it; for people, and
 * where fields were asked for, the record alone.
 */
export async function printResult(context: CommandContext, answer: Values): Promise<void> {
  const { fields, jq } = context.flags();
  const isForProgram = jq !== undefined || OF_PROGRAMS.includes((await context.format()) ?? '');
  const isWhole = isForProgram && fields === undefined;
  await context.print(
    isWhole ? { kind: 'document', data: answer } : resultOutput(answer['result']),
  );
}

function resultOutput(result: unknown): Output {
  const record = (result ?? {}) as Values;
  const definition = findDefinition(record['id']);
  const isDeleted = record['deleted'] === true;
  return definition && !isDeleted ? rowOutput(definition, record) : { kind: 'record', record };
}
