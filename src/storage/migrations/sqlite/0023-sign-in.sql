-- Migration 23: sessions and one-time links of users, and their access to whole organisations.
create table sign_in_sessions (
  id text primary key not null,
  org_id text not null,
  user_id text not null,
  token_hash text not null,
  method text not null,
  created_at text not null,
  used_at text not null,
  ip text not null,
  agent text
) strict;
create unique index sign_in_sessions_by_token on sign_in_sessions (token_hash);
create index sign_in_sessions_by_user on sign_in_sessions (user_id, created_at, id);
create index sign_in_sessions_by_org on sign_in_sessions (org_id, created_at, id);
create table sign_in_links (
  id text primary key not null,
  org_id text not null,
  user_id text not null,
  secret_hash text not null,
  created_at text not null,
  created_by text not null,
  expires_at text not null,
  used_at text
) strict;
create index sign_in_links_by_user on sign_in_links (user_id, created_at, id);
create table organisation_access (
  user_id text primary key not null,
  org_id text not null,
  role text not null,
  granted_by text not null,
  granted_at text not null,
  expires_at text,
  revoked_at text
) strict;
create index organisation_access_by_org on organisation_access (org_id, role);
