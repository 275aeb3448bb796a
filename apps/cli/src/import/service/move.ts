import { Problem } from '@app/platform/core';
import type { Asset } from '@app/sdk';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandError, Interrupted } from '../../errors.js';
import type { Tell } from '../../progress.js';
import { applyDeclaration } from '../../provision/provision.js';
import type { Item } from '../../provision/section.js';
import { Summary } from '../summary.js';
import { type MovedPrices, movePrices } from './prices.js';
import { readAccount } from './read-accounts.js';
import { readAsset } from './read-asset.js';
import { PAGE, type SourceServer } from './source-server.js';

interface MoveOptions {
  /** asset ids; default: all assets that the key sees */
  assets?: readonly string[] | undefined;
  dryRun: boolean;
  signal: AbortSignal;
}

/** Data that the API never returns, whatever the key. */
const NEVER_SHOWN = [
  'API keys: `keys create --key` takes over those that clients have',
  'webhooks, whose secrets are not shown: create them with `provision`, and change the secret at the receiver',
  'publications before the last and what units showed then, transactions that are open, and the audit trail',
  'times of creation and of changes: everything is new here',
];

/** Imports the data of another server: asset by asset, each in its own transaction, then the accounts. */
export class Move {
  readonly summary = new Summary();
  readonly prices: MovedPrices[] = [];
  readonly rejected: string[] = [];
  private readonly assets = new Set<string>();
  private readonly maps = new Set<string>();
  /** ids on this server, by `section/id` on the source */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly app: INestApplicationContext,
    private readonly source: SourceServer,
    private readonly options: MoveOptions,
    private readonly tell: Tell,
  ) {}

  async run(): Promise<void> {
    const assets = await this.wanted();
    for (const [n, asset] of assets.entries()) {
      this.tell(`asset ${n + 1} of ${assets.length}`);
      await this.reportProblems(`asset ${asset.id} (${asset.name})`, () => this.moveAsset(asset));
      this.source.forget();
    }
    this.tell('accounts');
    for (const account of await this.source.all('accounts', this.source.api.listAccounts(PAGE)))
      await this.reportProblems(`account ${account.id} (${account.name})`, async () => {
        const read = () => readAccount(this.source, account, this.assets, this.maps);
        const item = await this.source.readChecked(`account ${account.id}`, read);
        const isOfOthers = (item['assets'] as Item[]).length === 0 && this.options.assets !== undefined;
        if (!isOfOthers && !this.options.dryRun) await this.provision({ accounts: [item] });
      });
  }

  get notShown(): string[] {
    return [...this.source.notShown, ...NEVER_SHOWN];
  }

  /** Ids that were taken on this server, with their replacements. */
  get renumbered(): { section: string; there: string; here: string }[] {
    return [...this.known].flatMap(([key, here]) => {
      const [section, there] = key.split('/') as [string, string];
      return here === there ? [] : [{ section, there, here }];
    });
  }

  private async wanted(): Promise<Asset[]> {
    const all = await this.source.items('assets', this.source.api.listAssets(PAGE));
    const { assets: wanted } = this.options;
    const missing = wanted?.filter((id) => !all.some((asset) => asset.id === id)) ?? [];
    if (missing.length > 0) throw new CommandError(`The server shows no asset ${missing.join(', ')} to this key`);
    return wanted ? all.filter(({ id }) => wanted.includes(id)) : all;
  }

  private async moveAsset(asset: Asset): Promise<void> {
    const item = await this.source.readChecked(`asset ${asset.id}`, () => readAsset(this.source, asset));
    await this.provision({ assets: [item] });
    this.assets.add(asset.id);
    for (const { id } of item['unit_maps'] as { id: string }[]) this.maps.add(id);
    if (this.options.dryRun) return;
    for (const { id, name } of item['pricing_processes'] as { id: string; name: string }[]) {
      const moved = {
        name: `${asset.name}, ${name}`,
        there: { asset: asset.id, process: id },
        here: {
          asset: this.known.get(`assets/${asset.id}`)!,
          process: this.known.get(`assets.pricing_processes/${id}`)!,
        },
        unitHere: (unit: string) => this.known.get(`assets.units/${unit}`),
      };
      const move = () => movePrices(this.app, this.source, moved, this.options.signal);
      this.prices.push(await this.source.readChecked(`process ${id}`, move));
    }
  }

  private async provision(value: object): Promise<void> {
    const { dryRun, signal } = this.options;
    if (signal.aborted) throw new Interrupted();
    const declaration = { value, read: (address: string) => this.source.read(address) };
    const mapsOf = new Set([...this.assets].map((id) => this.known.get(`assets/${id}`)!));
    const { outcomes } = await applyDeclaration(this.app, declaration, { dryRun, known: this.known, mapsOf });
    this.summary.add(outcomes);
  }

  /** A rejected asset or account does not stop the others. */
  private async reportProblems(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CommandError || error instanceof Problem)) throw error;
      this.rejected.push(...error.message.split('\n').map((line) => `${what}: ${line}`));
    }
  }
}
