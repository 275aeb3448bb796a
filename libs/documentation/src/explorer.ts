/**
 * What Swagger UI does beyond showing the document. These functions run in the browser: they are sent as their source
 * text, so they use nothing from outside themselves.
 */

interface Node {
  get(name: string): string;
  forEach(each: (node: Node, name: string) => void): void;
  getIn(path: readonly string[]): Node | undefined;
}

interface Page {
  location: { href: string };
  ui: {
    specSelectors: { specJson(): Node };
    specActions: { changeParamByIdentity(operation: string[], parameter: Node, value: string): void };
  };
}

interface Answered {
  headers?: Record<string, string | undefined>;
}

/**
 * Fills the id of the resource in `Location` into the operations on it, and that of the transaction in `Link` also into
 * the operations below it, so that "delete" removes what was created. Updates keep theirs: it is in their body, too.
 */
export function fillInCreated(answered: Answered): Answered {
  const { location, ui } = globalThis as unknown as Page;
  const { location: created = '', link = '' } = answered.headers ?? {};
  const linked = Array.from(link.matchAll(/<([^>]+)>/g), (found) => found[1]!);
  const isParameter = (step: string): boolean => step.startsWith('{');
  const paths = ui.specSelectors.specJson().getIn(['paths'])!;
  for (const address of [created, ...linked].filter(Boolean)) {
    const steps = new URL(address, location.href).pathname.split('/');
    paths.forEach((item, path) => {
      const template = path.split('/').slice(0, steps.length);
      const last = template.at(-1)!;
      if (template.length !== steps.length || !isParameter(last)) return;
      if (address === created && path !== template.join('/')) return;
      if (!template.every((step, at) => isParameter(step) || step === steps[at])) return;
      item.forEach((operation, method) => {
        if (method === 'put') return;
        operation.getIn(['parameters'])?.forEach((parameter) => {
          if (parameter.get('in') === 'path' && `{${parameter.get('name')}}` === last)
            ui.specActions.changeParamByIdentity([path, method], parameter, steps.at(-1)!);
        });
      });
    });
  }
  return answered;
}

/** A file that was not chosen is not sent: Swagger UI would send an empty one. */
export function leaveOutEmptyFiles(request: { body?: unknown }): object {
  const { body } = request;
  if (body instanceof FormData)
    for (const [name, part] of Array.from(body)) if (part instanceof File && part.size === 0) body.delete(name);
  return request;
}

interface FileInput {
  schema?: Node;
  value?: unknown;
  onChange(value: unknown): void;
}

interface React {
  memo(component: unknown, isSame: (a: { source?: string }, b: { source?: string }) => boolean): unknown;
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useEffect(effect: () => void): void;
}

/** A plugin of Swagger UI: a file that an operation needs is there already, until another is chosen. */
export function sampleFiles(): object {
  const wrap = (Input: unknown, { React }: { React: React }) =>
    function InputWithSample(props: FileInput) {
      const name = props.schema?.getIn(['x-sample', 'name']) as unknown as string | undefined;
      const content = props.schema?.getIn(['x-sample', 'content']) as unknown as string | undefined;
      // after each change: the first values of the other inputs may have undone it
      React.useEffect(() => {
        if (name !== undefined && !(props.value instanceof File)) props.onChange(new File([content!], name));
      });
      const input = React.createElement(Input, props);
      if (name === undefined) return input;
      return React.createElement('div', null, input, React.createElement('p', null, `Sends ${name}, a sample, until you choose a file.`)); // prettier-ignore
    };
  return { wrapComponents: { JsonSchema_string: wrap } };
}

/**
 * A plugin of Swagger UI for large documents. The built-in resolver parses the whole document whenever an operation is
 * opened, which takes seconds. This one only follows local references; the document has no circular ones.
 */
export function largeDocument(): object {
  type Json = { [name: string]: Json | undefined };
  const at = (from: Json | undefined, ...steps: string[]) => steps.reduce((found, step) => found?.[step], from);
  const resolveSubtree = (document: Json, path: readonly string[]): Promise<object> => {
    const resolved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolved);
      if (typeof value !== 'object' || value === null) return value;
      const { $ref, ...own } = value as { $ref?: unknown };
      const mine = Object.fromEntries(Object.entries(own).map(([name, each]) => [name, resolved(each)]));
      if (typeof $ref !== 'string') return mine;
      return { ...(resolved(at(document, ...$ref.split('/').slice(1))) as object), ...mine, $$ref: $ref };
    };
    const spec = resolved(at(document, ...path)) as Json;
    // A unique name must not be taken.
    const example = at(spec, 'requestBody', 'content', 'application/json', 'schema', 'example') as { name?: string };
    const conflicts = at(spec, 'responses', '409', 'content', 'application/json', 'examples') ?? {};
    if (path.at(-1) === 'post' && example?.name && Object.keys(conflicts).some((code) => code.endsWith('_exists')))
      example.name += ` ${new Date().toISOString()}`;
    return Promise.resolve({ spec, errors: [] });
  };
  // Texts do not change, yet each would be rendered and sanitised again at every key stroke and response.
  const once = (Markdown: unknown, { React }: { React: React }) =>
    React.memo(Markdown, (a, b) => a.source === b.source);
  return { fn: { resolveSubtree }, wrapComponents: { Markdown: once } };
}
