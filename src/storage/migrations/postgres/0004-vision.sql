-- Migration 4: ingest of camera events, and alerts raised by rules.
alter table vision_events add column content_hash text collate "C";
create unique index vision_events_once on vision_events (org_id, content_hash, ts)
  where content_hash is not null;
create index vision_events_weighed on vision_events (flock_id, ts)
  where deleted_at is null and kind = 'weight';
create index vision_events_judged on vision_events (barn_id, kind, unit, ts)
  where deleted_at is null and kind <> 'weight';
create table rule_alerts (
  farm_id text collate "C" not null,
  alert_key text collate "C" not null,
  org_id text collate "C" not null,
  alert_id text collate "C" not null,
  quiet bigint not null,
  primary key (farm_id, alert_key)
);
create table camera_pairs (
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  camera text collate "C" not null,
  device_id text collate "C",
  source text collate "C",
  flock_id text collate "C" not null,
  day date not null,
  manual_g double precision not null,
  camera_g double precision not null,
  primary key (farm_id, flock_id, day, camera)
);
