import { Buffer } from 'node:buffer';
import type { Ids } from '@app/platform/core';
import type { Database } from '@app/platform/persistence';
import { discard } from '../ingest/detach-buffer.js';
import { HashMultiset } from '../ingest/hash-multiset.js';

/** Larger sets are compared by Postgres. */
export const COMPARED_MOST = 200_000;
/**
 * Entries read by one statement and processed per turn of the event loop; a power of two. Their text stays below 128 KiB, because
 * only a full garbage collection frees larger strings.
 */
const PIECE_BITS = 10;
const PIECE = 2 ** PIECE_BITS;

/** Offsets of the members of an entry, and the length of the last one. */
const AT = {
  id: 8,
  ctid: 16,
  price: 22,
  availableOn: 26,
  term: 30,
  startsOn: 34,
  specials: 38,
  length: 46,
  provider: 48,
};

/** Value for entries without a lease start. */
export const NO_START = 5_000_000;
const day = (column: string) => `${column} - date '2000-01-01'`;
const ENTRY = `int8send(hash) || int8send(id) || tidsend(ctid) || int4send(price) || int4send(${day('available_on')})
  || int4send(coalesce(lease_term, 0)) || int4send(coalesce(${day('lease_starts_on')}, ${NO_START}))
  || coalesce(substr(sha256(textsend(specials_description)), 1, 8), '\\x0000000000000000')
  || int2send(octet_length(provider_id)::smallint) || textsend(provider_id)`;

/** Returns many entries in one value, because parsing rows would take longer than comparing them. Omits entries without a hash. */
const READ = `select count(*)::int as read, string_agg(${ENTRY}, '') as entries from (
    select entry.*, entry.ctid from pricing.entry
    where entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null
      and (entry.provider_id, entry.id) > (:provider, :id::bigint)
    order by entry.provider_id, entry.id limit ${PIECE}
  ) live`;

/** Looks up entries one by one, because with outdated statistics, a join would read all of them. */
const KNOWN = `select count(*) filter (where (select true from pricing.entry entry where entry.asset_id = :asset
    and entry.transaction_id = :generation and entry.provider_id = sent.provider_id and entry.hash = sent.hash
    and entry.until is null limit 1))::int as known
  from unnest(:providers::text[], :hashes::bigint[]) sent (provider_id, hash)`;

/** The live data set of a process. */
export interface LiveSet {
  publication: string;
  generation: string;
  entries: number;
}

/** @returns the number of these entries that are live */
export async function countKnown(
  database: Database,
  { assetId: asset }: Ids<'asset'>,
  { generation }: LiveSet,
  sent: { providers: string[]; hashes: string[] },
): Promise<number> {
  const [found] = await database.rows<{ known: number }>(KNOWN, { asset, generation, ...sent }, 'pricing.entry');
  return found!.known;
}

/** The entries of the live publication in the order of provider ids, identified by their index. */
export class LiveEntries {
  /** hashes of the entries */
  readonly hashes: HashMultiset;
  readonly publication: string;
  private readonly pieces: Buffer[] = [];
  private readonly views: DataView[] = [];
  private readonly starts: Int32Array;
  private count = 0;

  private constructor({ publication, entries }: LiveSet) {
    this.publication = publication;
    this.hashes = new HashMultiset(entries);
    this.starts = new Int32Array(entries);
  }

  /** @returns undefined if another publication is live by now, or if entries lack a hash */
  static async read(
    database: Database,
    { assetId: asset }: Ids<'asset'>,
    set: LiveSet,
  ): Promise<LiveEntries | undefined> {
    const live = new LiveEntries(set);
    for (let [provider, id] = ['', '0']; ; [provider, id] = [live.provider(live.count - 1), live.id(live.count - 1)]) {
      const values = { asset, generation: set.generation, provider, id };
      const [piece] = await database.rows<{ read: number; entries: Buffer | null }>(READ, values, 'pricing.entry');
      if (live.count + piece!.read > set.entries) return undefined;
      if (piece!.entries) live.add(piece!.entries);
      if (piece!.read < PIECE || live.count % PIECE > 0) return live.count === set.entries ? live : undefined;
    }
  }

  id(at: number): string {
    return String(this.piece(at).readBigInt64BE(this.starts[at]! + AT.id));
  }

  /** The ctid of an entry when it was read. */
  ctid(at: number): string {
    const [piece, from] = [this.piece(at), this.starts[at]! + AT.ctid];
    return `(${piece.readUInt32BE(from)},${piece.readUInt16BE(from + 4)})`;
  }

  provider(at: number): string {
    const [piece, from] = [this.piece(at), this.starts[at]!];
    return piece.toString('utf8', from + AT.provider, from + AT.provider + piece.readUInt16BE(from + AT.length));
  }

  /** A numeric member: half of a hash, the price, the first day, or half of the hash of the specials. */
  number(at: number, member: 'high' | 'low' | 'price' | 'availableOn' | 'specials' | 'specialsLow'): number {
    return this.views[at >>> PIECE_BITS]!.getInt32(this.starts[at]! + OFFSETS[member]);
  }

  /** Hashes the members that identify a pair. */
  pair<Result>(
    at: number,
    hash: (bytes: Buffer, from: number, to: number, term: number, startsOn: number) => Result,
  ): Result {
    const view = this.views[at >>> PIECE_BITS]!;
    const start = this.starts[at]!;
    const from = start + AT.provider;
    const to = from + view.getUint16(start + AT.length);
    return hash(this.piece(at), from, to, view.getInt32(start + AT.term), view.getInt32(start + AT.startsOn));
  }

  /** Frees the memory; call nothing afterwards. */
  release(): void {
    this.hashes.release();
    for (const array of [this.starts, ...this.pieces]) discard(array);
  }

  private add(piece: Buffer): void {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
    this.pieces.push(piece);
    this.views.push(view);
    for (let start = 0; start < piece.length; start += AT.provider + view.getUint16(start + AT.length)) {
      this.hashes.add(view.getInt32(start), view.getInt32(start + 4));
      this.starts[this.count++] = start;
    }
  }

  private piece(at: number): Buffer {
    return this.pieces[at >>> PIECE_BITS]!;
  }
}

const OFFSETS = {
  ...{ high: 0, low: 4, price: AT.price, availableOn: AT.availableOn },
  ...{ specials: AT.specials, specialsLow: AT.specials + 4 },
};
