import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { may, session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { Expenses } from './expenses.js';
import { Field } from './field.js';
import { FilterOptions } from './filter-options.js';
import { AssetLinks, UnitLinks } from './outbound-links.js';
import { Problem } from './problem.js';
import { readSamples } from './sample-units.js';
import { Title } from './title.js';
import { UnitDescriptions } from './unit-descriptions.js';
import { useLoad } from './use-load.js';

/** What the map shows of a property besides prices: links, texts, filters and expenses, tried on real units. */
export function Merchandising() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const { data, error, reload } = useLoad(asset, async (signal) => {
    const [viewed, processes] = await Promise.all([
      client.viewAsset({ asset }, { signal }),
      may('service.pricing.read') ? client.listPricingProcesses({ asset, perPage: 1000 }, { signal }).all() : [],
    ]);
    return { viewed, processes };
  });
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<string>();
  const process = chosen ?? data?.processes[0]?.id;
  const units = useLoad(`${asset} ${process} ${data !== undefined} ${wanted}`, async (signal) =>
    data ? readSamples(client, { asset, process, number: wanted }, signal) : [],
  );
  const samples = units.data ?? [];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setWanted((new FormData(event.currentTarget as HTMLFormElement).get('number') as string).trim());
  };
  return (
    <section>
      <AssetNav asset={asset} name={data?.viewed.name} current="merchandising" />
      <Title>Merchandising</Title>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {units.error !== undefined && <Problem error={units.error} retry={units.reload} />}
      {may('service.units.read') && (
        <form class="row long after" role="search" onSubmit={submit}>
          <Field label="Try on the unit (if empty, the first ones)">
            {(control) => <input {...control} name="number" maxLength={255} autocomplete="off" />}
          </Field>
          {data && data.processes.length > 1 && (
            <Field label="With the prices of">
              {(control) => (
                <select {...control} value={process} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
                  {data.processes.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name.slice(0, 60)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <button>Try</button>
        </form>
      )}
      <p role="status">{wanted !== '' && units.data?.length === 0 && !units.isLoading && 'No unit has this number.'}</p>
      {may('service.unit-outbound-links.read') && <UnitLinks asset={asset} samples={samples} />}
      {data && may('service.asset-outbound-links.read') && <AssetLinks asset={data.viewed} />}
      {may('service.unit-descriptions.read') && <UnitDescriptions asset={asset} />}
      {data && may('service.filters.read') && <FilterOptions asset={asset} process={process} />}
      {data && may('service.expenses.read') && <Expenses asset={asset} process={process} unit={samples[0]} />}
    </section>
  );
}
