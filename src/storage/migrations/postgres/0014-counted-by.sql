-- Migration 14: stored counts of measurement rows per filter.
alter table row_counts
  add column barn_id text collate "C" not null default '',
  add column kind text collate "C" not null default '',
  add column source text collate "C" not null default '';
alter table row_counts
  drop constraint row_counts_pkey,
  add primary key (org_id, resource, farm_id, barn_id, kind, source);
delete from row_counts where resource in ('env-readings', 'vision-events');
insert into row_counts (org_id, resource, farm_id, barn_id, kind, source, total)
  select org_id, 'env-readings', coalesce(farm_id, ''), coalesce(barn_id, ''), '',
    coalesce(source, ''), count(*)
  from env_readings where deleted_at is null group by 1, 3, 4, 6;
insert into row_counts (org_id, resource, farm_id, barn_id, kind, source, total)
  select org_id, 'vision-events', coalesce(farm_id, ''), coalesce(barn_id, ''), coalesce(kind, ''),
    coalesce(source, ''), count(*)
  from vision_events where deleted_at is null group by 1, 3, 4, 5, 6;
