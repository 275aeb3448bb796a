import { useState } from 'preact/hooks';
import type { Description, DescriptionGroup } from '@app/sdk';
import { htmlOf } from '@app/viewer/contract';
import { Prose } from '../../../viewer/src/components/prose.js';
import { count } from '../format.js';
import { may, session } from '../session.js';
import { EditableCell } from './editable-cell.js';
import { Name } from './name.js';
import { Part } from './part.js';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

const LENGTH = 2000;

/** The texts about units, by group, as renters read them. */
export function UnitDescriptions({ asset }: { asset: string }) {
  const { client } = session.value!;
  const loaded = useLoad(asset, (signal) => client.listDescriptionGroups({ asset, perPage: 1000 }, { signal }).all());
  return (
    <Part
      title="Descriptions of units"
      loaded={loaded}
      summary={(groups) => `${count(groups.length, 'group')}. A unit shows one text of each group.`}
    >
      {(groups) => groups.map((group) => <Group key={group.id} group={group} />)}
    </Part>
  );
}

function Group({ group: { asset_id: asset, id: group, name } }: { group: DescriptionGroup }) {
  const { client } = session.value!;
  const { data, error, reload } = useLoad(group, async (signal) => {
    setEdited(new Map());
    const [texts, assigned] = await Promise.all([
      client.listDescriptions({ asset, group, perPage: 1000 }, { signal }).all(),
      client.listUnitsAssignedToDescriptions({ asset, group, perPage: 1000 }, { signal }).all(),
    ]);
    return { texts, assigned };
  });
  const [edited, setEdited] = useState<ReadonlyMap<string, Description>>(new Map());
  const unitsOf = (id: string) => data!.assigned.filter(({ description_id }) => description_id === id).length;
  const mayEdit = may('service.unit-descriptions.update', true);
  return (
    <section class="panel long">
      <h3>
        <Name>{name}</Name>
      </h3>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!data && error === undefined && <progress aria-label="Loading" />}
      {data?.texts.length === 0 && <p class="muted">No texts.</p>}
      {data?.texts
        .map((text) => edited.get(text.id) ?? text)
        .map((text) => (
          <article key={text.id}>
            <p>
              <Name>{text.name}</Name>
              <small>
                tab “<bdi>{text.label}</bdi>” · {count(unitsOf(text.id), 'unit')}
                {!text.is_enabled && ' · disabled'}
              </small>
            </p>
            {mayEdit ? (
              <EditableCell<Description>
                field={{ name: 'body', maxLength: LENGTH, isLong: true }}
                item={text}
                label={`text ${text.name}`}
                view={() => client.viewDescription({ asset, group, description: text.id })}
                update={async (body, { id }) => {
                  const { data: changed } = await client.updateDescriptions({
                    asset,
                    group,
                    body: { data: [{ id, ...body }] },
                  });
                  return changed[0]!;
                }}
                saved={(changed) => setEdited((before) => new Map(before).set(changed.id, changed))}
                preview={preview}
              />
            ) : (
              preview(text.body)
            )}
          </article>
        ))}
    </section>
  );
}

const preview = (markdown: string) => <Prose html={htmlOf(markdown)} />;
