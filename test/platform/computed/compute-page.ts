import { getResource, type ResourceName } from '../../../src/model/resources/registry.ts';
import { computeFields } from '../../../src/platform/computed/compute-fields.ts';
import type { Connection } from '../../../src/storage/core/database.ts';
import type { Scope } from '../../../src/storage/core/scope.ts';
import { parseInstant } from '../../../src/tools/calendar.ts';
import { aRow } from '../../support/a-row.ts';

/** Half an hour after midnight of 2 November in Israel; in UTC it is still the day before. */
const NOW = '2026-11-01T22:30:00.000Z';

const ALL: Scope = { orgId: 'org_1', farmIds: 'all' };

/** The computed fields of rows with these values, at `NOW` on farms in Israel by default. */
export function computePage(
  connection: Connection,
  resource: ResourceName,
  rows: readonly Readonly<Record<string, unknown>>[],
  options: { readonly scope?: Scope; readonly zone?: string; readonly now?: string } = {},
): Promise<Record<string, unknown>[]> {
  const { scope = ALL, zone = 'Asia/Jerusalem', now = NOW } = options;
  const stored = rows.map((values) => aRow(resource, values));
  return computeFields(connection, getResource(resource), stored, {
    scope,
    now: parseInstant(now) ?? 0,
    zoneOf: () => zone,
  });
}
