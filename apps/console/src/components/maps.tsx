import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { UnitMap } from '@app/sdk';
import { ago, count, moment, number } from '../format.js';
import { mapPath } from '../routes.js';
import { may, session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { CreateMap } from './create-map.js';
import { Embeds } from './embeds.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

/** The maps of a property, and the embeds that show them. */
export function Maps() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const [isCreating, setCreating] = useState(false);
  const [said, setSaid] = useState('');
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    const page = { asset, perPage: 1000 };
    const [viewed, maps, buildings] = await Promise.all([
      client.viewAsset({ asset }, { signal }),
      client.listUnitMaps(page, { signal }).all(),
      client.listBuildings(page, { signal }).all(),
    ]);
    return { name: viewed.name, maps, buildings };
  });
  const buildingOf = ({ building_id: id }: UnitMap) => data!.buildings.find((each) => each.id === id)?.name;
  return (
    <section>
      <AssetNav asset={asset} name={data?.name} current="maps" turn={data?.maps.length} />
      <div class="head">
        <Title>Maps</Title>
        {data && may('service.unit-maps.create', true) && (
          <button type="button" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
            Add a map
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${count(data.maps.length, 'map')}.` : error ? '' : 'Loading…'} {said}
      </p>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isCreating && data && (
        <CreateMap
          asset={asset}
          buildings={data.buildings}
          created={({ binding }) => {
            setSaid(binding ? `The new map has ${count(binding.bound_shapes, 'bound shape')}.` : 'The map is created.');
            setCreating(false);
            reload();
          }}
          close={() => setCreating(false)}
        />
      )}
      {data && data.maps.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Map</th>
              <th scope="col">Building</th>
              <th scope="col" class="figure">
                Bound
              </th>
              <th scope="col" class="figure">
                Contradictory
              </th>
              <th scope="col" class="figure">
                Unbound
              </th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {data.maps.map((map) => (
              <tr key={map.id}>
                <th scope="row">
                  <a href={mapPath(asset, map.id)}>
                    <Name>{map.name}</Name>
                  </a>
                </th>
                <td data-label="Building">
                  {map.building_id ? <Name>{buildingOf(map) ?? '–'}</Name> : <span class="muted">any</span>}
                </td>
                <Figures map={map} />
                <td data-label="Changed">
                  <time dateTime={map.updated_at} title={moment(map.updated_at)}>
                    {ago(map.updated_at)}
                  </time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && may('service.embeds.read') && may('service.accounts.read') && <Embeds asset={asset} maps={data.maps} />}
    </section>
  );
}

function Figures({ map: { binding } }: { map: UnitMap }) {
  if (!binding)
    return (
      <td colSpan={3} class="muted" data-label="Shapes">
        not drawn
      </td>
    );
  const { contradictory = 0, ambiguous = 0, two_areas = 0 } = binding.unbound_shapes;
  const contradictions = contradictory + ambiguous + two_areas;
  const all = Object.values(binding.unbound_shapes).reduce((sum, many) => sum + many, 0);
  return (
    <>
      <td class="figure" data-label="Bound">
        {number(binding.bound_shapes)}
      </td>
      <td class="figure" data-label="Contradictory">
        {contradictions > 0 ? <span class="tag bad">{number(contradictions)}</span> : '0'}
      </td>
      <td class="figure" data-label="Unbound">
        {number(all - contradictions)}
      </td>
    </>
  );
}
