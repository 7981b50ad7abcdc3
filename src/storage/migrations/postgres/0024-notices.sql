-- Migration 24: channels of users, duties of farms, and notices about alerts.
create table notice_channels (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  address text collate "C" not null,
  sealed text collate "C",
  auth_ref text collate "C",
  verified_at timestamptz,
  code_hash text collate "C",
  code_expires_at timestamptz,
  code_tries integer not null,
  consecutive_failures integer not null,
  disabled_at timestamptz,
  disabled_reason text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index notice_channels_by_user on notice_channels (user_id, created_at, id);
create index notice_channels_by_org on notice_channels (org_id, created_at, id);
create table notice_duties (
  farm_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  plan text collate "C" not null,
  updated_at timestamptz not null,
  updated_by text collate "C" not null
);
create index notice_duties_by_org on notice_duties (org_id, farm_id);
create table notice_incidents (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  severity text collate "C" not null,
  step integer not null,
  opened_at timestamptz not null,
  next_at timestamptz not null,
  escalate_at timestamptz,
  calm_until timestamptz,
  ended_at timestamptz
);
create unique index notice_incidents_live on notice_incidents (farm_id, severity)
  where ended_at is null;
create index notice_incidents_due on notice_incidents (next_at) where ended_at is null;
create index notice_incidents_by_age on notice_incidents (ended_at);
create table notice_alerts (
  alert_id text collate "C" primary key not null,
  incident_id text collate "C" not null,
  words text collate "C",
  told_at timestamptz
);
create index notice_alerts_by_incident on notice_alerts (incident_id);
create table notices (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  user_id text collate "C" not null,
  channel_id text collate "C" not null,
  kind text collate "C" not null,
  severity text collate "C",
  incident_id text collate "C",
  alert_ids text collate "C" not null,
  step integer not null,
  state text collate "C" not null,
  attempts integer not null,
  first_attempt_at timestamptz,
  next_attempt_at timestamptz,
  fence integer not null,
  lease_until timestamptz,
  status integer,
  response text collate "C",
  failure text collate "C",
  sent_at timestamptz,
  acknowledged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index notices_pending on notices (next_attempt_at, id) where state = 'pending';
create index notices_pending_critical on notices (next_attempt_at, id)
  where state = 'pending' and severity = 'critical';
create index notices_leased on notices (lease_until) where state = 'leased';
create index notices_by_incident on notices (incident_id);
create index notices_by_channel on notices (channel_id, created_at);
create index notices_by_org on notices (org_id, created_at, id);
create index notices_by_age on notices (updated_at);
