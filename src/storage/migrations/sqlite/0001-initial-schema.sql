-- Migration 1: the initial schema.
create table schema_migrations (
  version integer primary key,
  name text not null,
  applied_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) strict;
create table organisations (
  id text primary key,
  name text not null,
  timezone text not null,
  language text not null,
  created_at text not null
) strict;
create table api_keys (
  id text primary key,
  org_id text not null,
  name text not null,
  secret_hash text not null,
  last4 text not null,
  scopes text not null,
  farm_ids text,
  rate_limit_per_minute integer,
  created_at text not null,
  created_by text,
  expires_at text,
  revoked_at text
) strict;
create index api_keys_by_org on api_keys (org_id, created_at, id);
create table camera_tokens (
  id text primary key,
  org_id text not null,
  integration_id text not null,
  secret_hash text not null,
  created_at text not null,
  revoked_at text
) strict;
create index camera_tokens_by_integration on camera_tokens (integration_id);
create table idempotency (
  key_id text not null,
  idempotency_key text not null,
  request_hash text not null,
  status integer not null,
  headers text not null,
  body text not null,
  created_at text not null,
  primary key (key_id, idempotency_key)
) strict;
create index idempotency_by_time on idempotency (created_at);
create table row_counts (
  org_id text not null,
  resource text not null,
  farm_id text not null,
  total integer not null,
  primary key (org_id, resource, farm_id)
) strict;
create table outbox_events (
  sequence integer primary key autoincrement,
  id text not null unique,
  event text not null,
  org_id text not null,
  farm_id text,
  resource text,
  row_id text,
  created_at text not null,
  body text not null
) strict;
create table scheduled_jobs (
  name text primary key not null,
  due_at text not null,
  fence integer not null,
  leased_until text not null,
  done_at text
) strict;
create table audit_log (
  id text primary key,
  at text not null,
  org_id text,
  key_id text,
  method text not null,
  route text not null,
  resource text,
  row_id text,
  farm_id text,
  status integer not null,
  code text,
  duration_ms real not null,
  ip text not null,
  request_id text not null,
  calls integer not null,
  position integer unique,
  hash text
) strict;
create index audit_log_by_org on audit_log (org_id, at, id);
create index audit_log_unsealed on audit_log (at, id) where position is null;
create trigger audit_log_is_kept before delete on audit_log begin
  select raise(abort, 'the audit log is append-only');
end;
create trigger audit_log_is_sealed_once before update on audit_log
when old.position is not null or new.id is not old.id or new.at is not old.at
  or new.org_id is not old.org_id or new.key_id is not old.key_id
  or new.method is not old.method or new.route is not old.route
  or new.resource is not old.resource or new.row_id is not old.row_id
  or new.farm_id is not old.farm_id or new.status is not old.status
  or new.code is not old.code or new.duration_ms is not old.duration_ms
  or new.ip is not old.ip or new.request_id is not old.request_id
  or new.calls is not old.calls
begin
  select raise(abort, 'the audit log is append-only');
