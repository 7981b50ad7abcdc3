-- Read-only views for analysts, generated from the resources of farmctl. Do not edit:
--   FARMCTL_UPDATE_DOCS=1 npx vitest run test/storage/postgres/analyst-views.test.ts
-- Run it as the owner of the database, again after every upgrade:
--   psql "$FARMCTL_DATABASE" -v ON_ERROR_STOP=1 -f deploy/analyst-views.sql
begin;
-- A role finds tables in the schema of its own name first.
do $$ begin
  if current_user = 'farm' or exists (select from pg_class
      where pg_get_userbyid(relowner) = 'farm' and relkind in ('r', 'p')) then
    raise exception 'the role of the service is called farm: it would read the views in place of the tables'
      using hint = 'Give the role of the service another name: alter role farm rename to farmctl_service';
  end if;
  if exists (select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'farm' and relkind in ('r', 'p')) then
    raise exception 'the schema farm holds tables; the views would replace it'
      using hint = 'Move the tables to another schema: alter table farm.tasks set schema public';
  end if;
end $$;
drop schema if exists farm cascade;
create schema farm;
comment on schema farm is 'farmctl: one view for each resource, without deleted rows';

create view farm.farms as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.name,
  r.vertical,
  r.location,
  r.latitude,
  r.longitude,
  r.area_dunam,
  r.currency,
  r.notes,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from farms r where r.deleted_at is null;
comment on view farm.farms is 'Farms: name, location, currency';
comment on column farm.farms.id is 'ID';
comment on column farm.farms.org_id is 'Organisation';
comment on column farm.farms.farm_id is 'Farm';
comment on column farm.farms.version is 'Version';
comment on column farm.farms.created_at is 'Created';
comment on column farm.farms.updated_at is 'Updated';
comment on column farm.farms.created_by is 'Created by';
comment on column farm.farms.name is 'Name';
comment on column farm.farms.vertical is 'Production; poultry, broiler, layer, breeder, turkey, mixed, other';
comment on column farm.farms.location is 'Location';
comment on column farm.farms.latitude is 'Latitude; °';
comment on column farm.farms.longitude is 'Longitude; °';
comment on column farm.farms.area_dunam is 'Area; dunam';
comment on column farm.farms.currency is 'Currency';
comment on column farm.farms.notes is 'Notes';
comment on column farm.farms.farm_name is 'Name of the farm';

create view farm.barns as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.name,
  r.capacity,
  r.area_sqm,
  r.barn_type,
  r.controller,
  r.status,
  r.notes,
  r.latitude,
  r.longitude,
  r.heading_deg,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from barns r where r.deleted_at is null;
comment on view farm.barns is 'Poultry houses: size, location, status';
comment on column farm.barns.id is 'ID';
comment on column farm.barns.org_id is 'Organisation';
comment on column farm.barns.farm_id is 'Farm';
comment on column farm.barns.version is 'Version';
comment on column farm.barns.created_at is 'Created';
comment on column farm.barns.updated_at is 'Updated';
comment on column farm.barns.created_by is 'Created by';
comment on column farm.barns.name is 'Name';
comment on column farm.barns.capacity is 'Capacity; birds';
comment on column farm.barns.area_sqm is 'Floor area; m²';
comment on column farm.barns.barn_type is 'Type; broiler, layer, breeder, pullet, brooder, turkey, free_range, other';
comment on column farm.barns.controller is 'Controller; Make or name of the climate controller';
comment on column farm.barns.status is 'Status; active, cleaning, maintenance, inactive';
comment on column farm.barns.notes is 'Notes';
comment on column farm.barns.latitude is 'Latitude; °';
comment on column farm.barns.longitude is 'Longitude; °';
comment on column farm.barns.heading_deg is 'Heading; Direction of the long axis, clockwise from north; °';
comment on column farm.barns.farm_name is 'Name of the farm';

create view farm.flocks as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.code,
  r.breed,
  r.chicks_ordered,
  r.chicks_received,
  round(r.order_total::numeric, 2) as order_total,
  r.arrival_age_days,
  r.placement_date,
  round(r.price_per_chick::numeric, 2) as price_per_chick,
  r.target_weight_kg,
  r.planned_market_date,
  r.status,
  r.supplier_id,
  r.batch_code,
  r.notes,
  r.closed_at,
  r.sealed,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  coalesce(r.closed_at::date, current_date) - r.placement_date + coalesce(r.arrival_age_days, 0) as age_days,
  (select coalesce(sum(coalesce(l.mortality, 0) + coalesce(l.culls, 0)), 0) from daily_logs l where l.flock_id = r.id and l.deleted_at is null) as lost_birds,
  (select coalesce(sum(coalesce(s.birds_count, 0)), 0) from sales s where s.flock_id = r.id and s.deleted_at is null) as sold_birds
from flocks r where r.deleted_at is null;
comment on view farm.flocks is 'Groups of birds placed together in one barn';
comment on column farm.flocks.id is 'ID';
comment on column farm.flocks.org_id is 'Organisation';
comment on column farm.flocks.farm_id is 'Farm';
comment on column farm.flocks.version is 'Version';
comment on column farm.flocks.created_at is 'Created';
comment on column farm.flocks.updated_at is 'Updated';
comment on column farm.flocks.created_by is 'Created by';
comment on column farm.flocks.barn_id is 'Barn; id in barns';
comment on column farm.flocks.code is 'Code; Default: the name of the barn and the day of placement';
comment on column farm.flocks.breed is 'Breed';
comment on column farm.flocks.chicks_ordered is 'Chicks ordered; birds';
comment on column farm.flocks.chicks_received is 'Chicks received; birds';
comment on column farm.flocks.order_total is 'Order total';
comment on column farm.flocks.arrival_age_days is 'Age on arrival; days';
comment on column farm.flocks.placement_date is 'Placed';
comment on column farm.flocks.price_per_chick is 'Price per chick';
comment on column farm.flocks.target_weight_kg is 'Target weight; kg';
comment on column farm.flocks.planned_market_date is 'Planned sale';
comment on column farm.flocks.status is 'Status; Default: active, or planned if the placement date is in the future; planned, active, selling, closed, cancelled';
comment on column farm.flocks.supplier_id is 'Supplier; id in contacts';
comment on column farm.flocks.batch_code is 'Batch';
comment on column farm.flocks.notes is 'Notes';
comment on column farm.flocks.closed_at is 'Closed';
comment on column farm.flocks.sealed is 'Sealed; Part of a sealed case file';
comment on column farm.flocks.farm_name is 'Name of the farm';
comment on column farm.flocks.barn_name is 'Name of the barn';
comment on column farm.flocks.age_days is 'Age today, or when the flock was closed; days';
comment on column farm.flocks.lost_birds is 'Mortality and culls of all daily logs; birds';
comment on column farm.flocks.sold_birds is 'Birds of all sales; birds';

create view farm.daily_logs as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.date,
  r.age_days,
  r.mortality,
  r.culls,
  r.eggs,
  r.eggs_broken,
  r.avg_weight_gr,
  r.feed_kg,
  r.water_l,
  r.temp_min,
  r.temp_max,
  r.temp_avg,
  r.humidity,
  r.notes,
  r.cameras_weight_gr,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code,
  case when r.mortality is null and r.culls is null then null else coalesce(r.mortality, 0) + coalesce(r.culls, 0) end as lost_birds,
  r.water_l / nullif(r.feed_kg, 0) as water_feed_ratio
from daily_logs r where r.deleted_at is null;
comment on view farm.daily_logs is 'Daily figures of a flock: mortality, feed, water, eggs, weight';
comment on column farm.daily_logs.id is 'ID';
comment on column farm.daily_logs.org_id is 'Organisation';
comment on column farm.daily_logs.farm_id is 'Farm';
comment on column farm.daily_logs.version is 'Version';
comment on column farm.daily_logs.created_at is 'Created';
comment on column farm.daily_logs.updated_at is 'Updated';
comment on column farm.daily_logs.created_by is 'Created by';
comment on column farm.daily_logs.flock_id is 'Flock; id in flocks';
comment on column farm.daily_logs.date is 'Date';
comment on column farm.daily_logs.age_days is 'Age; As logged; figures use the age by placement; days';
comment on column farm.daily_logs.mortality is 'Deaths; Birds found dead; null: not recorded; birds';
comment on column farm.daily_logs.culls is 'Culls; birds';
comment on column farm.daily_logs.eggs is 'Eggs; eggs';
comment on column farm.daily_logs.eggs_broken is 'Broken eggs; Part of eggs; eggs';
comment on column farm.daily_logs.avg_weight_gr is 'Weight; g';
comment on column farm.daily_logs.feed_kg is 'Feed; kg';
comment on column farm.daily_logs.water_l is 'Water; L';
comment on column farm.daily_logs.temp_min is 'Lowest temp.; °C';
comment on column farm.daily_logs.temp_max is 'Highest temp.; °C';
comment on column farm.daily_logs.temp_avg is 'Mean temp.; °C';
comment on column farm.daily_logs.humidity is 'Humidity; %';
comment on column farm.daily_logs.notes is 'Notes';
comment on column farm.daily_logs.cameras_weight_gr is 'Weight by cameras; Weight by at least three agreeing calibrated cameras, where it contradicts avgWeightGr; else null; g';
comment on column farm.daily_logs.farm_name is 'Name of the farm';
comment on column farm.daily_logs.flock_code is 'Code of the flock';
comment on column farm.daily_logs.lost_birds is 'Mortality and culls of the day; birds';
comment on column farm.daily_logs.water_feed_ratio is 'Water by feed; litres per kilogram';

create view farm.alerts as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.flock_id,
  r.severity,
  r.category,
  r.title,
  r.message,
  r.status,
  r.resolution_note,
  r.feedback,
  r.feedback_note,
  r.source::jsonb as source,
  r.acknowledged_at,
  r.resolved_at,
  r.occurrences,
  r.severity_history::jsonb as severity_history,
  r.sealed,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from alerts r where r.deleted_at is null;
