import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, append, importing, migration, migrationsOf, pascal, read, ROOT, snake, title } from './edits.mjs';
import { reason } from './resource.mjs';

/** Decorator, column, property and value of a field, by its type. */
export const TYPES = {
  text: ['Text', 'text', 'string', "'Text'"],
  int32: ['Int32', 'integer', 'number', '1'],
  float: ['Float', 'double precision', 'number', '1.5'],
  bool: ['Bool', 'boolean', 'boolean', 'true'],
  date: ['CalendarDate', 'date', 'string', "'2026-12-01'"],
  time: ['Timestamp', 'timestamptz(0)', 'string', "'2026-12-01T10:00:00+00:00'"],
  url: ['HttpUrl', 'text', 'string', "'https://www.example.com/'"],
  unit: ['Id', 'bigint', 'string', 'asset.units[0]'],
};

/** A field of a resource: property, column, migration, and its values in the test. Optional unless required; only the server writes a read-only one. */
export function fieldEdits(given) {
  const { name, of, context, type, required, readOnly } = given;
  const library = `libs/${context}/src`;
  const folder = readdirSync(join(ROOT, library)).find((each) =>
    existsSync(join(ROOT, library, each, `${of}.aggregate.ts`)),
  );
  if (!folder) throw new Error(`There is no ${library}/*/${of}.aggregate.ts`);
  const files = `${library}/${folder}/${of}`;
  const owner = readOnly ? `${pascal(of)}Dto` : `Create${pascal(of)}Dto`;
  const declaration = new RegExp(`(class ${owner} [^{]*\\{(?:[^]*?\\n)?)(})`);
  if (!declaration.test(read(`${files}.dto.ts`)))
    throw new Error(`${files}.dto.ts has no class ${owner}; a read-only resource has only fields with --read-only`);
  const [, schema, table] = /@Entity\({ schema: '(\w+)', name: '(\w+)'/.exec(read(`${files}.aggregate.ts`));
  const created = newTable(context, `${schema}.${table}`);
  if (!created && (required || type === 'unit'))
    throw new Error(`${schema}.${table} is on the main branch: clients create a ${of} without ${name}`);
  if (type === 'unit' && !required) throw new Error('A field of type unit is required: write another one by hand');
  const [decorator, columnType, valueType, usual] = TYPES[type];
  const property = name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const example = usual[0] === "'" ? `'${given.example}'` : given.example;
  const f = { ...given, schema, table, property, column: snake(name), columnType };
  f.example = given.example === undefined ? within(usual, given) : example;
  const [spec, notShown] = [`test/${context}/${folder}.e2e-spec.ts`, `test/${context}/not-shown.ts`];
  const list = `assets.${snake(folder)}`;
  const isShown = !readOnly && !(existsSync(join(ROOT, notShown)) && read(notShown).includes(`'${list}'`));
  return {
    [`${files}.dto.ts`]: (old) =>
      importing(old, '@app/platform/rest', decorator).replace(
        declaration,
        (_, start, end) => `${start.trimEnd()}\n${propertyOf(f, decorator, valueType)}${end}`,
      ),
    [`${files}.aggregate.ts`]: (old) => withColumn(old, f, valueType),
    ...(created
      ? { [created]: (old) => inTable(old, f) }
      : migration(
          context,
          `${of}-${name}`,
          `alter table ${schema}.${table} add column ${f.column} ${columnType}`,
          `alter table ${schema}.${table} drop column ${f.column}`,
        )),
    ...(type === 'unit' && { [`${library}/${context}.module.ts`]: (old) => withViolation(old, f) }),
    ...(isShown && { [notShown]: (old) => reason(old, `${list}.${f.column}`) }),
    [spec]: (old) => withTest(old, f),
  };
}

const within = (value, { min = -Infinity, max = Infinity }) =>
  Number.isNaN(Number(value)) ? value : String(Math.min(Math.max(Number(value), min), max));

/** The migration that creates the table, if it is not on the main branch yet, so that it may still be changed. */
function newTable(context, table) {
  const git = (...options) => spawnSync('git', options, { cwd: ROOT }).status === 0;
  const main = git('rev-parse', '--verify', '--quiet', 'origin/HEAD') ? 'origin/HEAD' : 'HEAD';
  const paths = migrationsOf(context).map((file) => `libs/${context}/src/migrations/${file}`);
  const path = paths.find((each) => read(each).includes(`create table ${table} (`));
  return path && !git('cat-file', '-e', `${main}:${path}`) ? path : undefined;
}

function propertyOf(
  { type, required, readOnly, min, max, example, description, name, property },
  decorator,
  valueType,
) {
  const limits = { min, max: type === 'text' ? (max ?? 255) : max };
  const given = Object.entries(limits).flatMap(([key, limit]) => (limit === undefined ? [] : `${key}: ${limit}`));
  const presence = readOnly ? ['nullable: true'] : required ? [] : ['optional: true', 'nullable: true'];
  const shown = type === 'unit' ? [] : [`example: ${example}`];
  const options = [...presence, ...given, ...shown, `description: ${JSON.stringify(description ?? title(name))}`];
  const [mark, orNull] = [required || readOnly ? '' : '?', required ? '' : ' | null'];
  return `  @${decorator}({ ${options.join(', ')} }) ${property}${mark}: ${valueType}${orNull};\n`;
}

function withColumn(old, { type, required, readOnly, table, property, column, columnType }, valueType) {
  const nullable = required ? '' : '{ nullable: true }';
  const [decorator, from] =
    type === 'time' && !readOnly ? ['TimestampColumn', '@app/platform/persistence'] : ['Column', 'typeorm'];
  const options =
    {
      time: readOnly ? `{ type: 'timestamptz', nullable: true, precision: 0 }` : nullable,
    }[type] ?? [`'${columnType}'`, nullable].filter(Boolean).join(', ');
  const stored = type === 'time' && readOnly ? 'Date' : valueType;
  const declared = `  @${decorator}(${options}) readonly ${property}: ${stored}${required ? '' : ' | null = null'};\n`;
  const added = after(
    importing(old, from, decorator),
    /^ {2}@(?:Timestamp)?Column\([^;]*\breadonly [^;]*;\n/m,
    declared,
  );
  if (type !== 'unit') return added;
  return importing(added, 'typeorm', 'Index')
    .replace(/^export class /m, `@Index('${table}_by_${column}', ['assetId', '${property}'])\n$&`)
    .replace(/^export class .*{\n/m, `$&  static readonly references = { ${property}: 'catalog.unit_v1' };\n\n`);
}

/** Adds the column to the statement that creates the table. A resource goes with its unit. */
function inTable(old, { type, required, schema, table, column, columnType, min, max }) {
  const limits = Object.entries({ '>=': min, '<=': max }).filter(([, limit]) => type !== 'text' && limit !== undefined);
  const rules = limits.map(([operator, limit]) => `${column} ${operator} ${limit}`);
  if (type === 'text' && required) rules.push(`${column} <> ''`);
  const check = rules.join(' and ');
  const declared = [column, columnType, required && 'not null', check && `check (${check})`].filter(Boolean).join(' ');
  const added = old.replace(/ {8}created_at /, `        ${declared},\n$&`);
  if (type !== 'unit') return added;
  return added
    .replace(
      /( {8}constraint \w+_asset_fkey [^\n]*)/,
      `$1,\n        constraint ${table}_${column}_fkey foreign key (asset_id, ${column})
          references catalog.unit (asset_id, id) on delete cascade`,
    )
    .replace(/ {6}\);\n/, `$&      create index ${table}_by_${column} on ${schema}.${table} (asset_id, ${column});\n`);
}

/** A unit that another request deletes between the check and the commit. */
const withViolation = (old, { table, column }) =>
  importing(importing(old, '@app/platform/rest', 'onViolation'), '@app/platform/core', 'invalid').replace(
    /\n(\/\*\*[^]*?\*\/\n)?@Module\(/,
    `\nonViolation('${table}_${column}_fkey', () => invalid({ ${column}: ['is not known in this asset'] }));\n$&`,
  );

/** The test of `behavesAsSpecified` sends the field, and tries its limits; a read-only one is null, whatever a client sends. */
function withTest(old, { type, required, readOnly, column, example, min, max = type === 'text' ? 255 : undefined }) {
  if (readOnly)
    return old
      .replace("name: 'First' }]", `name: 'First', ${column}: null }]`)
      .replace('boundaries: [', `adds: { ${column}: null },\n    readOnly: { ${column}: ${example} },\n    $&`);
  const helper = { text: required ? 'filled' : 'nullable', unit: 'reference' }[type] ?? type;
  const lowest = { int32: -2147483648, float: '-Infinity' }[type];
  const limits = [max === undefined ? min : (min ?? lowest), max];
  const call = `${helper}(${[`'${column}'`, ...limits].filter((each) => each !== undefined).join(', ')})`;
  const isWrapped = !required && helper !== 'nullable';
  const helpers = isWrapped ? ['orNull', helper] : [helper];
  const imported = helpers.reduce((now, each) => importing(now, '../support/boundary-values.js', each), old);
  const sent = append(imported, 'const valid = () => ({', `${column}: ${example}`);
  const tried = append(sent, 'boundaries: [', isWrapped ? `orNull(${call})` : call);
  return required ? append(tried, 'create: [', `'${column}'`) : tried;
}
