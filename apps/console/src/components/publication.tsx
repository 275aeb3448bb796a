import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Ingest, PublicationChange } from '@app/sdk';
import { count, moment, number } from '../format.js';
import { processPath } from '../routes.js';
import { LostAnswer } from '../sent-once.js';
import { may, session } from '../session.js';
import { ChangesTable, KINDS } from './changes-table.js';
import { Problem } from './problem.js';
import { ProcessHead } from './process-head.js';
import { useLoad } from './use-load.js';

type Kind = PublicationChange['kind'];

/** What a publication changed, and the way back to it. */
export function PublicationPage() {
  const { asset = '', process = '', publication = '' } = useRoute().params;
  const { client } = session.value!;
  const of = { asset, process, publication };
  const [kind, setKind] = useState<Kind>();
  const read = useLoad(`${asset} ${process} ${publication}`, async (signal) => {
    const [viewed, latest] = await Promise.all([
      client.viewPublication(of, { signal }),
      client.listPublications({ asset, process, perPage: 1 }, { signal }),
    ]);
    return { viewed, isLive: latest.data[0]?.number === viewed.number };
  });
  const changes = useLoad(`${asset} ${process} ${publication} ${kind}`, async (signal) =>
    client.listPublicationChanges({ ...of, perPage: 200, ...(kind && { kind }) }, { signal }),
  );
  const { viewed, isLive } = read.data ?? {};
  return (
    <section>
      <ProcessHead asset={asset} process={process} />
      {read.error !== undefined && <Problem error={read.error} retry={read.reload} />}
      {viewed && (
        <>
          <h2>
            Publication {viewed.number} {isLive && <span class="tag good">live</span>}
          </h2>
          <p class="summary">
            {moment(viewed.published_at)}, {count(viewed.entry_count, 'entry', 'entries')},{' '}
            {viewed.compared_with === null ? 'the first' : `compared with publication ${viewed.compared_with}`}
          </p>
          {!isLive && may('service.pricing.create-entries', true) && <Restore of={of} done={read.reload} />}
          <div class="chips" role="group" aria-label="Kinds of changes">
            <button type="button" aria-pressed={kind === undefined} onClick={() => setKind(undefined)}>
              All
            </button>
            {(Object.keys(KINDS) as Kind[])
              .filter((each) => viewed.totals[each])
              .map((each) => (
                <button type="button" key={each} aria-pressed={kind === each} onClick={() => setKind(each)}>
                  {KINDS[each]} {number(viewed.totals[each]!)}
                </button>
              ))}
          </div>
        </>
      )}
      {changes.error !== undefined && <Problem error={changes.error} retry={changes.reload} />}
      {changes.isLoading && <progress aria-label="Loading" />}
      {changes.data && changes.data.data.length === 0 && <p class="muted">Nothing of this kind has changed.</p>}
      {changes.data && changes.data.data.length > 0 && (
        <ChangesTable changes={changes.data.data} path={processPath(asset, process)}>
          {changes.data.paging.next_url !== null && (
            <p class="muted">These are the first {changes.data.data.length}.</p>
          )}
        </ChangesTable>
      )}
    </section>
  );
}

/** Shows what restoring would change before it does it. */
function Restore({ of, done }: { of: { asset: string; process: string; publication: string }; done(): void }) {
  const { client } = session.value!;
  const [preview, setPreview] = useState<Ingest['report']>();
  const [error, setError] = useState<unknown>();
  const [restored, setRestored] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  const look = () => attempt(async () => setPreview((await client.restorePublication({ ...of, dryRun: true })).report));
  const restore = () =>
    attempt(async () => {
      const { report } = await client.restorePublication(of, { ifMatch: `"${preview!.compared_with ?? 0}"` });
      setRestored(report.publication ?? undefined);
      setPreview(undefined);
      done();
    });
  if (restored !== undefined) return <p class="panel" role="status">{`Restored: publication ${restored} is live.`}</p>;
  if (!preview)
    return (
      <div class="row">
        <button type="button" onClick={() => void look()} disabled={isBusy}>
          Restore…
        </button>
        {error !== undefined && <Problem error={error} />}
      </div>
    );
  const { totals, guard } = preview;
  return (
    <div class="panel" role="group" aria-label="Restore">
      <p>
        Restoring publication {of.publication} adds {number(totals.added ?? 0)} and removes{' '}
        {number(totals.removed ?? 0)} entries; {number(totals.price_up ?? 0)} become dearer and{' '}
        {number(totals.price_down ?? 0)} cheaper. Afterwards {count(totals.units_priced ?? 0, 'unit has', 'units have')}{' '}
        a price.
      </p>
      {guard?.outcome === 'refused' && <p class="wrong">The guard of the process refuses this change.</p>}
      {error !== undefined && (
        <Problem error={error} retry={() => void (error instanceof LostAnswer ? restore() : look())} />
      )}
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => void restore()}
          disabled={isBusy || guard?.outcome === 'refused'}
        >
          Restore publication {of.publication}
        </button>
        <button type="button" onClick={() => setPreview(undefined)} disabled={isBusy}>
          Cancel
        </button>
      </div>
    </div>
  );
}
