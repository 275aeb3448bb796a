type Rgb = [red: number, green: number, blue: number];

/** Parses `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseColour(text: string): Rgb | undefined {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text.trim()) ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  return digits ? ([0, 2, 4].map((i) => parseInt(digits.slice(i, i + 2), 16)) as Rgb) : undefined;
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21; 1 for invalid colours. */
export function contrast(one: string, other: string): number {
  const [a, b] = [parseColour(one), parseColour(other)];
  if (!a || !b) return 1;
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const toHex = (colour: Rgb) =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** The colour, darkened on a light background or lightened on a dark one until it is readable. */
export function readableOn(colour: string, ground: string, ratio = 4.5): string {
  const aim = luminance(parseColour(ground)!) > 0.18 ? 0 : 255;
  let rgb = parseColour(colour)!;
  while (contrast(toHex(rgb), ground) < ratio && rgb.some((channel) => Math.abs(channel - aim) > 1))
    rgb = rgb.map((channel) => channel + (aim - channel) * 0.05) as Rgb;
  return toHex(rgb);
}
