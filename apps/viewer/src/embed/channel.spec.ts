import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { HostCalls, HostEvents, HostPort, ViewerOptions } from '../host-api.js';
import { connectHost } from './channel.js';
import { message } from './protocol.js';
import { EVENTS, FramedWindow, HOST, PAGE, hostOf } from './spec-support.js';

const windows: FramedWindow[] = [];
const reported = jest.fn();

beforeAll(() => {
  globalThis.reportError = reported;
});
beforeEach(() => reported.mockClear());
afterEach(() => {
  for (const port of windows.splice(0).flatMap((window) => window.ports)) port.close();
});

function framed(options: ViewerOptions = {}, allowed?: string[], from?: FramedWindow['from']) {
  const window = new FramedWindow(from);
  windows.push(window);
  const page = connectHost(options, allowed, window as unknown as Window);
  return { window, page, ...hostOf(window) };
}

const willing = (): jest.Mocked<HostCalls> => ({
  select: jest.fn(() => true),
  setFilters: jest.fn(() => true),
  setUnitNumberMatches: jest.fn(() => true),
  disableUI: jest.fn(() => true),
  showFloor: jest.fn(() => true),
  destroy: jest.fn(() => true),
});

const emitAll = (page: HostPort) => {
  for (const [name, payload] of Object.entries(EVENTS)) page.emit(name as keyof HostEvents, payload as never);
};

describe('The channel of a framed page', () => {
  it('sends its host every event, in order', async () => {
    const { page, host, heard } = framed();
    page.onCall(willing());
    host.open();
    await host.call('select', null);
    emitAll(page);
    await host.call('select', null);
    expect(heard).toEqual(Object.entries(EVENTS));
    expect(reported).not.toHaveBeenCalled();
  });

  it('sends a host that connects late the current state, but no past clicks', async () => {
    const { page, host, heard } = framed();
    page.onCall(willing());
    emitAll(page);
    page.emit('state', { state: 'live', message: '' });
    host.open();
    await host.call('select', null);
    expect(heard).toEqual([
      ['ready', EVENTS.ready],
      ['state', { state: 'live', message: '' }],
      ['resize', EVENTS.resize],
    ]);
  });

  it('serves several hosts until each disconnects', async () => {
    const { window, page, host, heard } = framed();
    const other = hostOf(window);
    page.onCall(willing());
    host.open();
    other.host.open();
    await Promise.all([host.call('select', null), other.host.call('select', null)]);
    host.close();
    await other.host.call('select', null);
    page.emit('resize', EVENTS.resize);
    await other.host.call('select', null);
    expect([heard, other.heard]).toEqual([[], [['resize', EVENTS.resize]]]);
  });

  it('keeps the latest 20 hosts that never disconnect', async () => {
    const { window, page } = framed();
    page.onCall(willing());
    const hosts = Array.from({ length: 21 }, () => hostOf(window));
    for (const { host } of hosts) host.open();
    await Promise.all(hosts.slice(1).map(({ host }) => host.call('select', null)));
    page.emit('resize', EVENTS.resize);
    await Promise.all(hosts.slice(1).map(({ host }) => host.call('select', null)));
    expect(hosts.map(({ heard }) => heard.length)).toEqual([0, ...hosts.slice(1).map(() => 1)]);
  });

  it('uses one port of a host that offers several', async () => {
    const { window, page, host, heard } = framed();
    page.onCall(willing());
    page.emit('ready', EVENTS.ready);
    for (let sign = 0; sign < 3; sign++) host.open();
    await host.call('select', null);
    page.emit('resize', EVENTS.resize);
    await host.call('select', null);
    expect(heard).toEqual([
      ['ready', EVENTS.ready],
      ['resize', EVENTS.resize],
    ]);
    expect(window.ports).toHaveLength(3);
  });
});

