import { parseUrl } from '@app/platform/core';
import { param } from '@app/platform/rest';

/** Query parameters of a page, as sent. */
export type PageQuery = Partial<Record<string, string>>;

/** design tokens, each with an example */
const THEME = {
  accent: '#0b57d0',
  text: '#1d2433',
  secondary: '#566075',
  line: '#d9dde5',
  ground: '#ffffff',
  font: 'Georgia, serif',
};

const FLAG = { true: true, 1: true, false: false, 0: false };

const SORTS = ['price', 'number', 'area', 'date'].flatMap((each) => [each, `-${each}`]);

const COLOUR = /^(#[\da-f]{3,8}|[a-z]{3,30}|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/a-z-]{1,60}\))$/i;
const FONT = /^[\w\s,'"-]{1,100}$/;

/** Text that is empty or meets a condition. */
function checked(
  text: ReturnType<typeof param.text>,
  isValid: (sent: string) => boolean,
  error: string,
): ReturnType<typeof param.text> {
  return { ...text, parse: (sent) => (sent === '' || isValid(sent) ? text.parse(sent) : { error }) };
}

const UNIT = param.text('unit', 255, 'Number or id of the unit to open first.', '101');
const LOCALE = checked(
  param.text('locale', 35, 'Language of the page (BCP 47); default: from `Accept-Language`.', 'de'),
  (sent) => localeOf(sent) !== undefined,
  'must be a language tag such as de-AT',
);

/** Query parameters of the preview image. */
export const PREVIEW_OPTIONS = [UNIT, LOCALE];

/** `ViewerOptions` of apps/viewer/src/host-api.ts. */
export const PAGE_OPTIONS = [
  UNIT,
  param.text('floor', 255, 'Name, label or id of the floor to show first.', 'L2'),
  param.text('filters', 8000, 'Filters to set at the start: `name:option|option;name:option`.', 'Bedrooms:2'),
  param.text('saved', 2000, 'Saved units, by number or id: `101,204`.', '101'),
  param.choice(
    'sort',
    SORTS,
    'Order of the list: ascending, or descending with `-` in front. `date` is that of move-in.',
  ),
  param.choice('group', ['floor', 'floor_plan', 'building', 'none'], 'Grouping of the list.'),
  LOCALE,
  checked(
    param.text(
      'currency',
      3,
      'Currency of the page (ISO 4217). Prices in another currency show its code and are not converted.',
      'USD',
    ),
    (sent) => /^[A-Z]{3}$/.test(sent),
    'must be three capital letters',
  ),
  param.choice('area_unit', ['sqft', 'sqm'], 'Unit in which areas are shown.'),
  param.choice('color_scheme', ['auto', 'light', 'dark'], 'Light or dark; by default as the visitor prefers.'),
  param.text('instance', 255, '`instance_key` of the map to show first.', 'main'),
  checked(
    param.text(
      'share_url',
      2000,
      'Address of the host page for shared links, with `{unit}` and `{saved}` in place of what is shared.',
      'https://www.example.com/homes?unit={unit}',
    ),
    (sent) => /^https?:\/\//.test(sent) && parseUrl(sent) !== undefined,
    'must be an http(s) URL',
  ),
  param.choice('hide_apply_button', FLAG, 'Hides the link to the application form.'),
  param.choice('disable_structured_data', FLAG, 'Omits the structured data (JSON-LD).'),
  param.text(
    'origin',
    255,
    'Exact origin of the host page. The map exchanges messages with no other.',
    'https://www.example.com',
  ),
  param.choice('enable_api', FLAG, '`false` exchanges no messages with the host page.'),
  ...Object.entries(THEME).map(([token, example]) =>
    checked(
      param.text(`theme.${token}`, 100, `Design token \`${token}\`.`, example),
      (sent) => (token === 'font' ? FONT : COLOUR).test(sent),
      token === 'font' ? 'must be names of fonts' : 'must be a colour',
    ),
  ),
];

/** The options in a valid query; empty ones are as if they were absent. */
export function optionsOf(query: PageQuery): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const theme: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === '' || value === undefined) continue;
    const [, token] = /^theme\.(.+)$/.exec(name) ?? [];
    if (token === undefined) options[name] = value;
    else theme[token] = value;
  }
  return Object.keys(theme).length > 0 ? { ...options, theme } : options;
}

/** The language of a page: from the query, otherwise the browser's first valid language. */
export const pageLocale = (query: PageQuery, accepted: string | undefined): string =>
  localeOf(query['locale']) ?? firstOf(accepted) ?? 'en';

/** The language with the highest weight, the first of several (RFC 9110, 12.5.4). */
function firstOf(accepted = ''): string | undefined {
  const tags = accepted
    .slice(0, 500)
    .split(',')
    .map((each) => /^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?$/.exec(each))
    .flatMap((match) => (match ? [{ tag: match[1]!, weight: Number(match[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return tags.map(({ tag }) => localeOf(tag)).find((locale) => locale !== undefined);
}

function localeOf(text: string | undefined): string | undefined {
  try {
    return text ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}
