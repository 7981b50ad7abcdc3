-- Migration 21: what conversations with POST /ask remember.
create table ask_conversations (
  id text collate "C" primary key not null,
  org_id text collate "C" not null,
  key_id text collate "C" not null,
  memory text collate "C",
  used_at timestamptz not null
);
create index ask_conversations_by_key on ask_conversations (key_id, used_at);
create index ask_conversations_by_use on ask_conversations (used_at);