comment on view farm.alerts is 'Alerts: problems that need attention, raised by rules or people';
comment on column farm.alerts.id is 'ID';
comment on column farm.alerts.org_id is 'Organisation';
comment on column farm.alerts.farm_id is 'Farm';
comment on column farm.alerts.version is 'Version';
comment on column farm.alerts.created_at is 'Created';
comment on column farm.alerts.updated_at is 'Updated';
comment on column farm.alerts.created_by is 'Created by';
comment on column farm.alerts.barn_id is 'Barn; id in barns';
comment on column farm.alerts.flock_id is 'Flock; id in flocks';
comment on column farm.alerts.severity is 'Severity; info, warning, critical';
comment on column farm.alerts.category is 'Category; climate, health, mortality, count, weight, feed, water, production, equipment, integration, medicine, finance, market, compliance, security, task, other';
comment on column farm.alerts.title is 'Title';
comment on column farm.alerts.message is 'Message';
comment on column farm.alerts.status is 'Status; open, acknowledged, in_progress, resolved, dismissed';
comment on column farm.alerts.resolution_note is 'Resolution note';
comment on column farm.alerts.feedback is 'Feedback; What the people of the farm thought of the alert; useful, not_useful, false_alarm';
comment on column farm.alerts.feedback_note is 'Feedback note';
comment on column farm.alerts.source is 'Source; The rule that raised it, what it looked at, and its texts as messages';
comment on column farm.alerts.acknowledged_at is 'Acknowledged';
comment on column farm.alerts.resolved_at is 'Resolved';
comment on column farm.alerts.occurrences is 'Times; How often the same thing was seen while the alert was open';
comment on column farm.alerts.severity_history is 'Severity history; Changes of severity with their time';
comment on column farm.alerts.sealed is 'Sealed; Part of a sealed case file';
comment on column farm.alerts.farm_name is 'Name of the farm';
comment on column farm.alerts.barn_name is 'Name of the barn';
comment on column farm.alerts.flock_code is 'Code of the flock';

create view farm.tasks as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.title,
  r.details,
  r.assignee,
  r.priority,
  r.status,
  r.due_date,
  r.frequency,
  r.completed_at,
  r.series_id,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from tasks r where r.deleted_at is null;
comment on view farm.tasks is 'A one-off or recurring task';
comment on column farm.tasks.id is 'ID';
comment on column farm.tasks.org_id is 'Organisation';
comment on column farm.tasks.farm_id is 'Farm';
comment on column farm.tasks.version is 'Version';
comment on column farm.tasks.created_at is 'Created';
comment on column farm.tasks.updated_at is 'Updated';
comment on column farm.tasks.created_by is 'Created by';
comment on column farm.tasks.barn_id is 'Barn; id in barns';
comment on column farm.tasks.title is 'Title';
comment on column farm.tasks.details is 'Details';
comment on column farm.tasks.assignee is 'Assignee; Id of a user or contact, or a name';
comment on column farm.tasks.priority is 'Priority; low, normal, high, urgent';
comment on column farm.tasks.status is 'Status; open, in_progress, blocked, done, cancelled';
comment on column farm.tasks.due_date is 'Due';
comment on column farm.tasks.frequency is 'Repeats; Completing a recurring task creates the next one; once, daily, weekly, biweekly, monthly';
comment on column farm.tasks.completed_at is 'Completed';
comment on column farm.tasks.series_id is 'Series; id in tasks; The first task of a repeating series';
comment on column farm.tasks.farm_name is 'Name of the farm';
comment on column farm.tasks.barn_name is 'Name of the barn';

create view farm.task_comments as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.task_id,
  r.kind,
  r.text,
  r.author_name,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from task_comments r where r.deleted_at is null;
comment on view farm.task_comments is 'Comments on a task';
comment on column farm.task_comments.id is 'ID';
comment on column farm.task_comments.org_id is 'Organisation';
comment on column farm.task_comments.farm_id is 'Farm';
comment on column farm.task_comments.version is 'Version';
comment on column farm.task_comments.created_at is 'Created';
comment on column farm.task_comments.updated_at is 'Updated';
comment on column farm.task_comments.created_by is 'Created by';
comment on column farm.task_comments.task_id is 'Task; id in tasks';
comment on column farm.task_comments.kind is 'Kind; comment, status, question, answer, photo, system';
comment on column farm.task_comments.text is 'Text';
comment on column farm.task_comments.author_name is 'Author';
comment on column farm.task_comments.farm_name is 'Name of the farm';

create view farm.field_reports as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.flock_id,
  r.raw_text,
  r.source,
  r.lang,
  r.author_name,
  r.category,
  r.severity,
  r.summary_he,
  r.is_question,
  r.status,
  r.reply_text,
  r.answered_at,
  r.answered_by,
  r.extracted::jsonb as extracted,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from field_reports r where r.deleted_at is null;
comment on view farm.field_reports is 'Reports and questions from workers, in their own words';
comment on column farm.field_reports.id is 'ID';
comment on column farm.field_reports.org_id is 'Organisation';
comment on column farm.field_reports.farm_id is 'Farm';
comment on column farm.field_reports.version is 'Version';
comment on column farm.field_reports.created_at is 'Created';
comment on column farm.field_reports.updated_at is 'Updated';
comment on column farm.field_reports.created_by is 'Created by';
comment on column farm.field_reports.barn_id is 'Barn; id in barns';
comment on column farm.field_reports.flock_id is 'Flock; id in flocks';
comment on column farm.field_reports.raw_text is 'Report; The words of the worker, unchanged';
comment on column farm.field_reports.source is 'Source; app, whatsapp, sms, phone, voice, web, email, api, other';
comment on column farm.field_reports.lang is 'Language; Default: detected from the text; he, en, th, es, zh, ar, ru';
comment on column farm.field_reports.author_name is 'Author';
comment on column farm.field_reports.category is 'Category; health, mortality, climate, feed, water, equipment, eggs, weight, cleaning, security, safety, delivery, request, question, other';
comment on column farm.field_reports.severity is 'Severity; info, warning, critical';
comment on column farm.field_reports.summary_he is 'Summary (Hebrew); Summary in Hebrew';
comment on column farm.field_reports.is_question is 'Question; Default: whether the text asks something';
comment on column farm.field_reports.status is 'Status; new, in_review, answered, closed, dismissed';
comment on column farm.field_reports.reply_text is 'Reply; Answering a question moves it to answered';
comment on column farm.field_reports.answered_at is 'Answered';
comment on column farm.field_reports.answered_by is 'Answered by';
comment on column farm.field_reports.extracted is 'Extracted data; Figures found in the text, such as mortality';
comment on column farm.field_reports.farm_name is 'Name of the farm';
comment on column farm.field_reports.barn_name is 'Name of the barn';
comment on column farm.field_reports.flock_code is 'Code of the flock';

create view farm.events as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.flock_id,
  r.kind,
  r.title,
  r.details,
  r.ts,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from events r where r.deleted_at is null;
comment on view farm.events is 'Entries of the timeline of the farm';
comment on column farm.events.id is 'ID';
comment on column farm.events.org_id is 'Organisation';
comment on column farm.events.farm_id is 'Farm';
comment on column farm.events.version is 'Version';
comment on column farm.events.created_at is 'Created';
comment on column farm.events.updated_at is 'Updated';
comment on column farm.events.created_by is 'Created by';
comment on column farm.events.barn_id is 'Barn; id in barns';
comment on column farm.events.flock_id is 'Flock; id in flocks';
comment on column farm.events.kind is 'Kind; note, placement, weighing, vaccination, treatment, feed_delivery, feed_change, mortality, vision_mortality, catch, sale, vet_visit, inspection, power_outage, equipment_failure, cleaning, disinfection, temperature, water, alarm, visit, other';
comment on column farm.events.title is 'Title';
comment on column farm.events.details is 'Details';
comment on column farm.events.ts is 'Time; When it happened';
comment on column farm.events.farm_name is 'Name of the farm';
comment on column farm.events.barn_name is 'Name of the barn';
comment on column farm.events.flock_code is 'Code of the flock';

create view farm.media as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.flock_id,
  r.device_id,
  r.contact_id,
  r.name,
  r.description,
  r.category,
  r.tags::jsonb as tags,
  r.kind,
  r.source,
  r.size_bytes,
  r.mime_type,
  r.width,
  r.height,
  r.ai_severity,
  r.ai_summary,
  r.analyzed_at,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from media r where r.deleted_at is null;
comment on view farm.media is 'Photos, videos, recordings and documents, with their analysis';
comment on column farm.media.id is 'ID';
comment on column farm.media.org_id is 'Organisation';
comment on column farm.media.farm_id is 'Farm';
comment on column farm.media.version is 'Version';
comment on column farm.media.created_at is 'Created';
comment on column farm.media.updated_at is 'Updated';
comment on column farm.media.created_by is 'Created by';
comment on column farm.media.barn_id is 'Barn; id in barns';
comment on column farm.media.flock_id is 'Flock; id in flocks';
comment on column farm.media.device_id is 'Device; id in devices';
comment on column farm.media.contact_id is 'Contact; id in contacts';
comment on column farm.media.name is 'Name';
comment on column farm.media.description is 'Description';
comment on column farm.media.category is 'Category; flock, barn, mortality, equipment, feed, litter, eggs, document, invoice, lab_result, other';
comment on column farm.media.tags is 'Tags';
comment on column farm.media.kind is 'Kind; image, video, audio, document';
comment on column farm.media.source is 'Source; upload, camera, whatsapp, email, api, other';
comment on column farm.media.size_bytes is 'Size; bytes';
comment on column farm.media.mime_type is 'File type; As recognised from the content';
comment on column farm.media.width is 'Width; px';
comment on column farm.media.height is 'Height; px';
comment on column farm.media.ai_severity is 'Severity (AI); What the analysis of the content found; none, info, warning, critical';
comment on column farm.media.ai_summary is 'Summary (AI)';
comment on column farm.media.analyzed_at is 'Analysed';
comment on column farm.media.farm_name is 'Name of the farm';
comment on column farm.media.barn_name is 'Name of the barn';
comment on column farm.media.flock_code is 'Code of the flock';

create view farm.devices as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.kind,
  r.model,
  r.status,
  r.installed_at,
  r.notes,
  r.name,
  r.vendor,
  r.protocol,
  r.stream_url,
  r.capabilities::jsonb as capabilities,
  r.source_key,
  r.last_seen_at,
  r.adopted,
  r.last_error,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from devices r where r.deleted_at is null;
comment on view farm.devices is 'Cameras, sensors, controllers and machines of barns';
comment on column farm.devices.id is 'ID';
comment on column farm.devices.org_id is 'Organisation';
comment on column farm.devices.farm_id is 'Farm';
comment on column farm.devices.version is 'Version';
comment on column farm.devices.created_at is 'Created';
comment on column farm.devices.updated_at is 'Updated';
comment on column farm.devices.created_by is 'Created by';
comment on column farm.devices.barn_id is 'Barn; id in barns';
comment on column farm.devices.kind is 'Kind; camera, controller, scale, temp_sensor, humidity_sensor, co2_sensor, nh3_sensor, water_meter, feed_meter, silo_sensor, egg_counter, weather_station, gateway, fan, heater, cooler, light, generator, alarm, other';
comment on column farm.devices.model is 'Model';
comment on column farm.devices.status is 'Status; Default: unknown for sensors until they first report, else online; unknown, online, offline, fault, maintenance, retired';
comment on column farm.devices.installed_at is 'Installed; The day';
comment on column farm.devices.notes is 'Notes';
comment on column farm.devices.name is 'Name';
comment on column farm.devices.vendor is 'Vendor';
comment on column farm.devices.protocol is 'Protocol; rtsp, onvif, hls, webrtc, http, mqtt, modbus, bacnet, lorawan, zigbee, serial, api, manual, other';
comment on column farm.devices.stream_url is 'Stream address; User and password in it are masked in answers';
comment on column farm.devices.capabilities is 'Capabilities';
comment on column farm.devices.source_key is 'Source key; What its detections carry as source; unique among the cameras of a farm';
comment on column farm.devices.last_seen_at is 'Last seen';
comment on column farm.devices.adopted is 'Registered; Made from a source that was seen before it was registered';
comment on column farm.devices.last_error is 'Last error';
comment on column farm.devices.farm_name is 'Name of the farm';
comment on column farm.devices.barn_name is 'Name of the barn';

