import sql, { join, raw, type Sql } from 'sql-template-tag';
import { getResource, type StoredOf } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import { rowProjection } from '../records/row-projection.ts';
import { scopePredicate } from '../records/scope.ts';
import { selectObjects } from '../records/select-objects.ts';
import type { FarmMoment } from './farm-moment.ts';
import { type RowPart, type RowPartName, rowParts } from './row-parts.ts';

/** A row of a part, with the fields that are read of it. */
type PartRow<P extends RowPartName> = (typeof rowParts)[P] extends {
  readonly fields: readonly (infer F)[];
}
  ? Pick<PartRecord<P>, Extract<F, keyof PartRecord<P>>>
  : PartRecord<P>;

type PartRecord<P extends RowPartName> = StoredOf<(typeof rowParts)[P]['resource']>;

/** The rows of a part of the snapshot of a farm, in its order. */
export function listPartRows<P extends RowPartName>(
  connection: Connection,
  name: P,
  moment: FarmMoment,
): Promise<PartRow<P>[]> {
  const part: RowPart = rowParts[name];
  const definition = getResource(part.resource);
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(definition, connection.dialect, part.fields)} as json
      from ${source(part, definition, moment)}
      where ${where(part, definition, moment)}
      order by ${raw(part.order)}${part.limit === undefined ? sql`` : sql` limit ${part.limit}`}`,
  );
}

function source({ found }: RowPart, definition: ResourceDefinition, moment: FarmMoment): Sql {
  const table = raw(tableName(definition.name));
  if (!found) return sql`${table} record`;
  // A cross join keeps SQLite at this order: what is found first, then each row by its primary key.
  return sql`(${join(found(moment), ' union ')}) found cross join ${table} record`;
}

function where(part: RowPart, definition: ResourceDefinition, moment: FarmMoment): Sql {
  const conditions = [scopePredicate(definition, moment.scope)];
  if (part.found) conditions.unshift(sql`record.id = found.id`);
  if (part.where) conditions.push(part.where(moment));
  return join(conditions, ' and ');
}
