-- Migration 5: actions, their undo data and the secrets that sign their descriptors.
create table actions (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  type text collate "C" not null,
  key_id text collate "C" not null,
  request_id text collate "C" not null,
  body text collate "C" not null,
  resource text collate "C",
  row_id text collate "C",
  changes text collate "C" not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text collate "C"
);
create index actions_by_org on actions (org_id, created_at, id);
create index actions_by_farm on actions (farm_id, created_at, id);
create table action_secrets (
  org_id text collate "C" primary key not null,
  secret text collate "C" not null,
  created_at timestamptz not null
);
