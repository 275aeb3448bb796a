import { useState } from 'preact/hooks';
import type { Description, DescriptionGroup } from '@app/sdk';
import { htmlOf } from '@app/viewer/contract';
import { Prose } from '../../../viewer/src/components/prose.js';
import { count } from '../format.js';
import { may, session } from '../session.js';
import { AssignUnits } from './assign-units.js';
import { Card } from './card.js';
import type { Column } from './create-form.js';
import { YES_OR_NO } from './editable-cell.js';
import { Part } from './part.js';
import { assignableUnits } from './sample-units.js';
import { useLoad } from './use-load.js';

const WRITE = 'service.unit-descriptions';
const GROUP: Column[] = [{ name: 'name', label: 'Name', hint: 'A unit shows one text of the group.' }];
const TEXT: Column[] = [
  { name: 'name', label: 'Name', hint: 'For the people who manage it.' },
  { name: 'label', label: 'Tab', hint: 'The tab of the unit that shows the text.', maxLength: 15 },
  { name: 'is_enabled', label: 'Shown to visitors', choices: YES_OR_NO },
  { name: 'body', label: 'Text', hint: 'Plain text or basic Markdown.', maxLength: 2000, isLong: true },
];

/** The texts about units, by group, as renters read them. */
export function UnitDescriptions({ asset }: { asset: string }) {
  const { client } = session.value!;
  const loaded = useLoad(asset, (signal) => client.listDescriptionGroups({ asset, perPage: 1000 }, { signal }).all());
  return (
    <Part
      title="Descriptions of units"
      loaded={loaded}
      summary={(groups) => `${count(groups.length, 'group')}. A unit shows one text of each group.`}
      add={{
        one: 'group',
        permission: `${WRITE}.create`,
        columns: GROUP,
        create: (body) => client.createDescriptionGroup({ asset, body: body as never }),
      }}
    >
      {(groups, done) =>
        groups.map((group) => (
          <Card<DescriptionGroup>
            key={group.id}
            item={group}
            one="group"
            level={3}
            columns={GROUP}
            updates={`${WRITE}.update`}
            deletes={`${WRITE}.delete`}
            view={() => client.viewDescriptionGroup({ asset, group: group.id })}
            update={(body, known) =>
              client.updateDescriptionGroup(
                { asset, group: known.id, body: { name: known.name, ...body } },
                { ifUnchanged: known },
              )
            }
            remove={(dryRun, options) =>
              client.deleteDescriptionGroup({ asset, group: group.id, dryRun, cascade: true }, options)
            }
            deleted={done}
          >
            {() => <Texts group={group} />}
          </Card>
        ))
      }
    </Part>
  );
}

function Texts({ group: { asset_id: asset, id: group, name } }: { group: DescriptionGroup }) {
  const { client } = session.value!;
  const of = { asset, group };
  const loaded = useLoad(group, async (signal) => {
    const [texts, assigned] = await Promise.all([
      client.listDescriptions({ ...of, perPage: 1000 }, { signal }).all(),
      client.listUnitsAssignedToDescriptions({ ...of, perPage: 1000 }, { signal }).all(),
    ]);
    return { texts, textOf: new Map(assigned.map(({ unit_id, description_id }) => [unit_id, description_id])) };
  });
  const [assigning, setAssigning] = useState<string>();
  const close = () => setAssigning(undefined);
  const mayAssign = may(`${WRITE}.update`, true) && may('service.units.read');
  return (
    <Part
      title="Texts"
      owner={name}
      loaded={loaded}
      summary={({ texts }) => `${count(texts.length, 'text')}.`}
      add={{
        one: 'text',
        permission: `${WRITE}.create`,
        columns: TEXT,
        create: async (body) => {
          const { data } = await client.createDescriptions({ ...of, body: { data: [body as never] } });
          return data[0]!;
        },
      }}
    >
      {({ texts, textOf }, done) =>
        texts.map((text) => (
          <Card<Description>
            key={text.id}
            item={text}
            one="text"
            level={5}
            columns={TEXT}
            updates={`${WRITE}.update`}
            deletes={`${WRITE}.delete`}
            view={() => client.viewDescription({ ...of, description: text.id })}
            update={(body, known) =>
              client.updateDescription({ ...of, description: known.id, body }, { ifUnchanged: known })
            }
            remove={(dryRun, options) =>
              client.deleteDescription({ ...of, description: text.id, dryRun, cascade: true }, options)
            }
            deleted={done}
            previews={{ body: preview }}
          >
            {({ id }) => (
              <>
                <p class="row">
                  <span>{count([...textOf.values()].filter((each) => each === id).length, 'unit')}</span>
                  {mayAssign && (
                    <button
                      type="button"
                      aria-label={`Assign units to ${text.name}`}
                      aria-expanded={assigning === id}
                      onClick={() => setAssigning(assigning === id ? undefined : id)}
                    >
                      Assign units…
                    </button>
                  )}
                </p>
                {assigning === id && (
                  <AssignUnits
                    label={`Units that get ${text.name.slice(0, 60)}`}
                    load={async (signal) => {
                      const units = await assignableUnits(client, asset, signal);
                      const nameOf = new Map(texts.map((each) => [each.id, each.name.slice(0, 60)]));
                      const shown = units.flatMap((unit) => {
                        const now = textOf.get(unit.id);
                        if (now === id) return [];
                        return [now === undefined ? unit : { ...unit, name: `${unit.name}, now ${nameOf.get(now)}` }];
                      });
                      return { units: shown, held: new Set() };
                    }}
                    save={async (added) => {
                      const data = added.map((unit) => ({ unit_id: unit, description_id: id }));
                      await client.assignUnitsToDescriptions({ ...of, body: { data } });
                      close();
                      done(`${count(added.length, 'unit')} assigned.`);
                    }}
                    close={close}
                  />
                )}
              </>
            )}
          </Card>
        ))
      }
    </Part>
  );
}

const preview = (markdown: string) => <Prose html={htmlOf(markdown)} />;
