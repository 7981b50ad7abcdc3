import labels from '../../src/i18n/en/labels.json' with { type: 'json' };
import { labelOf } from '../../src/i18n/labels.ts';
import type { Field } from '../../src/model/core/fields.ts';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { columnName, tableName } from '../../src/storage/core/database.ts';
import { columnsOf } from '../../src/storage/core/stored-row.ts';
import systemTables from './system-tables.json' with { type: 'json' };

/** Columns computed in SQL, by view. */
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

/** Names for ids: column of the id, table of the name, column of the name, new column, meaning. */
const NAMES = [
  ['farm_id', 'farms', 'name', 'farm_name', 'Name of the farm'],
  ['barn_id', 'barns', 'name', 'barn_name', 'Name of the barn'],
  ['flock_id', 'flocks', 'code', 'flock_code', 'Code of the flock'],
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

/** Columns of the tables that are in no view. */
const HIDDEN = [
  ['deleted_at', 'When the row was deleted; null: it is not deleted'],
  ['search_text', 'Texts of the row in the form in which they are searched'],
  ['content_hash', 'Hash of the event, by which a repetition is recognised'],
];

/** The tables of the resources have the same comments as their views. */
const TAIL = `
do $$ declare one record; begin
  for one in select view.relname as name, own.attname as part,
      coalesce(col_description(view.oid, shown.attnum), hidden.meaning) as meaning
    from pg_class view
    join pg_attribute own on own.attrelid = view.relname::regclass and own.attnum > 0 and not own.attisdropped
    left join pg_attribute shown on shown.attrelid = view.oid and shown.attname = own.attname
    left join (values ${HIDDEN.map(([name, meaning]) => `('${name}', '${meaning}')`).join(', ')}
      ) hidden (part, meaning) on hidden.part = own.attname
    where view.relnamespace = 'farm'::regnamespace
  loop
    execute format('comment on column %I.%I is %L', one.name, one.part, one.meaning);
  end loop;
  for one in select relname as name, obj_description(oid) as meaning
    from pg_class where relnamespace = 'farm'::regnamespace
  loop
    execute format('comment on table %I is %L', one.name, one.meaning);
  end loop;
end $$;
${commentsOnSystemTables()}
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
  const meanings = [
    ...fields.map(([name, field]) => [columnName(name), meaningOf(name, field)]),
    ...names.map(([, , , shown, meaning]) => [shown, meaning]),
    ...computed.map(([name, , meaning]) => [name, meaning]),
  ];
  return [
    `create view farm.${table} as select\n  ${selected.join(',\n  ')}\nfrom ${table} r where r.deleted_at is null;`,
    commentOn(`view farm.${table}`, definition.summary),
    ...meanings.map(([name, meaning = '']) => commentOn(`column farm.${table}.${name}`, meaning)),
    '',
  ].join('\n');
}

/** JSON as jsonb, for comparisons and indexes; money as numeric, for exact sums. */
function selectionOf(column: string, field: Field): string {
  if (field.type === 'json' || field.type === 'list') return `r.${column}::jsonb as ${column}`;
  if (field.type !== 'money') return `r.${column}`;
  return `round(r.${column}::numeric, ${field.decimals ?? 2}) as ${column}`;
}

/** The display name of a field with its description, unit and words. */
function meaningOf(name: string, field: Field): string {
  const label = name === 'orgId' ? 'Organisation' : labelOf(labels, name);
  const named = field.type === 'reference' ? `id in ${tableName(field.to)}` : '';
  const unit = 'unit' in field && field.unit !== undefined ? field.unit : '';
  const words = field.type === 'word' ? field.vocabulary.words.join(', ') : '';
  return [label, named, field.note ?? '', unit, words].filter((part) => part !== '').join('; ');
}

/** Comments on the tables that are not resources; `""` in the file is the table itself. */
function commentsOnSystemTables(): string {
  const tables = Object.entries<Readonly<Record<string, string>>>(systemTables.tables);
  const own = tables.flatMap(([table, meanings]) =>
    Object.entries(meanings).map(([column, meaning]) => [table, column, meaning]),
  );
  return `do $$ declare one record; begin
  for one in
    with own (name, part, meaning) as (values ${valuesOf(own)}),
      shared (part, meaning) as (values ${valuesOf(Object.entries(systemTables.columns))})
    select bare.name, attname as part, coalesce(own.meaning, shared.meaning) as meaning
    from own bare
    join pg_attribute on attrelid = to_regclass(bare.name) and attnum > 0 and not attisdropped
    left join own on own.name = bare.name and own.part = attname
    left join shared on shared.part = attname
    where bare.part = ''
  loop
    execute format('comment on column %I.%I is %L', one.name, one.part, one.meaning);
  end loop;
${tables.map(([table, { '': meaning = '' }]) => `  ${commentOn(`table ${table}`, meaning)}`).join('\n')}
end $$;`;
}

function valuesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `\n      (${row.map(quoted).join(', ')})`).join(',');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function commentOn(object: string, meaning: string): string {
  return `comment on ${object} is ${quoted(meaning)};`;
}
