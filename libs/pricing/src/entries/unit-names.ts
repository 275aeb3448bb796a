/** SQL that compares how entries and the catalog name units. */

export const numberKey = (number: string): string => `catalog.unit_number_key(${number})`;

/** The building that an entry names, as in `catalog.named_building_v1`; null if it names none. */
export const buildingKey = (entry: string): string => `nullif(${numberKey(`${entry}.building`)}, '')`;
