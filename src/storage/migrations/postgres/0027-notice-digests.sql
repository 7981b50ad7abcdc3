-- Migration 27: at which hour users are sent the morning digest.
create table notice_digests (
  user_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  hour integer,
  via text collate "C" not null,
  next_at timestamptz,
  last_day text collate "C",
  updated_at timestamptz not null
);
create index notice_digests_due on notice_digests (next_at) where next_at is not null;
