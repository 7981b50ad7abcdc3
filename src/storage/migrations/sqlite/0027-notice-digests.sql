-- Migration 27: at which hour users are sent the morning digest.
create table notice_digests (
  user_id text primary key not null,
  org_id text not null,
  hour integer,
  via text not null,
  next_at text,
  last_day text,
  updated_at text not null
) strict;
create index notice_digests_due on notice_digests (next_at) where next_at is not null;
