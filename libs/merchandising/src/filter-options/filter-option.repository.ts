import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { FilterOption } from './filter-option.aggregate.js';

const LAST_SORT = `select coalesce(max(option.sort), 0) as sort from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = :filter`;

@Injectable()
export class FilterOptions extends Repository<FilterOption> {
  protected readonly entity = FilterOption;

  /** The highest sort value among the options of a filter; 0 without options. */
  async lastSort(asset: string, filter: string): Promise<number> {
    const [row] = await this.database.rows<{ sort: number }>(LAST_SORT, { asset, filter });
    return row!.sort;
  }
}
