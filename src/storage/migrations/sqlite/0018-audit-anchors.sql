-- Migration 18: signed anchors of the audit log, which reveal removed and rewritten entries.
create table audit_anchors (
  number integer primary key not null,
  position integer not null,
  hash text not null,
  entries integer not null,
  at text not null,
  key text not null,
  signature text not null
) strict;
