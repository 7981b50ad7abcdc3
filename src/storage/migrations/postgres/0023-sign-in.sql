-- Migration 23: sessions and one-time links of users, and their access to whole organisations.
create table sign_in_sessions (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  token_hash text collate "C" not null,
  method text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  ip text collate "C" not null,
  agent text collate "C"
);
create unique index sign_in_sessions_by_token on sign_in_sessions (token_hash);
create index sign_in_sessions_by_user on sign_in_sessions (user_id, created_at, id);
create index sign_in_sessions_by_org on sign_in_sessions (org_id, created_at, id);
create table sign_in_links (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  secret_hash text collate "C" not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_user on sign_in_links (user_id, created_at, id);
create table organisation_access (
  user_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  role text collate "C" not null,
  granted_by text collate "C" not null,
  granted_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index organisation_access_by_org on organisation_access (org_id, role);
