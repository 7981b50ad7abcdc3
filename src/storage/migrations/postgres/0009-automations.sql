-- Migration 9: state of automations per barn, and commands for controllers.
create table automation_states (
  automation_id text collate "C" not null,
  barn_id text collate "C" not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  is_fired boolean not null,
  since timestamptz,
  fired_at timestamptz,
  depth integer not null,
  command_id text collate "C",
  primary key (automation_id, barn_id)
);
create index automation_states_by_barn on automation_states (barn_id);
create table command_deliveries (
  command_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  integration_id text collate "C",
  state text collate "C" not null,
  sequence integer not null,
  attempts integer not null,
  queued_at timestamptz not null,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  fence integer not null,
  lease_until timestamptz
);
create index command_deliveries_open on command_deliveries (queued_at, command_id)
  where state in ('queued', 'sending', 'waiting', 'accepted');
