-- Migration 8: the daily risk ledger, and an index of alerts by the time they were resolved.
create table risk_ledger (
  org_id text not null,
  farm_id text not null,
  day text not null,
  item text not null,
  p real,
  impact real not null,
  explanation text not null,
  recorded_at text not null,
  primary key (farm_id, day, item)
) strict, without rowid;
create index risk_ledger_by_item on risk_ledger (farm_id, item, day);
create index alerts_resolved on alerts (farm_id, resolved_at)
  where resolved_at is not null and deleted_at is null;
