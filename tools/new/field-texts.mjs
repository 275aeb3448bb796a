/** The texts of a field, by its type. */

const TYPES = {
  text: { decorator: 'Text', options: '', column: 'text', property: 'string', value: "'Text'" },
  int32: { decorator: 'Int32', options: '', column: 'integer', property: 'number', value: '1' },
  float: { decorator: 'Float', options: '', column: 'double precision', property: 'number', value: '1.5' },
  bool: { decorator: 'Bool', options: '', column: 'boolean', property: 'boolean', value: 'true' },
  date: { decorator: 'CalendarDate', options: '', column: 'date', property: 'string', value: "'2026-12-01'" },
  url: { decorator: 'HttpUrl', options: '', column: 'text', property: 'string', value: "'https://www.example.com/'" },
  'one-of': { decorator: 'OneOf', options: '', column: 'text', property: 'string' },
  time: {
    ...{ decorator: 'Timestamp', options: '', column: 'timestamptz(0)', property: 'string' },
    value: "'2026-12-01T10:00:00+00:00'",
  },
};

/** Characters of a text, unless --max says otherwise. */
export const TEXT_MAX = 255;

/** Resources of the catalog that a field may name by id, and the id in the tests' asset. */
const REFERENCES = {
  unit: { value: 'asset.units[0]', published: 'catalog.unit_v1' },
  building: { value: 'asset.building' },
  floor: { value: 'asset.floor' },
  'floor-plan': { value: 'asset.floorPlan' },
};

const ID = { decorator: 'Id', options: '', column: 'bigint', property: 'string' };

export const FIELD_TYPES = [...Object.keys(TYPES), ...Object.keys(REFERENCES)];

/** Types of fields that only the server writes. */
export const READ_ONLY_TYPES = Object.keys(TYPES);

const isString = (type) => TYPES[type].property === 'string';

const quoted = (text) => JSON.stringify(text);
const listed = (values) => `[${values.map(quoted).join(', ')}]`;

export const isReference = (type) => type in REFERENCES;

/** @throws Error for a resource that the catalog does not publish to other contexts */
export function referenceOf(type, context) {
  if (!isReference(type)) return undefined;
  const { value, published } = REFERENCES[type];
  const target = `catalog.${type.replaceAll('-', '_')}`;
  const table = context === 'catalog' ? target : published;
  if (!table) throw new Error(`The catalog publishes no ids of type ${type} to other contexts`);
  return { value, target, table, isUnit: type === 'unit' };
}

const typeOf = ({ type }) => TYPES[type] ?? ID;

export const decoratorOf = (field) => typeOf(field).decorator;

const isNullable = ({ isRequired }) => !isRequired;

export function property(field) {
  const { camel, type, description, min, max, values, example, isRequired, isReadOnly } = field;
  const { decorator, options, property } = typeOf(field);
  const presence = isReadOnly ? 'nullable: true, ' : isRequired ? '' : 'optional: true, nullable: true, ';
  const limits = [min !== undefined && `min: ${min}, `, max !== undefined && `max: ${max}, `].filter(Boolean).join('');
  const shownExample = ((limits && type !== 'text') || example !== undefined) && `example: ${exampleOf(field)}, `;
  const shown = `${presence}${options}${limits}${shownExample || ''}description: ${JSON.stringify(description)}`;
  const missing = isReadOnly || isRequired ? '' : '?';
  const given = values ? `${listed(values)}, ` : '';
  return `  @${decorator}(${given}{ ${shown} })\n  ${camel}${missing}: ${property}${isNullable(field) ? ' | null' : ''};\n`;
}

export function column(field) {
  const { camel, type, isReadOnly } = field;
  const { column: stored, property } = typeOf(field);
  const [nullable, orNull] = isNullable(field) ? ['{ nullable: true }', ' | null = null'] : ['', ''];
  if (type === 'time' && isReadOnly)
    return `  @Column({ type: 'timestamptz', nullable: true, precision: 0 }) readonly ${camel}: Date${orNull};\n`;
  const declared =
    type === 'time' ? `@TimestampColumn(${nullable})` : `@Column('${stored}'${nullable && `, ${nullable}`})`;
  return `  ${declared} readonly ${camel}: ${property}${orNull};\n`;
}

