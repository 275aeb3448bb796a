import { catalogPath, HOME, mapsPath, referencesPath, unitsPath } from '../routes.js';
import { may } from '../session.js';
import { Name } from './name.js';

interface Tab {
  text: string;
  path(asset: string): string;
  /** permissions of what it shows */
  reads: readonly string[];
}

const TABS = {
  units: { text: 'Units', path: unitsPath, reads: ['service.units.read'] },
  catalog: {
    text: 'Floors and plans',
    path: catalogPath,
    reads: ['service.buildings.read', 'service.floors.read', 'service.floor-plans.read'],
  },
  maps: { text: 'Maps', path: mapsPath, reads: ['service.unit-maps.read'] },
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
}

/** The name of an asset, and the way between its pages. */
export function AssetNav({ asset, name, current }: Props) {
  const tabs = Object.entries<Tab>(TABS).filter(
    ([id, { reads }]) => id === current || reads.every((each) => may(each)),
  );
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
    </>
  );
}
