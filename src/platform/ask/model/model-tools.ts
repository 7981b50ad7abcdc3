import type { ToolDescription } from './chat-model.ts';
import { getContextTool } from './get-context-tool.ts';
import { listRecordsTool } from './list-records-tool.ts';
import type { ModelTool } from './model-tool.ts';
import { proposeActionTool } from './propose-action-tool.ts';
import { readMeasureTool } from './read-measure-tool.ts';

/** All that a model may do. */
export const modelTools: readonly ModelTool[] = [
  readMeasureTool,
  listRecordsTool,
  getContextTool,
  proposeActionTool,
];

/** The tools as a model is told of them. */
export const toolDescriptions: readonly ToolDescription[] = modelTools.map(
  ({ name, description, parameters }) => ({ name, description, parameters }),
);
