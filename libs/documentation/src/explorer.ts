/**
 * Extensions of Swagger UI. These functions run in the browser: Nest sends their source text, so they must not use anything
 * from outside their own body.
 */

/** An immutable map of the document. */
interface Node {
  get(name: string): string;
  set(name: string, value: unknown): Node;
  delete(name: string): Node;
  merge(other: Node): Node;
  map(change: (value: unknown) => unknown): Node;
  forEach(each: (node: Node, name: string) => void): void;
  keySeq(): { some(test: (name: string) => boolean): boolean };
  getIn(path: readonly string[]): Node | undefined;
  setIn(path: readonly string[], value: unknown): Node;
  hasIn(path: readonly string[]): boolean;
}

interface Page {
  location: { href: string };
  ui: {
    specSelectors: { specJson(): Node };
    specActions: { changeParamByIdentity(operation: string[], parameter: Node, value: string): void };
  };
}

interface ExplorerResponse {
  headers?: Record<string, string | undefined>;
}

/**
 * Fills the id of a created resource (`Location`) into the operations on it, and the id of a transaction (`Link`) into the
 * operations on and below it, so that "delete" deletes what was just created. Updates keep their id, because their body repeats it.
 */
export function fillInCreated(response: ExplorerResponse): ExplorerResponse {
  const { location, ui } = globalThis as unknown as Page;
  const { location: created = '', link = '' } = response.headers ?? {};
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
  return response;
}

/** Removes file parts for which no file was chosen: Swagger UI would send empty files. */
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

type Props = Record<string, unknown>;

interface React {
  memo(component: unknown, isSame: (a: Props, b: Props) => boolean): unknown;
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useEffect(effect: () => void): void;
  useState(first: boolean): [boolean, (value: boolean) => void];
}

/** A Swagger UI plugin that sends a sample for each required file until the user chooses one. */
export function sampleFiles(): object {
  const wrap = (Input: unknown, { React }: { React: React }) =>
    function InputWithSample(props: FileInput) {
      const name = props.schema?.getIn(['x-sample', 'name']) as unknown as string | undefined;
      const content = props.schema?.getIn(['x-sample', 'content']) as unknown as string | undefined;
      const isBase64 = props.schema?.getIn(['x-sample', 'encoding']) !== undefined;
      // after each change, because the initial values of other inputs may have replaced the sample
      React.useEffect(() => {
        if (name !== undefined && !(props.value instanceof File)) props.onChange(new File([isBase64 ? Uint8Array.from(atob(content!), (byte) => byte.charCodeAt(0)) : content!], name)); // oxfmt-ignore
      });
      const input = React.createElement(Input, props);
      if (name === undefined) return input;
      return React.createElement('div', null, input, React.createElement('p', null, `Sends ${name}, a sample, until you choose a file.`)); // oxfmt-ignore
    };
  return { wrapComponents: { JsonSchema_string: wrap } };
}

interface Subtrees {
  specSelectors: { specJson(): Node; specResolvedSubtree(path: string[]): Node | undefined };
  specActions: { updateResolvedSubtree(path: string[], resolved: Node): void };
}

/**
 * A Swagger UI plugin for large documents. Whenever an operation is opened, Swagger UI resolves the references of the whole
 * document and copies every operation opened before, which takes seconds. This resolver follows only the references of the
 * operation and shares their targets; the document has no circular references.
 */
