-- Migration 3: webhooks, their deliveries and attempts.
create table webhooks (
  id text primary key not null,
  org_id text not null,
  url text not null,
  events text not null,
  farm_ids text,
  description text,
  ordered integer not null,
  enabled integer not null,
  secret text not null,
  previous_secret text,
  previous_secret_until text,
  consecutive_failures integer not null,
  disabled_reason text,
  disabled_at text,
  dropped integer not null,
  created_by text not null,
  key_farm_ids text,
  key_scopes text not null,
  created_at text not null,
  updated_at text not null
) strict;
create index webhooks_by_org on webhooks (org_id, created_at, id);
create table webhook_deliveries (
  id text primary key not null,
  webhook_id text not null,
  event_id text not null,
  event text not null,
  sequence integer not null,
  farm_id text,
  row_key text,
  body text,
  state text not null,
  attempts integer not null,
  first_attempt_at text,
  next_attempt_at text,
  fence integer not null,
  lease_until text,
  created_at text not null,
  updated_at text not null
) strict;
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, next_attempt_at, sequence)
  where state = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (webhook_id, lease_until)
  where state = 'leased';
create index webhook_deliveries_held on webhook_deliveries (webhook_id, sequence)
  where state = 'held';
create index webhook_deliveries_by_row on webhook_deliveries (webhook_id, row_key, sequence)
  where state in ('pending', 'leased', 'held');
create index webhook_deliveries_by_hook on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_by_age on webhook_deliveries (updated_at);
create table webhook_attempts (
  id text primary key not null,
  delivery_id text not null,
  at text not null,
  status integer,
  duration_ms integer not null,
  failure text,
  response text,
  next_attempt_at text
) strict;
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, at, id);
create index webhook_attempts_by_age on webhook_attempts (at);
