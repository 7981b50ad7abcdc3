-- Migration 21: what conversations with POST /ask remember.
create table ask_conversations (
  id text primary key not null,
  org_id text not null,
  key_id text not null,
  memory text,
  used_at text not null
) strict;
create index ask_conversations_by_key on ask_conversations (key_id, used_at);
create index ask_conversations_by_use on ask_conversations (used_at);
