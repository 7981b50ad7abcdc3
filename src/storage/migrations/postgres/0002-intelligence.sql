-- Migration 2: tables and indexes of the intelligence endpoints.
create table flock_weights (
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  flock_id text collate "C" not null,
  day date not null,
  computed_at timestamptz not null,
  weight_g double precision not null,
  low_g double precision not null,
  high_g double precision not null,
  sources json not null,
  primary key (flock_id, day)
);
create table camera_calibrations (
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  camera text collate "C" not null,
  device_id text collate "C",
  source text collate "C",
  factor double precision not null,
  pairs bigint not null,
  updated_at timestamptz not null,
  primary key (farm_id, camera)
);
create table activity_log (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C",
  ts timestamptz not null,
  kind text collate "C" not null,
  score bigint not null,
  title json not null,
  barn_id text collate "C",
  flock_id text collate "C",
  resource text collate "C" not null,
  row_id text collate "C" not null,
  actor json
);
create index activity_log_by_farm on activity_log (farm_id, ts desc, id, score);
create index activity_log_by_kind on activity_log (org_id, farm_id, kind, ts);
create index activity_log_by_org on activity_log (org_id, ts desc, id, score);
create table organisation_settings (
  org_id text collate "C" primary key not null,
  thresholds json not null,
  updated_at timestamptz not null
);
create index flocks_live on flocks (farm_id, placement_date, id)
  where deleted_at is null and status in ('planned', 'active', 'selling');
create index flocks_closed on flocks (org_id, farm_id, closed_at desc nulls last, id desc)
  where deleted_at is null and status = 'closed';
create index flocks_closed_by_org on flocks (org_id, closed_at desc nulls last, id desc)
  where deleted_at is null and status = 'closed';
create index daily_logs_summed on daily_logs
  (flock_id, date, updated_at, id, mortality, culls, avg_weight_gr, feed_kg, water_l, eggs)
  where deleted_at is null;
create index feed_orders_by_date on feed_orders (farm_id, order_date, id) where deleted_at is null;
create index feed_orders_open on feed_orders (farm_id)
  where deleted_at is null and status in ('draft', 'ordered', 'confirmed', 'in_transit');
create index market_orders_open on market_orders (farm_id)
  where deleted_at is null and status in ('draft', 'open', 'negotiating', 'confirmed');
create index tenders_open on tenders (farm_id)
  where deleted_at is null and status in ('draft', 'open', 'closed');
create index alerts_open on alerts (farm_id, severity)
  where deleted_at is null and status in ('open', 'acknowledged', 'in_progress');
create index tasks_open on tasks (farm_id, due_date)
  where deleted_at is null and status in ('open', 'in_progress', 'blocked');
create index tasks_completed on tasks (farm_id, completed_at)
  where deleted_at is null and completed_at is not null;
create index field_reports_unanswered on field_reports (farm_id)
  where deleted_at is null and is_question = true and status in ('new', 'in_review');
create index reg_items_by_expiry on reg_items (farm_id, expiry_date) where deleted_at is null;
create index reg_items_by_completion on reg_items (farm_id, completed_at)
  where deleted_at is null;
create index reg_items_open on reg_items (farm_id)
  where deleted_at is null and status in
    ('upcoming', 'due', 'submitted', 'rejected', 'overdue', 'expired');
create index env_readings_measured on env_readings (barn_id, ts, id)
  where deleted_at is null and source <> 'weather';
create index vision_events_unclaimed on vision_events (farm_id, source, ts)
  where deleted_at is null and device_id is null and source is not null;
