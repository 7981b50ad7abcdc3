-- Migration 14: stored counts of measurement rows per filter.
alter table row_counts rename to row_counts_before;
create table row_counts (
  org_id text not null,
  resource text not null,
  farm_id text not null,
  barn_id text not null,
  kind text not null,
  source text not null,
  total integer not null,
  primary key (org_id, resource, farm_id, barn_id, kind, source)
) strict;
insert into row_counts
  select org_id, resource, farm_id, '', '', '', total from row_counts_before
  where resource not in ('env-readings', 'vision-events');
insert into row_counts
  select org_id, 'env-readings', coalesce(farm_id, ''), coalesce(barn_id, ''), '',
    coalesce(source, ''), count(*)
  from env_readings where deleted_at is null group by 1, 3, 4, 6;
insert into row_counts
  select org_id, 'vision-events', coalesce(farm_id, ''), coalesce(barn_id, ''), coalesce(kind, ''),
    coalesce(source, ''), count(*)
  from vision_events where deleted_at is null group by 1, 3, 4, 5, 6;
drop table row_counts_before;
