import { createHash } from 'node:crypto';
import { FileContent, Files } from '@app/platform/files';
import { invalid } from '@app/platform/core';
import { InjectRepository, ReferenceValidator, Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Backgrounds } from '../backgrounds/background.repository.js';
import type { Drawing } from '../drawings/drawing.js';
import { nestingOf, type Umap } from '../drawings/sources/umap.js';
import { filesOf, UnitMatcher } from './unit-matcher.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { Source } from './unit-map-files.js';

/** The uploaded files of a map: one or both on creation, possibly none in an update. */
export interface MapFiles {
  file?: Umap;
  source?: Source;
}

/** Applies uploaded files to a map: stores them, binds the shapes and sets the background. */
@Injectable()
export class ApplyMapFiles {
  constructor(
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly matcher: UnitMatcher,
    private readonly backgrounds: Backgrounds,
    private readonly files: Files,
    private readonly ids: ReferenceValidator,
  ) {}

  /** Stores large files before the unit of work, so that no transaction waits for the store. */
  async stage({ source }: MapFiles): Promise<FileContent | undefined> {
    if (!source) return undefined;
    await this.files.stage(source.content);
    if (!source.drawing) return undefined;
    const background = await FileContent.of(source.drawing.svg, 'svg');
    await this.files.stage(background);
    return background;
  }

  /** @throws Problem 422 if the building of the map is not in the asset */
  async requireBuilding({ assetId, buildingId }: UnitMap): Promise<void> {
    await this.ids.require(assetId, [{ path: 'building_id', table: UnitMap.references.buildingId, id: buildingId }]);
  }

  /** Applies the files, as the last step of a unit of work. @param background the result of `stage` @param drawingId to keep if it is free */
  async draw(map: UnitMap, files: MapFiles, background: FileContent | undefined, drawingId?: string): Promise<void> {
    const { source } = files;
    if (source) {
      map.setSource(source.content.name);
      await this.backgrounds.replaceDrawing(map.assetId, map.id, background?.name, drawingId);
    }
    const bound = await this.bind(map, files);
    await this.files.keep(source?.content, source && background, ...bound);
  }

  /** Binds the shapes of the files, or else those that the map has. @returns files of the map, which are not kept yet */
  async bind(map: UnitMap, { file, source }: MapFiles): Promise<FileContent[]> {
    const { assetId, id } = map;
    await this.requireBuilding(map);
    // A source does not replace a compiled map that was uploaded.
    const drawing = file ? { ...file, nesting: await nestingOf(file) } : map.isFileUploaded ? undefined : source?.drawing; // oxfmt-ignore
    const compiled = drawing && (await this.compile(map, drawing, file !== undefined));
    if (!compiled && source && !map.isFileUploaded) {
      await this.matcher.clear(assetId, id);
      map.compile(undefined, false);
    }
    await this.maps.save(map);
    if (!compiled) return this.bindAgain(map);
    await this.matcher.remember(assetId, id, compiled.boundAs);
    return compiled.files;
  }

  /** Binds the shapes of a map to the current units, if it is out of date. Inside a unit of work that has locked it. */
  async rebind(map: UnitMap): Promise<void> {
    await this.files.keep(...(await this.bindAgain(map)));
  }

  private async bindAgain(map: UnitMap): Promise<FileContent[]> {
    const bound = await this.matcher.rebind(map);
    if (!bound) return [];
    const { as, files } = bound;
    if (files) {
      map.rebind({ file: files.file.name, geojson: files.geojson.name });
      await this.maps.save(map);
    }
    await this.matcher.remember(map.assetId, map.id, as);
    return files ? [files.file, files.geojson] : [];
  }

  private async compile(
    map: UnitMap,
    { viewBox, shapes, nesting, strays }: Umap & Pick<Drawing, 'nesting'>,
    isGiven: boolean,
  ): Promise<{ files: FileContent[]; boundAs: string }> {
    const umap = { viewBox, shapes, strays };
    await this.requireUnits(map.assetId, umap);
    const shapesKey = keyOf(umap);
    const { bound, as: boundAs } = await this.matcher.draw(map, umap, nesting, shapesKey);
    const { file, geojson } = await filesOf(bound);
    map.compile({ file: file.name, geojson: geojson.name, shapesKey, strayLabels: strays }, isGiven);
    return { files: [file, geojson], boundAs };
  }

  /** Checks that the units of a map belong to its asset. */
  private async requireUnits(asset: string, { shapes }: Umap): Promise<void> {
    const given = shapes.flatMap(({ unitId }) => unitId ?? []);
    const known = given.length > 0 ? await this.ids.known(asset, 'catalog.unit_v1', given) : new Set();
    const at = shapes.findIndex(({ unitId }) => unitId !== null && !known.has(unitId));
    if (at >= 0) throw invalid({ file: [`names a unit that is not known in this asset: shapes.${at}.unit_id`] });
  }
}

/** A hash of view box and shapes, independent of their units. */
export const keyOf = ({ viewBox, shapes }: Pick<Umap, 'viewBox' | 'shapes'>): string =>
  createHash('sha1')
    .update(JSON.stringify([viewBox, shapes]))
    .digest('base64url');
