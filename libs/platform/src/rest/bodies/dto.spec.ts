import { IntersectionType, OmitType } from '@nestjs/swagger';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsDateString,
  IsEmail,
  IsOptional,
  IsPositive,
  Matches,
  Validate,
  validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import fc from 'fast-check';
import { bodySchema, fieldsOf } from '../schema/dto.js';
import {
  type Dto,
  CalendarDate,
  Bool,
  Float,
  HttpUrl,
  Id,
  Int32,
  OneOf,
  PartialType,
  Satisfies,
  Timestamp,
  Text,
} from '../schema/fields.js';
import { batch, json } from './json-body.js';

class CreateBerthDto {
  @Text({ max: 8 }) name: string;
  @Text({ exactly: 2, pattern: '^[a-z]+$' }) code: string;
  @Text({ optional: true, nullable: true, max: 4 }) label?: string | null;
  @Int32({ min: 0, max: 9 }) length: number;
  @Float({ optional: true, min: -1.5, max: 1.5 }) depth?: number;
  @Bool({ nullable: true }) isCovered: boolean | null;
  @OneOf(['a', 'b'], { optional: true, nullable: true }) side?: string | null;
  @CalendarDate({ optional: true }) freeFrom?: string;
  @HttpUrl({ optional: true, max: 30 }) pictureUrl?: string;
}

class UpdateBerthDto extends PartialType(CreateBerthDto) {
  @Text({ max: 8 }) override name: string;
}

class BerthDto extends IntersectionType(CreateBerthDto, UpdateBerthDto) {}

/** Field names without nested paths. */
const named = (errors: object = {}) => new Set(Object.keys(errors).map((path) => path.split('.')[0]));

/** The errors of class-validator alone, without the compiled schema. */
async function interpreted(dto: Dto, value: object): Promise<Set<string | undefined>> {
  const instance = plainToInstance(dto as never, value, { excludeExtraneousValues: true, exposeUnsetFields: false });
  const errors = await validate(instance as object, { forbidUnknownValues: false });
  const names = new Map(fieldsOf(dto).map(({ property, name }) => [property, name]));
  return new Set(errors.map(({ property }) => names.get(property)));
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'ab',
    'AB',
    'a',
    '2026-02-29',
    '2028-02-29',
    '2026-01-01',
    'https://a.example',
    'x'.repeat(9),
  ),
  fc.constantFrom('\0', '\ud800', '👩‍👩‍👧‍👦', '❤️❤️❤️❤️', 'javascript:x', 'http://'),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const scalar = fc.oneof(text, fc.integer({ min: -2, max: 11 }), fc.double(), fc.boolean(), fc.constant(null));
const anything = fc.oneof(
  { weight: 9, arbitrary: scalar },
  fc.array(scalar, { maxLength: 2 }),
  fc.object({ maxDepth: 1 }),
);

/** Random bodies of a class: each field is present or absent, mostly of a valid type. */
const bodiesOf = (dto: Dto) =>
  fc.record(Object.fromEntries(fieldsOf(dto).map(({ name }) => [name, anything])), { requiredKeys: [] });

describe('Both validators of a class', () => {
  it.each([CreateBerthDto, UpdateBerthDto, BerthDto])('agree on validity and fields of %p', async (dto) => {
    const body = json(dto);
    await fc.assert(
      fc.asyncProperty(bodiesOf(dto), async (value) => {
        const { errors } = await body.validate(structuredClone(value));
        expect(named(errors)).toEqual(await interpreted(dto, value));
      }),
      { numRuns: 200 },
    );
  });

  it('create equal instances', async () => {
    const value = { name: 'A', code: 'ab', length: 1, is_covered: null, label: null };
    const { value: instance } = await json(CreateBerthDto).validate(value);
    expect(instance).toBeInstanceOf(CreateBerthDto);
    expect(instance).toEqual(
      plainToInstance(CreateBerthDto, value, { excludeExtraneousValues: true, exposeUnsetFields: false }),
    );
  });
});