create view farm.integrations as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.name,
  r.kind,
  r.vendor,
  r.endpoint,
  r.auth_ref,
  r.poll_minutes,
  r.status,
  r.notes,
  r.last_success_at,
  r.last_error,
  r.last_error_at,
  r.consecutive_failures,
  r.token_prefix,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from integrations r where r.deleted_at is null;
comment on view farm.integrations is 'Connections to other systems: cameras, controllers, weather, accounting';
comment on column farm.integrations.id is 'ID';
comment on column farm.integrations.org_id is 'Organisation';
comment on column farm.integrations.farm_id is 'Farm';
comment on column farm.integrations.version is 'Version';
comment on column farm.integrations.created_at is 'Created';
comment on column farm.integrations.updated_at is 'Updated';
comment on column farm.integrations.created_by is 'Created by';
comment on column farm.integrations.barn_id is 'Barn; id in barns';
comment on column farm.integrations.name is 'Name';
comment on column farm.integrations.kind is 'Kind; camera, controller, scale, weather, erp, accounting, feed_mill, slaughterhouse, hatchery, lab, messaging, webhook, other';
comment on column farm.integrations.vendor is 'Vendor';
comment on column farm.integrations.endpoint is 'Endpoint';
comment on column farm.integrations.auth_ref is 'Credentials; Reference to the stored secret, such as env:FARMCTL_SECRET_FEED_MILL; never the secret itself. Commands to a controller are signed with it; creating a controller without it returns a signingSecret once';
comment on column farm.integrations.poll_minutes is 'Reads every; min';
comment on column farm.integrations.status is 'Status; pending, active, failing, paused, disabled';
comment on column farm.integrations.notes is 'Notes';
comment on column farm.integrations.last_success_at is 'Last success';
comment on column farm.integrations.last_error is 'Last error';
comment on column farm.integrations.last_error_at is 'Time of last error';
comment on column farm.integrations.consecutive_failures is 'Failures in a row';
comment on column farm.integrations.token_prefix is 'Token begins with; Beginning of the camera-connection token; the answer to the create shows it once, as cameraToken';
comment on column farm.integrations.farm_name is 'Name of the farm';
comment on column farm.integrations.barn_name is 'Name of the barn';

create view farm.env_readings as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.ts,
  r.temp,
  r.humidity,
  r.co2,
  r.nh3,
  r.water_l,
  r.feed_kg,
  r.source,
  r.notes,
  r.sensor,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from env_readings r where r.deleted_at is null;
comment on view farm.env_readings is 'Sensor readings of a barn: climate, water and feed';
comment on column farm.env_readings.id is 'ID';
comment on column farm.env_readings.org_id is 'Organisation';
comment on column farm.env_readings.farm_id is 'Farm';
comment on column farm.env_readings.version is 'Version';
comment on column farm.env_readings.created_at is 'Created';
comment on column farm.env_readings.updated_at is 'Updated';
comment on column farm.env_readings.created_by is 'Created by';
comment on column farm.env_readings.barn_id is 'Barn; id in barns';
comment on column farm.env_readings.ts is 'Time; When it was measured';
comment on column farm.env_readings.temp is 'Temperature; °C';
comment on column farm.env_readings.humidity is 'Humidity; %';
comment on column farm.env_readings.co2 is 'CO₂; ppm';
comment on column farm.env_readings.nh3 is 'NH₃; ppm';
comment on column farm.env_readings.water_l is 'Water; Since the reading before; L';
comment on column farm.env_readings.feed_kg is 'Feed; Since the reading before; kg';
comment on column farm.env_readings.source is 'Source; sensor, controller, manual, weather, vision, import, api';
comment on column farm.env_readings.notes is 'Notes';
comment on column farm.env_readings.sensor is 'Sensor; The device read by an integration, or else the sender of the reading; with source it distinguishes the sensors of a barn';
comment on column farm.env_readings.farm_name is 'Name of the farm';
comment on column farm.env_readings.barn_name is 'Name of the barn';

create view farm.vision_events as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.device_id,
  r.kind,
  r.value,
  r.unit,
  r.source,
  r.confidence,
  r.meta::jsonb as meta,
  r.ts,
  r.integration_id,
  r.flock_id,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from vision_events r where r.deleted_at is null;
comment on view farm.vision_events is 'Camera detections: counts, weights, mortality, behaviour';
comment on column farm.vision_events.id is 'ID';
comment on column farm.vision_events.org_id is 'Organisation';
comment on column farm.vision_events.farm_id is 'Farm';
comment on column farm.vision_events.version is 'Version';
comment on column farm.vision_events.created_at is 'Created';
comment on column farm.vision_events.updated_at is 'Updated';
comment on column farm.vision_events.created_by is 'Created by';
comment on column farm.vision_events.barn_id is 'Barn; id in barns';
comment on column farm.vision_events.device_id is 'Device; id in devices';
comment on column farm.vision_events.kind is 'Kind; count, weight, mortality, behavior';
comment on column farm.vision_events.value is 'Value; Weight: 20 to 35,000; activity: 0 to 1';
comment on column farm.vision_events.unit is 'Unit; Default: birds or gr by the kind; for behavior, which one; birds, gr, panting, clustering, poor_spread, activity';
comment on column farm.vision_events.source is 'Source; Source key of the camera';
comment on column farm.vision_events.confidence is 'Confidence';
comment on column farm.vision_events.meta is 'Extra data; Any JSON, such as boxes, zone, version of the model, size of the sample';
comment on column farm.vision_events.ts is 'Time; When it was seen';
comment on column farm.vision_events.integration_id is 'Connection; id in integrations';
comment on column farm.vision_events.flock_id is 'Flock; id in flocks';
comment on column farm.vision_events.farm_name is 'Name of the farm';
comment on column farm.vision_events.barn_name is 'Name of the barn';
comment on column farm.vision_events.flock_code is 'Code of the flock';

create view farm.controller_commands as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.integration_id,
  r.device_id,
  r.command,
  r.params::jsonb as params,
  r.mode,
  r.status,
  r.requested_by,
  r.sent_at,
  r.executed_at,
  r.result::jsonb as result,
  r.error,
  r.reason::jsonb as reason,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from controller_commands r where r.deleted_at is null;
comment on view farm.controller_commands is 'Commands to climate, feed and light controllers, with their status';
comment on column farm.controller_commands.id is 'ID';
comment on column farm.controller_commands.org_id is 'Organisation';
comment on column farm.controller_commands.farm_id is 'Farm';
comment on column farm.controller_commands.version is 'Version';
comment on column farm.controller_commands.created_at is 'Created';
comment on column farm.controller_commands.updated_at is 'Updated';
comment on column farm.controller_commands.created_by is 'Created by';
comment on column farm.controller_commands.barn_id is 'Barn; id in barns';
comment on column farm.controller_commands.integration_id is 'Connection; id in integrations';
comment on column farm.controller_commands.device_id is 'Device; id in devices';
comment on column farm.controller_commands.command is 'Command; set_temp, set_humidity, set_ventilation, set_min_ventilation, set_light, start_heater, stop_heater, start_cooling, stop_cooling, start_feed, stop_feed, open_water, close_water, silence_alarm, reboot, read_now, custom';
comment on column farm.controller_commands.params is 'Parameters; set_temp: c 10 to 38; set_ventilation: pct 0 to 100; set_light: pct and hours';
comment on column farm.controller_commands.mode is 'Mode; suggest, approve, auto, manual';
comment on column farm.controller_commands.status is 'Status; Default: approved when the mode is auto or manual, else pending; pending, approved, sent, executed, failed, rejected, cancelled, expired';
comment on column farm.controller_commands.requested_by is 'Requested by';
comment on column farm.controller_commands.sent_at is 'Sent';
comment on column farm.controller_commands.executed_at is 'Executed';
comment on column farm.controller_commands.result is 'Result; What the controller answered';
comment on column farm.controller_commands.error is 'Error';
comment on column farm.controller_commands.reason is 'Reason; Why the service made the command';
comment on column farm.controller_commands.farm_name is 'Name of the farm';
comment on column farm.controller_commands.barn_name is 'Name of the barn';

create view farm.automations as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.name,
  r.device_kind,
  r.mode,
  r.trigger::jsonb as trigger,
  r.action::jsonb as action,
  r.enabled,
  r.last_run_at,
  r.last_result,
  r.runs,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from automations r where r.deleted_at is null;
comment on view farm.automations is 'Rules that run an action when a measure meets a condition';
comment on column farm.automations.id is 'ID';
comment on column farm.automations.org_id is 'Organisation';
comment on column farm.automations.farm_id is 'Farm';
comment on column farm.automations.version is 'Version';
comment on column farm.automations.created_at is 'Created';
comment on column farm.automations.updated_at is 'Updated';
comment on column farm.automations.created_by is 'Created by';
comment on column farm.automations.barn_id is 'Barn; id in barns; Null: every barn of the farm';
comment on column farm.automations.name is 'Name';
comment on column farm.automations.device_kind is 'Device kind; camera, controller, scale, temp_sensor, humidity_sensor, co2_sensor, nh3_sensor, water_meter, feed_meter, silo_sensor, egg_counter, weather_station, gateway, fan, heater, cooler, light, generator, alarm, other';
comment on column farm.automations.mode is 'Mode; suggest, approve, auto, alert_only';
comment on column farm.automations.trigger is 'Trigger; metric, op (>, >=, <, <=, between, stale), value, forMinutes, ageFrom, ageTo';
comment on column farm.automations.action is 'Action; command and params, or alert, or task';
comment on column farm.automations.enabled is 'Enabled';
comment on column farm.automations.last_run_at is 'Last run';
comment on column farm.automations.last_result is 'Last result';
comment on column farm.automations.runs is 'Runs';
comment on column farm.automations.farm_name is 'Name of the farm';
comment on column farm.automations.barn_name is 'Name of the barn';

create view farm.feed_deliveries as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.date,
  r.feed_type,
  r.quantity_kg,
  round(r.price_per_ton::numeric, 2) as price_per_ton,
  round(r.total_cost::numeric, 2) as total_cost,
  r.supplier_id,
  r.notes,
  r.feed_order_id,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from feed_deliveries r where r.deleted_at is null;
