import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Background } from './background.aggregate.js';

/** Name of the background that shows the map's own drawing. */
export const DRAWING = 'Drawing';

const DRAWN = 'select id::text from mapping.background where asset_id = :asset and unit_map_id = :map and is_drawing';
const NAMED = 'select id::text from mapping.background where asset_id = :asset and unit_map_id = :map and name = :name';

@Injectable()
export class Backgrounds extends Repository<Background> {
  protected readonly entity = Background;

  async named(asset: string, map: string, name: string): Promise<Background | undefined> {
    const [found] = await this.database.rows<{ id: string }>(NAMED, { asset, map, name });
    return found && this.lock({ assetId: asset, id: found.id });
  }

  /** Sets the background that shows the map's own drawing. @param image undefined to remove it @param id for a new one to keep */
  async replaceDrawing(asset: string, map: string, image: string | undefined, id?: string): Promise<void> {
    const [found] = await this.database.rows<{ id: string }>(DRAWN, { asset, map });
    if (!found) {
      if (image) await this.add(new Background(asset, map, await this.freeName(asset, map), image, true), id);
      return;
    }
    const background = await this.lock({ assetId: asset, id: found.id });
    if (image === undefined) await this.remove(background);
    else if (background.revise({ image })) await this.save(background);
  }

  /** The name, or the name with the lowest number that makes it unique in the map. */
  async freeName(asset: string, map: string, wanted = DRAWING): Promise<string> {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted} ${number}`;
      if (!(await this.named(asset, map, name))) return name;
    }
  }
}
