import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';

/** A table of questions and answers about an asset, stored as the uploaded file. */
@Entity({ schema: 'data_model', name: 'data_model' })
@Index('data_model_by_file', ['file'])
export class DataModel extends AssetOwned {
  @Column('text') title: string;

  /** name of the stored file */
  @Column('text') private file: string;

  constructor(assetId: string, title: string, file: string) {
    super(assetId);
    this.title = title;
    this.file = file;
  }

  /** @returns whether anything changed */
  override revise({ file = this.file, title = this.title }: { file?: string; title?: string }): boolean {
    const changed = this.file !== file || this.title !== title;
    this.file = file;
    this.title = title;
    return changed;
  }
}
