-- Migration 12: row history, retention periods, and the continuation of a pruned audit log.
create table row_history (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  resource text not null,
  row_id text not null,
  version integer not null,
  kind text not null,
  at text not null,
  author text not null,
  request_id text,
  action_id text,
  undone integer not null,
  fields text not null,
  changes text not null
) strict;
create index row_history_by_row on row_history (row_id, version, id);
create index row_history_by_age on row_history (org_id, at, kind);
alter table organisation_settings add column retention text;
create table audit_checkpoints (
  position integer primary key not null,
  hash text not null,
  at text not null,
  pruned_at text not null
) strict;
drop trigger audit_log_is_kept;
create trigger audit_log_is_kept before delete on audit_log
when old.position is null
  or not exists (select 1 from audit_checkpoints mark where mark.position >= old.position)
begin
  select raise(abort, 'the audit log is append-only');
end;
