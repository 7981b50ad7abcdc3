-- Migration 5: actions, their undo data and the secrets that sign their descriptors.
create table actions (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  type text not null,
  key_id text not null,
  request_id text not null,
  body text not null,
  resource text,
  row_id text,
  changes text not null,
  created_at text not null,
  undone_at text,
  undone_by text
) strict;
create index actions_by_org on actions (org_id, created_at, id);
create index actions_by_farm on actions (farm_id, created_at, id);
create table action_secrets (
  org_id text primary key not null,
  secret text not null,
  created_at text not null
) strict;