describe('The ids of the path', () => {
  const ids = { assetId: '7', berthId: '9' };
  const inPath = { id: 'berthId', asset_id: 'assetId' };
  const update = json(UpdateBerthDto).within(inPath);

  it('may be omitted, or repeated', async () => {
    const { value } = await update.validate({ name: 'A' }, ids);
    expect(await update.validate({ name: 'A', id: '9', asset_id: '7' }, ids)).toEqual({ value });
    expect(update.schema['required']).toEqual(['name']);
    expect(Object.keys(update.schema['properties'] as object)).toEqual(expect.arrayContaining(['id', 'asset_id']));
  });

  it('must agree, and are reported with the other errors', async () => {
    const { errors } = await update.validate({ id: '7', asset_id: 7, length: 10 }, ids);
    expect(errors).toEqual({
      ...{ name: ['is required'], length: ['must be at most 9'] },
      ...{ id: ['must be the id in the path'], asset_id: ['must be a string'] },
    });
  });

  it('are those of each item of a batch, but not its own id', async () => {
    const items = batch(CreateBerthDto).within(inPath);
    const item = { name: 'A', code: 'ab', length: 1, is_covered: null };
    const { errors } = await items.validate({ data: [item, { ...item, asset_id: '8' }, { ...item, id: '9' }] }, ids);
    expect(errors).toEqual({
      'data.1.asset_id': ['must be the id in the path'],
      'data.2.id': ['is not a known field'],
    });
  });
});

@ValidatorConstraint({ name: 'atMostMax' })
class AtMostMax implements ValidatorConstraintInterface {
  validate(min: unknown, { object }: ValidationArguments): boolean {
    const { max } = object as { max: unknown };
    return typeof min !== 'number' || typeof max !== 'number' || min <= max;
  }
  defaultMessage(): string {
    return 'must be at most `max`';
  }
}

class Contact {
  @Text({ max: 5 }) name: string;
  @IsEmail() workEmail: string;
}

class RangeDto {
  @Int32() @Validate(AtMostMax) min: number;
  @Int32() max: number;
  @IsOptional() @Matches(/^[a-z]+$/, { message: 'must be small letters' }) unitKey?: string | null;
  @ValidateIf(({ max }: { max?: unknown }) => max === 9)
  @Text({ max: 3, description: 'Validated when `max` is 9' })
  note: string;
  @ValidateNested() @Type(() => Contact) contacts: Contact[];
}

const range = (more: object = {}) => ({ min: 1, max: 2, contacts: [], ...more });

