import { EXACT } from '@app/platform/core';
import { Shape } from '@app/platform/rest';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';

const MAX_AMOUNT = 9_999_999.99;
const MAX_STEPS = 20;

interface Options {
  example: unknown;
  description: string;
}

/** Whether a number has at most two decimal places: the nearest such number is the same double. */
const hasCents = (value: unknown): boolean => typeof value !== 'number' || Math.round(value * 100) / 100 === value;

const Cents = () =>
  ValidateBy({
    name: 'cents',
    validator: { validate: hasCents, defaultMessage: () => 'must have at most two decimal places' },
  });

const number = (maximum: number) => ({ type: 'number', minimum: 0, maximum, [EXACT]: true });

/** An amount of money in the currency of the asset; null if there is none. */
export const Amount = (options: Options) =>
  applyDecorators(Shape(number(MAX_AMOUNT), { optional: true, nullable: true, ...options }), Cents());

/** A percentage of the rent. */
export const Percentage = (options: Options) =>
  applyDecorators(Shape(number(1000), { optional: true, nullable: true, ...options }), Cents());

const areSteps = (value: unknown): boolean => !Array.isArray(value) || value.length >= 2;

/** The amounts of the first, the second, ... piece. */
export const Steps = (options: Options) =>
  applyDecorators(
    Shape(
      { type: 'array', items: number(MAX_AMOUNT), maxItems: MAX_STEPS },
      { optional: true, nullable: true, ...options },
    ),
    ValidateBy({
      name: 'steps',
      validator: { validate: areSteps, defaultMessage: () => 'must have at least two amounts' },
    }),
    ValidateBy({
      name: 'cents',
      validator: {
        validate: (value) => !Array.isArray(value) || value.every(hasCents),
        defaultMessage: () => 'must be amounts with at most two decimal places',
      },
    }),
  );
