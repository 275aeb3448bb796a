import { MiB } from '../../core/settings/sizes.js';
import type { JsonSchema } from '../../core/validation/json-schema.js';
import { camelCase } from '../../core/model/names.js';
import {
  type BodyContext,
  type BodyReader,
  MAX_JSON_BYTES,
  type MediaType,
  type ParsedBody,
  type PathFields,
  parseJson,
  requireMediaType,
} from './body.js';
import type { Dto, Variants } from '../schema/fields.js';
import type { JsonReader } from './json-body.js';
import { DATA, type FileKind, type Properties, ReceivedForm } from './received-form.js';
import type { ApiRequest } from '../responses/request.js';

interface FormOptions {
  /** file parts by name: `view_image` becomes the property `viewImage` */
  files: Record<string, FileKind>;
  required?: readonly string[];
}

/** A JSON object, or a form with that object in the part `data` and files in other parts. */
export const multipart = (data: JsonReader, files: Record<string, FileKind>): BodyReader =>
  new FormBody(data, { files }, true);

/** A form, never plain JSON. The fields of the object are parts of their own, or it is in the part `data`; arrays repeat `name` or `name[]`. */
export const form = (data: JsonReader | undefined, options: FormOptions): BodyReader =>
  new FormBody(data, options, false);

const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/** What the document shows of a sample: its text, or the name of a file in base64. */
const exampleOf = (sample: FileKind['sample']): string | undefined =>
  sample?.encoding ? sample.name : sample?.content;

class FormBody implements BodyReader {
  readonly optional = false;
  private readonly limit: number;

  constructor(
    private readonly data: JsonReader | undefined,
    private readonly options: FormOptions,
    private readonly orJson: boolean,
  ) {
    const files = Object.values(options.files).reduce((sum, { limit }) => sum + limit, 0);
    this.limit = files + MAX_JSON_BYTES + MiB;
  }

  ignoring(resource: Dto | Variants): BodyReader {
    return new FormBody(this.data?.ignoring(resource), this.options, this.orJson);
  }

  within(inPath: PathFields): BodyReader {
    return new FormBody(this.data?.within(inPath), this.options, this.orJson);
  }

  content(): Record<string, MediaType> {
    const json = this.orJson ? this.data?.content()[JSON_TYPE] : undefined;
    const { required: chosen = [], files: kinds } = this.options;
    const ofData = json ? [DATA] : ((this.data?.schema['required'] ?? []) as string[]);
    const flat = Object.entries((this.data?.schema['properties'] ?? {}) as Record<string, JsonSchema>);
    // Generators of clients lose the type of a required file beside read-only fields.
    const shown = chosen.length > 0 ? flat.filter(([, { readOnly }]) => !readOnly) : flat;
    const fields = json ? { [DATA]: json.schema } : Object.fromEntries(shown);
    const files = Object.entries(kinds).map(([name, { sample }]) => [
      name,
      { type: 'string', format: 'binary', ...(sample && { 'x-sample': sample, example: exampleOf(sample) }) },
    ]);
    const types = Object.entries(kinds).map(([name, { mediaTypes }]) => [name, { contentType: mediaTypes.join(', ') }]);
    const example = this.data?.schema['example'] as object | undefined;
    const chosenFiles = chosen.map((name) => [name, exampleOf(kinds[name]!.sample) ?? name]);
    const shape: MediaType = {
      schema: {
        type: 'object',
        properties: { ...fields, ...Object.fromEntries(files) },
        required: [...ofData, ...chosen],
      },
      encoding: { ...(json && { [DATA]: { contentType: JSON_TYPE } }), ...Object.fromEntries(types) },
      ...(example && { example: json ? { [DATA]: example } : { ...example, ...Object.fromEntries(chosenFiles) } }),
    };
    return { ...(json && { [JSON_TYPE]: json }), [FORM]: shape };
  }

  components(): Record<string, JsonSchema> {
    return this.orJson ? (this.data?.components() ?? {}) : {};
  }

  async read(request: ApiRequest, context: BodyContext): Promise<ParsedBody> {
    requireMediaType(request, ...(this.orJson ? [JSON_TYPE, FORM] : [FORM]));
    const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
    if (!isForm && this.orJson && this.data) return this.data.read(request, context);
    const parts = new ReceivedForm(this.options.files);
    await parts.receive(request, this.limit);
    // The command may use the uploads themselves, so they stay open until the response is closed.
    if (request.res!.closed) await parts.close();
    else request.res!.once('close', () => void parts.close());
    return this.assemble(parts, context);
  }

  /** Collects all errors: of the object, of the files, and of unknown parts. */
  private async assemble(parts: ReceivedForm, { ids }: BodyContext): Promise<ParsedBody> {
    const object = this.objectOf(parts);
    const parsed: ParsedBody = this.data && object ? await this.data.validate(object.value, ids) : { value: {} };
    if (this.data && !object && parts.data === undefined) parts.error(DATA, 'is required');
    for (const name of this.options.required ?? []) if (!parts.uploads.has(name)) parts.error(name, 'is required');
    const files: Record<string, unknown> = {};
    for (const [name, { upload, reader }] of parts.uploads) {
      const file = await reader.read(upload);
      if ('error' in file) parts.errorOfFile(name, file);
      else if (hasField(object?.value, name)) parts.error(name, 'must not be sent both as a file and in `data`');
      else files[camelCase(name, '_')] = file.value;
    }
    return {
      value: parsed.value && Object.assign(parsed.value, files),
      errors: parts.errorsWith(parsed.errors),
      faultCount: (parsed.faultCount ?? 0) + parts.faultCount,
      ...(parsed.texts && { texts: parsed.texts }),
    };
  }

  /** The object in `data`, or built from the parts. @throws Problem 400 */
  private objectOf(parts: ReceivedForm): { value: unknown } | undefined {
    if (this.data && !this.orJson && !parts.data)
      return { value: parts.object(this.data.schema['properties'] as Properties) };
    parts.rejectTexts(this.data !== undefined);
    return this.data && parts.data && { value: parseJson(parts.data) };
  }
}

const hasField = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);
