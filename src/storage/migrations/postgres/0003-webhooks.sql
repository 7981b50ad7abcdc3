-- Migration 3: webhooks, their deliveries and attempts.
create table webhooks (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  url text collate "C" not null,
  events text collate "C" not null,
  farm_ids text collate "C",
  description text collate "C",
  ordered boolean not null,
  enabled boolean not null,
  secret text collate "C" not null,
  previous_secret text collate "C",
  previous_secret_until timestamptz,
  consecutive_failures bigint not null,
  disabled_reason text collate "C",
  disabled_at timestamptz,
  dropped bigint not null,
  created_by text collate "C" not null,
  key_farm_ids text collate "C",
  key_scopes text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_by_org on webhooks (org_id, created_at, id);
create table webhook_deliveries (
  id text collate "C" primary key not null,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event text collate "C" not null,
  sequence bigint not null,
  farm_id text collate "C",
  row_key text collate "C",
  body text collate "C",
  state text collate "C" not null,
  attempts bigint not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  fence bigint not null,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
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
  id text collate "C" primary key not null,
  delivery_id text collate "C" not null,
  at timestamptz not null,
  status bigint,
  duration_ms bigint not null,
  failure text collate "C",
  response text collate "C",
  next_attempt_at timestamptz
);
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, at, id);
create index webhook_attempts_by_age on webhook_attempts (at);
