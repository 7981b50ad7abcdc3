-- Migration 20: the sensor of each reading, and counters of the values that an integration drops.
alter table env_readings add column sensor text collate "C";
drop index env_readings_measured;
create index env_readings_measured on env_readings (barn_id, ts, id)
  include (temp, humidity, co2, nh3, source, sensor)
  where deleted_at is null and source <> 'weather';
alter table integration_feeds add column dropped bigint not null default 0;
alter table integration_feeds add column last_dropped_at timestamptz;
alter table integration_feeds add column last_problems text collate "C";
