-- Migration 6: gaps that were reported, and the time of the last scan.
create table known_gaps (
  farm_id text not null,
  gap_key text not null,
  org_id text not null,
  severity text not null,
  seen_at text not null,
  primary key (farm_id, gap_key)
) strict;
create index known_gaps_by_org on known_gaps (org_id);
create table brain_scans (
  farm_id text primary key not null,
  org_id text not null,
  rules_at text,
  full_at text
) strict;
