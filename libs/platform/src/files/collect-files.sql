-- a run of CollectFilesJob
delete from platform.stored_file file
  where name = any (:names) and not (exists (select from catalog.asset naming where naming.logo = file.name) or exists (select from catalog.floor_plan naming where naming.image = file.name) or exists (select from catalog.floor_plan naming where naming.secondary_image = file.name) or exists (select from catalog.unit naming where naming.secondary_view_image = file.name) or exists (select from catalog.unit naming where naming.view_image = file.name) or exists (select from data_model.data_model naming where naming.file = file.name) or exists (select from mapping.background naming where naming.image = file.name) or exists (select from mapping.unit_map naming where naming.file = file.name) or exists (select from mapping.unit_map naming where naming.geojson = file.name) or exists (select from mapping.unit_map naming where naming.source = file.name) or file.name in (select unnest(images) from merchandising.gallery)) returning name;
select conrelid::regclass::text as table, quote_ident(attname) as field, false as list
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = 'platform.stored_file'::regclass and conparentid = 0
  union all select objoid::regclass::text, quote_ident(attname), true
  from pg_description join pg_attribute on attrelid = objoid and attnum = objsubid
  where classoid = 'pg_class'::regclass and description = 'names of stored files'
  order by 1, 2;
select extract(epoch from platform.now() - interval '1 hour' - min(unnamed_since))::float8 as lag
  from platform.stored_file where unnamed_since is not null;
select max(name) as last, count(*)::int as files
  from (select name from platform.stored_file where name > :after order by name limit 50000) slice;
select name from platform.stored_file
  where unnamed_since < (select platform.now()) - interval '1 hour'
  order by unnamed_since limit :batch for update skip locked;
select pg_try_advisory_xact_lock_shared(4711202309) as allowed;
update platform.stored_file file set unnamed_since = null
  where unnamed_since is not null and (exists (select from catalog.asset naming where naming.logo = file.name) or exists (select from catalog.floor_plan naming where naming.image = file.name) or exists (select from catalog.floor_plan naming where naming.secondary_image = file.name) or exists (select from catalog.unit naming where naming.secondary_view_image = file.name) or exists (select from catalog.unit naming where naming.view_image = file.name) or exists (select from data_model.data_model naming where naming.file = file.name) or exists (select from mapping.background naming where naming.image = file.name) or exists (select from mapping.unit_map naming where naming.file = file.name) or exists (select from mapping.unit_map naming where naming.geojson = file.name) or exists (select from mapping.unit_map naming where naming.source = file.name) or file.name in (select unnest(images) from merchandising.gallery));
update platform.stored_file file set unnamed_since = platform.now()
  where name > :after and name <= :last and unnamed_since is null and not (exists (select from catalog.asset naming where naming.logo = file.name) or exists (select from catalog.floor_plan naming where naming.image = file.name) or exists (select from catalog.floor_plan naming where naming.secondary_image = file.name) or exists (select from catalog.unit naming where naming.secondary_view_image = file.name) or exists (select from catalog.unit naming where naming.view_image = file.name) or exists (select from data_model.data_model naming where naming.file = file.name) or exists (select from mapping.background naming where naming.image = file.name) or exists (select from mapping.unit_map naming where naming.file = file.name) or exists (select from mapping.unit_map naming where naming.geojson = file.name) or exists (select from mapping.unit_map naming where naming.source = file.name) or file.name in (select unnest(images) from merchandising.gallery));
