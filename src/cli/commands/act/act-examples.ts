import { type ActionDefinition, type ActionType, actions } from '../../../model/actions.ts';
import { exampleId } from '../../../model/example-id.ts';
import { flagText, renderExamples } from '../resource/examples.ts';

/** What people call the rows that stand for any in the examples of the model. */
const NAMES: Readonly<Record<string, string>> = {
  [exampleId('barn')]: 'Barn 1',
  [exampleId('flock')]: 'B1-2611',
};

/** Two ways to act, with the values of the example in the model. */
export function actExamples(type: ActionType): string {
  const { example }: ActionDefinition = actions[type];
  const flags = Object.entries(example).map(([name, value]) =>
    flagText(name, NAMES[String(value)] ?? value),
  );
  const command = `farmctl act ${type}`;
  return renderExamples([
    `${command} ${flags.join(' ')}`,
    `${command} --input ${type.replaceAll('_', '-')}.json -o json`,
  ]);
}
