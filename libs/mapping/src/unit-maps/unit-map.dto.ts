import { DISTINCT } from '@app/platform/core';
import { Bool, Id, Identified, OneOf, PartialType, OfAsset, Shape, Text, Timestamped } from '@app/platform/rest';
import { ApiSchema, IntersectionType } from '@nestjs/swagger';
import { BOUND_BY, REASONS, STRAY_REASONS } from '../drawings/drawing.js';
import { BACKGROUND_TONES, type BackgroundTone, STYLES, type Style } from './unit-map.aggregate.js';

const FILES = 'https://maps.example.com/files/9b2e';
const TAG = { type: 'string', maxLength: 255, pattern: '^[a-z]{1}[a-z0-9-]{1,254}$', format: 'text' };
const TAGS = { type: 'array', [DISTINCT]: true, maxItems: 3, items: TAG };

const counts = (description: string, reasons: readonly string[]) => ({
  type: 'object',
  description,
  properties: Object.fromEntries(
    reasons.map((reason) => [
      reason,
      { type: 'integer', minimum: 0, description: `How many with the reason \`${reason}\`` },
    ]),
  ),
});

export class CreateUnitMapDto {
  @Text({ max: 255, example: 'Level 1', description: 'Name of the map' }) name: string;
  @Shape(TAGS, { optional: true, example: ['level-1'], description: 'Tags of the map' }) tags?: string[];
  @OneOf(STYLES, { example: 'b', description: 'How the viewer draws units' }) style: Style;
  @Bool({ optional: true, example: false, description: 'Default false' }) isDimensionLocked?: boolean;
  @Id({
    optional: true,
    nullable: true,
    description: 'The building that it shows: then only numbers of its units count',
  })
  buildingId?: string | null;
  @OneOf(BACKGROUND_TONES, {
    optional: true,
    example: 'pale',
    description:
      'How the viewer shows backgrounds: `pale` for drawings, in light grey; `natural` for pictures such as rendered site plans and photographs, in their colors and through the homes; default `pale`',
  })
  backgroundTone?: BackgroundTone;
}

export class UpdateUnitMapDto extends PartialType(CreateUnitMapDto) {}

/** What a preview may change besides the files. */
export class PreviewUnitMapDto {
  @Id({ optional: true, nullable: true, description: 'The building that the map would show' })
  buildingId?: string | null;
}

@ApiSchema({ description: 'The drawing of a floor or site, with a shape for each unit on it.' })
export class UnitMapDto extends IntersectionType(Identified, OfAsset, CreateUnitMapDto, Timestamped) {
  @Text({
    nullable: true,
    example: `${FILES}.umap`,
    description: 'URL of the compiled map. It changes with the content.',
  })
  url: string | null;
  @Text({
    nullable: true,
    example: `${FILES}.geojson`,
    description: 'URL of the same shapes as GeoJSON, in coordinates of the drawing.',
  })
  geojsonUrl: string | null;
  @Text({
    nullable: true,
    example: 'https://maps.example.com/v1/assets/1/multifamily/maps/1/source',
    description: 'URL of the file from which the map was made. Requires an API key.',
  })
  sourceUrl: string | null;
  @Shape(
    {
      type: ['object', 'null'],
      properties: {
        bound_shapes: { type: 'integer', minimum: 0, description: 'Shapes with a unit' },
        unbound_shapes: counts('Shapes without a unit', REASONS),
        stray_labels: counts('Texts that belong to no shape', STRAY_REASONS),
      },
      required: ['bound_shapes', 'unbound_shapes', 'stray_labels'],
    },
    {
      nullable: true,
      example: {
        bound_shapes: 40,
        unbound_shapes: { container: 1, no_such_unit: 2 },
        stray_labels: { open_outline: 1 },
      },
      description:
        'How many shapes have a unit, and how many shapes and texts have none, by reason; null without a compiled map. `GET .../units` of the map lists them.',
    },
  )
  binding: {
    boundShapes: number;
    unboundShapes: Record<string, number>;
    strayLabels: Record<string, number>;
  } | null;
}

