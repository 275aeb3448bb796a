import { HOME, processesPath, processPath } from '../routes.js';
import { session } from '../session.js';
import { Name } from './name.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

const TABS = { deliveries: 'Deliveries', chart: 'Chart', unmatched: 'Unmatched entries' };

/** Names of asset and process, and the way between their pages. */
export function ProcessHead({ asset, process, tab }: { asset: string; process: string; tab?: keyof typeof TABS }) {
  const { client } = session.value!;
  const { data } = useLoad(`${asset} ${process}`, async (signal) => {
    const [{ name }, { name: feed }] = await Promise.all([
      client.viewAsset({ asset }, { signal }),
      client.viewPricingProcess({ asset, process }, { signal }),
    ]);
    return { name, feed };
  });
  const path = processPath(asset, process);
  return (
    <>
      <nav class="trail" aria-label="Way back">
        <a href={HOME}>Assets</a>
        {data && (
          <span>
            <a href={processesPath(asset)}>
              <Name>{data.name}</Name>
            </a>
          </span>
        )}
      </nav>
      <Title>{data ? <Name>{data.feed}</Name> : 'Prices'}</Title>
      <nav class="tabs" aria-label="Prices">
        {Object.entries(TABS).map(([id, text]) => (
          <a
            key={id}
            href={id === 'deliveries' ? path : `${path}/${id}`}
            aria-current={id === tab ? 'page' : undefined}
          >
            {text}
          </a>
        ))}
      </nav>
    </>
  );
}
