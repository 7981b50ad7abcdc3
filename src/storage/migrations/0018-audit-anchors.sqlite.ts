/** The signed ends of the audit log, for SQLite. */
export const auditAnchorsSqlite = `
create table audit_anchors (
  number integer primary key not null,
  position integer not null,
  hash text not null,
  entries integer not null,
  at text not null,
  key text not null,
  signature text not null
) strict;
`;
