import type { lookup as resolve } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { isPublicAddress } from './address-rules.js';
import { AddressRefused, requestOutbound } from './outbound-request.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
const NONE = new BlockList();

const SENT = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'hello', timeout: 5_000, maxBytes: 16 };

let server: Server;
let received: string[];
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request.url!);
    if (request.url === '/hangs') return;
    if (request.url === '/moved') return void response.writeHead(302, { Location: `${base}/inside` }).end();
    if (request.url === '/drips') return void response.writeHead(200).write('a');
    if (request.url === '/trickles') return void response.socket!.write('HTTP/1.1 200 OK\r\nX-Endless: a');
    if (request.url === '/closes') return void response.socket!.destroy();
    if (request.url === '/upgrades') return void response.writeHead(101, { Upgrade: 'x', Connection: 'Upgrade' }).end();
    if (request.url === '/headers') return void response.writeHead(200, { 'X-Large': 'x'.repeat(100_000) }).end();
    response.end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => (received = []));

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers each question with the next of these lists of addresses. */
function names(...answers: string[][]): { lookup: typeof resolve; asked(): number } {
  let asked = 0;
  const lookup = ((_: string, __: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!;
    done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))); // oxfmt-ignore
  }) as unknown as typeof resolve;
  return { lookup, asked: () => asked };
}

describe('An outbound request', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://1.1.1.1@127.0.0.1/',
    'https://127。0。0。1/',
    'https://017700000001/',
    'https://0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.0.1/',
    'https://192.168.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://１２７.0.0.1/',
    'http://93.184.215.14/',
    'ftp://93.184.215.14/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://ｌocalhost/',
    'https://①②⑦.⓪.⓪.①/',
    'https://𝟏𝟐𝟕.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://127%2e0%2e0%2e1/',
    'https://127．0．0．1/',
    'https://127｡0｡0｡1/',
    'https://12\u00ad7.0.0.1/',
    'https://12\t7.0.0.1/',
    'https:127.0.0.1',
    'https:\\\\127.0.0.1/',
    'https://127.0.0.1\\@example.com/',
    'https://127.0.0.1#@example.com/',
    'https://127.0.0.1?.example.com/',
    'https://127.0.1/',
    'https://0x7F.0x0.0x0.0x1/',
    'https://00000177.1/',
    'https://127.0.0.1:0/',
    'https://127.0.0.1:22/',
    'https://2852039166/',
    'https://0xA9FEA9FE/',
    'https://0251.0376.0251.0376/',
    'https://0xa9.0xfe.43518/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://192.0.0.192/',
    'https://198.19.255.255/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::169.254.169.254]/',
    'https://[2002:c0a8:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[2001:db8::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fec0::1]/',
    'https://[100::1]/',
  ])('refuses %s', async (url) => {
    await expect(requestOutbound(new URL(url), SENT, NONE)).rejects.toThrow(AddressRefused);
  });

  it('refuses a name if one of its addresses is not public', async () => {
    const lists = [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['2606:4700::1111', '::1'], ['::ffff:10.0.0.1'], ['fe80::1%eth0'], ['::ffff:a9fe:a9fe'], ['64:ff9b::a00:1'], ['168.63.129.16'], []]; // oxfmt-ignore
    for (const addresses of lists)
      await expect(
        requestOutbound(new URL('https://example.com/'), SENT, NONE, names(addresses).lookup),
      ).rejects.toThrow(AddressRefused);
  });

  it.each([
    'https://[fe80::1%25eth0]/',
    'https://[::ffff:127.0.0.1%25lo]/',
    'https://[::ffff:0x7f.1]/',
    'https://127.0..0.1/',
    'https://.127.0.0.1/',
    'https://127.0.0.256/',
    'https://0x100000000/',
    'https://127.0.0.1%09/',
  ])('knows no host in %s', (url) => expect(() => new URL(url)).toThrow('Invalid URL'));

  it('resolves a name once, and connects to the address that was checked', async () => {
    const { lookup, asked } = names(['127.0.0.1'], ['10.0.0.1']);
    const url = new URL(base.replace('127.0.0.1', 'receiver.example'));
    const { status } = await requestOutbound(url, SENT, LOOPBACK, lookup);
    expect([status, asked()]).toEqual([200, 1]);
    await expect(requestOutbound(url, SENT, LOOPBACK, lookup)).rejects.toThrow(AddressRefused);
  });

  it('follows no redirect', async () => {
    expect((await requestOutbound(new URL(`${base}/moved`), SENT, LOOPBACK)).status).toBe(302);
    expect(received).toEqual(['/moved']);
  });

  it('reads only the beginning of a response, and does not wait for a slow one', async () => {
    const { text } = await requestOutbound(new URL(`${base}/large`), SENT, LOOPBACK);
    expect(text).toBe('x'.repeat(16));
    expect((await requestOutbound(new URL(`${base}/drips`), SENT, LOOPBACK)).text).toBe('a');
  });

  it('fails when there is no response in time', async () => {
    for (const path of ['/hangs', '/trickles'])
      await expect(requestOutbound(new URL(base + path), { ...SENT, timeout: 200 }, LOOPBACK)).rejects.toThrow(
        'No response within 0.2 seconds',
      );
  });

  it.each([
    ['closes the connection', '/closes'],
    ['upgrades it', '/upgrades'],
    ['sends headers that are too large', '/headers'],
  ])('fails at once when the server %s', async (_, path) => {
    await expect(requestOutbound(new URL(base + path), SENT, LOOPBACK)).rejects.toThrow(/hang up|closed|overflow/i);
  });
});

it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
