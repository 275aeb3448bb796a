/**
 * Checks the manifests of docker/kubernetes against the types of the Kubernetes API: unknown fields, missing fields, wrong types.
 * Prints each error; the exit code is 1 if there are any.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { isProgram, ROOT } from '../apps/cli/bootstrap.mjs';

const FOLDER = 'docker/kubernetes';
/** Read by Kustomize; not an object of the API. */
const KUSTOMIZATION = 'kustomization.yaml';
const OPTIONS = {
  strict: true,
  noEmit: true,
  types: [],
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** @param files text by name @returns one line for each error */
export function faultsOf(files) {
  const sources = new Map();
  const faults = [];
  for (const [name, text] of Object.entries(files))
    for (const [at, document] of parseAllDocuments(text).entries()) {
      const said = [...document.errors, ...document.warnings].map(
        ({ message }) => `${name}: ${message.split('\n')[0]}`,
      );
      const source = said.length === 0 && moduleOf(document.toJS());
      if (source) sources.set(join(ROOT, `${name}-${at}.ts`), { name, source });
      faults.push(...(source === undefined ? [`${name}: an object without apiVersion and kind`] : said));
    }
  return [...faults, ...typeFaults(sources)];
}

/** The object as a TypeScript literal of its type, one property per line; undefined without a type. */
function moduleOf(object) {
  const { apiVersion, kind } = object ?? {};
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return [
    `import type { ${kind} as Kind } from 'kubernetes-types/${group.split('.')[0]}/${version}';`,
    `export const object: Kind & Required<Pick<Kind, 'metadata'>> = ${JSON.stringify(object, null, 2)};`,
  ].join('\n');
}

/** Parsed declarations by path: those of Kubernetes are long, and every check needs them. */
const declarations = new Map();

function typeFaults(sources) {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.getSourceFile = (path, ...others) => {
    if (sources.has(path)) return ts.createSourceFile(path, sources.get(path).source, OPTIONS.target);
    if (!declarations.has(path)) declarations.set(path, getSourceFile(path, ...others));
    return declarations.get(path);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...sources.keys()], OPTIONS, host))
    .map(({ file, start, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
      if (!sources.has(file?.fileName)) return message;
      const { name, source } = sources.get(file.fileName);
      const line = source.split('\n')[file.getLineAndCharacterOfPosition(start).line].trim();
      return `${name}: ${line.slice(0, 80)}: ${message}`;
    });
}

/** The manifests by name. */
export const manifests = () =>
  Object.fromEntries(
    readdirSync(join(ROOT, FOLDER))
      .filter((name) => name.endsWith('.yaml') && name !== KUSTOMIZATION)
      .map((name) => [`${FOLDER}/${name}`, readFileSync(join(ROOT, FOLDER, name), 'utf8')]),
  );

if (isProgram(import.meta.url)) {
  const faults = faultsOf(manifests());
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