comment on view farm.feed_deliveries is 'Feed deliveries received by the farm';
comment on column farm.feed_deliveries.id is 'ID';
comment on column farm.feed_deliveries.org_id is 'Organisation';
comment on column farm.feed_deliveries.farm_id is 'Farm';
comment on column farm.feed_deliveries.version is 'Version';
comment on column farm.feed_deliveries.created_at is 'Created';
comment on column farm.feed_deliveries.updated_at is 'Updated';
comment on column farm.feed_deliveries.created_by is 'Created by';
comment on column farm.feed_deliveries.flock_id is 'Flock; id in flocks';
comment on column farm.feed_deliveries.date is 'Date';
comment on column farm.feed_deliveries.feed_type is 'Feed; prestarter, starter, grower, finisher, withdrawal, pullet, prelay, layer1, layer2, layer3, breeder, other';
comment on column farm.feed_deliveries.quantity_kg is 'Quantity; kg';
comment on column farm.feed_deliveries.price_per_ton is 'Price per t';
comment on column farm.feed_deliveries.total_cost is 'Total; Default: the quantity at the price per ton';
comment on column farm.feed_deliveries.supplier_id is 'Supplier; id in contacts';
comment on column farm.feed_deliveries.notes is 'Notes';
comment on column farm.feed_deliveries.feed_order_id is 'Feed order; id in feed_orders; The order it fulfils';
comment on column farm.feed_deliveries.farm_name is 'Name of the farm';
comment on column farm.feed_deliveries.flock_code is 'Code of the flock';

create view farm.feed_orders as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.feed_type,
  r.quantity_kg,
  r.supplier_id,
  r.status,
  r.order_date,
  r.due_date,
  r.delivered_at,
  round(r.price_per_ton::numeric, 2) as price_per_ton,
  r.notes,
  r.delivery_id,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from feed_orders r where r.deleted_at is null;
comment on view farm.feed_orders is 'Feed orders placed with suppliers';
comment on column farm.feed_orders.id is 'ID';
comment on column farm.feed_orders.org_id is 'Organisation';
comment on column farm.feed_orders.farm_id is 'Farm';
comment on column farm.feed_orders.version is 'Version';
comment on column farm.feed_orders.created_at is 'Created';
comment on column farm.feed_orders.updated_at is 'Updated';
comment on column farm.feed_orders.created_by is 'Created by';
comment on column farm.feed_orders.flock_id is 'Flock; id in flocks';
comment on column farm.feed_orders.feed_type is 'Feed; prestarter, starter, grower, finisher, withdrawal, pullet, prelay, layer1, layer2, layer3, breeder, other';
comment on column farm.feed_orders.quantity_kg is 'Quantity; kg';
comment on column farm.feed_orders.supplier_id is 'Supplier; id in contacts';
comment on column farm.feed_orders.status is 'Status; draft, ordered, confirmed, in_transit, delivered, cancelled';
comment on column farm.feed_orders.order_date is 'Ordered';
comment on column farm.feed_orders.due_date is 'Due';
comment on column farm.feed_orders.delivered_at is 'Delivered; The day; set when the status becomes delivered';
comment on column farm.feed_orders.price_per_ton is 'Price per t';
comment on column farm.feed_orders.notes is 'Notes';
comment on column farm.feed_orders.delivery_id is 'Delivery; id in feed_deliveries';
comment on column farm.feed_orders.farm_name is 'Name of the farm';
comment on column farm.feed_orders.flock_code is 'Code of the flock';

create view farm.expenses as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.barn_id,
  r.date,
  r.category,
  r.description,
  round(r.amount::numeric, 2) as amount,
  r.supplier_id,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from expenses r where r.deleted_at is null;
comment on view farm.expenses is 'Expenses of the farm or of a flock';
comment on column farm.expenses.id is 'ID';
comment on column farm.expenses.org_id is 'Organisation';
comment on column farm.expenses.farm_id is 'Farm';
comment on column farm.expenses.version is 'Version';
comment on column farm.expenses.created_at is 'Created';
comment on column farm.expenses.updated_at is 'Updated';
comment on column farm.expenses.created_by is 'Created by';
comment on column farm.expenses.flock_id is 'Flock; id in flocks';
comment on column farm.expenses.barn_id is 'Barn; id in barns';
comment on column farm.expenses.date is 'Date';
comment on column farm.expenses.category is 'Category; feed, chicks, medicine, vaccination, vet, labor, electricity, gas, fuel, water, litter, cleaning, catching, transport, maintenance, equipment, rent, insurance, levy, tax, waste, admin, interest, depreciation, other';
comment on column farm.expenses.description is 'Description';
comment on column farm.expenses.amount is 'Amount; Negative: a credit';
comment on column farm.expenses.supplier_id is 'Supplier; id in contacts';
comment on column farm.expenses.farm_name is 'Name of the farm';
comment on column farm.expenses.barn_name is 'Name of the barn';
comment on column farm.expenses.flock_code is 'Code of the flock';

create view farm.sales as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.customer_id,
  r.date,
  r.birds_count,
  r.total_weight_kg,
  round(r.price_per_kg::numeric, 4) as price_per_kg,
  round(r.total_amount::numeric, 2) as total_amount,
  r.condemned_count,
  r.condemned_kg,
  r.notes,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code,
  r.total_weight_kg / nullif(r.birds_count, 0) as avg_weight_kg
from sales r where r.deleted_at is null;
comment on view farm.sales is 'Sales of birds';
comment on column farm.sales.id is 'ID';
comment on column farm.sales.org_id is 'Organisation';
comment on column farm.sales.farm_id is 'Farm';
comment on column farm.sales.version is 'Version';
comment on column farm.sales.created_at is 'Created';
comment on column farm.sales.updated_at is 'Updated';
comment on column farm.sales.created_by is 'Created by';
comment on column farm.sales.flock_id is 'Flock; id in flocks';
comment on column farm.sales.customer_id is 'Customer; id in contacts';
comment on column farm.sales.date is 'Date';
comment on column farm.sales.birds_count is 'Birds; Delivered, condemned included; birds';
comment on column farm.sales.total_weight_kg is 'Total weight; Live weight; kg';
comment on column farm.sales.price_per_kg is 'Price per kg; Kept to 4 decimals';
comment on column farm.sales.total_amount is 'Total; Default: the weight at the price per kg';
comment on column farm.sales.condemned_count is 'Condemned birds; Part of birdsCount; birds';
comment on column farm.sales.condemned_kg is 'Condemned weight; Part of totalWeightKg; kg';
comment on column farm.sales.notes is 'Notes';
comment on column farm.sales.farm_name is 'Name of the farm';
comment on column farm.sales.flock_code is 'Code of the flock';
comment on column farm.sales.avg_weight_kg is 'Live weight by birds; kg';

create view farm.treatments as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.flock_id,
  r.date,
  r.kind,
  r.product,
  r.reason,
  round(r.cost::numeric, 2) as cost,
  r.vet_name,
  r.notes,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from treatments r where r.deleted_at is null;
comment on view farm.treatments is 'Vaccinations, medications and examinations of flocks';
comment on column farm.treatments.id is 'ID';
comment on column farm.treatments.org_id is 'Organisation';
comment on column farm.treatments.farm_id is 'Farm';
comment on column farm.treatments.version is 'Version';
comment on column farm.treatments.created_at is 'Created';
comment on column farm.treatments.updated_at is 'Updated';
comment on column farm.treatments.created_by is 'Created by';
comment on column farm.treatments.flock_id is 'Flock; id in flocks';
comment on column farm.treatments.date is 'Date';
comment on column farm.treatments.kind is 'Kind; vaccination, antibiotic, anticoccidial, antiparasitic, vitamin, electrolyte, probiotic, acidifier, diagnosis, lab_test, vet_visit, other';
comment on column farm.treatments.product is 'Product';
comment on column farm.treatments.reason is 'Reason';
comment on column farm.treatments.cost is 'Cost';
comment on column farm.treatments.vet_name is 'Veterinarian';
comment on column farm.treatments.notes is 'Notes; withdrawal:7d in it sets the days before slaughter';
comment on column farm.treatments.farm_name is 'Name of the farm';
comment on column farm.treatments.flock_code is 'Code of the flock';

create view farm.medicine as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.name,
  r.kind,
  r.quantity,
  r.unit,
  r.expiry_date,
  r.batch_number,
  r.min_quantity,
  r.supplier_id,
  r.notes,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from medicine r where r.deleted_at is null;
comment on view farm.medicine is 'Products in the medicine store, with stock and expiry';
comment on column farm.medicine.id is 'ID';
comment on column farm.medicine.org_id is 'Organisation';
comment on column farm.medicine.farm_id is 'Farm';
comment on column farm.medicine.version is 'Version';
comment on column farm.medicine.created_at is 'Created';
comment on column farm.medicine.updated_at is 'Updated';
comment on column farm.medicine.created_by is 'Created by';
comment on column farm.medicine.name is 'Name';
comment on column farm.medicine.kind is 'Kind; vaccine, antibiotic, anticoccidial, antiparasitic, vitamin, electrolyte, probiotic, disinfectant, pesticide, other';
comment on column farm.medicine.quantity is 'Quantity; In stock, in the unit of the row';
comment on column farm.medicine.unit is 'Unit; ml, l, g, kg, doses, vials, bottles, sachets, tablets, units';
comment on column farm.medicine.expiry_date is 'Expires';
comment on column farm.medicine.batch_number is 'Batch number';
comment on column farm.medicine.min_quantity is 'Minimum; Below this the stock is low';
comment on column farm.medicine.supplier_id is 'Supplier; id in contacts';
comment on column farm.medicine.notes is 'Notes';
comment on column farm.medicine.farm_name is 'Name of the farm';

create view farm.contacts as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.barn_id,
  r.kind,
  r.name,
  r.phone,
  r.email,
  r.company,
  r.notes,
  r.language,
  r.phone_e164,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name
from contacts r where r.deleted_at is null;
comment on view farm.contacts is 'Suppliers, customers, vets and other contacts';
comment on column farm.contacts.id is 'ID';
comment on column farm.contacts.org_id is 'Organisation';
comment on column farm.contacts.farm_id is 'Farm';
comment on column farm.contacts.version is 'Version';
comment on column farm.contacts.created_at is 'Created';
comment on column farm.contacts.updated_at is 'Updated';
comment on column farm.contacts.created_by is 'Created by';
comment on column farm.contacts.barn_id is 'Barn; id in barns';
comment on column farm.contacts.kind is 'Kind; supplier, feed_supplier, chick_supplier, medicine_supplier, customer, slaughterhouse, vet, worker, manager, catcher, driver, electrician, technician, inspector, authority, insurance, bank, emergency, other';
comment on column farm.contacts.name is 'Name';
comment on column farm.contacts.phone is 'Phone';
comment on column farm.contacts.email is 'Email';
comment on column farm.contacts.company is 'Company';
comment on column farm.contacts.notes is 'Notes';
comment on column farm.contacts.language is 'Language; he, en, th, es, zh, ar, ru';
comment on column farm.contacts.phone_e164 is 'Phone (international); The phone in international form';
comment on column farm.contacts.farm_name is 'Name of the farm';
comment on column farm.contacts.barn_name is 'Name of the barn';

