import type { FieldErrors } from '../core/errors.js';
import { type Check, compileSchema, type JsonSchema } from '../core/json-schema.js';
import {
  type BodyReader,
  JSON_LIMIT,
  type MediaType,
  type ParsedBody,
  parseJson,
  readBytes,
  requireMediaType,
} from './body.js';
import type { Dto, Variants } from './fields.js';
import { BatchShape, ObjectShape, type Shape, VariantShape } from './json-shapes.js';
import type { ApiRequest } from './request.js';

/** A JSON object declared by a class. */
export const json = (dto: Dto): JsonReader => new JsonReader(new ObjectShape(dto));
/** A batch of such objects: `{"data": [...]}`. */
export const batch = (dto: Dto): JsonReader => new JsonReader(new BatchShape(new ObjectShape(dto)));
/** One of several objects, selected by the field `type`. */
export const variants = (byType: Variants): JsonReader => new JsonReader(VariantShape.of(byType));

/** Reads a JSON body of one shape. */
export class JsonReader implements BodyReader {
  readonly optional = false;
  private check: Check | undefined;
  private documented: JsonSchema | undefined;

  constructor(private readonly shape: Shape) {}

  get schema(): JsonSchema {
    return (this.documented ??= this.shape.schema('schema'));
  }

  /** A reader that also accepts, and ignores, the read-only fields of the resource. */
  ignoring(resource: Dto | Variants): JsonReader {
    return new JsonReader(this.shape.ignoring(resource));
  }

  content(): Record<string, MediaType> {
    const schema = { $ref: `#/components/schemas/${this.shape.name}` };
    const examples = this.shape.examples?.();
    return { 'application/json': { schema, ...(examples && { examples }) } };
  }

  components(): Record<string, JsonSchema> {
    return this.shape.components?.() ?? { [this.shape.name]: this.schema };
  }

  async read(request: ApiRequest): Promise<ParsedBody> {
    requireMediaType(request, 'application/json');
    return this.validate(parseJson(await readBytes(request, JSON_LIMIT)));
  }

  /** Validates parsed JSON from any source. */
  async validate(value: unknown): Promise<ParsedBody> {
    this.check ??= compileSchema(this.shape.schema('compiled'));
    const invalid = this.check(value);
    const violations = await this.checkRules(value, invalid !== undefined);
    if (!invalid && !violations) return { value: this.shape.model(value as Record<string, unknown>) };
    const more = Object.entries(violations ?? {}).filter(([path]) => !invalid || !(path in invalid.errors));
    const errors = { ...invalid?.errors, ...Object.fromEntries(more) };
    return { value: undefined, errors, faultCount: (invalid?.count ?? 0) + more.length };
  }

  /** A rule may throw on a value that the schema rejects; the schema errors are reported then. */
  private async checkRules(value: unknown, isInvalid: boolean): Promise<FieldErrors | undefined> {
    try {
      const errors = await this.shape.checkRules(value);
      return errors && Object.keys(errors).length > 0 ? errors : undefined;
    } catch (error) {
      if (isInvalid) return undefined;
      throw error;
    }
  }
}
