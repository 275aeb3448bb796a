/** Allowed elements; any other element is dropped with its content. */
export const ELEMENTS = new Set(
  `svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker image style`.split(/\s+/),
);

/** Elements that are dropped while their content is kept: links. */
export const UNWRAPPED = new Set(['a']);

/** Elements that the sanitiser drops although they load and run nothing: a drawing with them may be served as it was uploaded. */
export const INERT = new Set(
  `metadata filter view flowRoot flowRegion flowDiv flowPara flowSpan flowLine font font-face font-face-src font-face-name glyph
  missing-glyph hkern vkern meshgradient meshrow meshpatch hatch hatchpath feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
);

/** Beginnings of the namespaces in which drawing programs keep notes of their own, which browsers ignore. */
const EDITORS = [
  'http://www.inkscape.org/namespaces/',
  'http://sodipodi.sourceforge.net/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://purl.org/dc/',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://ns.adobe.com/',
  'adobe:ns:meta/',
  'http://schemas.microsoft.com/visio/',
  'http://www.corel.com/coreldraw/',
  'http://www.bohemiancoding.com/sketch/',
  'http://www.figma.com/figma/',
  'http://www.serif.com/',
  'http://svgjs.com/',
  'http://svgjs.dev/',
];
export const isOfEditor = (namespace: string): boolean => EDITORS.some((start) => namespace.startsWith(start));

/** CSS properties, which SVG also allows as attributes. */
export const PROPERTIES = new Set(
  `alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-rendering direction display
  dominant-baseline fill fill-opacity fill-rule font font-family font-size font-size-adjust font-stretch font-style
  font-variant font-weight isolation letter-spacing line-height marker marker-end marker-mid marker-start mask
  mix-blend-mode opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-align text-anchor text-decoration text-rendering transform transform-box transform-origin vector-effect visibility
  white-space word-spacing writing-mode`.split(/\s+/),
);

/** Attributes that a style may set instead, by the elements that have them. */
export const STYLED: Readonly<Record<string, string>> = {
  svg: 'x y width height',
  image: 'x y width height',
  use: 'x y',
  rect: 'x y width height rx ry',
  circle: 'cx cy r',
  ellipse: 'cx cy rx ry',
  path: 'd',
};

/** Properties of styles that no attribute sets. */
export const STYLE_ONLY = new Set('font isolation line-height marker mix-blend-mode text-align white-space'.split(' '));

/** The properties that place an element: each becomes a part of its `transform`. */
export const PLACING = ['translate', 'rotate', 'scale', 'transform', 'transform-box', 'transform-origin'];

/** What a style may set. */
export const DECLARED = new Set([
  ...PROPERTIES,
  ...PLACING,
  ...Object.values(STYLED).flatMap((names) => names.split(' ')),
]);

/** Attributes whose values are numbers, lengths, names or lists of them. */
export const ATTRIBUTES = new Set(
  `clipPathUnits cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight markerUnits
  markerWidth maskContentUnits maskUnits method offset orient pathLength patternContentUnits patternTransform
  patternUnits points preserveAspectRatio r refX refY role rotate rx ry side spacing spreadMethod startOffset
  systemLanguage textLength version viewBox width x x1 x2 y y1 y2`.split(/\s+/),
);

/** Attributes with arbitrary text. */
export const TEXTS = /^(id|class|aria-label|data-[a-z0-9_.-]{1,100})$/i;

/** Attributes with only numbers and letters, of any length. */
export const GEOMETRY = new Set(['d', 'points']);

/** A reference to a part of the same drawing. */
export const PART = /^#[^\s"'<>\\()]{1,255}$/;
