import { Column } from 'typeorm';
import { timeText } from '../../core/model/dates.js';

/**
 * A column for an instant that requests set: the property is a string in UTC with whole seconds, `2026-11-20T11:21:15+00:00`, so that
 * the texts compare as the instants do.
 */
export const TimestampColumn = (options: { nullable?: boolean } = {}): PropertyDecorator =>
  Column({
    ...options,
    type: 'timestamptz',
    precision: 0,
    transformer: { to: (text: string | null) => text, from: (time: Date | null) => time && timeText(time) },
  });
