import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Tables whose rows totals depend on. */
const KINDS = [
  ...(['asset_expense', 'floor_plan_expense', 'unit_expense'] as const),
  ...(['floor_plan_entry', 'unit_entry', 'price_display'] as const),
];

/**
 * A state of something that totals depend on: an expense, an entry, the displayed price. Triggers write it
 * (migrations), whatever changes the row; the entity lets the schema check compare it with the migrations.
 */
@Entity({ schema: 'expenses', name: 'expense_state' })
@Index('expense_state_now', ['assetId', 'kind', 'expenseId', 'subjectId'], { unique: true, where: 'valid_to is null' })
@Index('expense_state_by_end', ['assetId', 'validTo'])
export class ExpenseState {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) readonly id: string;
  /** the table */
  @Column({ type: 'text', enum: KINDS }) readonly kind: (typeof KINDS)[number];
  @Column('bigint', { default: 0 }) readonly expenseId: string;
  /** floor plan or unit of an entry */
  @Column('bigint', { default: 0 }) readonly subjectId: string;
  @Column('jsonb') readonly content: object;
  @Column('timestamptz') readonly validFrom: Date;
  /** null if it is the present one */
  @Column('timestamptz', { nullable: true }) readonly validTo: Date | null;
}
