/** A logo that Swagger UI sends until another one is chosen: a house and two lines, 96 by 32 pixels. */
export const LOGO_SAMPLE = {
  name: 'logo.png',
  encoding: 'base64',
  content:
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAgAQMAAADXDu8XAAAABlBMVEX///8LXkrrpuTLAAAAAXRSTlMAQObYZgAAAFJJREFUeNpjYCAHMB5A4jA/QOKwf0Di8P9A4tj/Q+LU/0fi/P/fAMQg8IGB8f//A3AO8///D+Ac/v//fyAra0C4hgQORDuQ80MeHweuh6ocMgAAAotWwPdA3GoAAAAASUVORK5CYII=',
} as const;
