-- Migration 19: questions sent to a model, counted for the daily limit of each key.
create table model_questions (
  id text collate "C" primary key not null,
  key_id text collate "C" not null,
  asked_at timestamptz not null
);
create index model_questions_by_key on model_questions (key_id, asked_at);
insert into model_questions (id, key_id, asked_at)
  select id, key_id, created_at from agent_runs
  where model is not null and key_id is not null and created_at >= now() - interval '2 days';
