import type { Filter, MarkerDescription, UnitOutboundLink } from '@app/sdk';
import type { Item } from '../../provision/section.js';
import { byId, galleryImage, itemOf } from '../../provision/items.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Reads the merchandising data of an asset. */
export async function merchandiseOf(source: SourceServer, asset: string): Promise<Item> {
  const { api } = source;
  const its = { asset, ...PAGE };
  const links: Item[] = [];
  for (const link of await source.all('unit_outbound_links', api.listUnitOutboundLinks(its)))
    links.push(await linkOf(source, asset, link));
  const filters: Item[] = [];
  for (const filter of await source.all('filters', api.listFilters(its)))
    filters.push(await filterOf(source, asset, filter));
  return {
    galleries: await galleriesOf(source, asset),
    marker_descriptions: (await source.all('marker_descriptions', api.listMarkerDescriptions(its))).map(markerOf),
    unit_outbound_links: links,
    description_groups: await descriptionsOf(source, asset),
    filters,
  };
}

async function galleriesOf(source: SourceServer, asset: string): Promise<Item[]> {
  const galleries: Item[] = [];
  for (const gallery of await source.all('galleries', source.api.listGalleries({ asset, ...PAGE }))) {
    const images: (Item | string)[] = [];
    for (const { url, alt } of gallery.images) {
      const image = await source.present(url);
      if (image) images.push(galleryImage(image, alt));
    }
    const { floor_plan_id: plan, unit_id: unit } = gallery as Partial<typeof gallery>; // not those of the contract alone
    galleries.push(
      itemOf('assets.galleries', gallery, {
        images,
        ...(plan !== undefined && { floor_plan: plan && byId(plan) }),
        ...(unit !== undefined && { unit: unit && byId(unit) }),
      }),
    );
  }
  return galleries;
}

/** A server that implements only the contract shows no places; those on this server stay. */
const markerOf = ({ places, ...marker }: MarkerDescription & { places?: MarkerDescription['places'] }): Item =>
  itemOf('assets.marker_descriptions', marker, {
    gallery: marker.gallery_id === null ? null : byId(marker.gallery_id),
    ...(places && { places: places.map(({ unit_map_id, x, y }) => ({ map: byId(unit_map_id!), x, y })) }),
  });

async function linkOf(source: SourceServer, asset: string, link: UnitOutboundLink): Promise<Item> {
  if (link.type !== 'urls_per_unit') return itemOf('assets.unit_outbound_links', link);
  const list = source.api.listUnitOutboundLinkUrls({ asset, outboundLink: link.id, ...PAGE });
  const urls = (await source.all('unit_outbound_link_urls', list)).flatMap(({ unit_id: id, url }) =>
    url === null ? [] : [{ unit: byId(id), url }],
  );
  return itemOf('assets.unit_outbound_links', link, { urls });
}

async function descriptionsOf(source: SourceServer, asset: string): Promise<Item[]> {
  const { api } = source;
  const groups: Item[] = [];
  for (const group of await source.all('description_groups', api.listDescriptionGroups({ asset, ...PAGE }))) {
    const its = { asset, group: group.id, ...PAGE };
    const assigned = await source.all('description_assignments', api.listUnitsAssignedToDescriptions(its));
    const descriptions = (await source.all('descriptions', api.listDescriptions(its))).map((description) => {
      const units = assigned.filter(({ description_id: id }) => id === description.id);
      return itemOf('assets.description_groups.descriptions', description, {
        units: units.map(({ unit_id: id }) => byId(id)),
      });
    });
    groups.push(itemOf('assets.description_groups', group, { descriptions }));
  }
  return groups;
}

async function filterOf(source: SourceServer, asset: string, filter: Filter): Promise<Item> {
  const its = { asset, filter: filter.id, ...PAGE };
  const options: Item[] = [];
  for (const option of await source.all('filter_options', source.api.listOptions(its))) {
    const { floor_id: floor, floor_plan_id: plan } = option as { floor_id?: string; floor_plan_id?: string };
    const list = source.api.listUnitsOfACustomOption({ ...its, option: option.id });
    const units = filter.type === 'custom' ? await source.all('filter_option_units', list) : [];
    options.push(
      itemOf('assets.filters.options', option, {
        ...(floor && { floor: byId(floor) }),
        ...(plan && { floor_plan: byId(plan) }),
        ...(filter.type === 'custom' && { units: units.map(({ unit_id: id }) => byId(id)) }),
      }),
    );
  }
  return itemOf('assets.filters', filter, { options });
}
