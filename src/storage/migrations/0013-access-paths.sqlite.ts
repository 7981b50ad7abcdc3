/** Indexes that suit how rows come and what is asked of them, in the words of SQLite. */
export const accessPathsSqlite = `
drop index vision_events_once;
create unique index vision_events_once on vision_events (org_id, ts, content_hash)
  where content_hash is not null;
drop index env_readings_measured;
create index env_readings_measured on env_readings
  (barn_id, ts, id, temp, humidity, co2, nh3, source, deleted_at)
  where deleted_at is null and source <> 'weather';
`;
