import type { ActionDefinition, ActionField } from './actions.ts';
import type { Field } from './fields.ts';
import { resources } from './registry.ts';
import type { NamedField } from './resource-fields.ts';

/** The fields of an action's body besides `farmId` and `type`, as fields of the model. */
export function actionFields(action: ActionDefinition): readonly NamedField[] {
  return Object.entries(action.fields).map(([name, field]) => [name, resolveField(name, field)]);
}

function resolveField(name: string, declared: ActionField): Field {
  const { required, note, defaultFrom } = declared;
  // Whether it is required, and its default, are the action's to say.
  const { required: _required, ...field } = sourceOf(name, declared);
  return {
    ...field,
    ...(required ? { required } : {}),
    ...(note === undefined ? {} : { note }),
    ...(defaultFrom === undefined ? {} : { defaultFrom }),
  };
}

function sourceOf(name: string, declared: ActionField): Field {
  if ('field' in declared) return declared.field;
  const [resource, field] = declared.to;
  const fields: Readonly<Record<string, Field>> = resources[resource].fields;
  const found = fields[field];
  if (!found) throw new Error(`The action field ${name} is written into ${resource}.${field}.`);
  return found;
}
