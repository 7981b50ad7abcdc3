-- Migration 6: gaps that were reported, and the time of the last scan.
create table known_gaps (
  farm_id text collate "C" not null,
  gap_key text collate "C" not null,
  org_id text collate "C" not null,
  severity text collate "C" not null,
  seen_at timestamptz not null,
  primary key (farm_id, gap_key)
);
create index known_gaps_by_org on known_gaps (org_id);
create table brain_scans (
  farm_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  rules_at timestamptz,
  full_at timestamptz
);
