import { useState } from 'preact/hooks';
import type { FloorPlan } from '@app/sdk';
import { session } from '../session.js';
import type { DetailsProps } from './catalog-list.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

const IMAGES = [
  { part: 'image', url: 'image_url', label: 'Image' },
  { part: 'secondary_image', url: 'secondary_image_url', label: 'Second image' },
] as const;

type Part = (typeof IMAGES)[number]['part'];

/** A new image with how it looks, or the wish to have none. */
type Wish = { file: File; look: string } | 'delete' | undefined;

/** The server has the images that it names, whatever name it has for its clients. */
const addressOf = (url: string | null): string | undefined => {
  if (url === null) return undefined;
  const { host, pathname, href } = new URL(url, location.href);
  return host === location.host ? pathname : href;
};

/** The first image of a floor plan. */
export function Picture({ of: { name, image_url, secondary_image_url } }: { of: FloorPlan }) {
  const address = addressOf(image_url ?? secondary_image_url);
  if (address === undefined) return <span class="muted">none</span>;
  return <img class="picture" src={address} alt={`Floor plan ${name}`} loading="lazy" />;
}

/** The images of a floor plan: shown, replaced and removed. */
export function Images({ item, saved, close }: DetailsProps<FloorPlan>) {
  const { client } = session.value!;
  const of = { asset: item.asset_id, floorPlan: item.id };
  const { data: known, error: unread } = useLoad(item.id, (signal) => client.viewFloorPlan(of, { signal }));
  const { isBusy, error, attempt } = useAttempt();
  const [wishes, setWishes] = useState<Partial<Record<Part, Wish>>>({});
  const wish = (part: Part, value: Wish) => setWishes((before) => ({ ...before, [part]: value }));
  const choose = async (part: Part, file: File | undefined) => wish(part, file && { file, look: await dataOf(file) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = IMAGES.map(({ part }) => [part, wishes[part]] as const);
    const files = Object.fromEntries(chosen.flatMap(([part, each]) => (typeof each === 'object' ? [[part, each.file]] : []))); // oxfmt-ignore
    const body = Object.fromEntries(chosen.flatMap(([part, each]) => (each === 'delete' ? [[part, each]] : [])));
    const options = { ifUnchanged: known!, timeout: 120_000 };
    void attempt(async () => saved(await client.updateFloorPlan({ ...of, body, files }, options)));
  };
  return (
    <Panel label={`Images of ${item.name.slice(0, 60)}`} close={close}>
      <form class="form" onSubmit={submit}>
        {IMAGES.map(({ part, url, label }) => {
          const wanted = wishes[part];
          const shown = typeof wanted === 'object' ? wanted.look : wanted ? undefined : addressOf((known ?? item)[url]);
          return (
            <div key={part}>
              {shown && <img class="picture" src={shown} alt={`${label} of the floor plan`} />}
              <Field label={label} hint="PNG, JPEG, GIF or WebP.">
                {(control) => (
                  <input
                    {...control}
                    type="file"
                    accept="image/*"
                    disabled={isBusy}
                    onChange={({ currentTarget }) => void choose(part, currentTarget.files?.[0])}
                  />
                )}
              </Field>
              {(known ?? item)[url] !== null && typeof wanted !== 'object' && (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={wanted === 'delete'}
                    onChange={({ currentTarget }) => wish(part, currentTarget.checked ? 'delete' : undefined)}
                  />{' '}
                  Remove the {label.toLowerCase()}
                </label>
              )}
            </div>
          );
        })}
        <FormActions error={error ?? unread} isBusy={isBusy || !known} close={close}>
          Store the images
        </FormActions>
      </form>
    </Panel>
  );
}

/** As an address that the page may show. */
const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
