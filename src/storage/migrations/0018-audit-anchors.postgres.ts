/** The signed ends of the audit log, for PostgreSQL; times are text, as they were signed. */
export const auditAnchorsPostgres = `
create table audit_anchors (
  number bigint primary key not null,
  position bigint not null,
  hash text collate "C" not null,
  entries bigint not null,
  at text collate "C" not null,
  key text collate "C" not null,
  signature text collate "C" not null
);
`;
