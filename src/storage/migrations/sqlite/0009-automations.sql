-- Migration 9: state of automations per barn, and commands for controllers.
create table automation_states (
  automation_id text not null,
  barn_id text not null,
  org_id text not null,
  farm_id text not null,
  is_fired integer not null,
  since text,
  fired_at text,
  depth integer not null,
  command_id text,
  primary key (automation_id, barn_id)
) strict;
create index automation_states_by_barn on automation_states (barn_id);
create table command_deliveries (
  command_id text primary key not null,
  org_id text not null,
  farm_id text not null,
  integration_id text,
  state text not null,
  sequence integer not null,
  attempts integer not null,
  queued_at text not null,
  next_attempt_at text not null,
  expires_at text not null,
  fence integer not null,
  lease_until text
) strict;
create index command_deliveries_open on command_deliveries (queued_at, command_id)
  where state in ('queued', 'sending', 'waiting', 'accepted');
