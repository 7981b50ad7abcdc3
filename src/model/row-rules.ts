import type { Issue } from './errors.ts';
import { quote } from './quote.ts';
import type { ResourceName } from './registry.ts';
import type { ResourceDefinition } from './resource.ts';

type Row = Readonly<Record<string, unknown>>;

/** Looks at several fields of one row; a rule is silent while one of them is missing. */
type RowRule = (row: Row) => Issue | undefined;

interface Range {
  readonly min: number;
  readonly max: number;
}

const rowRules: { readonly [Name in ResourceName]?: readonly RowRule[] } = {
  'daily-logs': [atMost('eggsBroken', 'eggs'), atMost('tempMin', 'tempMax')],
  sales: [atMost('condemnedCount', 'birdsCount'), atMost('condemnedKg', 'totalWeightKg')],
  'vision-events': [
    valueWithin({ kind: 'weight', units: ['gr', null], min: 20, max: 35_000 }),
    valueWithin({ kind: 'behavior', units: ['activity'], min: 0, max: 1 }),
  ],
  'controller-commands': [
    paramWithin({ command: 'set_temp', param: 'c', min: 10, max: 38 }),
    paramWithin({ command: 'set_humidity', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_ventilation', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_min_ventilation', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_light', param: 'pct', min: 0, max: 100 }),
    paramWithin({ command: 'set_light', param: 'hours', min: 0, max: 24 }),
  ],
};

/** The contradictions within a row of valid values, taken as it stands after the write. */
export function checkRow(definition: ResourceDefinition, row: Row): Issue[] {
  const rules = rowRules[definition.name as ResourceName] ?? [];
  return rules.map((check) => check(row)).filter((issue) => issue !== undefined);
}

function atMost(part: string, whole: string): RowRule {
  return (row) => {
    const [small, large] = [row[part], row[whole]];
    if (typeof small !== 'number' || typeof large !== 'number' || small <= large) return undefined;
    return {
      path: part,
      code: 'inconsistent',
      message: `${part} must not be more than ${whole} (${small} is more than ${large}).`,
    };
  };
}

function valueWithin(
  range: Range & { readonly kind: string; readonly units: readonly unknown[] },
): RowRule {
  return ({ kind, unit = null, value }) => {
    if (kind !== range.kind || !range.units.includes(unit)) return undefined;
    if (value === undefined || value === null) return undefined;
    return outside('value', value, range);
  };
}

function paramWithin(range: Range & { readonly command: string; readonly param: string }): RowRule {
  return ({ command, params }) => {
    if (command !== range.command || typeof params !== 'object' || params === null)
      return undefined;
    const value: unknown = Object.getOwnPropertyDescriptor(params, range.param)?.value;
    return value === undefined ? undefined : outside(`params.${range.param}`, value, range);
  };
}

function outside(path: string, value: unknown, { min, max }: Range): Issue | undefined {
  const message = `${path} must be a number from ${min} to ${max} (got ${quote(value)}).`;
  if (typeof value !== 'number') return { path, code: 'wrong_type', message };
  if (value < min) return { path, code: 'too_small', message };
  return value > max ? { path, code: 'too_large', message } : undefined;
}
