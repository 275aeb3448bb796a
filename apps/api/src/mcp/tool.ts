import type { ApiClient } from './api-client.js';
import type { ApiDescription } from './api-description.js';

export type JsonSchema = Record<string, unknown>;
export type Json = Record<string, unknown>;

/** The dependencies of a tool. */
export interface Toolbox {
  api: ApiClient;
  description: ApiDescription;
  /** whether the key has a permission */
  may(permission: string): boolean;
}

/** A tool: its description for agents, and its implementation. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** JSON Schemas of its arguments, by name */
  input: Record<string, JsonSchema>;
  required?: readonly string[];
  /** JSON Schemas of the members of its result, by name */
  output: Record<string, JsonSchema>;
  /** permissions that a key needs to see the tool */
  permissions?: readonly string[];
  kind: 'read' | 'write' | 'destructive';
  run(toolbox: Toolbox, input: Json): Promise<Json>;
}

/** Types the input of `run`, which the schema validates. */
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
