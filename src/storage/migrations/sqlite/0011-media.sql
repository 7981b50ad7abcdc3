-- Migration 11: files of media rows: their type, and their bytes in chunks.
create table media_contents (
  id text primary key not null,
  org_id text not null,
  farm_id text not null,
  media_id text not null,
  variant text not null,
  mime_type text not null,
  size_bytes integer not null,
  chunk_bytes integer not null,
  sha256 text not null,
  analysis_tries integer not null,
  created_at text not null,
  kept_at text,
  dropped_at text
) strict;
create unique index media_contents_kept on media_contents (media_id, variant)
  where kept_at is not null and dropped_at is null;
create index media_contents_by_org on media_contents (org_id, size_bytes) where dropped_at is null;
create index media_contents_unkept on media_contents (created_at) where kept_at is null;
create index media_contents_dropped on media_contents (dropped_at) where dropped_at is not null;
create table media_chunks (
  content_id text not null,
  part integer not null,
  bytes blob not null,
  primary key (content_id, part)
) strict;
