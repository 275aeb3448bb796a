import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, camel, inArray, inChangelog, pascal, read, ROOT, snake, title, withImport, words } from './edits.mjs';
import * as text from './field-texts.mjs';
import { described, reasons } from './resource.mjs';
import { notShown } from './resource-texts.mjs';

/** In a test: the body that it sends, and the limits that it tries. */
const VALID = /const valid = \([^)]*\) => \(\{/;
const BOUNDARIES = /boundaries: \[|const OF_EVERY_TYPE: BoundaryValues\[\] = \[/;

/** Sections of provision files whose path is not `assets.FOLDER`, by resource. */
const SECTIONS = {
  asset: 'assets',
  description: 'assets.description_groups.descriptions',
  embed: 'accounts.embeds',
  'filter-option': 'assets.filters.options',
};

/**
 * A field of a resource, optional unless `isRequired`: property, column, migration, and its values in the test. `isReadOnly` means that
 * only the server writes it. The types of `text.REFERENCES` are ids of other resources.
 */
export function fieldEdits({
  name,
  of,
  context,
  type,
  description,
  isRequired = false,
  isReadOnly = false,
  ...values
}) {
  const library = `libs/${context}/src`;
  const folder = readdirSync(join(ROOT, library)).find((each) =>
    existsSync(join(ROOT, library, each, `${of}.aggregate.ts`)),
  );
  const isAssignment = existsSync(join(ROOT, library, `${of}s`, `${of}.entity.ts`));
  if (!folder && isAssignment)
    throw new Error(
      `${of} is an assignment: write its values by hand, as "Assign units to a resource" of CONTRIBUTING.md describes`,
    );
  if (!folder) throw new Error(`There is no ${library}/*/${of}.aggregate.ts`);
  const [Owner, migration] = [pascal(of), `${of}-${name}`];
  const files = `${library}/${folder}/${of}`;
  const [dto, aggregate] = [read(`${files}.dto.ts`), read(`${files}.aggregate.ts`)];
  const owner = isReadOnly ? `${Owner}Dto` : (ofEveryType(dto, Owner) ?? `Create${Owner}Dto`);
  const declaration = new RegExp(`(class ${owner} [^{]*\\{)(}|[^]*?\\n})`);
  if (!declaration.test(dto)) {
    const isResponse = !isReadOnly && dto.includes(`class ${Owner}Dto `);
    const instead = isResponse ? '--read-only adds a field to responses' : 'Add the field by hand';
    throw new Error(`${files}.dto.ts has no class ${owner}. ${instead}`);
  }
  if (new RegExp(`(^|\\)) *${camel(name)}\\??: `, 'm').test(dto))
    throw new Error(`${files}.dto.ts has a field ${camel(name)} already`);
  const [, schema, table] = /@Entity\({ schema: '(\w+)', name: '(\w+)'/.exec(aggregate);
  const field = {
    ...described({ name: migration, plural: '', context }),
    ...{ camel: camel(name), column: snake(name), schema, table, type, isRequired, isReadOnly, ...values },
    ...{ description: description ?? title(name), reference: text.referenceOf(type, context) },
  };
  const list = SECTIONS[of] ?? `assets.${snake(folder)}`;
  const [spec, assigned] = [folder, `${of}-units`].map((tested) => `test/${context}/${tested}.e2e-spec.ts`);
  const create = newTable(`${library}/migrations`, field);
  if (isRequired && !create)
    throw new Error(
      `${schema}.${table} is on the main branch: a required field would break clients that create a ${of} without it. Leave out --required`,
    );
  const line = `\`${field.column}\` of ${words(folder)}: ${field.description.replace(/^./, (first) => first.toLowerCase())}.`;
  return {
    files: {
      'CHANGELOG.md': inChangelog(line, `${title(folder)} of assets.`),
      [`${files}.dto.ts`]: (old) =>
        withImport(old, '@app/platform/rest', text.decoratorOf(field)).replace(
          declaration,
          (_, start, body) => `${start}${withProperty(body, text.property(field))}`,
        ),
      [`${files}.aggregate.ts`]: (old) => withColumn(old, field),
      ...migrationEdits(`${library}/migrations`, `${field.timestamp}-${migration}`, field, create),
      ...(field.reference && { [`${library}/${context}.module.ts`]: (old) => withViolation(old, field) }),
      ...(field.reference &&
        !isRequired && { 'docs/scaling/citus-shards.sql': (old) => `${old}\n${text.shardKey(field)}` }),
      ...(!isReadOnly &&
        !reasonsIn(context).includes(`'${list}':`) && {
          [`test/${context}/not-shown.ts`]: (old = notShown) =>
            reasons(old, [`${list}.${field.column.replace(/_id$/, '')}`]),
        }),
      ...(existsSync(join(ROOT, spec)) && { [spec]: (old) => withTest(old, field) }),
      ...(isRequired &&
        existsSync(join(ROOT, assigned)) && {
          [assigned]: (old) => inArray(old, VALID.exec(old)[0], text.value(field)),
        }),
    },
    next: [
      ...(create ? [`databases that have run ${create} already, such as .data: remove them, or add the column`] : []),
      'npm run openapi',
      `npm test -- test/${context}/${existsSync(join(ROOT, spec)) ? folder : of} test/architecture`,
    ],
  };
}

/** The class with the fields of every variant, for a resource that has some. */
const ofEveryType = (dto, Owner) =>
  dto.includes(`type Create${Owner}Dto = AnyVariant<`) ? /^class (\w+Fields) /m.exec(dto)?.[1] : undefined;

const CREATED = / {8}created_at timestamptz/;

/** The migration that creates the table, if it may still be changed: git knows that it is not on the main branch yet. */
function newTable(migrations, { schema, table }) {
  const file = readdirSync(join(ROOT, migrations)).find((each) =>
    read(`${migrations}/${each}`).includes(`create table ${schema}.${table} (`),
  );
  if (!file) return undefined;
  const git = (...options) => spawnSync('git', options, { cwd: ROOT }).status === 0;
  const main = git('rev-parse', '--verify', '--quiet', 'origin/HEAD') ? 'origin/HEAD' : 'HEAD';
  const isOnMain = !git('rev-parse') || git('cat-file', '-e', `${main}:${migrations}/${file}`);
  return isOnMain || !CREATED.test(read(`${migrations}/${file}`)) ? undefined : file;
}

/** Adds the column to the migration that creates the table, or writes a migration that adds it. */
export function migrationEdits(folder, name, field, create) {
  if (!create)
    return {
      [`${folder}/${name}.ts`]: text.migration(field),
      [`${folder}/index.ts`]: (old) => `${old}export * from './${name}.js';\n`,
      // a foreign key constrains, so the guide to upgrades says why older servers keep working
      ...(field.reference && {
        'docs/operations/upgrade.md': (old) =>
          old.replace(/(All other migrations only add\.\n\n)(- )?/, (_, head, item = '\n') =>
            [head, text.upgradeReason(field), item].join(''),
          ),
      }),
    };
  const { columns, constraints, indexes } = text.definition(field);
  return {
    [`${folder}/${create}`]: (old) =>
      old
        .replace(CREATED, `${columns}$&`)
        .replace(/( {8}constraint \w+_asset_fkey [^\n]*?)(,?\n)/, `$1${constraints}$2`)
        .replace(/ {6}\);\n/, `$&${indexes}`),
  };
}

/** @param body of a class, up to its last brace; form parts with files stay last */
function withProperty(body, property) {
  const at = /^ {2}(\/\*\* file parts? of the form \*\/|\w+\?: FileContent;)$/m.exec(body)?.index ?? body.length - 1;
  return `${body.slice(0, at) || '\n'}${property}${body.slice(at)}`;
}

function reasonsIn(context) {
  const files = [`test/${context}/not-shown.ts`, 'test/architecture/fields.ts'];
  return files
    .filter((file) => existsSync(join(ROOT, file)))
    .map(read)
    .join('');
}

function withColumn(old, field) {
  const declared = text.column(field);
  const imported = declared.includes('@TimestampColumn')
    ? importing(old, '@app/platform/persistence', 'TimestampColumn')
    : old;
  const column = after(imported, /^ {2}@(?:Timestamp)?Column\([^;]*\breadonly [^;]*;\n/m, declared);
  if (!field.reference) return column;
  const { table } = field.reference;
  const entry = `${field.camel}: '${table}'`;
  const named = column.includes('static readonly references = {')
    ? inArray(column, 'static readonly references = {', entry)
    : column.replace(/^export class .*{\n/m, `$&  static readonly references = { ${entry} };\n\n`);
  return withImport(named, 'typeorm', 'Index').replace(/^export class /m, `${text.index(field)}$&`);
}

/** Adds a name to an import, or the import after those of other libraries. */
function importing(module, from, name) {
  if (module.includes(`from '${from}';`)) return withImport(module, from, name);
  return after(module, /^import [^;]* from '@app\/[^']*';\n/m, `import { ${name} } from '${from}';\n`);
}

/** A resource that another request deletes between the check and the commit. */
function withViolation(old, field) {
  const imported = ['@app/platform/rest onViolation', '@app/platform/core invalid'].reduce((now, each) => {
    const [from, name] = each.split(' ');
    return importing(now, from, name);
  }, old);
  return imported.includes('\nonViolation(')
    ? after(imported, /^onViolation\([^;]*;\n/m, text.violation(field))
    : imported.replace(/\n(\/\*\*[^]*?\*\/\n)?@Module\(/, `\n${text.violation(field)}$&`);
}

/** A test of `behavesAsSpecified` sends the field, and tries its limits. */
function withTest(old, field) {
  if (!VALID.test(old) || !BOUNDARIES.test(old)) return old; // `npm test` says what is missing
  if (field.isReadOnly) {
    const [adds, readOnly] = text.readOnlyValues(field);
    return withObject(withObject(old, 'readOnly', readOnly), 'adds', adds);
  }
  const { helpers, boundary } = text.boundary(field);
  const imported = helpers.reduce((now, name) => withImport(now, '../support/boundary-values.js', name), old);
  const sent = inArray(imported, VALID.exec(imported)[0], text.value(field));
  const valid = inArray(sent, BOUNDARIES.exec(sent)[0], boundary);
  return field.isRequired && valid.includes('create: [') ? inArray(valid, 'create: [', `'${field.column}'`) : valid;
}

const withObject = (old, option, member) =>
  old.includes(`${option}: {`)
    ? inArray(old, `${option}: {`, member)
    : old.replace('boundaries: [', (start) => `${option}: { ${member} },\n    ${start}`);
