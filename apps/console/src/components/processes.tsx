import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { PricingProcess } from '@app/sdk';
import { processPath } from '../routes.js';
import { session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { CatalogList } from './catalog-list.js';
import type { Column } from './create-form.js';
import { Problem } from './problem.js';
import { ProcessSettings } from './process-settings.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

const COLUMNS: Column<keyof PricingProcess>[] = [
  { name: 'name', label: 'Name', hint: 'Such as Nightly feed.' },
  {
    name: 'type',
    label: 'How prices reach it',
    choices: [
      { id: 'manual', name: 'Files that people publish' },
      { id: 'push', name: 'A program sends them' },
      { id: 'poll', name: 'They are fetched' },
    ],
  },
  {
    name: 'pricing_strategy',
    label: 'Prices of a unit',
    hint: 'This is fixed once prices are published.',
    choices: [
      { id: 'flat_pricing', name: 'One' },
      { id: 'revenue_management', name: 'By lease term and start' },
    ],
  },
  {
    name: 'expected_every_hours',
    label: 'Hours between prices',
    hint: 'If the next ones are later, the console says that they are overdue. Empty: never.',
    isNumber: true,
    isOptional: true,
  },
];

/** The pricing processes of a property, with their settings. */
export function Processes() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const { data, error, reload } = useLoad(asset, (signal) => client.viewAsset({ asset }, { signal }));
  const [turn, setTurn] = useState(0);
  return (
    <section>
      <AssetNav asset={asset} name={data?.name} current="prices" turn={turn} />
      <Title>Prices</Title>
      {error !== undefined && <Problem error={error} retry={reload} />}
      <CatalogList<PricingProcess>
        of={asset}
        title="Pricing processes"
        one="pricing process"
        permission="service.pricing"
        writes="service.pricing.manage"
        empty="A pricing process is a source of prices: a feed, or files that you publish in the console."
        columns={COLUMNS}
        list={(signal) => client.listPricingProcesses({ asset, perPage: 1000 }, { signal }).all()}
        view={(process) => client.viewPricingProcess({ asset, process })}
        create={(body) => client.createPricingProcess({ asset, body: body as never })}
        update={(body, known) =>
          client.updatePricingProcess({ asset, process: known.id, body }, { ifUnchanged: known })
        }
        remove={(process, dryRun, options) =>
          client.deletePricingProcess({ asset, process, dryRun, cascade: true }, options)
        }
        extra={{ label: 'Prices', cell: ({ id }) => <a href={processPath(asset, id)}>Deliveries</a> }}
        details={{ text: 'Settings', form: (props) => <ProcessSettings {...props} /> }}
        changed={() => setTurn(turn + 1)}
      />
    </section>
  );
}
