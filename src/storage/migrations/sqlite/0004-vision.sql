-- Migration 4: ingest of camera events, and alerts raised by rules.
alter table vision_events add column content_hash text;
create unique index vision_events_once on vision_events (org_id, content_hash, ts)
  where content_hash is not null;
create index vision_events_weighed on vision_events (flock_id, ts)
  where deleted_at is null and kind = 'weight';
create index vision_events_judged on vision_events (barn_id, kind, unit, ts)
  where deleted_at is null and kind <> 'weight';
create table rule_alerts (
  farm_id text not null,
  alert_key text not null,
  org_id text not null,
  alert_id text not null,
  quiet integer not null,
  primary key (farm_id, alert_key)
) strict, without rowid;
create table camera_pairs (
  org_id text not null,
  farm_id text not null,
  camera text not null,
  device_id text,
  source text,
  flock_id text not null,
  day text not null,
  manual_g real not null,
  camera_g real not null,
  primary key (farm_id, flock_id, day, camera)
) strict, without rowid;
