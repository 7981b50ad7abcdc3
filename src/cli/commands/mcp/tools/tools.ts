import type { Tool } from '../tool.ts';
import { actionTools } from './action-tools.ts';
import { measureTools } from './measure-tools.ts';
import { readTools } from './read-tools.ts';
import { recordTools } from './record-tools.ts';

/** Every tool, in the order in which assistants are told of them. */
export const tools: readonly Tool[] = [
  ...readTools,
  ...measureTools,
  ...recordTools,
  ...actionTools,
];
