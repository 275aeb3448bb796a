-- Distributes the tables of this service by their asset, on the coordinator of a Citus cluster (12 or newer) whose schema is
-- migrated and which holds no rows, or few: psql --single-transaction --file docs/scaling/citus.sql "$DATABASE_URL"
-- docs/scaling.md says what has to be done before, and what does not work yet. The order is that of the foreign keys: what is
-- named comes before what names it. Kept complete by test/architecture/sharding.spec.ts.

-- On every node: what rows of any asset name.
select create_reference_table('kernel.api_key');
select create_reference_table('kernel.stored_file');
select create_reference_table('catalog.account');
select create_reference_table('mapping.embed');

-- By asset, all in the same places: a request on an asset stays on one shard.
select create_distributed_table('catalog.asset', 'id', shard_count := 128);
select create_distributed_table('catalog.account_asset', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.building', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.floor', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.floor_plan', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.unit', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('catalog.unit_count', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('pricing.process', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.transaction', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.entry', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('pricing.unit', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('reference.asset_reference', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('reference.unit_reference_group', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('reference.unit_reference', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('mapping.unit_map', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.unit_map_shape', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.background', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.landing_page', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.embed_map', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('mapping.change', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('merchandising.unit_outbound_link', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.unit_outbound_link_url', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.asset_outbound_link', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description_group', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.description_assignment', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter_option', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.filter_option_unit', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.gallery', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('merchandising.marker_description', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('viewer.build_request', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.change', 'asset_id', colocate_with := 'catalog.asset');
select create_distributed_table('viewer.document', 'asset_id', colocate_with := 'catalog.asset');

select create_distributed_table('data_model.data_model', 'asset_id', colocate_with := 'catalog.asset');

-- Stays on the coordinator, and is of no asset:
-- local: public.schema_migration
-- local: audit.event
-- local: kernel.answer
-- local: kernel.request_count
