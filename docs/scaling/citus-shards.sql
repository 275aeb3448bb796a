-- Creates the foreign keys that clear one column in the shards themselves, where Postgres enforces them. Run it after citus.sql, and
-- again after moving or splitting shards, because Citus does not know these keys. Prints only failures.
select * from run_command_on_colocated_placements('mapping.unit_map', 'catalog.building',
  'alter table %1$s drop constraint if exists unit_map_building_fkey, add constraint unit_map_building_fkey
    foreign key (asset_id, building_id) references %2$s (asset_id, id) on delete set null (building_id)') where not success;

select * from run_command_on_colocated_placements('mapping.unit_map_shape', 'catalog.unit',
  'alter table %1$s drop constraint if exists unit_map_shape_unit_fkey, add constraint unit_map_shape_unit_fkey
    foreign key (asset_id, unit_id) references %2$s (asset_id, id) on delete set null (unit_id)') where not success;

select * from run_command_on_colocated_placements('merchandising.marker_description', 'merchandising.gallery',
  'alter table %1$s drop constraint if exists marker_description_gallery_fkey, add constraint marker_description_gallery_fkey
    foreign key (asset_id, gallery_id) references %2$s (asset_id, id) on delete set null (gallery_id)') where not success;
