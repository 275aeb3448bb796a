import type { Asset, Client, PricingProcess, PricingTransaction, Publication } from '@app/sdk';
import { may } from './session.js';

/** The state of a pricing process. */
export interface Feed {
  process: PricingProcess;
  /** the latest publication */
  publication: Publication | undefined;
  /** when its prices were last published or confirmed by the same data set */
  current: string | undefined;
  open: PricingTransaction | undefined;
  /** whether the next prices are later than expected */
  isOverdue: boolean;
}

export interface AssetState {
  asset: Asset;
  /** undefined if the key may not count them */
  units: number | undefined;
  /** undefined if the key may not read them */
  feeds: Feed[] | undefined;
}

const HOUR = 3_600_000;

export async function readAsset(client: Client, asset: Asset, signal: AbortSignal): Promise<AssetState> {
  const of = { asset: asset.id };
  const [units, feeds] = await Promise.all([
    may('service.units.read')
      ? client.listUnits({ ...of, perPage: 1, total: true }, { signal }).then(({ paging }) => paging.total_count)
      : undefined,
    may('service.pricing.read')
      ? client
          .listPricingProcesses(of, { signal })
          .all()
          .then((processes) => Promise.all(processes.map((process) => readFeed(client, process, signal))))
      : undefined,
  ]);
  return { asset, units, feeds };
}

export async function readFeed(client: Client, process: PricingProcess, signal: AbortSignal): Promise<Feed> {
  const of = { asset: process.asset_id, process: process.id };
  const [publications, transactions] = await Promise.all([
    client.listPublications({ ...of, perPage: 1 }, { signal }),
    client.listTransactions({ ...of, perPage: 10 }, { signal }),
  ]);
  const [publication] = publications.data;
  const confirmed = transactions.data.find(
    ({ status, publication: number }) => status === 'finished' && number !== null,
  );
  const times = [publication?.published_at, confirmed?.ended_at].flatMap((time) => time ?? []);
  const current = times.sort().at(-1);
  const open = transactions.data.find(({ status }) => status === 'pending');
  return { process, publication, current, open, isOverdue: isOverdue(process, current) };
}

function isOverdue({ expected_every_hours: hours, created_at }: PricingProcess, current = created_at): boolean {
  return hours !== null && Date.now() - Date.parse(current) > hours * HOUR;
}

/** Overdue feeds first, then those without prices, then the oldest. */
export function byStaleness(one: AssetState, other: AssetState): number {
  const [a, b] = [rank(one), rank(other)];
  return a.group - b.group || a.time - b.time || one.asset.name.localeCompare(other.asset.name);
}

function rank({ feeds }: AssetState): { group: number; time: number } {
  const ranks = (feeds ?? []).map(({ isOverdue: late, current }) => ({
    group: late ? 0 : current === undefined ? 1 : 2,
    time: current === undefined ? 0 : Date.parse(current),
  }));
  return ranks.sort((a, b) => a.group - b.group || a.time - b.time)[0] ?? { group: 3, time: 0 };
}
