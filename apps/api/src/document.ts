import type { SiteInfo } from '@app/documentation';
import { WEBHOOK_EVENTS } from '@app/events/contract';

/** Title, description and tags of the OpenAPI document. */
export const INFO: SiteInfo = {
  title: 'Property Map Service',
  version: 'v1.20230828',
  description:
    'Manage real-estate assets, their interactive unit maps, and the prices and availability that the maps show.',
  mcp: '/mcp',
  webhooks: WEBHOOK_EVENTS,
  tags: {
    'Pricing ingest':
      'Prices and availability arrive as a complete data set of a pricing process: in one request with `commit=1`, or in several within a transaction of at most 30 minutes. A commit replaces what was published; readers see the old set or the new one, never a mixture.',
    Pricing:
      'Published prices: processes, their entries, units with their current price, earlier publications and their changes. Entries match units by `provider_id`.',
    Units: 'The apartments, offices or lots of an asset, each with a building, a floor and a floor plan.',
    Assets: 'Properties. Most other resources belong to an asset.',
    Accounts: 'Accounts group assets. A key sees the assets of the accounts in its scope.',
    Keys: 'API keys: what each may do and see. A key with `keys.manage` creates, changes, rotates and revokes those that may do no more than itself.',
    Buildings: 'The buildings of an asset.',
    Floors: 'The floors of an asset, ordered by `sort`.',
    'Floor plans': 'The layouts that units share: bedrooms, bathrooms, images.',
    'Unit maps': 'Drawings of floors. The service finds the units in a drawing by the names and texts of its shapes.',
    Backgrounds: 'The images behind the shapes of a unit map.',
    Embeds: 'Maps that an account shows on websites. `url` is the page to embed.',
    'Landing pages': 'Pages that show a single map.',
    Filters: 'Visitors narrow down the units of a map by floor, floor plan, a range, or your own options.',
    'Unit descriptions': 'Texts about units, shown as tabs next to the map. A unit has at most one text per group.',
    'Unit outbound links':
      'Buttons of a unit: a URL from a template, a URL for each unit, or an event for the host page.',
    'Asset outbound links': 'Buttons of the whole map.',
    'Marker descriptions': 'Content of the markers on a map.',
    Galleries: 'Sets of images that markers show.',
    Expenses: 'Charges besides the rent of assets, floor plans and units, disclaimers, and the total price of a unit.',
    Events: 'What changed, in the order of commits: a feed for programs that keep a copy.',
    Webhooks:
      'Endpoints to which events are sent, signed as Standard Webhooks defines. They need a key with `webhooks.manage`.',
    Audit: 'Who changed what and when, and rejected requests. It needs a key with `audit.read`.',
    References: 'Ids of assets and units in other systems, and lookups by such an id.',
    Caches: 'Rebuilds of maps on request. Maps follow changes within seconds without one.',
    Viewer: 'The data and pages of maps in the browser. Needs no API key.',
    Files: 'Images and compiled maps, at URLs whose content never changes. Needs no API key.',
    Health: 'For load balancers and supervisors. Needs no API key.',
  },
};
