-- Migration 12: row history, retention periods, and the continuation of a pruned audit log.
create table row_history (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  resource text collate "C" not null,
  row_id text collate "C" not null,
  version bigint not null,
  kind text collate "C" not null,
  at timestamptz not null,
  author text collate "C" not null,
  request_id text collate "C",
  action_id text collate "C",
  undone boolean not null,
  fields text collate "C" not null,
  changes text collate "C" not null
);
create index row_history_by_row on row_history (row_id, version, id);
create index row_history_by_age on row_history (org_id, at, kind);
alter table organisation_settings add column retention text;
create table audit_checkpoints (
  position bigint primary key not null,
  hash text collate "C" not null,
  at timestamptz not null,
  pruned_at timestamptz not null
);
drop trigger audit_log_is_kept on audit_log;
create function keep_unpruned_audit() returns trigger language plpgsql as $$
begin
  if old.position is not null
    and exists (select 1 from audit_checkpoints mark where mark.position >= old.position) then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_kept before delete on audit_log
  for each row execute function keep_unpruned_audit();
