-- Migration 20: the sensor of each reading, and counters of the values that an integration drops.
alter table env_readings add column sensor text;
drop index env_readings_measured;
create index env_readings_measured on env_readings
  (barn_id, ts, id, temp, humidity, co2, nh3, source, sensor, deleted_at)
  where deleted_at is null and source <> 'weather';
alter table integration_feeds add column dropped integer not null default 0;
alter table integration_feeds add column last_dropped_at text;
alter table integration_feeds add column last_problems text;
