import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { AskedScope } from '../measure.ts';
import { type AskedRow, unknownRow } from './asked-row.ts';
import { barnsInScope } from './barns-in-scope.ts';

/** A row for every barn of a scope; one that says so where there is none. */
export function rowsOfBarns(
  snapshot: FarmSnapshot<'barns' | 'liveFlocks'>,
  scope: AskedScope,
  rowOf: (barn: StoredOf<'barns'>) => AskedRow,
): AskedRow[] {
  const barns = barnsInScope(snapshot, scope);
  if (barns.length > 0) return barns.map(rowOf);
  const body = { farmId: snapshot.farm.id, name: null };
  const fix = { method: 'POST', path: '/barns', body } as const;
  const said = message('missing.no_barns');
  return [unknownRow('', [{ code: 'no_barns', message: said, resource: 'barns', fix }])];
}
