-- Migration 16: the key that owns a webhook; deliveries use its current rights.
alter table webhooks add column owner_key_id text;
update webhooks set owner_key_id = created_by;
create index webhooks_by_owner on webhooks (owner_key_id);
