import type { SiteInfo } from '@app/documentation';

/** Title, description and tags of the OpenAPI document. */
export const INFO: SiteInfo = {
  title: 'Property Map Service',
  version: 'v1.20230828',
  description:
    'Manage real-estate assets, their interactive unit maps, and the prices and availability that the maps show.',
  mcp: '/mcp',
  tags: {
    'Pricing ingest':
      'Prices and availability arrive as a complete data set of a pricing process: in one request with `commit=1`, or in several within a transaction of at most 30 minutes. A commit replaces what was published; readers see the old set or the new one, never a mixture.',
    Pricing:
      'What is published: processes, their entries, the units with their present price, earlier publications and what changed between them. A unit finds its entries by `provider_id`.',
    Units: 'The apartments, offices or lots of an asset, each in a building, on a floor and of a floor plan.',
    Assets: 'Properties. Everything below belongs to one.',
    Accounts: 'Accounts group assets. What a key sees depends on the accounts in its scope.',
    Buildings: 'The buildings of an asset.',
    Floors: 'The floors of an asset, in the order of `sort`.',
    'Floor plans': 'The layouts that units share: bedrooms, bathrooms, pictures.',
    'Unit maps': 'Drawings of floors. The service finds the units in a drawing by the names and texts of its shapes.',
    Backgrounds: 'The drawing behind the shapes of a unit map.',
    Embeds: 'Maps that an account shows on websites. `url` is the page to embed.',
    'Landing pages': 'Pages of their own for a single map.',
    Filters: 'How visitors narrow the units of a map down: by floor, floor plan, a range, or options of your own.',
    'Unit descriptions': 'Texts about units, grouped, shown as tabs beside the map. A unit has one text of each group.',
    'Unit outbound links':
      'Buttons of a unit: a URL from a template, a URL for each unit, or an event for the host page.',
    'Asset outbound links': 'Buttons of the whole map.',
    'Marker descriptions': 'What markers on a map show.',
    Galleries: 'Sets of pictures that markers show.',
    References: 'Ids of assets and units in other systems, and the way back from such an id.',
    Caches: 'Maps follow changes within seconds; this asks for it.',
    Viewer: 'What the map in the browser reads. Needs no API key.',
    Files: 'Pictures and compiled maps, under addresses that never change. Needs no API key.',
    Health: 'For load balancers and supervisors. Needs no API key.',
  },
};
