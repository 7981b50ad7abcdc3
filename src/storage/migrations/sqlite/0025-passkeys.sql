-- Migration 25: passkeys of users, and the challenges that passkeys sign.
create table passkeys (
  id text primary key not null,
  org_id text not null,
  user_id text not null,
  name text not null,
  credential_id text not null,
  public_key text not null,
  counter integer not null,
  transports text not null,
  rp_id text not null,
  backed_up integer not null,
  created_at text not null,
  used_at text
) strict;
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, created_at, id);
create table passkey_challenges (
  challenge_hash text primary key not null,
  flow text not null,
  rp_id text not null,
  expires_at text not null
) strict;
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_flow on passkey_challenges (flow);
