import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';

/** A table of questions and answers about an asset, kept as the file that was sent. */
@Entity({ schema: 'data_model', name: 'data_model' })
@Index('data_model_by_file', ['file'])
export class DataModel extends AssetOwned {
  @Column('text') readonly title: string;

  /** name of the stored file */
  @Column('text') private file: string;

  constructor(assetId: string, title: string, file: string) {
    super(assetId);
    this.title = title;
    this.file = file;
  }

  /** True when that changes something. */
  replace(file: string): boolean {
    const changed = this.file !== file;
    this.file = file;
    return changed;
  }
}
