import { Aggregate } from '@app/platform/core';
import { Entity } from 'typeorm';

@Entity({ schema: 'catalog', name: 'unit' })
export class Unit extends Aggregate {}
