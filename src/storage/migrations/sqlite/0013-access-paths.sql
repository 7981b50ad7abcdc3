-- Migration 13: indexes of readings and camera events that begin with the time, and covering indexes of a farm's rows by status.
drop index vision_events_once;
create unique index vision_events_once on vision_events (org_id, ts, content_hash)
  where content_hash is not null;
drop index env_readings_measured;
create index env_readings_measured on env_readings
  (barn_id, ts, id, temp, humidity, co2, nh3, source, deleted_at)
  where deleted_at is null and source <> 'weather';
create index tasks_by_org_status on tasks (org_id, status, created_at, id)
  where deleted_at is null;
create index tasks_by_farm_status on tasks (farm_id, status, org_id, created_at, id)
  where deleted_at is null;
create index tasks_by_farm_due on tasks (farm_id, status, org_id, due_date, id)
  where deleted_at is null;
create index alerts_by_org_status on alerts (org_id, status, created_at, id)
  where deleted_at is null;
create index alerts_by_farm_status on alerts (farm_id, status, org_id, created_at, id)
  where deleted_at is null;
