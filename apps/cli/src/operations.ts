import 'reflect-metadata';
import { type Operation, operationsOf } from '@app/platform/rest';
import { readSettings } from '@app/platform/core';
import type { DynamicModule, Type } from '@nestjs/common';
import { AppModule as DataModelsAppModule } from '../../data-models-api/src/app.module.js';
import { AppModule as ApiModule } from '../../api/src/app.module.js';

type Module = Type | DynamicModule;

const SETTINGS = readSettings({ DATABASE_URL: 'postgres://none' });

/** The operations of both APIs, read from decorators in the order in which Nest discovers them, without a server or database. */
export const operations = {
  api: operationsIn(ApiModule.forRoot(SETTINGS)),
  ai: operationsIn(DataModelsAppModule.forRoot(SETTINGS)),
};

/** All permissions that operations require. */
export const PERMISSIONS: readonly string[] = [
  ...new Set([...operations.api, ...operations.ai].flatMap(({ permission }) => permission ?? [])),
].sort();

function operationsIn(root: Module): Operation[] {
  return controllersOf(root, new Set()).flatMap((controller) =>
    operationsOf(controller).map(([, operation]) => operation),
  );
}

function controllersOf(module: Module, seen: Set<Type>): Type[] {
  const type = 'module' in module ? module.module : module;
  if (seen.has(type)) return [];
  seen.add(type);
  return [
    ...listOf<Type>('controllers', module, type),
    ...listOf<Module>('imports', module, type).flatMap((imported) => controllersOf(imported, seen)),
  ];
}

/** A list from the decorator of a module, extended by its dynamic form. */
function listOf<T>(key: 'controllers' | 'imports', module: Module, type: Type): T[] {
  const decorated = (Reflect.getMetadata(key, type) ?? []) as T[];
  return 'module' in module ? [...decorated, ...((module[key] ?? []) as T[])] : decorated;
}
