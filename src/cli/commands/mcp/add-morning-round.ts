import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { string } from '../../../model/json-schema/json-schema.ts';
import { inputOf, langInput } from './tool-input.ts';

interface RoundInput {
  readonly farm?: string;
  readonly lang?: string;
}

/** Adds the prompt of the morning round: the briefing, what is missing, and proposals, nothing run. */
export function addMorningRound(server: McpServer): void {
  const argsSchema = fromJsonSchema<RoundInput>(
    inputOf({ 'farm?': string('Id or name of the farm'), ...langInput }),
  );
  server.registerPrompt(
    'morning_round',
    {
      title: 'Morning round',
      description: 'The briefing of a farm, what is missing, and what to do about it',
      argsSchema,
    },
    (input) => ({
      messages: [{ role: 'user', content: { type: 'text', text: roundText(input) } }],
    }),
  );
}

function roundText({ farm, lang }: RoundInput): string {
  const place = farm === undefined ? 'the farm' : `the farm ${JSON.stringify(farm)}`;
  const language = lang === undefined ? '' : ` Answer in the language "${lang}".`;
  return [
    `Make the morning round of ${place}.${language}`,
    '1. get_digest: say in at most eight lines what a farmer has to know now, the worst first.',
    '2. get_gaps: name what is missing, at most five, the worst first.',
    '3. For each that an action closes, ask me for the figures you do not have, then propose_action.',
    '4. Run nothing before I have agreed; then run_action, and tell me how it is undone.',
  ].join('\n');
}
