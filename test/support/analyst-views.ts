import type { Field } from '../../src/model/core/fields.ts';
import { type ResourceDefinition, storedFields } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { columnName, tableName } from '../../src/storage/core/database.ts';
import { columnsOf } from '../../src/storage/core/stored-row.ts';

/** Columns that SQL computes, by view. */
const COMPUTED: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  flocks: [
    [
      'age_days',
      'coalesce(r.closed_at::date, current_date) - r.placement_date + coalesce(r.arrival_age_days, 0)',
      'Age today, or when the flock was closed; days',
    ],
    [
      'lost_birds',
      '(select coalesce(sum(coalesce(l.mortality, 0) + coalesce(l.culls, 0)), 0) from daily_logs l where l.flock_id = r.id and l.deleted_at is null)',
      'Mortality and culls of all daily logs; birds',
    ],
    [
      'sold_birds',
      '(select coalesce(sum(coalesce(s.birds_count, 0)), 0) from sales s where s.flock_id = r.id and s.deleted_at is null)',
      'Birds of all sales; birds',
    ],
  ],
  daily_logs: [
    [
      'lost_birds',
      'case when r.mortality is null and r.culls is null then null else coalesce(r.mortality, 0) + coalesce(r.culls, 0) end',
      'Mortality and culls of the day; birds',
    ],
    ['water_feed_ratio', 'r.water_l / nullif(r.feed_kg, 0)', 'Water by feed; litres per kilogram'],
  ],
  sales: [
    ['avg_weight_kg', 'r.total_weight_kg / nullif(r.birds_count, 0)', 'Live weight by birds; kg'],
  ],
};

/** Names beside ids: column of the id, table of the name, column of the name, new column. */
const NAMES = [
  ['farm_id', 'farms', 'name', 'farm_name'],
  ['barn_id', 'barns', 'name', 'barn_name'],
  ['flock_id', 'flocks', 'code', 'flock_code'],
] as const;

const HEAD = `-- Read-only views for analysts, generated from the resources of farmctl. Do not edit:
--   FARMCTL_UPDATE_DOCS=1 npx vitest run test/storage/postgres/analyst-views.test.ts
-- Run it as the owner of the database, again after every upgrade:
--   psql "$FARMCTL_DATABASE" -v ON_ERROR_STOP=1 -f deploy/analyst-views.sql
begin;
-- A role finds tables in the schema of its own name first.
do $$ begin
  if current_user = 'farm' or exists (select from pg_class
      where pg_get_userbyid(relowner) = 'farm' and relkind in ('r', 'p')) then
    raise exception 'the role of the service is called farm: it would read the views in place of the tables'
      using hint = 'Give the role of the service another name: alter role farm rename to farmctl_service';
  end if;
  if exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'farm' and relkind in ('r', 'p')) then
    raise exception 'the schema farm holds tables; the views would replace it'
      using hint = 'Move the tables to another schema: alter table farm.tasks set schema public';
  end if;
end $$;
drop schema if exists farm cascade;
create schema farm;
comment on schema farm is 'farmctl: one view for each resource, without deleted rows';
`;

const TAIL = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'farmctl_reader') then
    create role farmctl_reader nologin;
  end if;
end $$;
revoke all on schema farm from public;
grant usage on schema farm to farmctl_reader;
grant select on all tables in schema farm to farmctl_reader;
commit;
`;

/** The script of all views. */
export function analystViews(): string {
  return [HEAD, ...Object.values<ResourceDefinition>(resources).map(viewOf), TAIL].join('\n');
}

function viewOf(definition: ResourceDefinition): string {
  const table = tableName(definition.name);
  const fields = columnsOf(definition);
  const columns = fields.map(([name]) => columnName(name));
  const names = NAMES.filter(([id, , , shown]) => columns.includes(id) && !columns.includes(shown));
  const computed = COMPUTED[table] ?? [];
  const selected = [
    ...fields.map(([name, field]) => selectionOf(columnName(name), field)),
    ...names.map(
      ([id, from, label, shown]) =>
        `(select n.${label} from ${from} n where n.id = r.${id}) as ${shown}`,
    ),
    ...computed.map(([name, expression]) => `${expression} as ${name}`),
  ];
  const own = new Map(storedFields(definition));
  const comments = [
    ...fields.flatMap(([name]) => {
      const field = own.get(name);
      return field ? commentOn(`column farm.${table}.${columnName(name)}`, meaningOf(field)) : [];
    }),
    ...computed.flatMap(([name, , meaning]) => commentOn(`column farm.${table}.${name}`, meaning)),
  ];
  return [
    `create view farm.${table} as select\n  ${selected.join(',\n  ')}\nfrom ${table} r where r.deleted_at is null;`,
    ...commentOn(`view farm.${table}`, definition.summary),
    ...comments,
    '',
  ].join('\n');
}

/** JSON as jsonb, so that it can be compared and indexed; money as numeric, so that sums are exact. */
function selectionOf(column: string, field: Field): string {
  if (field.type === 'json' || field.type === 'list') return `r.${column}::jsonb as ${column}`;
  if (field.type !== 'money') return `r.${column}`;
  return `round(r.${column}::numeric, ${field.decimals ?? 2}) as ${column}`;
}

function meaningOf(field: Field): string {
  const unit = 'unit' in field && field.unit !== undefined ? field.unit : '';
  const words = field.type === 'word' ? field.vocabulary.words.join(', ') : '';
  return [field.note ?? '', unit, words].filter((part) => part !== '').join('; ');
}

function commentOn(object: string, meaning: string): readonly string[] {
  if (meaning === '') return [];
  return [`comment on ${object} is '${meaning.replaceAll("'", "''")}';`];
}
