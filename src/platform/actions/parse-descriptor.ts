import { validationFailed } from '../../model/errors.ts';
import { text } from '../../model/fields.ts';
import type { NamedField } from '../../model/resource-fields.ts';
import { parseFields } from '../../model/validation.ts';

/** What reverses an action. */
export interface UndoDescriptor {
  readonly actionId: string;
  readonly type: string;
  readonly token: string;
}

const FIELDS: readonly NamedField[] = [
  ['actionId', text(80, { required: true })],
  ['type', text(40, { required: true })],
  ['token', text(200, { required: true })],
];

/** Reads a descriptor, bare or as it stood in the answer of the action; throws what it lacks. */
export function parseDescriptor(body: unknown): UndoDescriptor {
  const wrapped = isObject(body) ? Object.getOwnPropertyDescriptor(body, 'undo')?.value : undefined;
  const sent: unknown = wrapped === undefined ? body : wrapped;
  if (wrapped !== undefined && !isObject(wrapped)) {
    throw validationFailed([
      { path: 'undo', code: 'wrong_type', message: 'undo must be the descriptor of an action.' },
    ]);
  }
  // The three fields are required texts.
  return parseFields(FIELDS, sent, { zone: 'UTC' }) as unknown as UndoDescriptor;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
