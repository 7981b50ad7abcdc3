import { expectTypeOf, test } from 'vitest';
import type { Create, ResourceName, Row, Update } from '../../src/model/resources/registry.ts';

type FlockStatus = 'planned' | 'active' | 'selling' | 'closed' | 'cancelled';

test('a row has its required fields and null for absent ones', () => {
  type Flock = Row<'flocks'>;
  expectTypeOf<Flock['id']>().toEqualTypeOf<string>();
  expectTypeOf<Flock['version']>().toEqualTypeOf<number>();
  expectTypeOf<Flock['farmId']>().toEqualTypeOf<string | null>();
  expectTypeOf<Flock['barnId']>().toEqualTypeOf<string>();
  expectTypeOf<Flock['placementDate']>().toEqualTypeOf<string>();
  expectTypeOf<Flock['breed']>().toEqualTypeOf<string | null>();
  expectTypeOf<Flock['chicksReceived']>().toEqualTypeOf<number | null>();
  expectTypeOf<Flock['status']>().toEqualTypeOf<FlockStatus | null>();
  expectTypeOf<Flock['live']>().toEqualTypeOf<number | null>();
  expectTypeOf<Flock['sealed']>().toEqualTypeOf<boolean | null>();
});

test('an open vocabulary is any text, a list is a list of texts, JSON is unknown', () => {
  expectTypeOf<Row<'farms'>['vertical']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<'media'>['tags']>().toEqualTypeOf<readonly string[] | null>();
  expectTypeOf<Row<'vision-events'>['meta']>().toEqualTypeOf<unknown>();
  expectTypeOf<Row<'vision-events'>['kind']>().toEqualTypeOf<
    'count' | 'weight' | 'mortality' | 'behavior'
  >();
});

test('a body for POST requires the required fields', () => {
  type NewFlock = Create<'flocks'>;
  expectTypeOf<{ barnId: string; placementDate: string }>().toExtend<NewFlock>();
  expectTypeOf<{ barnId: string }>().not.toExtend<NewFlock>();
  expectTypeOf<NewFlock['barnId']>().toEqualTypeOf<string>();
  expectTypeOf<NewFlock['status']>().toEqualTypeOf<FlockStatus | null | undefined>();
  expectTypeOf<NewFlock>().not.toHaveProperty('live');
  expectTypeOf<NewFlock>().not.toHaveProperty('closedAt');
  expectTypeOf<Record<never, never>>().toExtend<Create<'users'>>();
});

test('a body for PATCH requires nothing and accepts no field set by the service', () => {
  type FlockUpdate = Update<'flocks'>;
  expectTypeOf<Record<never, never>>().toExtend<FlockUpdate>();
  expectTypeOf<FlockUpdate['breed']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<FlockUpdate>().not.toHaveProperty('sealed');
  // @ts-expect-error [ts2322] -- the status has no such word
  const wrong: FlockUpdate = { status: 'sleeping' };
  expectTypeOf(wrong).toEqualTypeOf<FlockUpdate>();
});

test('a read-only resource has no writable fields', () => {
  expectTypeOf<keyof Update<'agent-runs'>>().toEqualTypeOf<never>();
});

test('the names are a union of 32 literals', () => {
  expectTypeOf<'daily-logs'>().toExtend<ResourceName>();
  expectTypeOf<string>().not.toExtend<ResourceName>();
});

type FieldsWithoutValues = {
  [N in ResourceName]: {
    [K in keyof Row<N> & string]: [NonNullable<Row<N>[K]>] extends [never] ? `${N}.${K}` : never;
  }[keyof Row<N> & string];
}[ResourceName];

test('every field of every resource can have a value', () => {
  expectTypeOf<FieldsWithoutValues>().toEqualTypeOf<never>();
  expectTypeOf<Row<'expenses'>['amount']>().toEqualTypeOf<number>();
});
