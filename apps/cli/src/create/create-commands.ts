import { AssignAssets, WriteAccount } from '@app/catalog/provisioning';
import { WriteAccountDto } from '@app/catalog/contract';
import { NewEmbedDto } from '@app/mapping/contract';
import { CreateEmbed } from '@app/mapping/provisioning';
import { OPERATOR } from '@app/platform/auth';
import { compileSchema, isId, Problem } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { CreateResource } from '@app/platform/resources';
import { bodySchema, fromWire } from '@app/platform/rest';
import { CreatePricingProcessDto } from '@app/pricing/contract';
import { PricingProcess } from '@app/pricing/provisioning';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Command, Option } from '../command.js';
import { withContexts } from '../contexts.js';
import { CommandError, UsageError } from '../errors.js';
import { numberOption } from '../import/options.js';
import { requireKnown } from '../known.js';

const JSON_OPTION: Option = { type: 'boolean', help: 'prints JSON' };
const NAME: Option = { type: 'string', value: 'N', help: 'its name', required: true };

const accountsCreate: Command = {
  name: 'accounts create',
  summary: 'Creates an account, a customer that has assets',
  options: {
    name: NAME,
    assets: { type: 'string', value: 'id,id', help: 'assets to assign to it; default: none' },
    json: JSON_OPTION,
  },
  run: (input, io) => {
    const { name } = bodyOf('accounts create', WriteAccountDto, { name: input.options['name'] });
    const assets = listOf(input.options['assets']);
    const wrong = assets.find((id): boolean => !isId(id));
    if (wrong !== undefined)
      throw new UsageError(`--assets must be ids such as 1,2, not "${wrong}"`, 'accounts create');
    return withContexts(io, async (app) => {
      await requireKnown(app, 'asset', assets);
      const id = await app.get(UnitOfWork).run(async () => {
        const account = await app.get(CommandBus).execute(new WriteAccount(OPERATOR, name));
        const items = assets.map((assetId) => ({ assetId }));
        if (items.length > 0) await app.get(CommandBus).execute(new AssignAssets(OPERATOR, account, items));
        return account;
      });
      io.out(input.flags['json'] ? JSON.stringify({ id, name, assets }, null, 2) : `Account ${id} (${name}).`);
    });
  },
};

const processesCreate: Command = {
  name: 'processes create',
  summary: 'Creates a pricing process, a source of prices of an asset',
  options: {
    asset: { type: 'string', value: 'ID', help: 'the asset', required: true },
    name: NAME,
    strategy: {
      type: 'string',
      value: 'flat_pricing|revenue_management',
      help: 'one price for each unit, or prices by lease term and start',
      required: true,
    },
    type: { type: 'string', value: 'push|poll|manual', help: 'how prices reach it; default push' },
    'history-days': { type: 'string', value: 'N', help: 'days for which replaced prices are kept' },
    'expected-every': { type: 'string', value: 'HOURS', help: 'hours within which the next prices are expected' },
    json: JSON_OPTION,
  },
  run: (input, io) => {
    const { options, flags } = input;
    const of = 'processes create';
    const asset = idOption(of, 'asset', options['asset']!);
    const body = bodyOf(of, CreatePricingProcessDto, {
      name: options['name'],
      type: options['type'] ?? 'push',
      pricing_strategy: options['strategy'],
      history_days: numberOption(of, 'history-days', options['history-days']),
      expected_every_hours: numberOption(of, 'expected-every', options['expected-every']),
    });
    return withContexts(io, async (app) => {
      await requireKnown(app, 'asset', [asset]);
      const id = await app.get(CommandBus).execute(new CreateResource(PricingProcess, asset, body));
      const path = `/v1/assets/${asset}/multifamily/pricing/${id}`;
      if (flags['json']) io.out(JSON.stringify({ id, asset, name: body.name, path }, null, 2));
      else io.out(`Process ${id} (${body.name}): ${path}`);
    });
  },
};

