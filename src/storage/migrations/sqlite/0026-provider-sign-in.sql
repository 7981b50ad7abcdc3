-- Migration 26: sign-ins at an OpenID Connect provider that are under way, and accounts there that are linked to users.
create table provider_sign_ins (
  token_hash text primary key not null,
  issuer text not null,
  redirect_uri text not null,
  return_to text not null,
  expires_at text not null
) strict;
create index provider_sign_ins_by_expiry on provider_sign_ins (expires_at);
create table provider_identities (
  issuer text not null,
  subject text not null,
  org_id text not null,
  user_id text not null,
  created_at text not null,
  used_at text not null,
  primary key (issuer, subject)
) strict;
create unique index provider_identities_by_user on provider_identities (user_id, issuer);
create index users_by_email on users (lower(email)) where deleted_at is null;
