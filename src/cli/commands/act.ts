import type { Command, Option } from 'commander';
import { actionFields } from '../../model/action-fields.ts';
import {
  type ActionDefinition,
  type ActionType,
  actions,
  actionTypes,
} from '../../model/actions.ts';
import type { Field } from '../../model/fields.ts';
import { completedOption } from '../completed-option.ts';
import type { CommandContext } from '../context.ts';
import { addBodyFlags, fieldOption } from '../field-flags.ts';
import { actExamples } from './act/act-examples.ts';
import { runAct } from './act/run-act.ts';

/** Adds `act`: a command for each action, with a flag for each of its fields. */
export function addAct(parent: Command, context: CommandContext): void {
  const act = parent
    .command('act')
    .description('Do one thing on the farm, in a way that can be undone')
    .addHelpText('after', EXAMPLES);
  for (const type of actionTypes) addType(act, context, type);
}

const EXAMPLES = `
Examples:
  $ farmctl act create_task --title 'Call the vet about barn 1' --priority high
  $ farmctl act log_daily --barn-id 'Barn 1' --mortality 12 && farmctl undo last`;

function addType(act: Command, context: CommandContext, type: ActionType): void {
  const { summary }: ActionDefinition = actions[type];
  const command = act.command(type).description(summary);
  // Typed as a flag would be.
  const kebab = type.replaceAll('_', '-');
  if (kebab !== type) command.alias(kebab);
  const fields = actionFields(actions[type]);
  for (const [name, field] of fields) command.addOption(optionOf(name, field));
  addBodyFlags(command, fields);
  command.addHelpText('after', actExamples(type)).action(() => runAct(context, type, command));
}

/** Words that are all there are can be completed, and the help lists them. */
function optionOf(name: string, field: Field): Option {
  const option = fieldOption(name, field);
  if (field.type !== 'word' || field.vocabulary.open) return option;
  return completedOption(option.flags, field.note ?? '', field.vocabulary.words).helpGroup(
    'Fields:',
  );
}
