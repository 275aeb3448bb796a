/** The colours of the page besides those of a theme and of the styles of maps: in light, and in dark. */
export const LIGHT = {
  surface: '#ffffff',
  theme: { text: '#17202a', secondary: '#4b5768', line: '#dfe4ea', ground: '#f4f6f8' },
  taken: { fill: '#ffffff', line: '#6f7c8f', label: '#4b5768' },
  others: {
    '--surface': '#fff',
    '--shade': '23 32 42',
    '--edge': '#7b8796',
    '--taken': '#fff',
    '--taken-line': '#6f7c8f',
    '--taken-label': '#4b5768',
    '--notice': '#fff8e6',
    '--notice-text': '#5c3b00',
    '--notice-line': '#ecd9a8',
    '--pale': 'grayscale(1)',
    '--plate': 'transparent',
  },
};

export const DARK = {
  surface: '#1b222a',
  theme: { text: '#e9edf2', secondary: '#aeb9c6', line: '#343e4a', ground: '#11161b' },
  taken: { fill: '#1b222a', line: '#8592a2', label: '#b7c1cc' },
  others: {
    '--surface': '#1b222a',
    '--shade': '0 0 0',
    '--edge': '#7b8796',
    '--taken': '#1b222a',
    '--taken-line': '#8592a2',
    '--taken-label': '#b7c1cc',
    '--notice': '#3a2e12',
    '--notice-text': '#f6dfa6',
    '--notice-line': '#5f4c1f',
    '--pale': 'grayscale(1) invert(1)',
    '--plate': '#fff',
  },
};

/** The contrast to a dark surface that stays readable where the accent tints it, such as in the row of the open home. */
export const ON_TINTS = 6;
