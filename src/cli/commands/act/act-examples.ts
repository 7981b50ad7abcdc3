import { type ActionDefinition, type ActionType, actions } from '../../../model/actions.ts';
import { renderExamples } from '../../help-examples.ts';
import { flagText } from '../resource/examples.ts';

/** Two ways to act, with the values of the example in the model. */
export function actExamples(type: ActionType): string {
  const { example }: ActionDefinition = actions[type];
  const flags = Object.entries(example).map(([name, value]) => flagText(name, value));
  const command = `farmctl act ${type}`;
  return renderExamples([
    `${command} ${flags.join(' ')}`,
    `${command} --input ${type.replaceAll('_', '-')}.json -o json`,
  ]);
}
