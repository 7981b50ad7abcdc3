-- Migration 11: files of media rows: their type, and their bytes in chunks.
create table media_contents (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  farm_id text collate "C" not null,
  media_id text collate "C" not null,
  variant text collate "C" not null,
  mime_type text collate "C" not null,
  size_bytes bigint not null,
  chunk_bytes integer not null,
  sha256 text collate "C" not null,
  analysis_tries integer not null,
  created_at timestamptz not null,
  kept_at timestamptz,
  dropped_at timestamptz
);
create unique index media_contents_kept on media_contents (media_id, variant)
  where kept_at is not null and dropped_at is null;
create index media_contents_by_org on media_contents (org_id, size_bytes) where dropped_at is null;
create index media_contents_unkept on media_contents (created_at) where kept_at is null;
create index media_contents_dropped on media_contents (dropped_at) where dropped_at is not null;
create table media_chunks (
  content_id text collate "C" not null,
  part integer not null,
  bytes bytea not null,
  primary key (content_id, part)
);
alter table media_chunks alter column bytes set storage external;
