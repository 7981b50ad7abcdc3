-- Migration 17: the last editor of each automation; it runs with that editor's current rights.
create table automation_editors (
  automation_id text collate "C" primary key not null,
  org_id text collate "C" not null,
  type text collate "C" not null,
  author_id text collate "C" not null
);
insert into automation_editors (automation_id, org_id, type, author_id)
  select automation.id, automation.org_id,
    coalesce(cast(latest.author as json) ->> 'type', automation.created_by ->> 'type'),
    coalesce(cast(latest.author as json) ->> 'id', automation.created_by ->> 'id')
  from automations automation
  left join row_history latest on latest.id = (
    select change.id from row_history change
    where change.row_id = automation.id and change.kind = 'changed'
    order by change.version desc, change.id desc limit 1);
