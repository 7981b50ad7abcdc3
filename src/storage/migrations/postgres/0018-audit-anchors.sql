-- Migration 18: signed anchors of the audit log, which reveal removed and rewritten entries; times are text, exactly as signed.
create table audit_anchors (
  number bigint primary key not null,
  position bigint not null,
  hash text collate "C" not null,
  entries bigint not null,
  at text collate "C" not null,
  key text collate "C" not null,
  signature text collate "C" not null
);
