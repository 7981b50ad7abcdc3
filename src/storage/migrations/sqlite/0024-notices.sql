-- Migration 24: channels of users, duties of farms, and notices about alerts.
create table notice_channels (
  id text primary key not null,
  org_id text not null,
  user_id text not null,
  kind text not null,
  address text not null,
  sealed text,
  auth_ref text,
  verified_at text,
  code_hash text,
  code_expires_at text,
  code_tries integer not null,
  consecutive_failures integer not null,
  disabled_at text,
  disabled_reason text,
  created_at text not null,
  updated_at text not null
) strict;
create index notice_channels_by_user on notice_channels (user_id, created_at, id);
create index notice_channels_by_org on notice_channels (org_id, created_at, id);
create table notice_duties (
  farm_id text primary key not null,
  org_id text not null,
  plan text not null,
  updated_at text not null,
  updated_by text not null
) strict;
create index notice_duties_by_org on notice_duties (org_id, farm_id);
create table notice_incidents (
  id text primary key not null,
  org_id text not null,
  farm_id text not null,
  severity text not null,
  step integer not null,
  opened_at text not null,
  next_at text not null,
  escalate_at text,
  calm_until text,
  ended_at text
) strict;
create unique index notice_incidents_live on notice_incidents (farm_id, severity)
  where ended_at is null;
create index notice_incidents_due on notice_incidents (next_at) where ended_at is null;
create index notice_incidents_by_age on notice_incidents (ended_at);
create table notice_alerts (
  alert_id text primary key not null,
  incident_id text not null,
  words text,
  told_at text
) strict;
create index notice_alerts_by_incident on notice_alerts (incident_id);
create table notices (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  user_id text not null,
  channel_id text not null,
  kind text not null,
  severity text,
  incident_id text,
  alert_ids text not null,
  step integer not null,
  state text not null,
  attempts integer not null,
  first_attempt_at text,
  next_attempt_at text,
  fence integer not null,
  lease_until text,
  status integer,
  response text,
  failure text,
  sent_at text,
  acknowledged_at text,
  created_at text not null,
  updated_at text not null
) strict;
create index notices_pending on notices (next_attempt_at, id) where state = 'pending';
create index notices_pending_critical on notices (next_attempt_at, id)
  where state = 'pending' and severity = 'critical';
create index notices_leased on notices (lease_until) where state = 'leased';
create index notices_by_incident on notices (incident_id);
create index notices_by_channel on notices (channel_id, created_at);
create index notices_by_org on notices (org_id, created_at, id);
create index notices_by_age on notices (updated_at);
