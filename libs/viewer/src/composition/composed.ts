import type { ViewerProcess } from '@app/pricing/contract';
import type { ViewerAsset, ViewerMap, ViewerMarker } from './viewer-document.schema.js';

/** The part of an asset that does not depend on the selected prices and maps. */
export type AssetFrame = Omit<ViewerAsset, keyof PricedPart | 'maps' | 'markers'>;

/** The part of an asset that depends on the prices of one process. */
export type PricedPart = Pick<ViewerAsset, 'state' | 'as_of' | 'pricing_process' | 'units' | 'unit_links'>;

/** A map without the names that an embed gives it. */
export type UnnamedMap = Omit<ViewerMap, 'instance_keys'>;

/** Version 2 of an asset's document, in the parts from which pages are assembled. */
export interface ComposedAsset {
  frame: AssetFrame;
  /** one per process; for an asset without processes, one without prices */
  priced: { process: ViewerProcess | undefined; part: PricedPart }[];
  maps: UnnamedMap[];
  markers: ViewerMarker[];
}

/** An optional member, absent without a value. */
export const optional = <Name extends string, Value>(
  name: Name,
  value: Value | null | undefined | '',
): { [name in Name]?: Value } =>
  value === null || value === undefined || value === '' ? {} : ({ [name]: value } as { [name in Name]?: Value });
