-- provision FILE
insert into reference.asset_reference ("asset_id", "id", "name", "description", "key", "value") overriding system value
  select given."asset_id", given."id", given."name", given."description", given."key", given."value" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "description" text, "key" text, "value" text);
insert into reference.unit_reference_group ("asset_id", "id", "name", "description", "key") overriding system value
  select given."asset_id", given."id", given."name", given."description", given."key" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "description" text, "key" text);
select nextval(pg_get_serial_sequence('reference.asset_reference', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('reference.unit_reference_group', 'id'))::text as id from generate_series(1, :count::int);

-- export
select
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select own.id::text, own.name, own.description, own.key, own.value from reference.asset_reference own where own.asset_id = :assetId) part) as asset_references,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select grp.id::text, grp.name, grp.description, grp.key,
  (select coalesce(json_agg(json_build_object('unit_id', known.unit_id::text, 'value', known.value) order by known.unit_id), '[]')
  from reference.unit_reference known where known.asset_id = :assetId and known.group_id = grp.id) as values
  from reference.unit_reference_group grp where grp.asset_id = :assetId) part) as unit_reference_groups;

-- provision FILE --prune, with empty lists
delete from reference.asset_reference stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
delete from reference.unit_reference_group stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
