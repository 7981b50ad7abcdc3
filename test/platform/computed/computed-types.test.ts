import { expectTypeOf, test } from 'vitest';
import type { ComputedOf, StoredOf } from '../../../src/model/resources/registry.ts';

test('the computed fields of a resource have the types of the model', () => {
  expectTypeOf<ComputedOf<'tasks'>>().toEqualTypeOf<{
    readonly overdue: boolean | null;
    readonly nextDueDate: string | null;
  }>();
  expectTypeOf<ComputedOf<'expenses'>>().toEqualTypeOf<{
    readonly countedAs: 'direct' | 'shared' | 'duplicate' | null;
  }>();
  expectTypeOf<keyof ComputedOf<'contacts'>>().toEqualTypeOf<never>();
});

test('the input of a computation lacks the computed fields', () => {
  expectTypeOf<StoredOf<'tasks'>>().toHaveProperty('dueDate');
  expectTypeOf<StoredOf<'tasks'>>().not.toHaveProperty('overdue');
});
