-- Migration 7: sealed case files, and an index of expired rows.
create table case_files (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  flock_id text collate "C" not null unique,
  number bigint not null,
  title text collate "C" not null,
  sealed_at timestamptz not null,
  sealed_by text collate "C" not null,
  counts text collate "C" not null,
  previous_hash text collate "C" not null,
  hash text collate "C" not null,
  content text collate "C" not null,
  unique (org_id, number)
);
create index case_files_by_farm on case_files (farm_id, number);
create function refuse_case_file_change() returns trigger language plpgsql as $$
begin
  raise exception 'case files are append-only';
end $$;
create trigger case_files_are_kept before delete or update on case_files
  for each row execute function refuse_case_file_change();
create index alerts_by_flock on alerts (flock_id, id) where deleted_at is null;
create index reg_items_by_flock on reg_items (flock_id, id) where deleted_at is null;
create index controller_commands_by_status
  on controller_commands (org_id, status, updated_at, id) where deleted_at is null;
create index tenders_by_status on tenders (org_id, status, deadline, id) where deleted_at is null;
create index reg_items_by_status
  on reg_items (org_id, status, due_date, id) where deleted_at is null;
create index reg_items_by_status_expiry
  on reg_items (org_id, status, expiry_date, id) where deleted_at is null;
