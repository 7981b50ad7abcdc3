-- Migration 10: mapping of integration payloads to readings, and the read position of each device.
create table integration_feeds (
  integration_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  mapping text collate "C" not null,
  last_poll_at timestamptz,
  stored bigint not null default 0,
  updated_at timestamptz not null
);
create index integration_feeds_by_farm on integration_feeds (farm_id);
create table integration_channels (
  integration_id text collate "C" not null,
  channel text collate "C" not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  last_ts timestamptz not null,
  counters text collate "C" not null,
  primary key (integration_id, channel)
);
