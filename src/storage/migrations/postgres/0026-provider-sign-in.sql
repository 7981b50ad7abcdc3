-- Migration 26: sign-ins at an OpenID Connect provider that are under way, and accounts there that are linked to users.
create table provider_sign_ins (
  token_hash text collate "C" primary key not null,
  issuer text collate "C" not null,
  redirect_uri text collate "C" not null,
  return_to text collate "C" not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_by_expiry on provider_sign_ins (expires_at);
create table provider_identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (issuer, subject)
);
create unique index provider_identities_by_user on provider_identities (user_id, issuer);
create index users_by_email on users (lower(email)) where deleted_at is null;
