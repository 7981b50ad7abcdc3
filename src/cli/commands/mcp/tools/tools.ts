import { object } from '../../../../model/json-schema/json-schema.ts';
import type { Values } from '../../../output/output.ts';
import type { Tool } from '../tool.ts';
import { partInput, sizeInput } from '../tool-input.ts';
import { actionTools } from './action-tools.ts';
import { measureTools } from './measure-tools.ts';
import { readTools } from './read-tools.ts';
import { recordTools } from './record-tools.ts';
import { replyTools } from './reply-tools.ts';

/** Every tool, in the order in which assistants are told of them. */
export const tools: readonly Tool[] = [
  ...readTools,
  ...measureTools,
  ...recordTools,
  ...actionTools,
  ...replyTools,
].map(withSize);

/** A tool whose answer may be limited in size, and read in parts where it only reads. */
function withSize(tool: Tool): Tool {
  const added = { ...sizeInput, ...(tool.fitting === 'parts' ? partInput : {}) };
  const properties = {
    ...(tool.input['properties'] as Values),
    ...(object(added)['properties'] as Values),
  };
  return { ...tool, input: { ...tool.input, properties } };
}