describe('Any class-validator decorator', () => {
  it.each<[object, Record<string, string[]> | undefined]>([
    [{}, undefined],
    [{ min: 3 }, { min: ['must be at most `max`'] }],
    [{ unit_key: 'A' }, { unit_key: ['must be small letters'] }],
    [{ unit_key: null }, undefined],
    [{ note: 7 }, undefined],
    [{ max: 9, note: 'long' }, { note: ['must be at most 3 characters'] }],
    [{ contacts: [{ name: 'A', work_email: 'a@a.example' }] }, undefined],
    [{ contacts: [{ name: 'too long', work_email: 'a' }] }, { 'contacts.0.name': ['must be at most 5 characters'], 'contacts.0.work_email': ['must be an email'] }], // oxfmt-ignore
    [{ contacts: [{ name: 'A' }] }, { 'contacts.0.work_email': ['is required'] }],
    [
      { min: 3, max: 'x', other: 1 },
      { max: ['must be an integer'], other: ['is not a known field'] },
    ],
  ])('is enforced: %j', async (more, errors) => {
    expect((await json(RangeDto).validate(range(more))).errors).toEqual(errors);
  });

  it('keeps its condition in a PartialType', async () => {
    class UpdateRangeDto extends PartialType(RangeDto) {}
    expect((await json(UpdateRangeDto).validate({ max: 2, note: 7 })).errors).toBeUndefined();
    expect(Object.keys((await json(UpdateRangeDto).validate({ max: 9, note: 7 })).errors!)).toEqual(['note']);
  });

  it('has no default, which every update would store, however the class of updates is written', () => {
    class CreateRoofDto {
      @Text() name: string;
      @Text({ optional: true }) kind?: string = 'flat';
    }
    class PartialRoofDto extends PartialType(OmitType(CreateRoofDto, ['name'])) {}
    class UpdateRoofDto {
      @Text({ optional: true, nullable: true }) kind?: string | null = null;
    }
    for (const dto of [CreateRoofDto, PartialRoofDto, UpdateRoofDto])
      expect(() => json(dto).components()).toThrow(
        `${dto.name}.kind has a default, which every update would store: put it in the aggregate`,
      );
  });

  it('is enforced in batches, with errors under the path of the item', async () => {
    const { errors, faultCount } = await batch(RangeDto).validate({ data: [range(), range({ min: 3 }), 'x'] });
    expect(errors).toEqual({ 'data.1.min': ['must be at most `max`'], 'data.2': ['must be an object'] });
    expect(faultCount).toBe(2);
  });

  it('appears in the OpenAPI document as JSON Schema or as its message', () => {
    const { properties } = bodySchema(RangeDto) as { properties: Record<string, object> };
    expect(properties['min']).toMatchObject({ type: 'integer', description: 'Must be at most `max`.' });
    expect(properties['unit_key']).toMatchObject({ pattern: '^[a-z]+$', type: ['string', 'null'] });
    expect(properties['contacts']).toMatchObject({
      type: 'array',
      items: { required: ['name', 'work_email'], properties: { work_email: { format: 'email' } } },
    });
  });

  it('is rejected if the OpenAPI document cannot show it', () => {
    @ValidatorConstraint()
    class Silent implements ValidatorConstraintInterface {
      validate = () => true;
    }
    class SilentDto {
      @Id() @Validate(Silent) buildingId: string;
    }
    class SometimesDto {
      @ValidateIf(() => false) @Id() buildingId: string;
    }
    expect(() => fieldsOf(SilentDto)).toThrow('SilentDto.buildingId: @Silent cannot be shown in the OpenAPI document');
    expect(() => fieldsOf(SometimesDto)).toThrow('SometimesDto.buildingId: @ValidateIf cannot be shown');
  });
});

class CreateSpanDto {
  @Int32({ description: 'Lowest' })
  @Satisfies<CreateSpanDto>(['min', 'max'], ({ min, max }) => min <= max, 'must be at most `max`')
  @Satisfies<CreateSpanDto>(['min', 'step'], ({ min, step }) => min % step === 0, 'must be a multiple of `step`')
  min: number;
  @Int32() max: number;
  @Int32({ optional: true, nullable: true }) step?: number | null;
}
class UpdateSpanDto extends PartialType(CreateSpanDto) {}

class OptionalDto {
  @Int32({ optional: true, nullable: true })
  @Satisfies<OptionalDto>(
    ['opensAt', 'closesAt'],
    ({ opensAt, closesAt }) => opensAt < closesAt,
    'must be before `closes_at`',
  )
  opensAt?: number | null;
  @Int32({ optional: true, nullable: true }) closesAt?: number | null;
  @IsOptional() @Matches(/^\d+$/) @Text({ optional: true, nullable: true }) phone?: string | null;
  @IsPositive() @Int32({ optional: true, nullable: true }) rooms?: number | null;
}

class CreateTourDto {
  @Timestamp()
  @Satisfies(['startsAt', 'endsAt'], ({ startsAt, endsAt }) => startsAt < endsAt, 'must be before `ends_at`')
  startsAt: string;
  @Timestamp({ optional: true, nullable: true }) endsAt?: string | null;
}

class HabitDto {
  @IsOptional() @IsDateString() startsAt?: string;
}

