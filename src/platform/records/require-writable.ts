import { FarmError } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';

/** Throws `method_not_allowed` for a resource that the service alone writes. */
export function requireWritable(definition: ResourceDefinition): void {
  if (!definition.readOnly) return;
  throw new FarmError('method_not_allowed', {
    code: 'read_only',
    message: `${definition.name} is read-only; the service writes it.`,
    headers: { allow: 'GET, HEAD' },
  });
}
