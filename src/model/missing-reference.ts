import type { Issue } from './errors.ts';
import type { ReferenceField } from './fields.ts';
import { quote } from './quote.ts';
import { getResource } from './registry.ts';

/** The rest of the sentence that refuses an id, alike for a row that is foreign and one that is not. */
export function missingReferenceMessage(field: ReferenceField, id: unknown): string {
  const { singular } = getResource(field.to);
  const article = /^[aeio]/.test(singular) ? 'an' : 'a';
  return `${quote(id)} is not ${article} ${singular} the key may see`;
}

/** The issue of an id that names no row of its resource that the key may see. */
export function missingReference(path: string, field: ReferenceField, id: unknown): Issue {
  return {
    path,
    code: 'not_found',
    message: `${path} ${missingReferenceMessage(field, id)}.`,
  };
}
