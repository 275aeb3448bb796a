import { DISTINCT } from '@app/platform/core';
import { Flag, Id, Identified, OneOf, PartialType, PathIds, Shape, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';
import { STYLES, type Style } from './unit-map.aggregate.js';

const FILES = 'https://maps.example.com/files/9b2e';
const TAG = { type: 'string', maxLength: 255, pattern: '^[a-z]{1}[a-z0-9-]{1,254}$', format: 'text' };
const TAGS = { type: 'array', [DISTINCT]: true, maxItems: 3, items: TAG };

@PathIds('assetId')
export class CreateUnitMapDto {
  @Text({ max: 255, example: 'Level 1' }) name: string;
  @Shape(TAGS, { optional: true, example: ['level-1'] }) tags?: string[];
  @OneOf(STYLES, { example: 'b' }) style: Style;
  @Flag({ optional: true, example: false, description: 'Default false' }) isDimensionLocked?: boolean;
}

@PathIds('id', 'assetId')
export class UpdateUnitMapDto extends PartialType(CreateUnitMapDto) {}

export class UnitMapDto extends IntersectionType(Identified, CreateUnitMapDto, Timestamped) {
  @Text({
    nullable: true,
    example: `${FILES}.umap`,
    description: 'The compiled map (docs/umap.md); its address changes with it.',
  })
  url: string | null;
  @Text({
    nullable: true,
    example: `${FILES}.geojson`,
    description: 'The same shapes as GeoJSON in coordinates of the drawing.',
  })
  geojsonUrl: string | null;
  @Text({
    nullable: true,
    example: 'https://maps.example.com/v1/assets/1/multifamily/maps/1/source',
    description: 'What the map was made of; needs the key.',
  })
  sourceUrl: string | null;
}

const text = { type: 'string' };
const orNull = { type: ['string', 'null'] };
const list = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});
const NAMED = { shape_id: text, names: { type: 'array', items: text }, texts: { type: 'array', items: text } };

interface NamedShape {
  shapeId: string;
  names: string[];
  texts: string[];
}

/** The positions of units on a map. */
export class MapUnitsDto {
  @Id() assetId: string;
  @Id() unitMapId: string;
  @Shape(
    list({ ...NAMED, unit_id: text, unit_number: text, bound_by: { type: 'string', enum: ['name', 'text', 'given'] } }),
    {
      description: 'Shapes with their units: by a name of the shape, by a text in it, or as the compiled map says.',
      example: [
        { shape_id: 'path22', names: ['Room-101'], texts: ['101'], unit_id: '1', unit_number: '101', bound_by: 'name' },
      ],
    },
  )
  boundShapes: (NamedShape & { unitId: string; unitNumber: string; boundBy: string })[];
  @Shape(list({ ...NAMED, reason: { type: 'string', enum: ['unknown', 'ambiguous', 'contradictory', 'elsewhere'] } }), {
    description:
      'Shapes that are called something, but have no unit: none has such a number, several could be meant, names and texts differ, or the unit is of another floor, whose own map shows it.',
    example: [{ shape_id: 'path107', names: ['Room-110a'], texts: ['110b'], reason: 'contradictory' }],
  })
  unboundShapes: (NamedShape & { reason: string })[];
  @Shape(list({ unit_id: text, unit_number: text, floor_id: orNull, on_other_map: { type: 'boolean' } }), {
    description: 'Units of the asset without a shape on this map.',
    example: [{ unit_id: '2', unit_number: '201', floor_id: '2', on_other_map: true }],
  })
  unplacedUnits: { unitId: string; unitNumber: string; floorId: string; onOtherMap: boolean }[];
}
