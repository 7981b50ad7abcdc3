-- Migration 8: the daily risk ledger, and an index of alerts by the time they were resolved.
create table risk_ledger (
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  day date not null,
  item text collate "C" not null,
  p double precision,
  impact double precision not null,
  explanation json not null,
  recorded_at timestamptz not null,
  primary key (farm_id, day, item)
);
create index risk_ledger_by_item on risk_ledger (farm_id, item, day);
create index alerts_resolved on alerts (farm_id, resolved_at)
  where resolved_at is not null and deleted_at is null;
