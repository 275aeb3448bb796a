/** Path under which clients reach the server, usually empty. */
export const ROOT = document.querySelector<HTMLMetaElement>('meta[name=root]')!.content;

export const HOME = `${ROOT}/console`;
export const PATHS = {
  assets: HOME,
  accounts: `${HOME}/accounts`,
  keys: `${HOME}/keys`,
  webhooks: `${HOME}/webhooks`,
  audit: `${HOME}/audit`,
  webhook: `${HOME}/webhooks/:webhook`,
  units: `${HOME}/assets/:asset/units`,
  catalog: `${HOME}/assets/:asset/catalog`,
  references: `${HOME}/assets/:asset/references`,
  merchandising: `${HOME}/assets/:asset/merchandising`,
  maps: `${HOME}/assets/:asset/maps`,
  map: `${HOME}/assets/:asset/maps/:map`,
  processes: `${HOME}/assets/:asset/prices`,
  process: `${HOME}/assets/:asset/prices/:process`,
  unmatched: `${HOME}/assets/:asset/prices/:process/unmatched`,
  chart: `${HOME}/assets/:asset/prices/:process/chart`,
  unitPrices: `${HOME}/assets/:asset/prices/:process/units/:unit`,
  publication: `${HOME}/assets/:asset/prices/:process/publications/:publication`,
};

export const unitsPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/units`;

export const mapsPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/maps`;

export const catalogPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/catalog`;

export const referencesPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/references`;

export const merchandisingPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/merchandising`;

export const mapPath = (asset: string, map: string): string => `${mapsPath(asset)}/${encodeURIComponent(map)}`;

export const processesPath = (asset: string): string => `${HOME}/assets/${encodeURIComponent(asset)}/prices`;

export const processPath = (asset: string, process: string): string =>
  `${processesPath(asset)}/${encodeURIComponent(process)}`;

export const unitPricesPath = (asset: string, process: string, unit: string): string =>
  `${processPath(asset, process)}/units/${encodeURIComponent(unit)}`;

export const webhookPath = (webhook: string): string => `${PATHS.webhooks}/${encodeURIComponent(webhook)}`;