const embedsCreate: Command = {
  name: 'embeds create',
  summary: 'Creates an embed, a page with maps of an account for an iframe',
  options: {
    account: { type: 'string', value: 'ID', help: 'the account', required: true },
    name: NAME,
    maps: {
      type: 'string',
      value: 'ASSET/MAP,...',
      help: 'its maps by the ids of asset and map, such as 1/1,1/2, in the order in which it shows them',
      required: true,
    },
    process: {
      type: 'string',
      value: 'ID',
      help: 'the pricing process whose prices it shows, if the maps are of one asset; default: the latest publication',
    },
    tags: { type: 'string', value: 'a,b', help: 'its tags' },
    origins: {
      type: 'string',
      value: 'URL,...',
      help: 'origins of the pages that may frame it, such as https://www.example.com; default: all',
    },
    json: JSON_OPTION,
  },
  run: (input, io) => {
    const { options, flags } = input;
    const of = 'embeds create';
    const account = idOption(of, 'account', options['account']!);
    const body = bodyOf(of, NewEmbedDto, {
      name: options['name'],
      tags: options['tags'] === undefined ? undefined : listOf(options['tags']),
      allowed_origins: options['origins'] === undefined ? undefined : listOf(options['origins']),
      service_maps: mapsOf(options['maps']!, options['process']),
    });
    return withContexts(io, async (app) => {
      await requireKnown(app, 'account', [account]);
      const id = await app.get(CommandBus).execute(new CreateEmbed(account, body)).catch(explained);
      const page = await pageOf(app, account, id);
      if (flags['json']) io.out(JSON.stringify({ id, account, name: body.name, page }, null, 2));
      else io.out(`Embed ${id} (${body.name}): ${page}`);
    });
  },
};

const PAGE = `select '/embed/' || key as page from mapping.embed where account_id = :account and id = :id`;

async function pageOf(app: INestApplicationContext, account: string, id: string): Promise<string> {
  return (await app.get(Database).rows<{ page: string }>(PAGE, { account, id }))[0]!.page;
}

function mapsOf(text: string, process: string | undefined): object[] {
  return listOf(text).map((each) => {
    const [asset, map, ...more] = each.split('/') as [string, string?, ...string[]];
    if (map === undefined || more.length > 0 || !isId(asset) || !isId(map))
      throw new UsageError(`--maps must be ids of assets and maps such as 1/1,1/2, not "${each}"`, 'embeds create');
    return { id: map, asset_id: asset, ...(process !== undefined && { pricing_process_id: process }) };
  });
}

/** Options that are not named like their field. */
const OPTIONS: Readonly<Record<string, string>> = {
  pricing_strategy: 'strategy',
  expected_every_hours: 'expected-every',
  service_maps: 'maps',
  allowed_origins: 'origins',
};
const optionOf = (path: string): string => {
  if (path.endsWith('.pricing_process_id')) return '--process';
  const [field = ''] = path.split('.', 1);
  return `--${OPTIONS[field] ?? field.replaceAll('_', '-')}`;
};

/** The body of the REST operation. @throws UsageError naming the option of each invalid field */
function bodyOf<T extends object>(command: string, dto: Type<T>, body: Record<string, unknown>): T {
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const errors = Object.entries(compileSchema(bodySchema(dto, 'compiled'))(sent)?.errors ?? {});
  if (errors.length > 0)
    throw new UsageError(errors.map(([path, texts]) => `${optionOf(path)} ${texts.join(', ')}`).join('; '), command);
  return fromWire(dto, sent);
}

/** Names the options of the fields that the database knows to be wrong. */
function explained(error: unknown): never {
  if (!(error instanceof Problem) || !error.fields) throw error;
  const lines = Object.entries(error.fields).map(([path, texts]) => `${optionOf(path)}: ${path} ${texts.join(', ')}`);
  throw new CommandError(lines.join('\n'));
}

function idOption(command: string, name: string, text: string): string {
  const isWrong: boolean = !isId(text);
  if (isWrong) throw new UsageError(`--${name} must be an id such as 1, not "${text}"`, command);
  return text;
}

const listOf = (text = ''): string[] => [...new Set(text.split(',').map((item) => item.trim()).filter(Boolean))]; // oxfmt-ignore

/** `accounts create`, `processes create` and `embeds create`, by the commands of the REST operations. */
export const createCommands: Command[] = [accountsCreate, processesCreate, embedsCreate];
