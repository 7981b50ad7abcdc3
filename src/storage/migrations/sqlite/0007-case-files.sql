-- Migration 7: sealed case files, and an index of expired rows.
create table case_files (
  id text primary key not null,
  org_id text not null,
  farm_id text not null,
  flock_id text not null unique,
  number integer not null,
  title text not null,
  sealed_at text not null,
  sealed_by text not null,
  counts text not null,
  previous_hash text not null,
  hash text not null,
  content text not null,
  unique (org_id, number)
) strict;
create index case_files_by_farm on case_files (farm_id, number);
create trigger case_files_are_kept before delete on case_files begin
  select raise(abort, 'case files are append-only');
end;
create trigger case_files_stay before update on case_files begin
  select raise(abort, 'case files are append-only');
end;
create index alerts_by_flock on alerts (flock_id, id) where deleted_at is null;
create index reg_items_by_flock on reg_items (flock_id, id) where deleted_at is null;
create index controller_commands_by_status
  on controller_commands (org_id, status, updated_at, id) where deleted_at is null;
create index tenders_by_status on tenders (org_id, status, deadline, id) where deleted_at is null;
create index reg_items_by_status
  on reg_items (org_id, status, due_date, id) where deleted_at is null;
create index reg_items_by_status_expiry
  on reg_items (org_id, status, expiry_date, id) where deleted_at is null;