export function largeDocument(): object {
  const shared = new Map<string, Node>();
  const resolve = (document: Node, value: unknown): unknown => {
    if (typeof (value as Node | undefined)?.getIn !== 'function') return value;
    const own = (value as Node).map((each) => resolve(document, each));
    const reference = own.get('$ref') as unknown;
    if (typeof reference !== 'string') return own;
    if (!shared.has(reference))
      shared.set(reference, resolve(document, document.getIn(reference.split('/').slice(1))) as Node);
    return shared.get(reference)!.merge(own).delete('$ref').set('$$ref', reference);
  };
  // Makes the example name unique, so that the request does not fail with a conflict.
  const withFreeName = (operation: Node): Node => {
    const name = ['requestBody', 'content', 'application/json', 'example', 'name'];
    const conflicts = operation.getIn(['responses', '409', 'content', 'application/json', 'examples']);
    const isUnique = conflicts?.keySeq().some((code) => code.endsWith('_exists'));
    const example = operation.getIn(name) as unknown;
    return isUnique && example ? operation.setIn(name, `${example as string} ${new Date().toISOString()}`) : operation;
  };
  const resolveOnce = (_: unknown, { specSelectors, specActions }: Subtrees) =>
    function requestResolvedSubtree(path: string[]) {
      const document = specSelectors.specJson();
      if (specSelectors.specResolvedSubtree(path) || !document.hasIn(path)) return;
      const resolved = resolve(document, document.getIn(path)) as Node;
      // With a reference to itself, the operation replaces the original; without it, each change merges the two in full.
      const operation = () => resolved.set('$$ref', `#/${path.join('/')}`);
      const shown = path[0] !== 'paths' ? resolved : path.at(-1) === 'post' ? withFreeName(operation()) : operation();
      specActions.updateResolvedSubtree(path, shown);
    };
  // Bypasses the cache of samples: each render creates a new schema, so a lookup always misses after comparing every entry.
  function afterLoad(this: { fn: { jsonSchema202012: Record<string, unknown> } }): void {
    this.fn.jsonSchema202012['memoizedSampleFromSchema'] = this.fn.jsonSchema202012['sampleFromSchema'];
  }
  return { afterLoad, statePlugins: { spec: { wrapActions: { requestResolvedSubtree: resolveOnce } } } };
}

interface Click {
  currentTarget: { closest(selector: string): { querySelector(selector: string): { focus(): void } | null } };
}

interface ResponseRow {
  path: string;
  method: string;
  code: string;
  className: string;
  response: Node;
  oas3Selectors: { responseCodeContentType(path: string, method: string, code: string): string | undefined };
  getComponent(name: string, isContainer: boolean): unknown;
}

interface Code {
  children?: string;
  language?: string;
  className?: string;
}

/**
 * A Swagger UI plugin that renders the documented responses of an operation once instead of on every keystroke. Errors show only
 * their description until the user opens them, because rendering them all takes longer than the rest of the operation. Code is
 * highlighted once, and long texts are not, because a map's page would block the browser for seconds.
 */
export function drawOnce(): object {
  const maxHighlighted = 20_000;
  const code = (
    Highlighter: unknown,
    { React, getComponent }: { React: React; getComponent(name: string): unknown },
  ) => {
    const compared = ['children', 'language', 'className'];
    const Same = React.memo(Highlighter, (a, b) => compared.every((name) => a[name] === b[name]));
    return function CodeOnce(props: Code) {
      const { children = '', className } = props;
      return children.length > maxHighlighted
        ? React.createElement(getComponent('PlainTextViewer'), { className }, children)
        : React.createElement(Same, props);
    };
  };
  const text = (Markdown: unknown, { React }: { React: React }) =>
    React.memo(Markdown, (a, b) => a['source'] === b['source']);
  const response = (Response: unknown, { React }: { React: React }) => {
    const h = React.createElement;
    const compared = ['response', 'mediaType', 'className', 'activeExamplesKey'];
    const Same = React.memo(Response, (a, b) => compared.every((name) => a[name] === b[name]));
    const closed = ({ code, response: documented, className, getComponent }: ResponseRow, open: () => void) => {
      const description = h(getComponent('Markdown', true), { source: documented.get('description') });
      // Moves the focus to the details, because the button disappears.
      const show = ({ currentTarget }: Click) => {
        const rows = currentTarget.closest('tbody');
        open();
        setTimeout(() => rows.querySelector(`tr[data-code="${code}"] button, tr[data-code="${code}"] select`)?.focus());
      };
      const button = h('button', { className: 'btn', onClick: show, 'aria-label': `Details of ${code}` }, 'Details');
      const cells = { status: code, description, links: button };
      const tds = Object.entries(cells).map(([name, cell]) =>
        h('td', { key: name, className: `response-col_${name}` }, cell),
      );
      return h('tr', { className: `response ${className}`, 'data-code': code }, tds);
    };
    return function ResponseOnce(props: ResponseRow) {
      const [isOpen, setOpen] = React.useState(props.code < '400');
      const mediaType = props.oas3Selectors.responseCodeContentType(props.path, props.method, props.code);
      return isOpen ? h(Same, { ...props, mediaType }) : closed(props, () => setOpen(true));
    };
  };
  return { wrapComponents: { Markdown: text, response, SyntaxHighlighter: code } };
}
