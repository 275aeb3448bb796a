import { useState } from 'preact/hooks';
import { type Client, isApiError, type MapUnits, type UnitMap } from '@app/sdk';
import { count } from '../format.js';
import { session } from '../session.js';
import { Field } from './field.js';
import { Names } from './name.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';

export const DRAWINGS = '.svg,.ai,.pdf,.geojson,.zip,.umap';
export const DRAWING_HINT = 'SVG, PDF, Adobe Illustrator, GeoJSON, an IMDF archive, or a compiled map (.umap).';
/** Numbers of units that are listed. */
const LISTED = 50;
/** Compiling a large drawing takes long, and may wait for another. */
const LONG_REQUEST = { timeout: 120_000 };

export const filesOf = (file: File) => (file.name.toLowerCase().endsWith('.umap') ? { file } : { source: file });

interface Preview {
  file: File;
  /** as it was then */
  map: UnitMap;
  before: MapUnits;
  after: MapUnits;
  earlier: File | undefined;
}

/** A map with a new drawing, and the one that it had, if the service can take that back. */
export interface Replaced {
  map: UnitMap;
  earlier: File | undefined;
}

interface Props {
  of: { asset: string; map: string };
  done(replaced: Replaced): void;
  close(): void;
}

/** Replaces the drawing of a map, after it has shown what the new one binds, and unless somebody else changes the map meanwhile. */
export function ReplaceDrawing({ of, done, close }: Props) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const [preview, setPreview] = useState<Preview>();
  const look = (file: File | undefined) =>
    attempt(async () => {
      setPreview(undefined);
      if (!file) return;
      const [map, before, after] = await Promise.all([
        client.viewUnitMap(of),
        client.viewUnitsOfAUnitMap(of),
        client.previewUnitMap({ ...of, body: {}, files: filesOf(file) }, LONG_REQUEST),
      ]);
      setPreview({
        file,
        map,
        before,
        after,
        earlier: 'source' in filesOf(file) ? await sourceOf(client, map) : undefined,
      });
    });
  const replace = ({ map, file, earlier }: Preview) =>
    attempt(async () => done({ earlier, map: await replaceDrawing(client, map, file) }));
  return (
    <Panel label="Replace the drawing" close={close}>
      <div class="form">
        <Field label="New drawing" hint={DRAWING_HINT}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept={DRAWINGS}
              disabled={isBusy}
              onChange={({ currentTarget }) => void look(currentTarget.files?.[0])}
            />
          )}
        </Field>
        {preview && <Changes {...preview} />}
        {error !== undefined && <Problem error={error} />}
        <div class="row">
          <button type="button" class="primary" disabled={isBusy || !preview} onClick={() => void replace(preview!)}>
            Replace the drawing
          </button>
          <button type="button" onClick={close} disabled={isBusy}>
            Cancel
          </button>
        </div>
        {isBusy && <progress aria-label="The drawing is compiled" />}
      </div>
    </Panel>
  );
}

/** What a new drawing changes for the units of the map. */
function Changes({ before, after }: Preview) {
  const [had, has] = [before.bound_shapes.length, after.bound_shapes.length];
  const shapes = count(has + after.unbound_shapes.length, 'shape', 'shapes');
  return (
    <div role="status">
      <p>
        {has} of {shapes} would have a unit; now {had} have one.
      </p>
      <Units label="No longer on the map" numbers={missingIn(after, before)} isLoss />
      <Units label="New on the map" numbers={missingIn(before, after)} />
    </div>
  );
}

function Units({ label, numbers, isLoss = false }: { label: string; numbers: string[]; isLoss?: boolean }) {
  if (numbers.length === 0) return <p>{label}: no unit.</p>;
  return (
    <p class={isLoss ? 'wrong' : undefined}>
      {label}: {count(numbers.length, 'unit')}, <Names>{numbers.slice(0, LISTED)}</Names>
      {numbers.length > LISTED && ' and others'}.
    </p>
  );
}

/** Numbers of the units that have a shape in the second only. */
function missingIn(first: MapUnits, second: MapUnits): string[] {
  const ids = new Set(first.bound_shapes.map(({ unit_id }) => unit_id));
  const missing = second.bound_shapes.filter(({ unit_id }) => !ids.has(unit_id));
  return [...new Map(missing.map(({ unit_id, unit_number }) => [unit_id, unit_number])).values()];
}

/** @param map as it was viewed */
export const replaceDrawing = (client: Client, map: UnitMap, file: File): Promise<UnitMap> =>
  client.updateUnitMap(
    { asset: map.asset_id, map: map.id, body: {}, files: filesOf(file) },
    { ...LONG_REQUEST, ifUnchanged: map },
  );

async function sourceOf(client: Client, { asset_id: asset, id, source_url: url }: UnitMap): Promise<File | undefined> {
  if (url === null) return undefined;
  try {
    const content = await client.downloadSourceOfAUnitMap({ asset, map: id });
    return new File([content], `earlier.${await extensionOf(content)}`);
  } catch (error) {
    if (isApiError(error, 'not_found')) return undefined;
    throw error;
  }
}

async function extensionOf(content: Blob): Promise<string> {
  const start = await content.slice(0, 1024).text();
  if (start.includes('%PDF-')) return 'pdf';
  if (start.includes('%!PS-Adobe')) return 'ai';
  return start.trimStart().startsWith('{') ? 'geojson' : 'svg';
}
