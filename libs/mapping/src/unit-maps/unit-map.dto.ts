import { DISTINCT } from '@app/platform/core';
import { Flag, Id, Identified, OneOf, PartialType, PathIds, Shape, Text, Timestamped } from '@app/platform/rest';
import { IntersectionType } from '@nestjs/swagger';
import { STYLES, type Style } from './unit-map.aggregate.js';

const FILES = 'https://maps.example.com/files/9b2e';
const TAG = { type: 'string', maxLength: 255, pattern: '^[a-z]{1}[a-z0-9-]{1,254}$', format: 'text' };
const TAGS = { type: 'array', [DISTINCT]: true, maxItems: 3, items: TAG };

@PathIds('assetId')
export class CreateUnitMapDto {
  @Text({ max: 255, example: 'Level 1', description: 'Name of the map' }) name: string;
  @Shape(TAGS, { optional: true, example: ['level-1'], description: 'Words that group maps' }) tags?: string[];
  @OneOf(STYLES, { example: 'b', description: 'How the viewer draws units' }) style: Style;
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

const text = (description: string) => ({ type: 'string', maxLength: 255, description });
const list = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });
const NAMED = {
  shape_id: text('Id of the shape in the drawing'),
  names: texts('What the shape is called: ids, classes and titles'),
  texts: texts('Texts that are drawn in the shape'),
};
const UNIT = { unit_id: text('Id of the unit'), unit_number: text('Number of the unit') };

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
    list({
      ...NAMED,
      ...UNIT,
      bound_by: { type: 'string', enum: ['name', 'text', 'given'], description: 'What tells the unit' },
    }),
    {
      description: 'Shapes with their units: by a name of the shape, by a text in it, or as the compiled map says.',
      example: [
        { shape_id: 'path22', names: ['Room-101'], texts: ['101'], unit_id: '1', unit_number: '101', bound_by: 'name' },
      ],
    },
  )
  boundShapes: (NamedShape & { unitId: string; unitNumber: string; boundBy: string })[];
  @Shape(
    list({
      ...NAMED,
      reason: {
        type: 'string',
        enum: ['unknown', 'ambiguous', 'contradictory', 'elsewhere'],
        description: 'Why it has no unit',
      },
    }),
    {
      description:
        'Shapes that are called something, but have no unit: none has such a number, several could be meant, names and texts differ, or the unit is of another floor, whose own map shows it.',
      example: [{ shape_id: 'path107', names: ['Room-110a'], texts: ['110b'], reason: 'contradictory' }],
    },
  )
  unboundShapes: (NamedShape & { reason: string })[];
  @Shape(
    list({
      ...UNIT,
      floor_id: { type: ['string', 'null'], description: 'Id of the floor of the unit' },
      on_other_map: { type: 'boolean', description: 'Whether another map of the asset shows it' },
    }),
    {
      description: 'Units of the asset without a shape on this map.',
      example: [{ unit_id: '2', unit_number: '201', floor_id: '2', on_other_map: true }],
    },
  )
  unplacedUnits: { unitId: string; unitNumber: string; floorId: string; onOtherMap: boolean }[];
}
