type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
const pattern = (shown: string): string => shown.split('...').map(escaped).join('[^]*?');

/** Whether the output contains the text; `...` stands for anything, and white space for any white space. */
export const showsText = (shown: string, real: string): boolean => new RegExp(pattern(shown.trim())).test(real);

/** JSON as pages show it: with comments, and `...` for what they leave out. */
export const parseShown = (shown: string): Json =>
  JSON.parse(
    shown
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/(?<=[{,]\s*)\.\.\.(?=\s*\})/g, '"...": 0') // in an object
      .replaceAll(/(?<=[[,:]\s*)\.\.\.(?=\s*[\],}])/g, '"..."'), // in an array, and for a value
  ) as Json;

/** The last JSON that a command prints, after the headers of `curl -i`. */
export function lastJson(output: string): Json {
  const lines = output.split('\n').filter((line) => /^[[{]/.test(line));
  return JSON.parse(lines.at(-1) ?? output) as Json;
}

/** Values that differ each time, by their form. */
const FORMS = [/^[0-9a-f]{8}-[0-9a-f-]{27}$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\+00:00)$/, /^https?:\/\/\S+$/];

const typeOf = (value: Json): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

function isShown(shown: Json, real: Json, isShape: boolean): boolean {
  if (shown === '...') return true;
  if (isShape) return shown === null || real === null || typeOf(shown) === typeOf(real);
  if (typeof shown !== 'string' || typeof real !== 'string') return shown === real;
  const form = FORMS.find((each) => each.test(shown));
  return form ? form.test(real) : new RegExp(`^${pattern(shown)}$`).test(real);
}

/** Differences by path. Objects have the members that are shown, and others only if `...` is shown. @param isShape whether only names and types count */
export function differences(shown: Json, real: Json, isShape = false, path = '$'): string[] {
  if (Array.isArray(shown) && Array.isArray(real)) {
    const isOpen = shown.at(-1) === '...' || isShape;
    const items = isOpen ? shown.filter((item) => item !== '...') : shown;
    if (isOpen ? items.length > real.length : items.length !== real.length)
      return [`${path}: ${real.length} items, not ${items.length}`];
    return items.flatMap((item, at) => differences(item, real[at]!, isShape, `${path}[${at}]`));
  }
  if (typeOf(shown) === 'object' && typeOf(real) === 'object') {
    const { '...': rest, ...members } = shown as Record<string, Json>;
    const found = real as Record<string, Json>;
    const unknown = rest === undefined ? Object.keys(found).filter((name) => !(name in members)) : [];
    return [
      ...unknown.map((name) => `${path}.${name} is not shown`),
      ...Object.entries(members).flatMap(([name, value]) =>
        name in found ? differences(value, found[name]!, isShape, `${path}.${name}`) : [`${path}.${name} is missing`],
      ),
    ];
  }
  return isShown(shown, real, isShape) ? [] : [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
}