create view farm.tenders as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.title,
  r.direction,
  r.category,
  r.description,
  r.quantity,
  r.unit,
  r.deadline,
  r.delivery_date,
  r.status,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from tenders r where r.deleted_at is null;
comment on view farm.tenders is 'Requests to buy or sell that are open to bids';
comment on column farm.tenders.id is 'ID';
comment on column farm.tenders.org_id is 'Organisation';
comment on column farm.tenders.farm_id is 'Farm';
comment on column farm.tenders.version is 'Version';
comment on column farm.tenders.created_at is 'Created';
comment on column farm.tenders.updated_at is 'Updated';
comment on column farm.tenders.created_by is 'Created by';
comment on column farm.tenders.title is 'Title';
comment on column farm.tenders.direction is 'Direction; buy, sell';
comment on column farm.tenders.category is 'Category; feed, chicks, live_birds, eggs, medicine, litter, gas, equipment, catching, transport, manure, services, other';
comment on column farm.tenders.description is 'Description';
comment on column farm.tenders.quantity is 'Quantity; In the unit of the row';
comment on column farm.tenders.unit is 'Unit';
comment on column farm.tenders.deadline is 'Deadline; The last day for bids';
comment on column farm.tenders.delivery_date is 'Delivery date';
comment on column farm.tenders.status is 'Status; draft, open, closed, awarded, cancelled, expired';
comment on column farm.tenders.farm_name is 'Name of the farm';

create view farm.tender_bids as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.tender_id,
  r.supplier_name,
  r.phone,
  r.email,
  round(r.price::numeric, 2) as price,
  r.currency,
  r.delivery_date,
  r.notes,
  r.status,
  r.phone_e164,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from tender_bids r where r.deleted_at is null;
comment on view farm.tender_bids is 'Bids on tenders';
comment on column farm.tender_bids.id is 'ID';
comment on column farm.tender_bids.org_id is 'Organisation';
comment on column farm.tender_bids.farm_id is 'Farm';
comment on column farm.tender_bids.version is 'Version';
comment on column farm.tender_bids.created_at is 'Created';
comment on column farm.tender_bids.updated_at is 'Updated';
comment on column farm.tender_bids.created_by is 'Created by';
comment on column farm.tender_bids.tender_id is 'Tender; id in tenders';
comment on column farm.tender_bids.supplier_name is 'Supplier';
comment on column farm.tender_bids.phone is 'Phone';
comment on column farm.tender_bids.email is 'Email';
comment on column farm.tender_bids.price is 'Price; Per unit of the tender';
comment on column farm.tender_bids.currency is 'Currency; Default: the currency of the farm';
comment on column farm.tender_bids.delivery_date is 'Delivery date';
comment on column farm.tender_bids.notes is 'Notes';
comment on column farm.tender_bids.status is 'Status; submitted, shortlisted, accepted, rejected, withdrawn';
comment on column farm.tender_bids.phone_e164 is 'Phone (international); The phone in international form';
comment on column farm.tender_bids.farm_name is 'Name of the farm';

create view farm.market_orders as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.kind,
  r.direction,
  r.category,
  r.title,
  r.details,
  r.quantity,
  r.unit,
  round(r.price::numeric, 2) as price,
  r.need_by_date,
  r.supplier_name,
  r.contact_id,
  r.tender_id,
  r.status,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from market_orders r where r.deleted_at is null;
comment on view farm.market_orders is 'Orders, offers and contracts other than feed orders';
comment on column farm.market_orders.id is 'ID';
comment on column farm.market_orders.org_id is 'Organisation';
comment on column farm.market_orders.farm_id is 'Farm';
comment on column farm.market_orders.version is 'Version';
comment on column farm.market_orders.created_at is 'Created';
comment on column farm.market_orders.updated_at is 'Updated';
comment on column farm.market_orders.created_by is 'Created by';
comment on column farm.market_orders.kind is 'Kind; order, offer, request, contract';
comment on column farm.market_orders.direction is 'Direction; buy, sell';
comment on column farm.market_orders.category is 'Category; feed, chicks, live_birds, eggs, medicine, litter, gas, equipment, catching, transport, manure, services, other';
comment on column farm.market_orders.title is 'Title';
comment on column farm.market_orders.details is 'Details';
comment on column farm.market_orders.quantity is 'Quantity; In the unit of the row';
comment on column farm.market_orders.unit is 'Unit';
comment on column farm.market_orders.price is 'Price; Per unit';
comment on column farm.market_orders.need_by_date is 'Needed by';
comment on column farm.market_orders.supplier_name is 'Supplier';
comment on column farm.market_orders.contact_id is 'Contact; id in contacts';
comment on column farm.market_orders.tender_id is 'Tender; id in tenders';
comment on column farm.market_orders.status is 'Status; draft, open, negotiating, confirmed, fulfilled, cancelled, expired';
comment on column farm.market_orders.farm_name is 'Name of the farm';

create view farm.users as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.name,
  r.phone,
  r.lang,
  r.status,
  r.role,
  r.email,
  r.phone_e164,
  r.last_seen_at,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from users r where r.deleted_at is null;
comment on view farm.users is 'People who use the service';
comment on column farm.users.id is 'ID';
comment on column farm.users.org_id is 'Organisation';
comment on column farm.users.farm_id is 'Farm';
comment on column farm.users.version is 'Version';
comment on column farm.users.created_at is 'Created';
comment on column farm.users.updated_at is 'Updated';
comment on column farm.users.created_by is 'Created by';
comment on column farm.users.name is 'Name';
comment on column farm.users.phone is 'Phone';
comment on column farm.users.lang is 'Language; he, en, th, es, zh, ar, ru';
comment on column farm.users.status is 'Status; invited, active, suspended, disabled';
comment on column farm.users.role is 'Role; owner, admin, manager, worker, vet, advisor, accountant, viewer';
comment on column farm.users.email is 'Email';
comment on column farm.users.phone_e164 is 'Phone (international); The phone in international form';
comment on column farm.users.last_seen_at is 'Last seen';
comment on column farm.users.farm_name is 'Name of the farm';

create view farm.farm_access as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.user_id,
  r.role,
  r.scopes::jsonb as scopes,
  r.status,
  r.granted_by,
  r.granted_at,
  r.expires_at,
  r.revoked_at,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from farm_access r where r.deleted_at is null;
comment on view farm.farm_access is 'Roles of users on single farms (not organisation-wide roles)';
comment on column farm.farm_access.id is 'ID';
comment on column farm.farm_access.org_id is 'Organisation';
comment on column farm.farm_access.farm_id is 'Farm';
comment on column farm.farm_access.version is 'Version';
comment on column farm.farm_access.created_at is 'Created';
comment on column farm.farm_access.updated_at is 'Updated';
comment on column farm.farm_access.created_by is 'Created by';
comment on column farm.farm_access.user_id is 'User; id in users';
comment on column farm.farm_access.role is 'Role; owner, admin, manager, worker, vet, advisor, accountant, viewer';
comment on column farm.farm_access.scopes is 'Permissions; Such as read:* or write:tasks';
comment on column farm.farm_access.status is 'Status; active, invited, revoked, expired';
comment on column farm.farm_access.granted_by is 'Granted by';
comment on column farm.farm_access.granted_at is 'Granted';
comment on column farm.farm_access.expires_at is 'Expires';
comment on column farm.farm_access.revoked_at is 'Revoked';
comment on column farm.farm_access.farm_name is 'Name of the farm';

create view farm.agent_runs as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.kind,
  r.trigger,
  r.status,
  r.lang,
  r.question,
  r.answer,
  r.action_type,
  r.action_status,
  r.input::jsonb as input,
  r.output::jsonb as output,
  r.error,
  r.model,
  r.tokens_in,
  r.tokens_out,
  r.duration_ms,
  r.request_id,
  r.key_id,
  r.user_id,
  r.started_at,
  r.finished_at,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from agent_runs r where r.deleted_at is null;
comment on view farm.agent_runs is 'Log of questions, actions, scans and automations';
comment on column farm.agent_runs.id is 'ID';
comment on column farm.agent_runs.org_id is 'Organisation';
comment on column farm.agent_runs.farm_id is 'Farm';
comment on column farm.agent_runs.version is 'Version';
comment on column farm.agent_runs.created_at is 'Created';
comment on column farm.agent_runs.updated_at is 'Updated';
comment on column farm.agent_runs.created_by is 'Created by';
comment on column farm.agent_runs.kind is 'Kind; ask, action, brain_scan, digest, insight, automation, vision';
comment on column farm.agent_runs.trigger is 'Trigger; api, webhook, schedule, user';
comment on column farm.agent_runs.status is 'Status; queued, running, succeeded, failed, cancelled, suppressed';
comment on column farm.agent_runs.lang is 'Language; he, en, th, es, zh, ar, ru';
comment on column farm.agent_runs.question is 'Question';
comment on column farm.agent_runs.answer is 'Answer';
comment on column farm.agent_runs.action_type is 'Action; create_task, complete_task, create_order, create_expense, create_contact, create_barn, create_flock, log_daily, create_alert, create_medicine, create_feed_delivery, set_farm_location, set_barn_location, navigate';
comment on column farm.agent_runs.action_status is 'Action status; none, proposed, suppressed, executed, refused, undone';
comment on column farm.agent_runs.input is 'Input';
comment on column farm.agent_runs.output is 'Output';
comment on column farm.agent_runs.error is 'Error';
comment on column farm.agent_runs.model is 'Model; Null if no model was used';
comment on column farm.agent_runs.tokens_in is 'Tokens in; tokens';
comment on column farm.agent_runs.tokens_out is 'Tokens out; tokens';
comment on column farm.agent_runs.duration_ms is 'Duration; ms';
comment on column farm.agent_runs.request_id is 'Request';
comment on column farm.agent_runs.key_id is 'Key';
comment on column farm.agent_runs.user_id is 'User; id in users';
comment on column farm.agent_runs.started_at is 'Started';
comment on column farm.agent_runs.finished_at is 'Finished';
comment on column farm.agent_runs.farm_name is 'Name of the farm';

create view farm.reg_items as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.title,
  r.kind,
  r.barn_id,
  r.flock_id,
  r.authority,
  r.reference_number,
  r.status,
  r.due_date,
  r.issued_date,
  r.expiry_date,
  r.completed_at,
  r.frequency,
  r.media_id,
  r.notes,
  r.sealed,
  (select n.name from farms n where n.id = r.farm_id) as farm_name,
  (select n.name from barns n where n.id = r.barn_id) as barn_name,
  (select n.code from flocks n where n.id = r.flock_id) as flock_code