const shortName = ({ column }) => column.replace(/_id$/, '');

export const index = (field) => `@Index('${field.table}_by_${shortName(field)}', ['assetId', '${field.camel}'])\n`;

export const violation = (field) =>
  `onViolation('${field.table}_${shortName(field)}_fkey', () => invalid({ ${field.column}: ['is not known in this asset'] }));\n`;

/** The example as a literal: by default a value within the limits. */
function exampleOf({ type, min = -Infinity, max = Infinity, values, example = values?.[0] }) {
  const { value } = TYPES[type];
  if (example !== undefined) return isString(type) ? quoted(example) : example;
  return type === 'int32' || type === 'float' ? Math.min(Math.max(Number(value), min), max) : value;
}

export const value = (field) => `${field.column}: ${field.reference ? field.reference.value : exampleOf(field)}`;

/** Members of `adds` and `readOnly` of a test. */
export function readOnlyValues(field) {
  const { column, type } = field;
  const sent = type === 'time' ? "'2020-01-01T00:00:00+00:00'" : exampleOf(field);
  return [`${column}: null`, `${column}: ${sent}`];
}

/** Helpers of test/support/boundary-values.ts. */
export const boundary = (field) => {
  const { column, type, min, max, values, reference, isRequired } = field;
  if (type === 'text' && !isRequired) return { helpers: ['nullable'], boundary: `nullable('${column}', ${max})` };
  if (type === 'text') return { helpers: ['filled'], boundary: `filled('${column}', ${max})` };
  const least = min ?? (max === undefined ? undefined : { int32: -2147483648, float: '-Infinity' }[type]);
  const limits = [least, max].filter((limit) => limit !== undefined);
  const helper = reference ? 'reference' : type === 'one-of' ? 'oneOf' : type;
  const call = `${helper}(${[`'${column}'`, ...limits, ...(values ? [listed(values)] : [])].join(', ')})`;
  return isRequired
    ? { helpers: [helper], boundary: call }
    : { helpers: ['orNull', helper], boundary: `orNull(${call})` };
};

export const migration = (field) => {
  const { Class, timestamp, schema, table, column, reference } = field;
  const path = `${schema}.${table}`;
  const added = `add column ${column} ${typeOf(field).column}`;
  const up = reference ? withKey(field, path, added) : `'alter table ${path} ${added}'`;
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${Class}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(${up});
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ${path} drop column ${column}');
  }
}
`;
};

/** Parts of `create table`, and the statements after it. */
export function definition(field) {
  const { column, reference, isRequired } = field;
  const columns = `        ${column} ${typeOf(field).column}${isRequired ? ' not null' : ''},\n`;
  if (!reference) return { columns, constraints: '', indexes: '' };
  return { columns, constraints: `,\n        ${keyOf(field)}`, indexes: `      ${indexOf(field)}\n` };
}

/** A resource goes with its unit. */
function keyOf({ table, column, reference, isRequired }) {
  const onDelete = isRequired ? (reference.isUnit ? ' on delete cascade' : '') : ` on delete set null (${column})`;
  return `constraint ${table}_${shortName({ column })}_fkey foreign key (asset_id, ${column})
          references ${reference.target} (asset_id, id)${onDelete}`;
}

const indexOf = ({ schema, table, column }) =>
  `create index ${table}_by_${shortName({ column })} on ${schema}.${table} (asset_id, ${column});`;

export const upgradeReason = ({ schema, Class, timestamp, table, column }) =>
  `- \`${schema}.${Class}${timestamp}\` adds a foreign key of the new column \`${column}\` of \`${schema}.${table}\`. Older servers leave the column null, and it becomes null when they delete what it names.\n`;

/** Citus rejects foreign keys that clear a column, so they are created in the shards. */
export const shardKey = ({ schema, table, column, reference }) => {
  const name = `${table}_${shortName({ column })}_fkey`;
  return `select * from run_command_on_colocated_placements('${schema}.${table}', '${reference.target}',
  'alter table %1$s drop constraint if exists ${name}, add constraint ${name}
    foreign key (asset_id, ${column}) references %2$s (asset_id, id) on delete set null (${column})') where not success;
`;
};

const withKey = (field, path, added) => `\`
      alter table ${path} ${added},
        add ${keyOf(field)};
      ${indexOf(field)}
    \``;
