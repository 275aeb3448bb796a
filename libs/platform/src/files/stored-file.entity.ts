import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** That a file is in the store, or is being put there. */
@Entity({ schema: 'kernel', name: 'stored_file' })
@Index('stored_file_unnamed', ['unnamedSince'], { where: 'unnamed_since is not null' })
export class StoredFile {
  @PrimaryColumn('text')
  readonly name: string;

  @Column('timestamptz', { default: () => 'kernel.now()' })
  readonly storedAt: Date;

  /** Since when the collector has known that nothing names it. */
  @Column('timestamptz', { nullable: true })
  readonly unnamedSince: Date | null;
}
