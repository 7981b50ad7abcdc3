-- Migration 19: questions sent to a model, counted for the daily limit of each key.
create table model_questions (
  id text primary key not null,
  key_id text not null,
  asked_at text not null
) strict;
create index model_questions_by_key on model_questions (key_id, asked_at);
insert into model_questions (id, key_id, asked_at)
  select id, key_id, created_at from agent_runs
  where model is not null and key_id is not null
    and created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 days');
