import type { ResourceDefinition } from '../../model/resource.ts';
import type { Query } from '../requests/query.ts';

/** What an operation of a batch is about. */
export type BatchTarget =
  | { readonly kind: 'create'; readonly definition: ResourceDefinition }
  | {
      readonly kind: 'update' | 'delete';
      readonly definition: ResourceDefinition;
      /** An id, or a reference to that of an earlier operation. */
      readonly id: string;
    }
  | { readonly kind: 'action' }
  | { readonly kind: 'undo' };

/** One operation of a batch, as it was sent. */
export interface BatchOperation {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly target: BatchTarget;
  /** The route's template, for the audit log. */
  readonly route: string;
  readonly query: Query;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** What later operations call it, besides its number. */
  readonly name: string | undefined;
}
