import type { ViewerProcess } from '@app/pricing/contract';
import type { ViewerAsset, ViewerMap, ViewerMarker } from './viewer-document.js';

/** Of an asset, what is the same whichever prices and maps are shown. */
export type AssetFrame = Omit<ViewerAsset, keyof PricedPart | 'maps' | 'markers'>;

/** Of an asset, what the prices of one process decide. */
export type PricedPart = Pick<ViewerAsset, 'state' | 'as_of' | 'pricing_process' | 'units' | 'unit_links'>;

/** A map before an embed has named it. */
export type UnnamedMap = Omit<ViewerMap, 'instance_keys'>;

/** Version 2 of an asset's document, in the pieces of which pages are made. */
export interface ComposedAsset {
  frame: AssetFrame;
  /** one for each process; of an asset without any, one without prices */
  priced: { process: ViewerProcess | undefined; part: PricedPart }[];
  maps: UnnamedMap[];
  markers: ViewerMarker[];
}

/** A member that may have nothing to say: absent then. */
export const optional = <Name extends string, Value>(
  name: Name,
  value: Value | null | undefined | '',
): { [name in Name]?: Value } =>
  value === null || value === undefined || value === '' ? {} : ({ [name]: value } as { [name in Name]?: Value });