describe('The origin check', () => {
  const connects = (options: ViewerOptions, allowed?: string[], from?: FramedWindow['from']) => {
    const { window } = framed(options, allowed, from);
    const port = { addEventListener: jest.fn(), start: jest.fn(), postMessage: jest.fn(), close: jest.fn() };
    window.deliver({ data: message('connect', undefined, 'a'), ports: [port] });
    return port.postMessage.mock.calls.length === 1;
  };

  it.each<[string, boolean, ViewerOptions, string[] | undefined, string]>([
    ['anybody', true, {}, undefined, HOST],
    ['a file or a sandboxed page', true, {}, undefined, 'null'],
    ['an allowed origin', true, {}, [PAGE, `${HOST}/`], HOST],
    ['another origin', false, {}, [PAGE], HOST],
    ['a file where origins are named', false, {}, [PAGE], 'null'],
    ['anybody where none is allowed', false, {}, [], HOST],
    ['the origin of the address', true, { origin: `${HOST}/page` }, undefined, HOST],
    ['another than that of the address', false, { origin: PAGE }, undefined, HOST],
    ['the origin of the address where it is not allowed', false, { origin: HOST }, [PAGE], HOST],
    ['anybody when the address names no origin', false, { origin: 'nowhere' }, undefined, HOST],
    ['anybody when the channel is shut', false, { enable_api: false }, undefined, HOST],
    ['another port', false, {}, [HOST], `${HOST}:8443`],
    ['another scheme', false, {}, [HOST], HOST.replace('https', 'http')],
    ['a longer name', false, {}, [HOST], `${HOST}.evil.example`],
  ])('%s: %s', (_name, spoken, options, allowed, origin) => {
    expect(connects(options, allowed, { origin, source: undefined })).toBe(spoken);
  });

  it('rejects other frames of the host', () => {
    expect(connects({}, undefined, { origin: HOST, source: {} })).toBe(false);
  });

  it.each<[string, ViewerOptions, string[] | undefined, Partial<FramedWindow['document']>, string[], string[]]>([
    ['accepts hello from the origin in the address', { origin: HOST }, undefined, {}, [], [HOST]],
    ['accepts hello from the origin of the frame above', {}, undefined, {}, [HOST], [HOST]],
    ['accepts hello from the origin of the referrer', {}, undefined, { referrer: `${HOST}/page?a=1` }, [], [HOST]],
    ['accepts hello from an allowed origin', {}, [HOST], { referrer: HOST }, [], [HOST]],
    ['ignores hello from an origin that is not allowed', {}, [PAGE], { referrer: HOST }, [HOST], []],
    ['ignores hello if nothing names the origin', {}, undefined, {}, [], []],
    ['ignores hello from a sandboxed host', {}, undefined, {}, ['null'], []],
    ['ignores hello while the channel is shut', { enable_api: false }, undefined, { referrer: HOST }, [HOST], []],
  ])('%s', (_name, options, allowed, document, ancestorOrigins, expected) => {
    const window = new FramedWindow();
    Object.assign(window.document, document);
    Object.assign(window.location, { ancestorOrigins });
    connectHost(options, allowed, window as unknown as Window);
    expect(window.said).toEqual(expected.map((targetOrigin) => ({ data: message('hello'), targetOrigin })));
  });

  it('accepts nobody when the page is not framed', () => {
    const window = new FramedWindow();
    const alone = Object.assign(Object.create(window) as FramedWindow, { location: { ancestorOrigins: [HOST] } });
    Object.defineProperty(alone, 'parent', { value: alone });
    connectHost({}, undefined, alone as unknown as Window).emit('resize', EVENTS.resize);
    expect([window.said, window.listeners]).toEqual([[], []]);
  });
});

