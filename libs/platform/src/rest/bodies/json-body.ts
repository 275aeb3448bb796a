import type { FieldErrors } from '../../core/model/errors.js';
import { type SchemaValidator, compileSchema, type JsonSchema } from '../../core/validation/json-schema.js';
import {
  type BodyContext,
  type BodyReader,
  MAX_JSON_BYTES,
  type MediaType,
  type ParsedBody,
  type PathFields,
  parseJson,
  readBytes,
  requireMediaType,
  type Texts,
} from './body.js';
import { bodySchema, fieldsOf, fieldsOfAny, hasRules, oneOfSchemas, type Part, schemaName } from '../schema/dto.js';
import type { Dto, Variants } from '../schema/fields.js';
import { toInstance } from '../schema/instances.js';
import { camelCase } from '../../core/model/names.js';
import { checkRules } from '../schema/rules.js';
import type { ApiRequest } from '../responses/request.js';

/** Maximum items in a `data` array (docs/contract/decisions.md, 3). */
export const MAX_BATCH_ITEMS = 5_000;

const LIMITS = { items: MAX_BATCH_ITEMS, bytes: MAX_JSON_BYTES, description: 'Items; all are stored, or none' };

interface JsonOptions {
  /** class of the body, or of the items of a batch */
  readonly dto: Dto | Variants;
  readonly isBatch: boolean;
  readonly limits: typeof LIMITS;
  /** ids of the path that the body may repeat */
  readonly inPath: PathFields;
  /** the resource in the response, whose read-only fields are accepted and ignored */
  readonly returned?: Dto | Variants;
}

const DEFAULTS = { isBatch: false, limits: LIMITS, inPath: {} };

export const json = (dto: Dto): JsonReader => new JsonReader({ ...DEFAULTS, dto });
/** A batch of such objects: `{"data": [...]}`. @param limits smaller ones, for those who send without a key */
export const batch = (dto: Dto, limits = LIMITS): JsonReader =>
  new JsonReader({ ...DEFAULTS, dto, isBatch: true, limits });
/** One of several objects, selected by the field `type`. */
export const variants = (byType: Variants): JsonReader => new JsonReader({ ...DEFAULTS, dto: byType });

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

function textsIn(value: unknown): Texts {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[camelCase(name, '_'), text]] : [])),
  );
}

export class JsonReader implements BodyReader {
  readonly optional = false;
  private readonly name: string;
  private readonly variants: ReadonlyMap<unknown, Dto> | undefined;
  private check: SchemaValidator | undefined;
  private documented: JsonSchema | undefined;

  constructor(private readonly options: JsonOptions) {
    const { dto, isBatch } = options;
    const name = schemaName(dto);
    this.name = isBatch ? `${name.replace(/^Create/, '')}Batch` : name;
    if (typeof dto !== 'function') this.variants = new Map(Object.entries(dto));
  }

  ignoring(returned: Dto | Variants): JsonReader {
    return new JsonReader({ returned, ...this.options });
  }

  /** The `id` of an item is not that of the path. */
  within({ id, ...others }: PathFields): JsonReader {
    const inPath = id === undefined || this.options.isBatch ? others : { id, ...others };
    return new JsonReader({ ...this.options, inPath });
  }

  get schema(): JsonSchema {
    return (this.documented ??= this.schemaOf('schema'));
  }

  content(): Record<string, MediaType> {
    const schema = { $ref: `#/components/schemas/${this.name}` };
    const examples = [...(this.variants ?? [])].map(([type, dto]) => [
      type,
      { value: this.variantSchema(dto, type, 'schema')['example'] },
    ]);
    return { 'application/json': { schema, ...(this.variants && { examples: Object.fromEntries(examples) }) } };
  }

  /** The OpenAPI document refers to each variant by name; the validating schema inlines them. */
  components(): Record<string, JsonSchema> {
    if (!this.variants) return { [this.name]: this.schema };
    const names = [...this.variants].map(([type, dto]) => [type, schemaName(dto)]);
    const schemas = [...this.variants].map(([type, dto]) => [schemaName(dto), this.variantSchema(dto, type, 'schema')]);
    return { ...Object.fromEntries(schemas), [this.name]: oneOfSchemas(Object.fromEntries(names)) };
  }

  async read(request: ApiRequest, { ids }: BodyContext): Promise<ParsedBody> {
    requireMediaType(request, 'application/json');
    return this.validate(parseJson(await readBytes(request, this.options.limits.bytes)), ids);
  }