from reg_items r where r.deleted_at is null;
comment on view farm.reg_items is 'Licences, reports and inspections required by authorities';
comment on column farm.reg_items.id is 'ID';
comment on column farm.reg_items.org_id is 'Organisation';
comment on column farm.reg_items.farm_id is 'Farm';
comment on column farm.reg_items.version is 'Version';
comment on column farm.reg_items.created_at is 'Created';
comment on column farm.reg_items.updated_at is 'Updated';
comment on column farm.reg_items.created_by is 'Created by';
comment on column farm.reg_items.title is 'Title';
comment on column farm.reg_items.kind is 'Kind; license, permit, quota, levy, inspection, sampling, vaccination_report, movement_permit, training, biosecurity, waste, welfare, medicine_record, other';
comment on column farm.reg_items.barn_id is 'Barn; id in barns';
comment on column farm.reg_items.flock_id is 'Flock; id in flocks';
comment on column farm.reg_items.authority is 'Authority';
comment on column farm.reg_items.reference_number is 'Reference';
comment on column farm.reg_items.status is 'Status; upcoming, due, submitted, approved, rejected, overdue, expired, not_applicable';
comment on column farm.reg_items.due_date is 'Due';
comment on column farm.reg_items.issued_date is 'Issued';
comment on column farm.reg_items.expiry_date is 'Expires';
comment on column farm.reg_items.completed_at is 'Completed; The day';
comment on column farm.reg_items.frequency is 'Repeats; once, daily, weekly, biweekly, monthly';
comment on column farm.reg_items.media_id is 'Document; id in media; The document';
comment on column farm.reg_items.notes is 'Notes';
comment on column farm.reg_items.sealed is 'Sealed; Part of a sealed case file';
comment on column farm.reg_items.farm_name is 'Name of the farm';
comment on column farm.reg_items.barn_name is 'Name of the barn';
comment on column farm.reg_items.flock_code is 'Code of the flock';

create view farm.support_tickets as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.subject,
  r.body,
  r.category,
  r.priority,
  r.status,
  r.assignee,
  r.channel,
  r.lang,
  r.resolution_note,
  r.number,
  r.user_id,
  r.first_response_at,
  r.closed_at,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from support_tickets r where r.deleted_at is null;
comment on view farm.support_tickets is 'Questions and complaints about the service';
comment on column farm.support_tickets.id is 'ID';
comment on column farm.support_tickets.org_id is 'Organisation';
comment on column farm.support_tickets.farm_id is 'Farm';
comment on column farm.support_tickets.version is 'Version';
comment on column farm.support_tickets.created_at is 'Created';
comment on column farm.support_tickets.updated_at is 'Updated';
comment on column farm.support_tickets.created_by is 'Created by';
comment on column farm.support_tickets.subject is 'Subject';
comment on column farm.support_tickets.body is 'Text';
comment on column farm.support_tickets.category is 'Category; bug, question, billing, device, data, feature, access, other';
comment on column farm.support_tickets.priority is 'Priority; low, normal, high, urgent';
comment on column farm.support_tickets.status is 'Status; open, in_progress, waiting_customer, resolved, closed';
comment on column farm.support_tickets.assignee is 'Assignee';
comment on column farm.support_tickets.channel is 'Channel; app, email, phone, whatsapp, api';
comment on column farm.support_tickets.lang is 'Language; he, en, th, es, zh, ar, ru';
comment on column farm.support_tickets.resolution_note is 'Resolution note';
comment on column farm.support_tickets.number is 'Number; Counts up in the organisation';
comment on column farm.support_tickets.user_id is 'User; id in users; Who opened it';
comment on column farm.support_tickets.first_response_at is 'First response';
comment on column farm.support_tickets.closed_at is 'Closed';
comment on column farm.support_tickets.farm_name is 'Name of the farm';

create view farm.chat_messages as select
  r.id,
  r.org_id,
  r.farm_id,
  r.version,
  r.created_at,
  r.updated_at,
  r.created_by::jsonb as created_by,
  r.thread_id,
  r.sender_type,
  r.sender_id,
  r.sender_name,
  r.role,
  r.text,
  r.lang,
  r.translations::jsonb as translations,
  r.attachments::jsonb as attachments,
  r.reply_to_id,
  r.agent_run_id,
  r.read_by::jsonb as read_by,
  (select n.name from farms n where n.id = r.farm_id) as farm_name
from chat_messages r where r.deleted_at is null;
comment on view farm.chat_messages is 'Chat messages with the assistant or between people';
comment on column farm.chat_messages.id is 'ID';
comment on column farm.chat_messages.org_id is 'Organisation';
comment on column farm.chat_messages.farm_id is 'Farm';
comment on column farm.chat_messages.version is 'Version';
comment on column farm.chat_messages.created_at is 'Created';
comment on column farm.chat_messages.updated_at is 'Updated';
comment on column farm.chat_messages.created_by is 'Created by';
comment on column farm.chat_messages.thread_id is 'Thread';
comment on column farm.chat_messages.sender_type is 'Sender type; user, worker, assistant, system';
comment on column farm.chat_messages.sender_id is 'Sender';
comment on column farm.chat_messages.sender_name is 'Sender';
comment on column farm.chat_messages.role is 'Role; user, assistant, tool, system';
comment on column farm.chat_messages.text is 'Text';
comment on column farm.chat_messages.lang is 'Language; he, en, th, es, zh, ar, ru';
comment on column farm.chat_messages.translations is 'Translations; The text by language';
comment on column farm.chat_messages.attachments is 'Attachments; Ids of media';
comment on column farm.chat_messages.reply_to_id is 'Reply to; id in chat_messages';
comment on column farm.chat_messages.agent_run_id is 'Agent run; id in agent_runs';
comment on column farm.chat_messages.read_by is 'Read by; Ids of users';
comment on column farm.chat_messages.farm_name is 'Name of the farm';


do $$ declare one record; begin
  for one in select view.relname as name, own.attname as part,
      coalesce(col_description(view.oid, shown.attnum), hidden.meaning) as meaning
    from pg_class view
    join pg_attribute own on own.attrelid = view.relname::regclass and own.attnum > 0 and not own.attisdropped
    left join pg_attribute shown on shown.attrelid = view.oid and shown.attname = own.attname
    left join (values ('deleted_at', 'When the row was deleted; null: it is not deleted'), ('search_text', 'Texts of the row in the form in which they are searched'), ('content_hash', 'Hash of the event, by which a repetition is recognised')
      ) hidden (part, meaning) on hidden.part = own.attname
    where view.relnamespace = 'farm'::regnamespace
  loop
    execute format('comment on column %I.%I is %L', one.name, one.part, one.meaning);
  end loop;
  for one in select relname as name, obj_description(oid) as meaning
    from pg_class where relnamespace = 'farm'::regnamespace
  loop
    execute format('comment on table %I is %L', one.name, one.meaning);
  end loop;
