/** Whose rights webhooks deliver with, in the words of SQLite. */
export const webhookOwnersSqlite = `
alter table webhooks add column owner_key_id text;
update webhooks set owner_key_id = created_by;
create index webhooks_by_owner on webhooks (owner_key_id);
`;
