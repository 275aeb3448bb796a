import type { Settings } from '@app/platform/core';
import type { Demonstration } from '../demo/demonstrate.js';
import { PROGRAM } from '../root.js';

const CREATE_KEY = `${PROGRAM} keys create --name me --permissions "service.*" --accounts all`;

/** Prints addresses and next steps. @param stops whether the service ends with this process */
export function ready(
  { publicUrl, console }: Settings,
  port: number,
  aiPort: number,
  demo: Demonstration | undefined,
  stops = false,
): string {
  const base = `http://localhost:${port}`;
  const key = demo?.key ?? '<API_KEY>';
  const path = demo
    ? `/v1/assets/${demo.example.asset}/multifamily/pricing/${demo.example.process}/entries?per-page=3`
    : '/v1/assets';
  return [
    '',
    'Property Map Service is ready.',
    '',
    `  Start page  ${base}/`,
    `  Main API    ${base}${publicUrl ? ` (clients reach it as ${publicUrl})` : ''}`,
    `  Second API  http://localhost:${aiPort}`,
    ...(console ? [`  Console     ${base}/console`] : []),
    `  Swagger UI  ${base}/docs`,
    ...(demo?.pages.embed ? [`  Map         ${base}/embed/${demo.pages.embed}`] : []),
    ...(demo?.pages.share ? [`  Share page  ${base}/share/${demo.pages.share}`] : []),
    `  API key     ${demo?.key ?? `${demo ? 'the earlier key of this demonstration, or a new one: ' : ''}${CREATE_KEY}`}`,
    `  Try it      curl -H "API-Key: ${key}" "${base}${path}"`,
    '',
    ...(demo?.isOlder ? [`The demonstration was made by another version. ${PROGRAM} demo updates it.`] : []),
    `Next: "Push prices" in README.md.${stops ? ' Ctrl-C stops.' : ''}`,
    '',
  ].join('\n');
}