end $$;
do $$ declare one record; begin
  for one in
    with own (name, part, meaning) as (values 
      ('action_secrets', '', 'The secret of an organisation by which offered actions are signed'),
      ('action_secrets', 'secret', 'Key of the signature; secret'),
      ('actions', '', 'Actions carried out (`POST /actions`) and what undoing them restores'),
      ('actions', 'type', 'Type of the action'),
      ('actions', 'body', 'The action as requested'),
      ('actions', 'changes', 'Rows changed, with their values before'),
      ('actions', 'undone_at', 'When it was undone'),
      ('actions', 'undone_by', 'Who undid it'),
      ('activity_log', '', 'The activity feed of farms'),
      ('activity_log', 'ts', 'When it happened'),
      ('activity_log', 'kind', 'Kind of activity'),
      ('activity_log', 'score', 'Weight in the feed, 0 to 1'),
      ('activity_log', 'title', 'Text, in the language of the organisation'),
      ('activity_log', 'actor', 'Who did it'),
      ('api_keys', '', 'API keys; their secrets are stored as hashes only'),
      ('api_keys', 'name', 'Name'),
      ('api_keys', 'last4', 'Last four characters of the key'),
      ('api_keys', 'scopes', 'What the key may do'),
      ('api_keys', 'farm_ids', 'Farms to which the key is limited; empty: all'),
      ('api_keys', 'rate_limit_per_minute', 'Requests a minute'),
      ('ask_conversations', '', 'What `/ask` remembers of a conversation'),
      ('ask_conversations', 'key_id', 'API key whose conversation it is'),
      ('ask_conversations', 'memory', 'Subjects, days and proposals of the last turns'),
      ('ask_conversations', 'used_at', 'Last question'),
      ('audit_anchors', '', 'Signed ends of the audit log, which reveal removed and rewritten entries'),
      ('audit_anchors', 'number', 'Number of the anchor, without gaps'),
      ('audit_anchors', 'position', 'Position of the last entry that it covers'),
      ('audit_anchors', 'hash', 'Hash of that entry'),
      ('audit_anchors', 'entries', 'Entries up to it'),
      ('audit_anchors', 'at', 'When it was signed; text, exactly as signed'),
      ('audit_anchors', 'key', 'Fingerprint of the signing key'),
      ('audit_anchors', 'signature', 'Signature of the fields before'),
      ('audit_checkpoints', '', 'Where the audit log begins after old entries were deleted'),
      ('audit_checkpoints', 'position', 'Position of the last deleted entry'),
      ('audit_checkpoints', 'hash', 'Hash of that entry'),
      ('audit_checkpoints', 'at', 'Time of that entry'),
      ('audit_checkpoints', 'pruned_at', 'When the entries were deleted'),
      ('audit_log', '', 'Every call of the API, chained by hashes; append-only'),
      ('audit_log', 'at', 'When the call began'),
      ('audit_log', 'method', 'HTTP method'),
      ('audit_log', 'route', 'Route, without ids'),
      ('audit_log', 'row_id', 'ID of the row of the call'),
      ('audit_log', 'code', 'Code of the error'),
      ('audit_log', 'duration_ms', 'Duration; ms'),
      ('audit_log', 'ip', 'Address of the caller'),
      ('audit_log', 'calls', 'How many equal refusals the entry stands for'),
      ('audit_log', 'position', 'Place in the chain; empty: not yet sealed'),
      ('audit_log', 'hash', 'SHA-256 of the entry and of the hash before'),
      ('automation_editors', '', 'Who edited an automation last; it runs with the rights of that person or key'),
      ('automation_editors', 'type', 'user or key'),
      ('automation_editors', 'author_id', 'ID of the user or key'),
      ('automation_states', '', 'State of each automation in each barn'),
      ('automation_states', 'barn_id', 'Barn'),
      ('automation_states', 'is_fired', 'Whether its condition holds and it has acted'),
      ('automation_states', 'since', 'Since when the condition holds'),
      ('automation_states', 'fired_at', 'When it acted last'),
      ('automation_states', 'depth', 'How many automations its command follows, one behind the other'),
      ('automation_states', 'command_id', 'Command that it has requested'),
      ('brain_scans', '', 'When the rules last judged each farm'),
      ('brain_scans', 'rules_at', 'Last run of the alert rules'),
      ('brain_scans', 'full_at', 'Last full scan, with gaps and risks'),
      ('camera_calibrations', '', 'Factors that correct the weights of cameras'),
      ('camera_calibrations', 'factor', 'Manual weight by camera weight'),
      ('camera_calibrations', 'pairs', 'Weighings compared'),
      ('camera_pairs', '', 'Manual weighings beside the weights of cameras'),
      ('camera_pairs', 'manual_g', 'Manual weight; g'),
      ('camera_pairs', 'camera_g', 'Weight by the camera; g'),
      ('camera_tokens', '', 'Tokens with which cameras push detections'),
      ('case_files', '', 'Sealed dossiers of closed flocks, chained by hashes'),
      ('case_files', 'number', 'Number within the organisation'),
      ('case_files', 'title', 'Title'),
      ('case_files', 'sealed_at', 'When it was sealed'),
      ('case_files', 'sealed_by', 'Who sealed it'),
      ('case_files', 'counts', 'Rows in it, by resource'),
      ('case_files', 'previous_hash', 'Hash of the case file before'),
      ('case_files', 'hash', 'SHA-256 of the content and of the hash before'),
      ('case_files', 'content', 'The dossier'),
      ('command_deliveries', '', 'Calls of controllers for approved commands'),
      ('command_deliveries', 'command_id', 'Command'),
      ('command_deliveries', 'sequence', 'Order of the commands of an integration'),
      ('command_deliveries', 'queued_at', 'When it was approved'),
      ('command_deliveries', 'expires_at', 'After this it is not sent any more'),
      ('farm_change_marks', '', 'From when on `farm_changes` is complete; one row, unlogged'),
      ('farm_change_marks', 'id', 'Always 1'),
      ('farm_change_marks', 'mark', 'Random; another one where changes may be missing'),
      ('farm_change_marks', 'kept_from', 'Changes of transactions before this one are deleted'),
      ('farm_change_marks', 'kept_next', 'What `kept_from` becomes next'),
      ('farm_change_marks', 'pruned_at', 'When it was moved last'),
      ('farm_changes', '', 'Which tables a transaction changed on which farm, so that instances know what to read again; unlogged'),
      ('farm_changes', 'xid', 'Transaction'),
      ('farm_changes', 'table_name', 'Table'),
      ('farm_changes', 'farm_id', 'Farm; empty: any'),
      ('flock_weights', '', 'Weight of each flock by day, from weighings and cameras together'),
      ('flock_weights', 'computed_at', 'When it was computed'),
      ('flock_weights', 'weight_g', 'Weight; g'),
      ('flock_weights', 'low_g', 'Lower bound; g'),
      ('flock_weights', 'high_g', 'Upper bound; g'),
      ('flock_weights', 'sources', 'Weighings and cameras that it rests on'),
      ('flock_weights', 'uncalibrated', 'Whether a camera without calibration took part'),
      ('idempotency', '', 'Answers to requests with an idempotency key, to give them again'),
      ('idempotency', 'idempotency_key', 'Key of the caller'),
      ('idempotency', 'request_hash', 'Hash of the request'),
      ('idempotency', 'headers', 'Headers of the answer'),
      ('idempotency', 'body', 'Body of the answer'),
      ('integration_channels', '', 'What was last read of each device of an integration'),
      ('integration_channels', 'channel', 'Device and quantity within the payloads'),
      ('integration_channels', 'last_ts', 'Time of the last reading taken'),
      ('integration_channels', 'counters', 'Last values of meters that only grow'),
      ('integration_feeds', '', 'Mapping of the payloads of an integration to readings'),
      ('integration_feeds', 'mapping', 'Mapping'),
      ('integration_feeds', 'last_poll_at', 'Last poll'),
      ('integration_feeds', 'stored', 'Readings stored in all'),
      ('integration_feeds', 'dropped', 'Values dropped in all'),
      ('integration_feeds', 'last_dropped_at', 'When a value was last dropped'),
      ('integration_feeds', 'last_problems', 'Why'),
      ('known_gaps', '', 'Gaps that the activity feed has told of'),
      ('known_gaps', 'gap_key', 'Identity of the gap'),
      ('known_gaps', 'seen_at', 'When it appeared'),
      ('media_chunks', '', 'Bytes of files in parts'),
      ('media_chunks', 'content_id', 'Row of media_contents'),
      ('media_chunks', 'part', 'Number of the part, from 0'),
      ('media_chunks', 'bytes', 'Bytes'),
      ('media_contents', '', 'Files of media rows and their thumbnails'),
      ('media_contents', 'media_id', 'Row of media'),
      ('media_contents', 'variant', 'original or thumbnail'),
      ('media_contents', 'mime_type', 'MIME type'),
      ('media_contents', 'size_bytes', 'Size; bytes'),
      ('media_contents', 'chunk_bytes', 'Size of a part; bytes'),
      ('media_contents', 'sha256', 'SHA-256 of the file'),
      ('media_contents', 'analysis_tries', 'How often its analysis was tried'),
      ('media_contents', 'kept_at', 'When the upload was complete'),
      ('media_contents', 'dropped_at', 'When it was replaced or deleted; its parts follow'),
      ('model_questions', '', 'Questions to a language model, to limit them per key and day'),
      ('model_questions', 'key_id', 'API key'),
      ('model_questions', 'asked_at', 'When'),
      ('notice_alerts', '', 'Alerts of an incident of notifications'),
      ('notice_alerts', 'words', 'Unused; kept for instances of the version before'),
      ('notice_alerts', 'told_at', 'When the recipients were first told; empty: not yet'),
      ('notice_channels', '', 'Channels by which users are notified'),
      ('notice_channels', 'kind', 'email, http, push, telegram'),
      ('notice_channels', 'address', 'Address as it may be shown'),
      ('notice_channels', 'sealed', 'Secret parts of the address, encrypted'),
      ('notice_channels', 'auth_ref', 'Reference to a secret in the environment'),
      ('notice_channels', 'verified_at', 'When the user confirmed it'),
      ('notice_channels', 'code_hash', 'SHA-256 of the code of confirmation'),
      ('notice_channels', 'code_expires_at', 'Until when the code counts'),
      ('notice_channels', 'code_tries', 'Wrong codes'),
      ('notice_digests', '', 'Morning briefings of users'),
      ('notice_digests', 'hour', 'Hour of the day, on the clocks of the organisation'),
      ('notice_digests', 'via', 'Kind of the channel'),
      ('notice_digests', 'next_at', 'Next briefing'),
      ('notice_digests', 'last_day', 'Day of the last briefing'),
      ('notice_duties', '', 'Duty plans of farms'),
      ('notice_duties', 'plan', 'Shifts, exceptions, escalation and quiet hours'),
      ('notice_duties', 'updated_by', 'Who changed it'),
      ('notice_incidents', '', 'Alerts of a farm that are notified together'),
      ('notice_incidents', 'step', 'Step of the escalation'),
      ('notice_incidents', 'opened_at', 'When it began'),
      ('notice_incidents', 'next_at', 'When something is to be done next'),
      ('notice_incidents', 'escalate_at', 'When the next step is due'),
      ('notice_incidents', 'calm_until', 'Until when new alerts are collected'),
      ('notice_incidents', 'ended_at', 'When all alerts were acknowledged or resolved'),
      ('notices', '', 'Messages to users'),
      ('notices', 'channel_id', 'Channel'),
      ('notices', 'kind', 'alert, digest, verification, test, channel_disabled'),
      ('notices', 'alert_ids', 'Alerts of the message'),
      ('notices', 'step', 'Step of the escalation'),
      ('notices', 'status', 'Status of the answer of the provider'),
      ('notices', 'response', 'Answer of the provider, without secrets'),
      ('notices', 'failure', 'Why it failed'),
      ('notices', 'sent_at', 'When the provider took it'),
      ('notices', 'acknowledged_at', 'When the recipient acknowledged it'),
      ('organisation_access', '', 'Roles of users in the whole organisation'),
      ('organisation_access', 'role', 'Role'),
      ('organisation_settings', '', 'Settings of organisations'),
      ('organisation_settings', 'thresholds', 'Limits that differ from the defaults'),
      ('organisation_settings', 'retention', 'How long data are kept where that differs from the defaults'),
      ('organisations', '', 'Organisations'),
      ('organisations', 'name', 'Name'),
      ('organisations', 'timezone', 'IANA time zone'),
      ('organisations', 'language', 'en, he, es, th or zh'),
      ('outbox_events', '', 'Events for webhooks and event streams, in order of their commits'),
      ('outbox_events', 'sequence', 'Order'),
      ('outbox_events', 'event', 'Name of the event'),
      ('outbox_events', 'body', 'Body of the event'),
      ('passkey_challenges', '', 'Challenges of sign-ins by passkey that are under way'),
      ('passkey_challenges', 'challenge_hash', 'SHA-256 of the challenge'),
      ('passkey_challenges', 'flow', 'registration or sign-in'),
      ('passkeys', '', 'Passkeys of users'),
      ('passkeys', 'name', 'Name'),
      ('passkeys', 'credential_id', 'ID of the credential'),
      ('passkeys', 'public_key', 'Public key'),
      ('passkeys', 'counter', 'Counter of signatures'),
      ('passkeys', 'transports', 'How the authenticator is reached'),
      ('passkeys', 'backed_up', 'Whether it is kept on several devices'),
      ('passkeys', 'used_at', 'Last sign-in'),
      ('provider_identities', '', 'Accounts at OpenID Connect providers that are linked to users'),
      ('provider_identities', 'subject', 'ID of the account at the provider'),
      ('provider_identities', 'used_at', 'Last sign-in'),
      ('provider_sign_ins', '', 'Sign-ins at OpenID Connect providers that are under way'),
      ('provider_sign_ins', 'token_hash', 'SHA-256 of the state'),
      ('provider_sign_ins', 'redirect_uri', 'Where the provider sends the browser'),
      ('provider_sign_ins', 'return_to', 'Page of the console that follows'),
      ('rate_hits', '', 'Requests within the present minute, by subject; unlogged'),
      ('rate_hits', 'subject', 'Key, address or account that is limited'),
      ('rate_hits', 'hit', 'Number of the request'),
      ('rate_hits', 'at', 'When'),
      ('rate_windows', '', 'Range of the requests that count, by subject; unlogged'),
      ('rate_windows', 'subject', 'Key, address or account that is limited'),
      ('rate_windows', 'first_hit', 'Number of the first request that counts'),
      ('rate_windows', 'last_hit', 'Number of the last request'),
      ('rate_windows', 'last_at', 'Time of the last request'),
      ('risk_ledger', '', 'Risks of farms by day'),
      ('risk_ledger', 'item', 'Kind of risk'),
      ('risk_ledger', 'p', 'Probability, 0 to 1; empty: unknown'),
      ('risk_ledger', 'impact', 'Impact'),
      ('risk_ledger', 'explanation', 'What it rests on'),
      ('risk_ledger', 'recorded_at', 'When it was recorded'),
      ('row_counts', '', 'Totals of rows, so that lists need not count'),
      ('row_counts', 'total', 'Rows'),
      ('row_counts', 'kind', 'Kind of the rows; empty: all'),
      ('row_counts', 'source', 'Source of the rows; empty: all'),
      ('row_history', '', 'Versions of rows'),
      ('row_history', 'version', 'Version after the change'),
      ('row_history', 'kind', 'changed or deleted'),
      ('row_history', 'at', 'When'),
      ('row_history', 'author', 'Who'),
      ('row_history', 'action_id', 'Action that made the change'),
      ('row_history', 'undone', 'Whether an undo made the change'),
      ('row_history', 'fields', 'Fields changed'),
      ('row_history', 'changes', 'Values before and after'),
      ('rule_alerts', '', 'Alerts opened by rules'),
      ('rule_alerts', 'alert_key', 'Identity of what the rule found'),
      ('rule_alerts', 'quiet', 'Scans in a row without the condition'),
      ('scheduled_jobs', '', 'Jobs of the service by time; one instance at a time runs a job'),
      ('scheduled_jobs', 'name', 'Name of the job'),
      ('scheduled_jobs', 'due_at', 'When it is due'),
      ('scheduled_jobs', 'leased_until', 'Until when an instance runs it'),
      ('scheduled_jobs', 'done_at', 'When it last ended'),
      ('schema_migrations', '', 'Migrations applied'),
      ('schema_migrations', 'version', 'Number'),
      ('schema_migrations', 'name', 'Name'),
      ('schema_migrations', 'applied_at', 'When'),
      ('schema_migrations', 'checksum', 'SHA-256 of its text'),
      ('sign_in_links', '', 'One-time links with which users sign in'),
      ('sign_in_links', 'used_at', 'When it was used'),
      ('sign_in_sessions', '', 'Sessions of signed-in users'),
      ('sign_in_sessions', 'token_hash', 'SHA-256 of the session token'),
      ('sign_in_sessions', 'method', 'link, passkey, oidc'),
      ('sign_in_sessions', 'used_at', 'Last request'),
      ('sign_in_sessions', 'ip', 'Address at the sign-in'),
      ('sign_in_sessions', 'agent', 'Browser at the sign-in'),
      ('webhook_attempts', '', 'Attempts to deliver events to webhooks'),
      ('webhook_attempts', 'delivery_id', 'Delivery'),
      ('webhook_attempts', 'at', 'When'),
      ('webhook_attempts', 'status', 'Status of the answer; empty: none'),
      ('webhook_attempts', 'duration_ms', 'Duration; ms'),
      ('webhook_attempts', 'failure', 'Why it failed'),
      ('webhook_attempts', 'response', 'Beginning of the answer'),
      ('webhook_attempts', 'next_attempt_at', 'Next attempt'),
      ('webhook_deliveries', '', 'Events to be delivered to webhooks'),
      ('webhook_deliveries', 'event_id', 'Event'),
      ('webhook_deliveries', 'event', 'Name of the event'),
      ('webhook_deliveries', 'sequence', 'Order of the events'),
      ('webhook_deliveries', 'row_key', 'Row of the event, for ordered delivery'),
      ('webhook_deliveries', 'body', 'Body that is sent'),
      ('webhooks', '', 'Webhooks; secrets are encrypted'),
      ('webhooks', 'url', 'Address'),
      ('webhooks', 'events', 'Names of the events'),
      ('webhooks', 'farm_ids', 'Farms; empty: all'),
      ('webhooks', 'description', 'Description'),
      ('webhooks', 'ordered', 'Whether events of a row are delivered in order'),
      ('webhooks', 'enabled', 'Whether it delivers'),
      ('webhooks', 'secret', 'Secret of the signature, encrypted'),
      ('webhooks', 'previous_secret', 'Secret before the last rotation, encrypted'),
      ('webhooks', 'previous_secret_until', 'Until when it signs as well'),
      ('webhooks', 'dropped', 'Events that were held for too long, or were too many, and are lost'),
      ('webhooks', 'key_farm_ids', 'Farms of the owner key at the creation'),
      ('webhooks', 'key_scopes', 'Scopes of the owner key at the creation'),
      ('webhooks', 'owner_key_id', 'Key with whose rights it delivers')),
      shared (part, meaning) as (values 
      ('id', 'ID'),
      ('org_id', 'Organisation'),
      ('farm_id', 'Farm'),
      ('user_id', 'User'),
      ('created_at', 'When the row was stored'),
      ('updated_at', 'When the row was last changed'),
      ('key_id', 'API key of the call'),
      ('request_id', 'ID of the request'),
      ('fence', 'Grows with each lease; a process with an older number changes nothing'),
      ('lease_until', 'Until when a process works on the row'),
      ('attempts', 'How often it was tried'),
      ('first_attempt_at', 'First try'),
      ('next_attempt_at', 'Next try'),
      ('integration_id', 'Integration'),
      ('automation_id', 'Automation'),
      ('webhook_id', 'Webhook'),
      ('barn_id', 'Barn; empty: the whole farm'),
      ('flock_id', 'Flock'),
      ('device_id', 'Device of the camera'),
      ('source', 'Source that the camera names itself by'),
      ('camera', 'Device or source'),
      ('expires_at', 'When it ends'),
      ('revoked_at', 'When it was revoked'),
      ('secret_hash', 'SHA-256 of the secret'),
      ('resource', 'Resource of the row'),
      ('row_id', 'ID of the row'),
      ('consecutive_failures', 'Failures since the last success'),
      ('disabled_at', 'When it was switched off'),
      ('disabled_reason', 'Why it was switched off'),
      ('alert_id', 'Alert'),
      ('incident_id', 'Incident of notifications'),
      ('severity', 'info, warning, critical'),
      ('day', 'Calendar day of the farm'),
      ('status', 'Status of the HTTP answer'),
      ('state', 'How far the delivery is'),
      ('rp_id', 'Domain for which the passkey counts'),
      ('issuer', 'Address of the OpenID Connect provider'),
      ('granted_by', 'Who granted it'),
      ('granted_at', 'When it was granted'),
      ('created_by', 'Who created it'))
    select bare.name, attname as part, coalesce(own.meaning, shared.meaning) as meaning
    from own bare
    join pg_attribute on attrelid = to_regclass(bare.name) and attnum > 0 and not attisdropped
    left join own on own.name = bare.name and own.part = attname
    left join shared on shared.part = attname
    where bare.part = ''
  loop
    execute format('comment on column %I.%I is %L', one.name, one.part, one.meaning);
  end loop;
  comment on table action_secrets is 'The secret of an organisation by which offered actions are signed';
  comment on table actions is 'Actions carried out (`POST /actions`) and what undoing them restores';
  comment on table activity_log is 'The activity feed of farms';
  comment on table api_keys is 'API keys; their secrets are stored as hashes only';
  comment on table ask_conversations is 'What `/ask` remembers of a conversation';
  comment on table audit_anchors is 'Signed ends of the audit log, which reveal removed and rewritten entries';
  comment on table audit_checkpoints is 'Where the audit log begins after old entries were deleted';
  comment on table audit_log is 'Every call of the API, chained by hashes; append-only';
  comment on table automation_editors is 'Who edited an automation last; it runs with the rights of that person or key';
  comment on table automation_states is 'State of each automation in each barn';
  comment on table brain_scans is 'When the rules last judged each farm';
  comment on table camera_calibrations is 'Factors that correct the weights of cameras';
  comment on table camera_pairs is 'Manual weighings beside the weights of cameras';
  comment on table camera_tokens is 'Tokens with which cameras push detections';
  comment on table case_files is 'Sealed dossiers of closed flocks, chained by hashes';
  comment on table command_deliveries is 'Calls of controllers for approved commands';
  comment on table farm_change_marks is 'From when on `farm_changes` is complete; one row, unlogged';
  comment on table farm_changes is 'Which tables a transaction changed on which farm, so that instances know what to read again; unlogged';
  comment on table flock_weights is 'Weight of each flock by day, from weighings and cameras together';
  comment on table idempotency is 'Answers to requests with an idempotency key, to give them again';
  comment on table integration_channels is 'What was last read of each device of an integration';
  comment on table integration_feeds is 'Mapping of the payloads of an integration to readings';
  comment on table known_gaps is 'Gaps that the activity feed has told of';
  comment on table media_chunks is 'Bytes of files in parts';
  comment on table media_contents is 'Files of media rows and their thumbnails';
  comment on table model_questions is 'Questions to a language model, to limit them per key and day';
  comment on table notice_alerts is 'Alerts of an incident of notifications';
  comment on table notice_channels is 'Channels by which users are notified';
  comment on table notice_digests is 'Morning briefings of users';
  comment on table notice_duties is 'Duty plans of farms';
  comment on table notice_incidents is 'Alerts of a farm that are notified together';
  comment on table notices is 'Messages to users';
  comment on table organisation_access is 'Roles of users in the whole organisation';
  comment on table organisation_settings is 'Settings of organisations';
  comment on table organisations is 'Organisations';
  comment on table outbox_events is 'Events for webhooks and event streams, in order of their commits';
  comment on table passkey_challenges is 'Challenges of sign-ins by passkey that are under way';
  comment on table passkeys is 'Passkeys of users';
  comment on table provider_identities is 'Accounts at OpenID Connect providers that are linked to users';
  comment on table provider_sign_ins is 'Sign-ins at OpenID Connect providers that are under way';
  comment on table rate_hits is 'Requests within the present minute, by subject; unlogged';
  comment on table rate_windows is 'Range of the requests that count, by subject; unlogged';
  comment on table risk_ledger is 'Risks of farms by day';
  comment on table row_counts is 'Totals of rows, so that lists need not count';
  comment on table row_history is 'Versions of rows';
  comment on table rule_alerts is 'Alerts opened by rules';
  comment on table scheduled_jobs is 'Jobs of the service by time; one instance at a time runs a job';
  comment on table schema_migrations is 'Migrations applied';
  comment on table sign_in_links is 'One-time links with which users sign in';
  comment on table sign_in_sessions is 'Sessions of signed-in users';
  comment on table webhook_attempts is 'Attempts to deliver events to webhooks';
  comment on table webhook_deliveries is 'Events to be delivered to webhooks';
  comment on table webhooks is 'Webhooks; secrets are encrypted';
end $$;
do $$ begin
  if not exists (select from pg_roles where rolname = 'farmctl_reader') then
    create role farmctl_reader nologin;
  end if;
end $$;
revoke all on schema farm from public;
grant usage on schema farm to farmctl_reader;
grant select on all tables in schema farm to farmctl_reader;
commit;
