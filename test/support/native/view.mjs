/** Jest's transformer of what Node loads: in a suite, a module is a view of the one that Node has. */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';

/** @param specifier of the module, as Node imports it */
export async function viewOf(specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports');
  const named = names.filter((name) => name !== 'default');
  return [
    `const module = await importNative(${JSON.stringify(specifier)});`,
    `export const { ${named.join(', ')} } = module;`,
    ...(names.includes('default') ? ['export default module.default;'] : []),
  ].join('\n');
}

export default {
  processAsync: async (_source, file) => ({ code: await viewOf(pathToFileURL(file).href) }),

  // What a module exports depends on others.
  getCacheKey: (_source, file) => createHash('sha256').update(`${process.env.TEST_SOURCES}\0${file}`).digest('hex'),
};