  /** Validates parsed JSON from any source. A rule may throw on a value that the schema rejects, whose errors are then enough. */
  async validate(value: unknown, ids: Readonly<Record<string, string>> = {}): Promise<ParsedBody> {
    this.check ??= compileSchema(this.schemaOf('compiled'));
    const invalid = this.check(value);
    const violations = await this.violations(value).catch((error: unknown) => {
      if (invalid) return {};
      throw error;
    });
    const others = { ...violations, ...this.otherIds(value, ids) };
    const more = Object.entries(others).filter(([path]) => !invalid || !(path in invalid.errors));
    if (!invalid && more.length === 0) return { value: this.instances(value as JsonObject) };
    const errors = { ...invalid?.errors, ...Object.fromEntries(more) };
    const texts = this.objectsIn(value).map(([, object]) => textsIn(object));
    const faultCount = (invalid?.count ?? 0) + more.length;
    return { value: undefined, errors, faultCount, texts: this.options.isBatch ? texts : texts[0]! };
  }

  private schemaOf(part: Part): JsonSchema {
    const items = this.itemSchema(part);
    if (!this.options.isBatch) return items;
    const { items: maxItems, description } = this.options.limits;
    return {
      type: 'object',
      properties: { data: { type: 'array', maxItems, items, description } },
      required: ['data'],
      additionalProperties: false,
      example: { data: [items['example']] },
    };
  }

  private itemSchema(part: Part): JsonSchema {
    if (!this.variants) return bodySchema(this.options.dto as Dto, part, this.others(this.options.returned));
    const oneOf = [...this.variants].map(([type, dto]) => this.variantSchema(dto, type, part));
    const [first = [], ...others] = oneOf.map(({ required }) => required as string[]);
    const required = first.filter((name) => others.every((names) => names.includes(name))); // reported even for an unknown type
    return { type: 'object', oneOf, discriminator: { propertyName: 'type' }, required };
  }

  private variantSchema(dto: Dto, type: unknown, part: Part): JsonSchema {
    const { returned } = this.options;
    const ignored = typeof returned === 'function' ? returned : returned?.[type as string];
    return bodySchema(dto, part, this.others(ignored));
  }

  private others(ignored: Dto | Variants | undefined) {
    return { ignored: fieldsOfAny(ignored), inPath: Object.keys(this.options.inPath) };
  }

  /** The errors of ids that are not those of the path. */
  private otherIds(value: unknown, ids: Readonly<Record<string, string>>): FieldErrors {
    const errors: FieldErrors = {};
    for (const [prefix, sent] of this.objectsIn(value))
      for (const [name, property] of Object.entries(this.options.inPath))
        if (isObject(sent) && Object.hasOwn(sent, name) && sent[name] !== ids[property])
          errors[`${prefix}${name}`] = ['must be the id in the path'];
    return errors;
  }

  private classOf(value: JsonObject): Dto | undefined {
    return this.variants ? this.variants.get(value['type']) : (this.options.dto as Dto);
  }

  private instances(value: JsonObject): unknown {
    const instance = (item: JsonObject) => {
      const dto = this.classOf(item)!;
      return toInstance(dto, fieldsOf(dto), item);
    };
    return this.options.isBatch ? (value['data'] as JsonObject[]).map(instance) : instance(value);
  }

  /** The object of a body, or the items of a batch, with the beginnings of their paths; they may be invalid. None of a batch that exceeds the limit. */
  private objectsIn(value: unknown): (readonly [prefix: string, object: unknown])[] {
    if (!this.options.isBatch) return [['', value]];
    const items = isObject(value) ? value['data'] : undefined;
    if (!Array.isArray(items) || items.length > this.options.limits.items) return [];
    return items.map((item, at) => [`data.${at}.`, item]);
  }

  /** The errors that only class-validator detects. */
  private async violations(value: unknown): Promise<FieldErrors> {
    const errors: FieldErrors = {};
    for (const [prefix, object] of this.objectsIn(value)) {
      const dto = isObject(object) ? this.classOf(object) : undefined;
      if (!dto || !hasRules(dto)) continue;
      const found = await checkRules(dto, object as JsonObject);
      for (const [path, texts] of Object.entries(found)) errors[prefix + path] = texts;
    }
    return errors;
  }
}
