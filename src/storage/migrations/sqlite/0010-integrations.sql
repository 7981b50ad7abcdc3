-- Migration 10: mapping of integration payloads to readings, and the read position of each device.
create table integration_feeds (
  integration_id text primary key not null,
  org_id text not null,
  farm_id text not null,
  mapping text not null,
  last_poll_at text,
  stored integer not null default 0,
  updated_at text not null
) strict;
create index integration_feeds_by_farm on integration_feeds (farm_id);
create table integration_channels (
  integration_id text not null,
  channel text not null,
  org_id text not null,
  farm_id text not null,
  last_ts text not null,
  counters text not null,
  primary key (integration_id, channel)
) strict;