end;
create table farms (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  name text not null,
  vertical text not null,
  location text,
  latitude real,
  longitude real,
  area_dunam real,
  currency text not null,
  notes text,
  deleted_at text,
  search_text text not null
) strict;
create index farms_by_org on farms (org_id, created_at, id) where deleted_at is null;
create table barns (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  name text not null,
  capacity integer,
  area_sqm real,
  barn_type text,
  controller text,
  status text not null,
  notes text,
  latitude real,
  longitude real,
  heading_deg real,
  deleted_at text,
  search_text text not null
) strict;
create index barns_by_org on barns (org_id, name, id) where deleted_at is null;
create index barns_by_farm on barns (farm_id, name, id) where deleted_at is null;
create table flocks (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text not null,
  code text,
  breed text,
  chicks_ordered integer,
  chicks_received integer,
  order_total real,
  arrival_age_days integer not null,
  placement_date text not null,
  price_per_chick real,
  target_weight_kg real,
  planned_market_date text,
  status text,
  supplier_id text,
  batch_code text,
  notes text,
  closed_at text,
  sealed integer not null,
  deleted_at text,
  search_text text not null
) strict;
create index flocks_by_org on flocks (org_id, placement_date, id) where deleted_at is null;
create index flocks_by_farm on flocks (farm_id, placement_date, id) where deleted_at is null;
create index flocks_by_barn on flocks (barn_id, placement_date, id) where deleted_at is null;
create table daily_logs (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text not null,
  date text not null,
  age_days integer,
  mortality integer,
  culls integer,
  eggs integer,
  eggs_broken integer,
  avg_weight_gr real,
  feed_kg real,
  water_l real,
  temp_min real,
  temp_max real,
  temp_avg real,
  humidity real,
  notes text,
  deleted_at text,
  search_text text not null
) strict;
create index daily_logs_found on daily_logs (org_id) where search_text <> '';
create index daily_logs_by_org on daily_logs (org_id, date, id) where deleted_at is null;
create index daily_logs_by_farm on daily_logs (farm_id, date, id) where deleted_at is null;
create index daily_logs_by_flock on daily_logs (flock_id, date, id) where deleted_at is null;
create table alerts (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  flock_id text,
  severity text not null,
  category text not null,
  title text not null,
  message text,
  status text not null,
  resolution_note text,
  feedback text,
  feedback_note text,
  source text,
  acknowledged_at text,
  resolved_at text,
  occurrences integer not null,
  severity_history text,
  sealed integer not null,
  deleted_at text,
  search_text text not null
) strict;
create index alerts_by_org on alerts (org_id, created_at, id) where deleted_at is null;
create index alerts_by_farm on alerts (farm_id, created_at, id) where deleted_at is null;
create index alerts_by_barn on alerts (barn_id, created_at, id) where deleted_at is null;
create table tasks (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  title text not null,
  details text,
  assignee text,
  priority text not null,
  status text not null,
  due_date text,
  frequency text not null,
  completed_at text,
  series_id text,
  deleted_at text,
  search_text text not null
) strict;
create index tasks_by_org on tasks (org_id, created_at, id) where deleted_at is null;
create index tasks_by_farm on tasks (farm_id, created_at, id) where deleted_at is null;
create index tasks_by_barn on tasks (barn_id, created_at, id) where deleted_at is null;
create table task_comments (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  task_id text not null,
  kind text not null,
  text text not null,
  author_name text not null,
  deleted_at text,
  search_text text not null
) strict;
create index task_comments_found on task_comments (org_id) where search_text <> '';
create index task_comments_by_org on task_comments (org_id, created_at, id) where deleted_at is null;
create index task_comments_by_farm on task_comments (farm_id, created_at, id) where deleted_at is null;
create index task_comments_by_task on task_comments (task_id, created_at, id) where deleted_at is null;
create table field_reports (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  flock_id text,
  raw_text text not null,
  source text not null,
  lang text,
  author_name text,
  category text not null,
  severity text not null,
  summary_he text,
  is_question integer,
  status text not null,
  reply_text text,
  answered_at text,
  answered_by text,
  extracted text,
  deleted_at text,
  search_text text not null
) strict;
create index field_reports_by_org on field_reports (org_id, created_at, id) where deleted_at is null;
create index field_reports_by_farm on field_reports (farm_id, created_at, id) where deleted_at is null;
create index field_reports_by_barn on field_reports (barn_id, created_at, id) where deleted_at is null;
create table events (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  flock_id text,
  kind text not null,
  title text not null,
  details text,
  ts text not null,
  deleted_at text,
  search_text text not null
) strict;
create index events_by_org on events (org_id, ts, id) where deleted_at is null;
create index events_by_farm on events (farm_id, ts, id) where deleted_at is null;
create index events_by_barn on events (barn_id, ts, id) where deleted_at is null;
create index events_by_flock on events (flock_id, ts, id) where deleted_at is null;
create table media (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  flock_id text,
  device_id text,
  contact_id text,
  name text,
  description text,
  category text,
  tags text,
  kind text not null,
  source text not null,
  size_bytes integer,
  mime_type text,
  width integer,
  height integer,
  ai_severity text,
  ai_summary text,
  analyzed_at text,
  deleted_at text,
  search_text text not null
) strict;
create index media_by_org on media (org_id, created_at, id) where deleted_at is null;
create index media_by_farm on media (farm_id, created_at, id) where deleted_at is null;
create index media_by_barn on media (barn_id, created_at, id) where deleted_at is null;
create index media_by_flock on media (flock_id, created_at, id) where deleted_at is null;
create table devices (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  kind text not null,
  model text,
  status text,
  installed_at text,
  notes text,
  name text,
  vendor text,
  protocol text,
  stream_url text,
  capabilities text,
  source_key text,
  last_seen_at text,
  adopted integer not null,
  last_error text,
  deleted_at text,
  search_text text not null
) strict;
create index devices_by_org on devices (org_id, created_at, id) where deleted_at is null;
create index devices_by_farm on devices (farm_id, created_at, id) where deleted_at is null;
create index devices_by_barn on devices (barn_id, created_at, id) where deleted_at is null;
create table integrations (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  name text,
  kind text not null,
  vendor text,
  endpoint text,
  auth_ref text,
  poll_minutes integer,
  status text not null,
  notes text,
  last_success_at text,
  last_error text,
  last_error_at text,
  consecutive_failures integer not null,
  token_prefix text,
  deleted_at text,
  search_text text not null
) strict;
create index integrations_by_org on integrations (org_id, created_at, id) where deleted_at is null;
create index integrations_by_farm on integrations (farm_id, created_at, id) where deleted_at is null;
create index integrations_by_barn on integrations (barn_id, created_at, id) where deleted_at is null;
create table env_readings (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text not null,
  ts text not null,
  temp real,
  humidity real,
  co2 real,
  nh3 real,
  water_l real,
  feed_kg real,
  source text not null,
  notes text,
  deleted_at text
) strict;
create index env_readings_by_org on env_readings (org_id, ts, id) where deleted_at is null;
create index env_readings_by_farm on env_readings (farm_id, ts, id) where deleted_at is null;
create index env_readings_by_barn on env_readings (barn_id, ts, id) where deleted_at is null;
create table vision_events (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  device_id text,
  kind text not null,
  value real,
  unit text,
  source text,
  confidence real,
  meta text,
  ts text not null,
  integration_id text,
  flock_id text,
  deleted_at text
) strict;
create index vision_events_by_org on vision_events (org_id, ts, id) where deleted_at is null;
create index vision_events_by_farm on vision_events (farm_id, ts, id) where deleted_at is null;
create index vision_events_by_barn on vision_events (barn_id, ts, id) where deleted_at is null;
create table controller_commands (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  integration_id text,
  device_id text,
  command text not null,
  params text,
  mode text not null,
  status text,
  requested_by text not null,
  sent_at text,
  executed_at text,
  result text,
  error text,
  reason text,
  deleted_at text,
  search_text text not null
) strict;
create index controller_commands_found on controller_commands (org_id) where search_text <> '';
create index controller_commands_by_org on controller_commands (org_id, created_at, id) where deleted_at is null;
create index controller_commands_by_farm on controller_commands (farm_id, created_at, id) where deleted_at is null;
create index controller_commands_by_barn on controller_commands (barn_id, created_at, id) where deleted_at is null;
create table automations (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  name text not null,
  device_kind text,
  mode text not null,
  trigger text,
  action text,
  enabled integer not null,
  last_run_at text,
  last_result text,
  runs integer not null,
  deleted_at text,
  search_text text not null
) strict;
create index automations_found on automations (org_id) where search_text <> '';
create index automations_by_org on automations (org_id, created_at, id) where deleted_at is null;
create index automations_by_farm on automations (farm_id, created_at, id) where deleted_at is null;
create index automations_by_barn on automations (barn_id, created_at, id) where deleted_at is null;
create table feed_deliveries (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text,
  date text not null,
  feed_type text,
  quantity_kg real not null,
  price_per_ton real,
  total_cost real,
  supplier_id text,
  notes text,
  feed_order_id text,
  deleted_at text,
  search_text text not null
) strict;
create index feed_deliveries_found on feed_deliveries (org_id) where search_text <> '';
create index feed_deliveries_by_org on feed_deliveries (org_id, date, id) where deleted_at is null;
create index feed_deliveries_by_farm on feed_deliveries (farm_id, date, id) where deleted_at is null;
create index feed_deliveries_by_flock on feed_deliveries (flock_id, date, id) where deleted_at is null;
create index feed_deliveries_by_supplier on feed_deliveries (supplier_id, date, id) where deleted_at is null;
create table feed_orders (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text,
  feed_type text,
  quantity_kg real not null,
  supplier_id text,
  status text not null,
  order_date text not null,
  due_date text,
  delivered_at text,
  price_per_ton real,
  notes text,
  delivery_id text,
  deleted_at text,
  search_text text not null
) strict;
create index feed_orders_found on feed_orders (org_id) where search_text <> '';
create index feed_orders_by_org on feed_orders (org_id, created_at, id) where deleted_at is null;
create index feed_orders_by_farm on feed_orders (farm_id, created_at, id) where deleted_at is null;
create index feed_orders_by_flock on feed_orders (flock_id, created_at, id) where deleted_at is null;
create table expenses (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text,
  barn_id text,
  date text not null,
  category text not null,
  description text,
  amount real not null,
  supplier_id text,
  deleted_at text,
  search_text text not null
) strict;
create index expenses_by_org on expenses (org_id, date, id) where deleted_at is null;
create index expenses_by_farm on expenses (farm_id, date, id) where deleted_at is null;
create index expenses_by_flock on expenses (flock_id, date, id) where deleted_at is null;
create table sales (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text not null,
  customer_id text,
  date text not null,
  birds_count integer,
  total_weight_kg real,
  price_per_kg real,
  total_amount real,
  condemned_count integer,
  condemned_kg real,
  notes text,
  deleted_at text,
  search_text text not null
) strict;
create index sales_found on sales (org_id) where search_text <> '';
create index sales_by_org on sales (org_id, date, id) where deleted_at is null;
create index sales_by_farm on sales (farm_id, date, id) where deleted_at is null;
create index sales_by_flock on sales (flock_id, date, id) where deleted_at is null;
create index sales_by_customer on sales (customer_id, date, id) where deleted_at is null;
create table treatments (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  flock_id text not null,
  date text not null,
  kind text not null,
  product text,
  reason text,
  cost real,
  vet_name text,
  notes text,
  deleted_at text,
  search_text text not null
) strict;
create index treatments_found on treatments (org_id) where search_text <> '';
create index treatments_by_org on treatments (org_id, date, id) where deleted_at is null;
create index treatments_by_farm on treatments (farm_id, date, id) where deleted_at is null;
create index treatments_by_flock on treatments (flock_id, date, id) where deleted_at is null;
create table medicine (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  name text not null,
  kind text,
  quantity real,
  unit text,
  expiry_date text,
  batch_number text,
  min_quantity real,
  supplier_id text,
  notes text,
  deleted_at text,
  search_text text not null
) strict;
create index medicine_by_org on medicine (org_id, expiry_date desc, id desc) where deleted_at is null;
create index medicine_by_farm on medicine (farm_id, expiry_date desc, id desc) where deleted_at is null;
create index medicine_by_supplier on medicine (supplier_id, expiry_date desc, id desc) where deleted_at is null;
create table contacts (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  barn_id text,
  kind text,
  name text not null,
  phone text,
  email text,
  company text,
  notes text,
  language text,
  phone_e164 text,
  deleted_at text,
  search_text text not null
) strict;
create index contacts_by_org on contacts (org_id, name, id) where deleted_at is null;
create index contacts_by_farm on contacts (farm_id, name, id) where deleted_at is null;
create index contacts_by_barn on contacts (barn_id, name, id) where deleted_at is null;
create table tenders (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  title text not null,
  direction text not null,
  category text,
  description text,
  quantity real,
  unit text,
  deadline text,
  delivery_date text,
  status text not null,
  deleted_at text,
  search_text text not null
) strict;
create index tenders_by_org on tenders (org_id, created_at, id) where deleted_at is null;
create index tenders_by_farm on tenders (farm_id, created_at, id) where deleted_at is null;
create table tender_bids (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  tender_id text not null,
  supplier_name text,
  phone text,
  email text,
  price real,
  currency text,
  delivery_date text,
  notes text,
  status text not null,
  phone_e164 text,
  deleted_at text,
  search_text text not null
) strict;
create index tender_bids_found on tender_bids (org_id) where search_text <> '';
create index tender_bids_by_org on tender_bids (org_id, created_at, id) where deleted_at is null;
create index tender_bids_by_farm on tender_bids (farm_id, created_at, id) where deleted_at is null;
create index tender_bids_by_tender on tender_bids (tender_id, created_at, id) where deleted_at is null;
create table market_orders (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  kind text not null,
  direction text not null,
  category text,
  title text not null,
  details text,
  quantity real,
  unit text,
  price real,
  need_by_date text,
  supplier_name text,
  contact_id text,
  tender_id text,
  status text not null,
  deleted_at text,
  search_text text not null
) strict;
create index market_orders_by_org on market_orders (org_id, created_at, id) where deleted_at is null;
create index market_orders_by_farm on market_orders (farm_id, created_at, id) where deleted_at is null;
create index market_orders_by_contact on market_orders (contact_id, created_at, id) where deleted_at is null;
create table users (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  name text,
  phone text,
  lang text,
  status text not null,
  role text not null,
  email text,
  phone_e164 text,
  last_seen_at text,
  deleted_at text,
  search_text text not null
) strict;
create index users_by_org on users (org_id, created_at, id) where deleted_at is null;
create table farm_access (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  user_id text,
  role text,
  scopes text,
  status text,
  granted_by text,
  granted_at text,
  expires_at text,
  revoked_at text,
  deleted_at text
) strict;
create index farm_access_by_org on farm_access (org_id, created_at, id) where deleted_at is null;
create index farm_access_by_farm on farm_access (farm_id, created_at, id) where deleted_at is null;
create index farm_access_by_user on farm_access (user_id, created_at, id) where deleted_at is null;
create table agent_runs (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  kind text,
  trigger text,
  status text,
  lang text,
  question text,
  answer text,
  action_type text,
  action_status text,
  input text,
  output text,
  error text,
  model text,
  tokens_in integer,
  tokens_out integer,
  duration_ms integer,
  request_id text,
  key_id text,
  user_id text,
  started_at text,
  finished_at text,
  deleted_at text,
  search_text text not null
) strict;
create index agent_runs_found on agent_runs (org_id) where search_text <> '';
create index agent_runs_by_org on agent_runs (org_id, created_at, id) where deleted_at is null;
create index agent_runs_by_farm on agent_runs (farm_id, created_at, id) where deleted_at is null;
create table reg_items (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  title text not null,
  kind text,
  barn_id text,
  flock_id text,
  authority text,
  reference_number text,
  status text not null,
  due_date text,
  issued_date text,
  expiry_date text,
  completed_at text,
  frequency text not null,
  media_id text,
  notes text,
  sealed integer not null,
  deleted_at text,
  search_text text not null
) strict;
create index reg_items_by_org on reg_items (org_id, due_date desc, id desc) where deleted_at is null;
create index reg_items_by_farm on reg_items (farm_id, due_date desc, id desc) where deleted_at is null;
create index reg_items_by_barn on reg_items (barn_id, due_date desc, id desc) where deleted_at is null;
create table support_tickets (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  subject text not null,
  body text not null,
  category text,
  priority text not null,
  status text not null,
  assignee text,
  channel text,
  lang text,
  resolution_note text,
  number integer,
  user_id text,
  first_response_at text,
  closed_at text,
  deleted_at text,
  search_text text not null
) strict;
create index support_tickets_by_org on support_tickets (org_id, created_at, id) where deleted_at is null;
create index support_tickets_by_farm on support_tickets (farm_id, created_at, id) where deleted_at is null;
create table chat_messages (
  id text primary key not null,
  org_id text not null,
  farm_id text,
  version integer not null,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  thread_id text,
  sender_type text,
  sender_id text,
  sender_name text,
  role text,
  text text,
  lang text,
  translations text,
  attachments text,
  reply_to_id text,
  agent_run_id text,
  read_by text,
  deleted_at text,
  search_text text not null
) strict;
create index chat_messages_by_org on chat_messages (org_id, created_at, id) where deleted_at is null;
create index chat_messages_by_farm on chat_messages (farm_id, created_at, id) where deleted_at is null;
