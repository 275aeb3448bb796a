/** An element of a sanitised drawing. */
export interface Node {
  name: string;
  attributes: Map<string, string>;
  children: (Node | string)[];
  parent: Node | undefined;
}

/** The elements of a drawing, each before those in it. */
export function* nodesOf(root: Node): Generator<Node> {
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]!;
      if (typeof child !== 'string') left.push(child);
    }
  }
}

/** The text in an element. */
export const textIn = (node: Node): string =>
  node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');

/** The text of an element, without those in it. */
export const ownText = (node: Node): string =>
  node.children.filter((child) => typeof child === 'string').join('').replace(/\s+/g, ' ').trim(); // oxfmt-ignore
