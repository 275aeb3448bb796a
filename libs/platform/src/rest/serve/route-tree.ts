import type { RequestHandler } from 'express';
import type { Method, Operation } from '../declare/operation.js';

export class Route {
  /** as Nest made them, with everything that surrounds a handler */
  readonly handlers = new Map<string, RequestHandler>();
  /** positions of the parameters among the segments */
  readonly parameters: readonly (readonly [name: string, position: number])[];
  /** whether it needs no key */
  isPublic = true;
  /** whether Express has middleware for it */
  hasMiddleware = false;

  constructor(readonly template: string) {
    const segments = template.split('/');
    this.parameters = segments.flatMap((segment, at) => (segment.startsWith(':') ? [[segment.slice(1), at]] : []));
  }

  add({ method, public: isPublic = false }: Operation, handler: RequestHandler): void {
    this.isPublic &&= isPublic;
    this.handlers.set(method, handler);
  }

  /** The parameters in a decodable path. */
  paramsIn(url: string): Record<string, string> {
    const segments = pathOf(url).split('/');
    const params: Record<string, string> = {};
    for (const [name, position] of this.parameters) {
      const segment = segments[position]!;
      params[name] = segment.includes('%') ? decodeURIComponent(segment) : segment;
    }
    return params;
  }

  handler(method: string): RequestHandler | undefined {
    return this.handlers.get(method === 'HEAD' ? 'GET' : method);
  }

  get methods(): string[] {
    const methods = [...this.handlers.keys()] as Method[];
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }
}

/**
 * The routes of operations by the segments of their paths. A literal segment takes precedence over a parameter, whatever the
 * method: `units/outbound-links` is not a unit. A trailing slash is ignored; escapes are decoded in parameters only, as in Express.
 */
export class RouteTree {
  private readonly root = new Node();
  readonly routes: Route[] = [];

  /** The route of a template such as `/v1/assets/:asset`, created on first use. */
  at(template: string): Route {
    const node = this.root.below(template.split('/').slice(1));
    if (!node.route) this.routes.push((node.route = new Route(template)));
    return node.route;
  }

  find(url: string): Route | undefined {
    const path = pathOf(url);
    return this.root.find((path.endsWith('/') ? path.slice(0, -1) : path).split('/'), 1);
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

class Node {
  route: Route | undefined;
  private readonly literals = new Map<string, Node>();
  private parameter: Node | undefined;

  below([segment, ...rest]: readonly string[]): Node {
    if (segment === undefined) return this;
    if (segment.startsWith(':')) return (this.parameter ??= new Node()).below(rest);
    const next = this.literals.get(segment) ?? new Node();
    this.literals.set(segment, next);
    return next.below(rest);
  }

  find(segments: readonly string[], at: number): Route | undefined {
    if (at === segments.length) return this.route;
    const segment = segments[at]!;
    const found = this.literals.get(segment)?.find(segments, at + 1);
    return found ?? (segment === '' ? undefined : this.parameter?.find(segments, at + 1));
  }
}
