-- Migration 1: the initial schema.
create table schema_migrations (
  version bigint primary key,
  name text collate "C" not null,
  applied_at timestamptz not null default now()
);
create table organisations (
  id text collate "C" primary key,
  name text collate "C" not null,
  timezone text collate "C" not null,
  language text collate "C" not null,
  created_at timestamptz not null
);
create table api_keys (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  name text collate "C" not null,
  secret_hash text collate "C" not null,
  last4 text collate "C" not null,
  scopes text collate "C" not null,
  farm_ids text collate "C",
  rate_limit_per_minute bigint,
  created_at timestamptz not null,
  created_by text collate "C",
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_org on api_keys (org_id, created_at, id);
create table camera_tokens (
  id text collate "C" primary key,
  org_id text collate "C" not null,
  integration_id text collate "C" not null,
  secret_hash text collate "C" not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index camera_tokens_by_integration on camera_tokens (integration_id);
create table idempotency (
  key_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  request_hash text collate "C" not null,
  status bigint not null,
  headers text collate "C" not null,
  body text collate "C" not null,
  created_at timestamptz not null,
  primary key (key_id, idempotency_key)
);
create index idempotency_by_time on idempotency (created_at);
create table row_counts (
  org_id text collate "C" not null,
  resource text collate "C" not null,
  farm_id text collate "C" not null,
  total bigint not null,
  primary key (org_id, resource, farm_id)
);
create table outbox_events (
  sequence bigint generated always as identity primary key,
  id text collate "C" not null unique,
  event text collate "C" not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  resource text collate "C",
  row_id text collate "C",
  created_at timestamptz not null,
  body text collate "C" not null
);
create table scheduled_jobs (
  name text collate "C" primary key,
  due_at timestamptz not null,
  fence bigint not null,
  leased_until timestamptz not null,
  done_at timestamptz
);
create unlogged table rate_windows (
  subject text collate "C" primary key,
  first_hit bigint not null,
  last_hit bigint not null,
  last_at timestamptz not null
) with (fillfactor = 50);
create unlogged table rate_hits (
  subject text collate "C" not null,
  hit bigint not null,
  at timestamptz not null,
  primary key (subject, hit)
);
create function take_rate(
  asked text, most bigint,
  out is_allowed boolean, out in_window bigint, out wait_millis double precision
) language plpgsql as $$
declare
  present timestamptz;
  kept rate_windows;
  oldest rate_hits;
  leaving timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('rate ' || asked, 0));
  present := clock_timestamp();
  select * into kept from rate_windows where subject = asked;
  if not found then
    kept := row(asked, 1, 0, present)::rate_windows;
  elsif kept.last_at > present + interval '1 second' then
    -- The clock was set back: nobody waits for what it says of the future.
    kept.first_hit := kept.last_hit + 1;
  else
    present := greatest(present, kept.last_at);
  end if;
  select * into oldest from rate_hits
    where subject = asked and hit >= kept.first_hit and hit <= kept.last_hit
      and at > present - interval '60 seconds'
    order by hit limit 1;
  kept.first_hit := coalesce(oldest.hit, kept.last_hit + 1);
  in_window := kept.last_hit - kept.first_hit + 1;
  is_allowed := in_window < most;
  leaving := coalesce(oldest.at, present);
  if is_allowed then
    in_window := in_window + 1;
    insert into rate_hits (subject, hit, at) values (asked, kept.last_hit + 1, present)
      on conflict (subject, hit) do update set at = excluded.at;
    insert into rate_windows (subject, first_hit, last_hit, last_at)
      values (asked, kept.first_hit, kept.last_hit + 1, present)
      on conflict (subject) do update set first_hit = excluded.first_hit,
        last_hit = excluded.last_hit, last_at = excluded.last_at;
    if kept.last_hit % 64 = 0 then
      delete from rate_hits where subject = asked and hit < kept.first_hit;
    end if;
  elsif in_window > most then
    -- The limit was lowered: more than the oldest must leave.
    select at into leaving from rate_hits where subject = asked and hit = kept.last_hit - most + 1;
  end if;
  wait_millis := extract(epoch from leaving - present) * 1000 + 60000;
end $$;
create table audit_log (
  id text collate "C" primary key,
  at timestamptz not null,
  org_id text collate "C",
  key_id text collate "C",
  method text collate "C" not null,
  route text collate "C" not null,
  resource text collate "C",
  row_id text collate "C",
  farm_id text collate "C",
  status integer not null,
  code text collate "C",
  duration_ms double precision not null,
  ip text collate "C" not null,
  request_id text collate "C" not null,
  calls integer not null,
  position bigint unique,
  hash text collate "C"
);
create index audit_log_by_org on audit_log (org_id, at, id);
create index audit_log_unsealed on audit_log (at, id) where position is null;
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_is_kept before delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_is_sealed_once before update on audit_log
  for each row when (
    old.position is not null
    or row(new.id, new.at, new.org_id, new.key_id, new.method, new.route, new.resource, new.row_id,
      new.farm_id, new.status, new.code, new.duration_ms, new.ip, new.request_id, new.calls)
    is distinct from
    row(old.id, old.at, old.org_id, old.key_id, old.method, old.route, old.resource, old.row_id,
      old.farm_id, old.status, old.code, old.duration_ms, old.ip, old.request_id, old.calls)
  ) execute function refuse_audit_change();
create table farms (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  name text collate "C" not null,
  vertical text collate "C" not null,
  location text collate "C",
  latitude double precision,
  longitude double precision,
  area_dunam double precision,
  currency text collate "C" not null,
  notes text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index farms_by_org on farms (org_id, created_at, id) where deleted_at is null;
create table barns (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  name text collate "C" not null,
  capacity bigint,
  area_sqm double precision,
  barn_type text collate "C",
  controller text collate "C",
  status text collate "C" not null,
  notes text collate "C",
  latitude double precision,
  longitude double precision,
  heading_deg double precision,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index barns_by_org on barns (org_id, name, id) where deleted_at is null;
create index barns_by_farm on barns (farm_id, name, id) where deleted_at is null;
create table flocks (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C" not null,
  code text collate "C",
  breed text collate "C",
  chicks_ordered bigint,
  chicks_received bigint,
  order_total double precision,
  arrival_age_days bigint not null,
  placement_date date not null,
  price_per_chick double precision,
  target_weight_kg double precision,
  planned_market_date date,
  status text collate "C",
  supplier_id text collate "C",
  batch_code text collate "C",
  notes text collate "C",
  closed_at timestamptz,
  sealed boolean not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index flocks_by_org on flocks (org_id, placement_date, id) where deleted_at is null;
create index flocks_by_farm on flocks (farm_id, placement_date, id) where deleted_at is null;
create index flocks_by_barn on flocks (barn_id, placement_date, id) where deleted_at is null;
create table daily_logs (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C" not null,
  date date not null,
  age_days bigint,
  mortality bigint,
  culls bigint,
  eggs bigint,
  eggs_broken bigint,
  avg_weight_gr double precision,
  feed_kg double precision,
  water_l double precision,
  temp_min double precision,
  temp_max double precision,
  temp_avg double precision,
  humidity double precision,
  notes text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index daily_logs_found on daily_logs (org_id) where search_text <> '';
create index daily_logs_by_org on daily_logs (org_id, date, id) where deleted_at is null;
create index daily_logs_by_farm on daily_logs (farm_id, date, id) where deleted_at is null;
create index daily_logs_by_flock on daily_logs (flock_id, date, id) where deleted_at is null;
create table alerts (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  flock_id text collate "C",
  severity text collate "C" not null,
  category text collate "C" not null,
  title text collate "C" not null,
  message text collate "C",
  status text collate "C" not null,
  resolution_note text collate "C",
  feedback text collate "C",
  feedback_note text collate "C",
  source json,
  acknowledged_at timestamptz,
  resolved_at timestamptz,
  occurrences bigint not null,
  severity_history json,
  sealed boolean not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index alerts_by_org on alerts (org_id, created_at, id) where deleted_at is null;
create index alerts_by_farm on alerts (farm_id, created_at, id) where deleted_at is null;
create index alerts_by_barn on alerts (barn_id, created_at, id) where deleted_at is null;
create table tasks (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  title text collate "C" not null,
  details text collate "C",
  assignee text collate "C",
  priority text collate "C" not null,
  status text collate "C" not null,
  due_date date,
  frequency text collate "C" not null,
  completed_at timestamptz,
  series_id text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index tasks_by_org on tasks (org_id, created_at, id) where deleted_at is null;
create index tasks_by_farm on tasks (farm_id, created_at, id) where deleted_at is null;
create index tasks_by_barn on tasks (barn_id, created_at, id) where deleted_at is null;
create table task_comments (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  task_id text collate "C" not null,
  kind text collate "C" not null,
  text text collate "C" not null,
  author_name text collate "C" not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index task_comments_found on task_comments (org_id) where search_text <> '';
create index task_comments_by_org on task_comments (org_id, created_at, id) where deleted_at is null;
create index task_comments_by_farm on task_comments (farm_id, created_at, id) where deleted_at is null;
create index task_comments_by_task on task_comments (task_id, created_at, id) where deleted_at is null;
create table field_reports (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  flock_id text collate "C",
  raw_text text collate "C" not null,
  source text collate "C" not null,
  lang text collate "C",
  author_name text collate "C",
  category text collate "C" not null,
  severity text collate "C" not null,
  summary_he text collate "C",
  is_question boolean,
  status text collate "C" not null,
  reply_text text collate "C",
  answered_at timestamptz,
  answered_by text collate "C",
  extracted json,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index field_reports_by_org on field_reports (org_id, created_at, id) where deleted_at is null;
create index field_reports_by_farm on field_reports (farm_id, created_at, id) where deleted_at is null;
create index field_reports_by_barn on field_reports (barn_id, created_at, id) where deleted_at is null;
create table events (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  flock_id text collate "C",
  kind text collate "C" not null,
  title text collate "C" not null,
  details text collate "C",
  ts timestamptz not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index events_by_org on events (org_id, ts, id) where deleted_at is null;
create index events_by_farm on events (farm_id, ts, id) where deleted_at is null;
create index events_by_barn on events (barn_id, ts, id) where deleted_at is null;
create index events_by_flock on events (flock_id, ts, id) where deleted_at is null;
create table media (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  flock_id text collate "C",
  device_id text collate "C",
  contact_id text collate "C",
  name text collate "C",
  description text collate "C",
  category text collate "C",
  tags json,
  kind text collate "C" not null,
  source text collate "C" not null,
  size_bytes bigint,
  mime_type text collate "C",
  width bigint,
  height bigint,
  ai_severity text collate "C",
  ai_summary text collate "C",
  analyzed_at timestamptz,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index media_by_org on media (org_id, created_at, id) where deleted_at is null;
create index media_by_farm on media (farm_id, created_at, id) where deleted_at is null;
create index media_by_barn on media (barn_id, created_at, id) where deleted_at is null;
create index media_by_flock on media (flock_id, created_at, id) where deleted_at is null;
create table devices (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  kind text collate "C" not null,
  model text collate "C",
  status text collate "C",
  installed_at date,
  notes text collate "C",
  name text collate "C",
  vendor text collate "C",
  protocol text collate "C",
  stream_url text collate "C",
  capabilities json,
  source_key text collate "C",
  last_seen_at timestamptz,
  adopted boolean not null,
  last_error text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index devices_by_org on devices (org_id, created_at, id) where deleted_at is null;
create index devices_by_farm on devices (farm_id, created_at, id) where deleted_at is null;
create index devices_by_barn on devices (barn_id, created_at, id) where deleted_at is null;
create table integrations (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  name text collate "C",
  kind text collate "C" not null,
  vendor text collate "C",
  endpoint text collate "C",
  auth_ref text collate "C",
  poll_minutes bigint,
  status text collate "C" not null,
  notes text collate "C",
  last_success_at timestamptz,
  last_error text collate "C",
  last_error_at timestamptz,
  consecutive_failures bigint not null,
  token_prefix text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index integrations_by_org on integrations (org_id, created_at, id) where deleted_at is null;
create index integrations_by_farm on integrations (farm_id, created_at, id) where deleted_at is null;
create index integrations_by_barn on integrations (barn_id, created_at, id) where deleted_at is null;
create table env_readings (
  id text collate "C" not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C" not null,
  ts timestamptz not null,
  temp double precision,
  humidity double precision,
  co2 double precision,
  nh3 double precision,
  water_l double precision,
  feed_kg double precision,
  source text collate "C" not null,
  notes text collate "C",
  deleted_at timestamptz,
  primary key (id, ts)
) partition by range (ts);
create table env_readings_default partition of env_readings default;
create index env_readings_by_org on env_readings (org_id, ts, id) where deleted_at is null;
create index env_readings_by_farm on env_readings (farm_id, ts, id) where deleted_at is null;
create index env_readings_by_barn on env_readings (barn_id, ts, id) where deleted_at is null;
create table vision_events (
  id text collate "C" not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  device_id text collate "C",
  kind text collate "C" not null,
  value double precision,
  unit text collate "C",
  source text collate "C",
  confidence double precision,
  meta json,
  ts timestamptz not null,
  integration_id text collate "C",
  flock_id text collate "C",
  deleted_at timestamptz,
  primary key (id, ts)
) partition by range (ts);
create table vision_events_default partition of vision_events default;
create index vision_events_by_org on vision_events (org_id, ts, id) where deleted_at is null;
create index vision_events_by_farm on vision_events (farm_id, ts, id) where deleted_at is null;
create index vision_events_by_barn on vision_events (barn_id, ts, id) where deleted_at is null;
create table controller_commands (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  integration_id text collate "C",
  device_id text collate "C",
  command text collate "C" not null,
  params json,
  mode text collate "C" not null,
  status text collate "C",
  requested_by text collate "C" not null,
  sent_at timestamptz,
  executed_at timestamptz,
  result json,
  error text collate "C",
  reason json,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index controller_commands_found on controller_commands (org_id) where search_text <> '';
create index controller_commands_by_org on controller_commands (org_id, created_at, id) where deleted_at is null;
create index controller_commands_by_farm on controller_commands (farm_id, created_at, id) where deleted_at is null;
create index controller_commands_by_barn on controller_commands (barn_id, created_at, id) where deleted_at is null;
create table automations (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  name text collate "C" not null,
  device_kind text collate "C",
  mode text collate "C" not null,
  trigger json,
  action json,
  enabled boolean not null,
  last_run_at timestamptz,
  last_result text collate "C",
  runs bigint not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index automations_found on automations (org_id) where search_text <> '';
create index automations_by_org on automations (org_id, created_at, id) where deleted_at is null;
create index automations_by_farm on automations (farm_id, created_at, id) where deleted_at is null;
create index automations_by_barn on automations (barn_id, created_at, id) where deleted_at is null;
create table feed_deliveries (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C",
  date date not null,
  feed_type text collate "C",
  quantity_kg double precision not null,
  price_per_ton double precision,
  total_cost double precision,
  supplier_id text collate "C",
  notes text collate "C",
  feed_order_id text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index feed_deliveries_found on feed_deliveries (org_id) where search_text <> '';
create index feed_deliveries_by_org on feed_deliveries (org_id, date, id) where deleted_at is null;
create index feed_deliveries_by_farm on feed_deliveries (farm_id, date, id) where deleted_at is null;
create index feed_deliveries_by_flock on feed_deliveries (flock_id, date, id) where deleted_at is null;
create index feed_deliveries_by_supplier on feed_deliveries (supplier_id, date, id) where deleted_at is null;
create table feed_orders (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C",
  feed_type text collate "C",
  quantity_kg double precision not null,
  supplier_id text collate "C",
  status text collate "C" not null,
  order_date date not null,
  due_date date,
  delivered_at date,
  price_per_ton double precision,
  notes text collate "C",
  delivery_id text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index feed_orders_found on feed_orders (org_id) where search_text <> '';
create index feed_orders_by_org on feed_orders (org_id, created_at, id) where deleted_at is null;
create index feed_orders_by_farm on feed_orders (farm_id, created_at, id) where deleted_at is null;
create index feed_orders_by_flock on feed_orders (flock_id, created_at, id) where deleted_at is null;
create table expenses (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C",
  barn_id text collate "C",
  date date not null,
  category text collate "C" not null,
  description text collate "C",
  amount double precision not null,
  supplier_id text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index expenses_by_org on expenses (org_id, date, id) where deleted_at is null;
create index expenses_by_farm on expenses (farm_id, date, id) where deleted_at is null;
create index expenses_by_flock on expenses (flock_id, date, id) where deleted_at is null;
create table sales (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C" not null,
  customer_id text collate "C",
  date date not null,
  birds_count bigint,
  total_weight_kg double precision,
  price_per_kg double precision,
  total_amount double precision,
  condemned_count bigint,
  condemned_kg double precision,
  notes text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index sales_found on sales (org_id) where search_text <> '';
create index sales_by_org on sales (org_id, date, id) where deleted_at is null;
create index sales_by_farm on sales (farm_id, date, id) where deleted_at is null;
create index sales_by_flock on sales (flock_id, date, id) where deleted_at is null;
create index sales_by_customer on sales (customer_id, date, id) where deleted_at is null;
create table treatments (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  flock_id text collate "C" not null,
  date date not null,
  kind text collate "C" not null,
  product text collate "C",
  reason text collate "C",
  cost double precision,
  vet_name text collate "C",
  notes text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index treatments_found on treatments (org_id) where search_text <> '';
create index treatments_by_org on treatments (org_id, date, id) where deleted_at is null;
create index treatments_by_farm on treatments (farm_id, date, id) where deleted_at is null;
create index treatments_by_flock on treatments (flock_id, date, id) where deleted_at is null;
create table medicine (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  name text collate "C" not null,
  kind text collate "C",
  quantity double precision,
  unit text collate "C",
  expiry_date date,
  batch_number text collate "C",
  min_quantity double precision,
  supplier_id text collate "C",
  notes text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index medicine_by_org on medicine (org_id, expiry_date desc nulls last, id desc) where deleted_at is null;
create index medicine_by_farm on medicine (farm_id, expiry_date desc nulls last, id desc) where deleted_at is null;
create index medicine_by_supplier on medicine (supplier_id, expiry_date desc nulls last, id desc) where deleted_at is null;
create table contacts (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  barn_id text collate "C",
  kind text collate "C",
  name text collate "C" not null,
  phone text collate "C",
  email text collate "C",
  company text collate "C",
  notes text collate "C",
  language text collate "C",
  phone_e164 text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index contacts_by_org on contacts (org_id, name, id) where deleted_at is null;
create index contacts_by_farm on contacts (farm_id, name, id) where deleted_at is null;
create index contacts_by_barn on contacts (barn_id, name, id) where deleted_at is null;
create table tenders (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  title text collate "C" not null,
  direction text collate "C" not null,
  category text collate "C",
  description text collate "C",
  quantity double precision,
  unit text collate "C",
  deadline date,
  delivery_date date,
  status text collate "C" not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index tenders_by_org on tenders (org_id, created_at, id) where deleted_at is null;
create index tenders_by_farm on tenders (farm_id, created_at, id) where deleted_at is null;
create table tender_bids (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  tender_id text collate "C" not null,
  supplier_name text collate "C",
  phone text collate "C",
  email text collate "C",
  price double precision,
  currency text collate "C",
  delivery_date date,
  notes text collate "C",
  status text collate "C" not null,
  phone_e164 text collate "C",
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index tender_bids_found on tender_bids (org_id) where search_text <> '';
create index tender_bids_by_org on tender_bids (org_id, created_at, id) where deleted_at is null;
create index tender_bids_by_farm on tender_bids (farm_id, created_at, id) where deleted_at is null;
create index tender_bids_by_tender on tender_bids (tender_id, created_at, id) where deleted_at is null;
create table market_orders (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  kind text collate "C" not null,
  direction text collate "C" not null,
  category text collate "C",
  title text collate "C" not null,
  details text collate "C",
  quantity double precision,
  unit text collate "C",
  price double precision,
  need_by_date date,
  supplier_name text collate "C",
  contact_id text collate "C",
  tender_id text collate "C",
  status text collate "C" not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index market_orders_by_org on market_orders (org_id, created_at, id) where deleted_at is null;
create index market_orders_by_farm on market_orders (farm_id, created_at, id) where deleted_at is null;
create index market_orders_by_contact on market_orders (contact_id, created_at, id) where deleted_at is null;
create table users (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  name text collate "C",
  phone text collate "C",
  lang text collate "C",
  status text collate "C" not null,
  role text collate "C" not null,
  email text collate "C",
  phone_e164 text collate "C",
  last_seen_at timestamptz,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index users_by_org on users (org_id, created_at, id) where deleted_at is null;
create table farm_access (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  user_id text collate "C",
  role text collate "C",
  scopes json,
  status text collate "C",
  granted_by text collate "C",
  granted_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  deleted_at timestamptz
);
create index farm_access_by_org on farm_access (org_id, created_at, id) where deleted_at is null;
create index farm_access_by_farm on farm_access (farm_id, created_at, id) where deleted_at is null;
create index farm_access_by_user on farm_access (user_id, created_at, id) where deleted_at is null;
create table agent_runs (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  kind text collate "C",
  trigger text collate "C",
  status text collate "C",
  lang text collate "C",
  question text collate "C",
  answer text collate "C",
  action_type text collate "C",
  action_status text collate "C",
  input json,
  output json,
  error text collate "C",
  model text collate "C",
  tokens_in bigint,
  tokens_out bigint,
  duration_ms bigint,
  request_id text collate "C",
  key_id text collate "C",
  user_id text collate "C",
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index agent_runs_found on agent_runs (org_id) where search_text <> '';
create index agent_runs_by_org on agent_runs (org_id, created_at, id) where deleted_at is null;
create index agent_runs_by_farm on agent_runs (farm_id, created_at, id) where deleted_at is null;
create table reg_items (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  title text collate "C" not null,
  kind text collate "C",
  barn_id text collate "C",
  flock_id text collate "C",
  authority text collate "C",
  reference_number text collate "C",
  status text collate "C" not null,
  due_date date,
  issued_date date,
  expiry_date date,
  completed_at date,
  frequency text collate "C" not null,
  media_id text collate "C",
  notes text collate "C",
  sealed boolean not null,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index reg_items_by_org on reg_items (org_id, due_date desc nulls last, id desc) where deleted_at is null;
create index reg_items_by_farm on reg_items (farm_id, due_date desc nulls last, id desc) where deleted_at is null;
create index reg_items_by_barn on reg_items (barn_id, due_date desc nulls last, id desc) where deleted_at is null;
create table support_tickets (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  subject text collate "C" not null,
  body text collate "C" not null,
  category text collate "C",
  priority text collate "C" not null,
  status text collate "C" not null,
  assignee text collate "C",
  channel text collate "C",
  lang text collate "C",
  resolution_note text collate "C",
  number bigint,
  user_id text collate "C",
  first_response_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index support_tickets_by_org on support_tickets (org_id, created_at, id) where deleted_at is null;
create index support_tickets_by_farm on support_tickets (farm_id, created_at, id) where deleted_at is null;
create table chat_messages (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by json not null,
  thread_id text collate "C",
  sender_type text collate "C",
  sender_id text collate "C",
  sender_name text collate "C",
  role text collate "C",
  text text collate "C",
  lang text collate "C",
  translations json,
  attachments json,
  reply_to_id text collate "C",
  agent_run_id text collate "C",
  read_by json,
  deleted_at timestamptz,
  search_text text collate "C" not null
);
create index chat_messages_by_org on chat_messages (org_id, created_at, id) where deleted_at is null;
create index chat_messages_by_farm on chat_messages (farm_id, created_at, id) where deleted_at is null;
