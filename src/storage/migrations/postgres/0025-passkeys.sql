-- Migration 25: passkeys of users, and the challenges that passkeys sign.
create table passkeys (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  name text collate "C" not null,
  credential_id text collate "C" not null,
  public_key text collate "C" not null,
  counter bigint not null,
  transports text collate "C" not null,
  rp_id text collate "C" not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, created_at, id);
create table passkey_challenges (
  challenge_hash text collate "C" primary key not null,
  flow text collate "C" not null,
  rp_id text collate "C" not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_flow on passkey_challenges (flow);