describe('Messages of other protocols', () => {
  it('are ignored', () => {
    const { window } = framed();
    const port = { addEventListener: jest.fn(), start: jest.fn(), postMessage: jest.fn(), close: jest.fn() };
    const hostile = fc.oneof(
      fc.anything(),
      fc.record({ v: fc.anything(), type: fc.anything(), id: fc.anything() }),
      fc.record({
        v: fc.constant(1),
        type: fc.constant('connect'),
        id: fc.anything().filter((id) => typeof id !== 'string'),
      }),
      fc.record({ v: fc.constant(2), type: fc.constant('connect'), id: fc.string() }),
    );
    fc.assert(fc.property(hostile, (data) => window.deliver({ data, ports: [port] })));
    window.deliver({ data: message('connect', undefined, 'a') });
    expect(port.postMessage).not.toHaveBeenCalled();
  });

  it('are ignored on a port, too', async () => {
    const { window, page } = framed();
    const calls = willing();
    page.onCall(calls);
    const { port1, port2 } = new MessageChannel();
    window.ports.push(port1);
    window.deliver({ data: message('connect', undefined, 'a'), ports: [port2] });
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.record({
        v: fc.constant(1),
        type: fc.constantFrom('select', 'toString', 'connect', 'welcome'),
        payload: fc.jsonValue(),
      }),
    );
    fc.assert(fc.property(hostile, (data) => port1.postMessage(data)));
    const answered = new Promise((settle) => {
      port1.onmessage = ({ data }: MessageEvent<{ id?: number }>) => data.id === 1 && settle(data);
    });
    port1.postMessage(message('noSuchCall', null, 1));
    expect(await answered).toEqual(message('answer', { done: false }, 1));
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
  });
});

describe('A call', () => {
  it.each<[keyof HostCalls, unknown, unknown]>([
    ['select', '101', '101'],
    ['select', 101, '101'],
    ['select', null, null],
    ['showFloor', 2, '2'],
    ['setFilters', { Bedrooms: ['1', 2] }, { Bedrooms: ['1', '2'] }],
    ['setFilters', {}, {}],
    ['setUnitNumberMatches', ['101', 102], ['101', '102']],
    ['setUnitNumberMatches', [], []],
    ['setUnitNumberMatches', null, null],
    ['disableUI', ['filters', 'details'], ['filters', 'details']],
    [
      'disableUI',
      ['unitList', 'unitDetails', 'unitTooltip', 'floorSelection'],
      ['list', 'details', 'tooltip', 'floors'],
    ],
  ])('%s(%j) reaches the page', async (name, payload, argument) => {
    const { page, host } = framed();
    const calls = willing();
    page.onCall(calls);
    host.open();
    expect(await host.call(name, payload)).toEqual({ done: true });
    expect(calls[name].mock.calls).toEqual([[argument]]);
  });

  it.each<[string, unknown]>([
    ['select', undefined],
    ['select', ['101']],
    ['select', Number.NaN],
    ['showFloor', null],
    ['setFilters', null],
    ['setFilters', { Bedrooms: '1' }],
    ['setFilters', [['Bedrooms', ['1']]]],
    ['setFilters', JSON.parse('{"__proto__":["1"]}')],
    ['setUnitNumberMatches', '101'],
    ['setUnitNumberMatches', [null]],
    ['disableUI', 'filters'],
    ['disableUI', [{}]],
    ['constructor', {}],
    ['emit', {}],
  ])('rejects %s(%j)', async (name, payload) => {
    const { page, host } = framed();
    const calls = willing();
    page.onCall(calls);
    host.open();
    expect(await host.call(name, payload)).toEqual({ done: false });
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
  });

  it('with some unknown names applies the known ones and reports the others', async () => {
    const { page, host } = framed();
    const calls = willing();
    page.onCall(calls);
    host.open();
    expect(await host.call('disableUI', ['zoom', 'toString'])).toEqual({ done: false });
    expect(calls.disableUI).toHaveBeenCalledWith(['zoom']);
  });

  it('waits until the page is ready', async () => {
    const { page, host } = framed();
    host.open();
    const answers = [host.call('showFloor', '1'), host.call('select', '101')];
    const calls = willing();
    calls.select.mockReturnValue(false);
    page.onCall(calls);
    expect(await Promise.all(answers)).toEqual([{ done: true }, { done: false }]);
  });

  it('that throws in the page is reported and rejected', async () => {
    const { page, host } = framed();
    const calls = willing();
    const error = new Error('no such unit');
    calls.select.mockImplementation(() => {
      throw error;
    });
    page.onCall(calls);
    host.open();
    expect(await host.call('select', '101')).toEqual({ done: false });
    expect(reported).toHaveBeenCalledWith(error);
  });
});
