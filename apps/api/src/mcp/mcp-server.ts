import { compileSchema } from '@app/platform/core';
import { fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server';
import { Logger } from '@nestjs/common';
import { ApiError } from './api-client.js';
import { ASSET_TOOLS } from './asset-tools.js';
import { GENERIC_TOOLS } from './generic-tools.js';
import { PRICE_TOOLS } from './price-tools.js';
import type { Json, Tool, Toolbox } from './tool.js';

const TOOLS: readonly Tool[] = [...ASSET_TOOLS, ...PRICE_TOOLS, ...GENERIC_TOOLS];

const INSTRUCTIONS =
  'Real-estate assets, their units, prices and maps. Begin with find_assets and asset_overview: other tools ask for the ids that they name. ' +
  'Before publish_prices call preview_prices and show the person what changes. For all else: api_search, api_details, then api_read or api_write.';

const logger = new Logger('Mcp');

/** Creates a server for one request or connection, with the tools that the key permits. */
export function createMcpServer(toolbox: Toolbox, version: string): McpServer {
  const server = new McpServer(
    { name: 'property-map-service', version },
    // connections end with their request, so the server cannot notify clients of changes
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of TOOLS) if (isFor(tool, toolbox)) register(server, tool, toolbox);
  return server;
}

const isFor = ({ permissions = [] }: Tool, { may }: Toolbox): boolean =>
  permissions.every((permission) => may(permission));

/** Reports invalid arguments by name, as the API reports fields, and lists the known arguments if one is unknown. */
const VALIDATOR: jsonSchemaValidator = {
  getValidator<T>(schema: object) {
    const check = compileSchema(schema as Json);
    const known = Object.keys((schema as { properties: Json }).properties);
    return (given: unknown) => {
      const faults = Object.entries(check(given)?.errors ?? {}).map(([path, texts]) => `${path} ${texts.join(', ')}`);
      if (Object.keys(given ?? {}).some((name) => !known.includes(name))) faults.push(`known: ${known.join(', ')}`);
      for (const [name, value] of Object.entries(given ?? {}))
        if (!isWellFormed(value)) faults.push(`${name.toWellFormed()} must be text without unpaired surrogates`);
      return faults.length === 0
        ? { valid: true as const, data: given as T, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: faults.join('; ') };
    };
  },
};

/** Whether all texts in a value can be encoded, the names of its members included: in paths, queries and files, they must be. */
const isWellFormed = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed()
    : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isWellFormed);

/** Compiled once per process, because a server lives only for one request. */
const CONFIGS = new Map(TOOLS.map((tool) => [tool, configOf(tool)]));

function configOf({ title, description, input, required = [], output, kind }: Tool) {
  const object = { type: 'object' as const };
  return {
    title,
    description,
    inputSchema: fromJsonSchema(
      { ...object, properties: input, required: [...required], additionalProperties: false },
      VALIDATOR,
    ),
    outputSchema: fromJsonSchema({ ...object, properties: output }),
    annotations: { readOnlyHint: kind === 'read', destructiveHint: kind === 'destructive', openWorldHint: false },
  };
}

function register(server: McpServer, tool: Tool, toolbox: Toolbox): void {
  server.registerTool(tool.name, CONFIGS.get(tool)!, (given) => answer(tool, toolbox, given as Json));
}

/** Turns API errors into tool errors that the agent can act on; internal errors are logged and reveal no details. */
async function answer(tool: Tool, toolbox: Toolbox, given: Json) {
  try {
    const result = await tool.run(toolbox, given);
    return { structuredContent: result, content: [{ type: 'text' as const, text: JSON.stringify(result) }] };
  } catch (error) {
    const isExpected = error instanceof ApiError;
    if (!isExpected) logger.error({ tool: tool.name, text: String(error) }, 'A tool failed');
    const message = isExpected ? error.message : 'The tool failed on our side.';
    return { isError: true, content: [{ type: 'text' as const, text: message }] };
  }
}
