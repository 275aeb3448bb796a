import type { ApiClient } from './api-client.js';
import type { ApiDescription } from './api-description.js';

export type JsonSchema = Record<string, unknown>;
export type Json = Record<string, unknown>;

/** What a tool works with. */
export interface Toolbox {
  api: ApiClient;
  description: ApiDescription;
  /** whether the key holds a permission */
  may(permission: string): boolean;
}

/** A tool: what the agent reads of it, and what it does. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** the properties of its argument */
  input: Record<string, JsonSchema>;
  required?: readonly string[];
  /** the properties of its result */
  output: Record<string, JsonSchema>;
  /** permissions that the key must hold for the tool to be listed */
  permissions?: readonly string[];
  kind: 'read' | 'write' | 'destructive';
  run(toolbox: Toolbox, input: Json): Promise<Json>;
}

/** For `run` of a tool whose input is known by its schema. */
export const tool = <Input extends object>(
  definition: Omit<Tool, 'run'> & { run(toolbox: Toolbox, input: Input): Promise<Json> },
): Tool => definition as unknown as Tool;

export const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
});
export const integer = (description: string, minimum = 0, maximum?: number): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
  ...(maximum !== undefined && { maximum }),
});
export const date = (description: string): JsonSchema => text(description, { format: 'date' });
export const items: JsonSchema = { type: 'array', items: { type: 'object' } };
export const object: JsonSchema = { type: 'object' };

export const ASSET = text('Id of the asset, from find_assets');
export const PROCESS = text('Id of the pricing process, from asset_overview');

export const inAsset = (asset: string, rest = ''): string =>
  `/v1/assets/${encodeURIComponent(asset)}${rest && `/multifamily/${rest}`}`;
export const inProcess = (asset: string, process: string, rest = ''): string =>
  inAsset(asset, `pricing/${encodeURIComponent(process)}${rest && `/${rest}`}`);
