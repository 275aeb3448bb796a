import { Aggregate } from '@app/kernel';
import { Entity } from 'typeorm';

@Entity({ schema: 'catalog', name: 'unit' })
export class Unit extends Aggregate {}