describe('@IsDateString', () => {
  it('is documented as what it accepts', () => {
    const text = (format: string) => ({ type: 'string', format });
    const { starts_at } = bodySchema(HabitDto)['properties'] as Record<string, object>;
    expect(starts_at).toEqual({ anyOf: [{ oneOf: [text('date'), text('date-time')] }, { type: 'null' }] });
  });
});

describe('@Timestamp', () => {
  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00+00:00'],
    ['2026-12-01T00:30:00.999+02:00', '2026-11-30T22:30:00+00:00'],
    ['1969-12-31T23:59:59.5-00:00', '1969-12-31T23:59:59+00:00'],
  ])('%s is %s in instances', async (sent, starts) => {
    const { value } = await json(CreateTourDto).validate({ starts_at: sent, ends_at: null });
    expect(value).toEqual({ startsAt: starts, endsAt: null });
    const { value: items } = await batch(CreateTourDto).validate({ data: [{ starts_at: sent }] });
    expect(items).toEqual([{ startsAt: starts }]);
  });

  it('is compared as an instant by rules', async () => {
    const body = { starts_at: '2026-12-01T10:00:00+02:00', ends_at: '2026-12-01T08:00:00.7Z' };
    const { errors } = await json(CreateTourDto).validate(body);
    expect(errors).toEqual({ starts_at: ['must be before `ends_at`'] });
  });

  it('requires an offset', async () => {
    const { errors } = await json(CreateTourDto).validate({ starts_at: '2026-12-01T10:00:00' });
    expect(errors).toEqual({ starts_at: ['must be a time with its offset from UTC, such as 2026-11-20T11:21:15Z'] });
  });
});

describe('@Satisfies', () => {
  it.each<[object, string[] | undefined]>([
    [{ min: 2, max: 2 }, undefined],
    [{ min: 3, max: 2 }, ['must be at most `max`']],
    [{ min: 3, max: 2, step: null }, ['must be at most `max`']],
    [{ min: 3, max: '2' }, undefined],
    [{ min: 'three', max: 2 }, ['must be an integer']],
    [{ min: 3, max: 2, step: 2 }, ['must be at most `max`', 'must be a multiple of `step`']],
  ])('checks all fields of the rule: %j', async (body, errors) => {
    expect((await json(CreateSpanDto).validate(body)).errors?.['min']?.sort()).toEqual(errors?.sort());
  });

  it('does not apply to an update that sends only some of the fields', async () => {
    expect((await json(UpdateSpanDto).validate({ min: 3 })).errors).toBeUndefined();
    expect((await json(UpdateSpanDto).validate({ min: 3, max: 2 })).errors).toEqual({
      min: ['must be at most `max`'],
    });
  });

  it.each([
    [{}],
    [{ opens_at: null }],
    [{ opens_at: null, closes_at: 3, phone: null }],
    [{ opens_at: 1 }],
    [{ rooms: null }],
  ])('leaves an optional field optional: %j', async (body) => {
    expect(bodySchema(OptionalDto)['required']).toEqual([]);
    expect((await json(OptionalDto).validate(body)).errors).toBeUndefined();
  });

  it('combines with other decorators on an optional field', async () => {
    const { errors } = await json(OptionalDto).validate({ opens_at: 3, closes_at: 3, phone: 'x', rooms: -1 });
    expect(errors).toEqual({
      opens_at: ['must be before `closes_at`'],
      phone: [expect.stringContaining('must match')],
      rooms: ['must be a positive number'],
    });
    const { properties } = bodySchema(OptionalDto) as { properties: Record<string, { type: string[] }> };
    expect(properties['phone']!.type).toEqual(['string', 'null']);
    expect(properties['rooms']!.type).toEqual(['integer', 'null']);
  });

  it('appears in the OpenAPI document', () => {
    const { properties } = bodySchema(CreateSpanDto) as { properties: Record<string, object> };
    expect(properties['min']).toMatchObject({
      description: expect.stringMatching(/^Lowest\. .*Must be at most `max`\./),
    });
  });
});
