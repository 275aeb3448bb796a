import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';
import { count, number } from '../format.js';
import { type Home, homesOf } from '../match-list.js';
import { may, session } from '../session.js';
import { AssetNav } from './asset-nav.js';
import { CopyTable } from './copy-table.js';
import { CreateGroup } from './create-group.js';
import { MatchList } from './match-list.js';
import { Name, named } from './name.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

/** Rows that are drawn at once; a filter finds the others. */
const DRAWN = 200;

/** The ids that units have in other systems, and the lists from which they come. */
export function References() {
  const { asset = '' } = useRoute().params;
  const { client } = session.value!;
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<'match' | 'create'>();
  const [said, setSaid] = useState<ComponentChildren>();
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    const of = { asset, perPage: 1000 };
    const [viewed, units, buildings, plans, groups] = await Promise.all([
      client.viewAsset({ asset }, { signal }),
      client.listUnits(of, { signal }).all(),
      client.listBuildings(of, { signal }).all(),
      client.listFloorPlans(of, { signal }).all(),
      client.listUnitReferenceGroups(of, { signal }).all(),
    ]);
    return { name: viewed.name, homes: homesOf({ units, buildings, plans }), groups };
  });
  const group = data?.groups.find(({ id }) => id === chosen) ?? data?.groups[0];
  const read = (signal?: AbortSignal) => readReferences({ asset, group: group!.id }, signal);
  const references = useLoad(`${asset} ${group?.id ?? ''}`, async (signal) => (group ? read(signal) : undefined));
  const toggle = (panel: 'match' | 'create') => setOpened(opened === panel ? undefined : panel);
  const current = references.data;
  return (
    <section>
      <AssetNav asset={asset} name={data?.name} current="references" />
      <div class="head">
        <Title>References</Title>
        {data && data.groups.length > 0 && (
          <select
            aria-label="System"
            value={group!.id}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setOpened(undefined);
              setSaid('');
            }}
          >
            {data.groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name.slice(0, 60)}
              </option>
            ))}
          </select>
        )}
        {group && current && may('service.unit-references.update', true) && (
          <button type="button" class="primary" aria-expanded={opened === 'match'} onClick={() => toggle('match')}>
            Match a list
          </button>
        )}
        {data && may('service.unit-references.create', true) && (
          <button type="button" aria-expanded={opened === 'create'} onClick={() => toggle('create')}>
            Add a system
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data && !group && 'No system has ids for these units yet.'}
        {data &&
          current &&
          `${number(current.size)} of ${count(data.homes.length, 'unit has', 'units have')} an id.`}{' '}
        {said}
      </p>
      {(isLoading || references.isLoading) && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {references.error !== undefined && <Problem error={references.error} retry={references.reload} />}
      {opened === 'create' && (
        <CreateGroup
          asset={asset}
          created={({ id, name }) => {
            setChosen(id);
            setSaid(named`${name} is added.`);
            setOpened(undefined);
            reload();
          }}
          close={() => setOpened(undefined)}
        />
      )}
      {opened === 'match' && group && data && current && (
        <MatchList
          key={group.id}
          of={{ asset, group: group.id }}
          homes={data.homes}
          current={current}
          read={read}
          changed={references.reload}
          close={() => setOpened(undefined)}
        />
      )}
      {opened !== 'match' && data && current && group && <Table homes={data.homes} current={current} />}
    </section>
  );
}

/** The ids of a group by unit. */
async function readReferences(of: { asset: string; group: string }, signal?: AbortSignal) {
  const { client } = session.value!;
  const all = await client.listUnitReferences({ ...of, perPage: 1000 }, signal && { signal }).all();
  return new Map(all.flatMap(({ unit_id, value }) => (value === null ? [] : [[unit_id, value] as const])));
}

const HEAD = ['Number', 'Building · floor plan', 'Id'];

function Table({ homes, current }: { homes: Home[]; current: ReadonlyMap<string, string> }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const rows = useMemo(
    () => homes.map(({ id, number: unit, note }) => ({ id, cells: [unit, note, current.get(id) ?? ''] })),
    [homes, current],
  ).filter(({ cells }) => cells.some((cell) => cell.toLowerCase().includes(wanted)));
  return (
    <>
      <div class="row">
        <input
          type="search"
          aria-label="Filter units by number, building, floor plan or id"
          placeholder="Filter"
          value={text}
          maxLength={255}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <CopyTable head={HEAD} rows={rows.map(({ cells }) => cells)} />
      </div>
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {HEAD.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, DRAWN).map(({ id, cells: [unit = '', note = '', value = ''] }) => (
              <tr key={id}>
                <th scope="row">
                  <Name>{unit}</Name>
                </th>
                <td data-label="In">
                  <Name>{note}</Name>
                </td>
                <td data-label="Id">{value === '' ? <span class="muted">none</span> : <Name>{value}</Name>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > DRAWN && <p class="hint">The first {DRAWN} are shown; the filter finds the others.</p>}
    </>
  );
}
