import { execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.mjs';

/** A streaming replica of an embedded server, made from a base backup. */
export class Standby {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly home: string,
    private readonly port: number,
    readonly url: string,
    private readonly superuserUrl: string,
  ) {}

  /** @param primary addresses of the primary, and the folder of its files */
  static async of(primary: { url: string; superuserUrl: string; directory: string }): Promise<Standby> {
    const home = mkdtempSync(join(tmpdir(), 'property-map-standby-'));
    const owner = statSync(primary.directory);
    const port = await freePort();
    const url = new URL(primary.url);
    const { hostname, port: ofPrimary, username, password } = new URL(primary.superuserUrl);
    url.port = String(port);
    const superuserUrl = new URL(primary.superuserUrl);
    superuserUrl.port = String(port);
    const client = new pg.Client({ connectionString: primary.superuserUrl });
    await client.connect();
    await client.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', primary.directory, join(home, 'data')]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(home, 'data', name));
    const follows = `host=${hostname} port=${ofPrimary} user=${username} password=${password}`;
    writeFileSync(join(home, 'data/backup_label'), rows[0]!.labelfile);
    writeFileSync(join(home, 'data/standby.signal'), '');
    appendFileSync(join(home, 'data/postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`);
    for (const name of ['', 'data/backup_label', 'data/standby.signal'])
      chownSync(join(home, name), owner.uid, owner.gid);
    const program = /^\S+/.exec(readFileSync(join(primary.directory, 'postmaster.opts'), 'utf8'))![0];
    const standby = new Standby(program, home, port, url.href, superuserUrl.href);
    await standby.start();
    return standby;
  }

  /** Starts the server; resolves when it accepts connections. */
  async start(): Promise<void> {
    const data = join(this.home, 'data');
    const { uid, gid } = statSync(data);
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      fsync: 'off',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(join(this.home, 'log'), 'a');
    this.server = spawn(this.program, ['-D', data, ...flags], {
      ...(process.getuid?.() === 0 && { uid, gid }),
      cwd: data,
      stdio: ['ignore', log, log],
    });
    for (let tries = 0; !(await this.answers()); tries++) {
      if (tries > 600) throw new Error(`The standby does not start: ${readFileSync(join(this.home, 'log'), 'utf8')}`);
      await sleep(50);
    }
  }

  /** Runs a statement as superuser, which may pause the replay. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.superuserUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Stops the server at once, as a power cut does. */
  async stop(): Promise<void> {
    if (!this.server || this.server.exitCode !== null) return;
    this.server.kill('SIGQUIT');
    await once(this.server, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return this.sql('select').then(
      () => true,
      () => false,
    );
  }
}
