import type { Element } from './svg-reader.js';

const VISIO = 'http://schemas.microsoft.com/visio/2003/SVGExtensions/';

const NAMING = /^(?:unit|room|apartment|apt|suite|flat)[\s_]*(?:number|no|nr|name)?$/i;

/**
 * The name in one of Visio's custom properties: `<v:cp v:nameU="Unit" v:val="VT4(101)"/>`. It names the group around the
 * `custProps` that `cp` is in.
 */
export function visioName({ namespace, name, attributes }: Element): string | undefined {
  if (namespace !== VISIO || name !== 'cp') return undefined;
  const value = (of: string) => attributes.find((each) => each.namespace === VISIO && each.name === of)?.value;
  const text = /^VT\d+\(([^()]{1,255})\)$/.exec(value('val') ?? '')?.[1]?.trim();
  const isNaming = [value('nameU'), value('lbl')].some((label) => label !== undefined && NAMING.test(label));
  return isNaming && text !== '' ? text : undefined;
}
