-- Migration 15: checksums of applied migrations, a counter of commits, and the indexes of migration 13 again, which was edited after its first use.
alter table schema_migrations add column checksum text;
create table commit_counter (
  id integer primary key check (id = 1),
  commits integer not null
) strict;
insert into commit_counter (id, commits) values (1, 0);
drop index if exists tasks_by_org_status;
create index tasks_by_org_status on tasks (org_id, status, created_at, id)
  where deleted_at is null;
drop index if exists tasks_by_farm_status;
create index tasks_by_farm_status on tasks (farm_id, status, org_id, created_at, id)
  where deleted_at is null;
drop index if exists tasks_by_farm_due;
create index tasks_by_farm_due on tasks (farm_id, status, org_id, due_date, id)
  where deleted_at is null;
drop index if exists alerts_by_org_status;
create index alerts_by_org_status on alerts (org_id, status, created_at, id)
  where deleted_at is null;
drop index if exists alerts_by_farm_status;
create index alerts_by_farm_status on alerts (farm_id, status, org_id, created_at, id)
  where deleted_at is null;
