-- Migration 28: which farms' rows a transaction changed, so that instances see what others have written.
create unlogged table farm_changes (
  xid xid8 not null,
  table_name text collate "C" not null,
  farm_id text collate "C" not null,
  primary key (xid, table_name, farm_id)
);
create unlogged table farm_change_marks (
  id integer primary key not null,
  mark text collate "C" not null,
  kept_from xid8 not null,
  kept_next xid8 not null,
  pruned_at timestamptz not null,
  check (id = 1)
);
create function note_farm_changes() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'UPDATE' then
    insert into farm_changes (xid, table_name, farm_id)
    select distinct pg_current_xact_id(), tg_table_name, coalesce(farm_id, '') from (
      select farm_id from rows_before union all select farm_id from rows_after) changed
    on conflict do nothing;
  elsif tg_op = 'TRUNCATE' then
    insert into farm_changes (xid, table_name, farm_id)
    values (pg_current_xact_id(), tg_table_name, '')
    on conflict do nothing;
  else
    insert into farm_changes (xid, table_name, farm_id)
    select distinct pg_current_xact_id(), tg_table_name, coalesce(farm_id, '') from rows_changed
    on conflict do nothing;
  end if;
  return null;
end $$;
do $$
declare
  name text;
begin
  foreach name in array array[
    'activity_log', 'alerts', 'barns', 'contacts', 'daily_logs', 'env_readings', 'events', 'expenses',
    'farms', 'feed_deliveries', 'field_reports', 'flock_weights', 'flocks', 'media', 'sales', 'tasks',
    'treatments'
  ] loop
    execute format('
      create trigger farm_changes_of_inserts after insert on %1$I
        referencing new table as rows_changed
        for each statement execute function note_farm_changes();
      create trigger farm_changes_of_updates after update on %1$I
        referencing old table as rows_before new table as rows_after
        for each statement execute function note_farm_changes();
      create trigger farm_changes_of_deletes after delete on %1$I
        referencing old table as rows_changed
        for each statement execute function note_farm_changes();
      create trigger farm_changes_of_truncates after truncate on %1$I
        for each statement execute function note_farm_changes();', name);
  end loop;
end $$;