const text = (description: string) => ({ type: 'string', maxLength: 255, description });
const list = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });
const NAMED = {
  shape_id: text('Id of the shape in the drawing'),
  names: texts('Names of the shape: its id, and attributes such as `data-name`'),
  texts: texts('Texts that are drawn in the shape'),
  x: { type: 'number', description: 'Position in the drawing' },
  y: { type: 'number', description: 'Position in the drawing' },
};
const UNIT = { unit_id: text('Id of the unit'), unit_number: text('Number of the unit') };

interface NamedShape {
  shapeId: string;
  names: string[];
  texts: string[];
  x: number;
  y: number;
}

/** The positions of units on a map. */
@ApiSchema({ description: 'Which shapes of a unit map have a unit, which have none, and which units the map lacks.' })
export class MapUnitsDto {
  @Id() assetId: string;
  @Id() unitMapId: string;
  @Shape(
    list({
      ...NAMED,
      ...UNIT,
      bound_by: { type: 'string', enum: BOUND_BY, description: 'What identifies the unit' },
    }),
    {
      description:
        'Shapes with their units, found by a name of the shape or by a text in it, named in the compiled map, or bound by hand.',
      example: [
        {
          shape_id: 'path22',
          names: ['Room-101'],
          texts: ['101'],
          x: 40,
          y: 25,
          unit_id: '1',
          unit_number: '101',
          bound_by: 'name',
        },
      ],
    },
  )
  boundShapes: (NamedShape & { unitId: string; unitNumber: string; boundBy: string })[];
  @Shape(
    list({
      ...NAMED,
      reason: {
        type: 'string',
        enum: REASONS,
        description: 'Reason why the shape has no unit',
      },
    }),
    {
      description:
        'Shapes without a unit: they have no name or text (`no_label`), no unit has it as number (`no_such_unit`), other units are in them (`container`), they label the shape around them (`label`), several units match (`ambiguous`), another shape matches the same unit (`two_areas`), names and texts contradict each other (`contradictory`), or the unit belongs to another floor with a map of its own (`elsewhere`).',
      example: [{ shape_id: 'path107', names: ['Room-110a'], texts: ['110b'], x: 90, y: 25, reason: 'contradictory' }],
    },
  )
  unboundShapes: (NamedShape & { reason: string })[];
  @Shape(
    list({
      text: text('The text, as the drawing shows it'),
      x: { type: 'number', description: 'Position in the drawing' },
      y: { type: 'number', description: 'Position in the drawing' },
      reason: {
        type: 'string',
        enum: STRAY_REASONS,
        description: 'Reason why the text belongs to no shape',
      },
    }),
    {
      description:
        'Texts of the drawing that belong to no shape: they reach into a second one (`two_areas`), lie outside (`outside_any_area`), or in lines that are not closed (`open_outline`), or nothing shows them (`not_drawn`).',
      example: [{ text: '112', x: 140, y: 25, reason: 'open_outline' }],
    },
  )
  strayLabels: { text: string; x: number; y: number; reason: string }[];
  @Shape(
    list({
      ...UNIT,
      floor_id: { type: ['string', 'null'], description: 'Id of the floor of the unit' },
      on_other_map: { type: 'boolean', description: 'Whether another map of the asset shows it' },
    }),
    {
      description: 'Units of the asset that have no shape on this map.',
      example: [{ unit_id: '2', unit_number: '201', floor_id: '2', on_other_map: true }],
    },
  )
  unplacedUnits: { unitId: string; unitNumber: string; floorId: string; onOtherMap: boolean }[];
}

export class BindShapeDto {
  @Id({ nullable: true, description: 'The unit; null removes what was bound by hand' }) unitId: string | null;
}
