import { catalogPath, HOME, mapsPath, merchandisingPath, processesPath, referencesPath, unitsPath } from '../routes.js';
import { may } from '../session.js';
import { Name } from './name.js';
import { NextStep } from './next-step.js';

interface Tab {
  text: string;
  path(asset: string): string;
  /** permissions of what it shows */
  reads: readonly string[];
  /** whether one of them is enough */
  isInParts?: true;
}

/** In the order in which a property is set up. */
const TABS = {
  catalog: {
    text: 'Floors and plans',
    path: catalogPath,
    reads: ['service.buildings.read', 'service.floors.read', 'service.floor-plans.read'],
  },
  units: { text: 'Units', path: unitsPath, reads: ['service.units.read'] },
  maps: { text: 'Maps', path: mapsPath, reads: ['service.unit-maps.read'] },
  prices: { text: 'Prices', path: processesPath, reads: ['service.pricing.read'] },
  merchandising: {
    text: 'Merchandising',
    path: merchandisingPath,
    reads: [
      'service.unit-outbound-links.read',
      'service.asset-outbound-links.read',
      'service.unit-descriptions.read',
      'service.filters.read',
      'service.expenses.read',
    ],
    isInParts: true,
  },
  references: {
    text: 'References',
    path: referencesPath,
    reads: ['service.units.read', 'service.unit-references.read'],
  },
} satisfies Record<string, Tab>;

interface Props {
  asset: string;
  name: string | undefined;
  current: keyof typeof TABS;
  /** another value after each change of the page */
  turn?: unknown;
}

/** The name of an asset, and the way between its pages. */
export function AssetNav({ asset, name, current, turn }: Props) {
  const isShown = ({ reads, isInParts }: Tab) =>
    isInParts ? reads.some((each) => may(each)) : reads.every((each) => may(each));
  const tabs = Object.entries<Tab>(TABS).filter(([id, tab]) => id === current || isShown(tab));
  return (
    <>
      <nav class="trail" aria-label="Way back">
        <a href={HOME}>Assets</a>
        {name !== undefined && <Name>{name}</Name>}
      </nav>
      <nav class="tabs" aria-label="Property">
        {tabs.map(([id, { text, path }]) => (
          <a key={id} href={path(asset)} aria-current={id === current ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <NextStep asset={asset} turn={turn} />
    </>
  );
}
