import 'reflect-metadata';
import { Problem } from '../../core/model/errors.js';
import { reviseWithin } from '../../resources/revise-within.js';
import { Int32, Satisfies, Text } from './fields.js';
import { rulesOf } from './resource-rules.js';

class CreateSpanDto {
  @Text() name: string;
  @Int32()
  @Satisfies<CreateSpanDto>(['minHeight', 'max'], ({ minHeight, max }) => minHeight <= max, 'must be at most `max`')
  minHeight: number;
  @Int32() max: number;
  /** stored in another form: rules of the schema alone are not checked again */
  @Text() image: string;
}

class Span {
  image = { stored: true };
  constructor(
    private name: string,
    private minHeight: number,
    private max: number,
  ) {}
  revise(changes: object): void {
    Object.assign(this, changes);
  }
}

const errorsOf = async (span: Span, changes: object) => {
  try {
    await reviseWithin(rulesOf(CreateSpanDto), span, changes);
    return undefined;
  } catch (error) {
    return (error as Problem).fields;
  }
};
const BROKEN = { min_height: ['must be at most `max`'] };

describe('Rules across fields of a resource', () => {
  it.each([
    [{ minHeight: 6 }, BROKEN],
    [{ max: 4 }, BROKEN],
    [{ minHeight: 6, max: 7 }, undefined],
    [{ name: 'B', image: 'other' }, undefined],
  ])('are checked with the stored values of omitted fields: %j', async (changes, errors) => {
    expect(await errorsOf(new Span('A', 5, 5), changes)).toEqual(errors);
  });

  it('allow other changes to a resource that already breaks one', async () => {
    expect(await errorsOf(new Span('A', 5, 3), { name: 'B' })).toBeUndefined();
    expect(await errorsOf(new Span('A', 5, 3), { name: 'B', minHeight: 5 })).toBeUndefined();
    expect(await errorsOf(new Span('A', 5, 3), { minHeight: 4 })).toEqual(BROKEN);
    expect(await errorsOf(new Span('A', 5, 3), { minHeight: 3 })).toBeUndefined();
  });

  it('are those of the type of the resource', async () => {
    class OtherDto {
      @Text() name: string;
    }
    const rules = rulesOf({ span: CreateSpanDto, other: OtherDto })!;
    const stored = { minHeight: 5, max: 3 };
    expect(await rules({ type: 'span', ...stored })).toEqual(BROKEN);
    expect(await rules({ type: 'other', ...stored })).toEqual({});
    expect(rulesOf({ other: OtherDto })).toBeUndefined();
  });
});
