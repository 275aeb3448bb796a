import { jest } from '@jest/globals';
import fc from 'fast-check';
import { connectHost } from './channel.js';
import { Connection, SILENCE_MS } from './connection.js';
import { message } from './protocol.js';
import { FramedWindow, PAGE, hostOf } from './spec-support.js';

const windows: FramedWindow[] = [];
const framed = () => {
  const window = new FramedWindow();
  windows.push(window);
  return window;
};

afterEach(() => {
  jest.useRealTimers();
  for (const port of windows.splice(0).flatMap((window) => window.ports)) port.close();
});

/** What a page does with calls: it answers, and remembers them. */
function page(window: FramedWindow): unknown[] {
  const calls: unknown[] = [];
  const done = (name: string) => (argument?: unknown) => calls.push([name, argument]) > 0;
  connectHost({}, undefined, window as unknown as Window).onCall({
    select: done('select'),
    setFilters: done('setFilters'),
    setUnitNumberMatches: done('setUnitNumberMatches'),
    disableUI: done('disableUI'),
    showFloor: done('showFloor'),
    destroy: done('destroy'),
  });
  return calls;
}

describe('The connection of a host page', () => {
  it('queues calls in order until the page is ready', async () => {
    const window = framed();
    const { host } = hostOf(window);
    host.open();
    const answers = [host.call('disableUI', ['zoom']), host.call('showFloor', '2'), host.call('select', '101')];
    const calls = page(window);
    host.open();
    expect(await Promise.all(answers)).toEqual([{ done: true }, { done: true }, { done: true }]);
    expect(calls).toEqual([
      ['disableUI', ['zoom']],
      ['showFloor', '2'],
      ['select', '101'],
    ]);
    host.close();
  });

  it('repeats only unanswered calls after a reload of the page', async () => {
    const before = framed();
    const after = framed();
    let window = before;
    const host = new Connection(
      () => ({ window: window as unknown as Window, origin: PAGE }),
      () => undefined,
    );
    connectHost({}, undefined, before as unknown as Window);
    host.open();
    const answer = host.call('select', '101');
    const calls = page(after);
    window = after;
    host.open();
    expect(await answer).toEqual({ done: true });
    await host.call('select', '102');
    expect(calls).toEqual([
      ['select', '101'],
      ['select', '102'],
    ]);
    host.close();
  });

  it('fails only the call whose argument cannot be cloned', async () => {
    const window = framed();
    const calls = page(window);
    const { host } = hostOf(window);
    const answers = [host.call('select', () => undefined), host.call('select', '101')];
    host.open();
    await expect(answers[0]).rejects.toThrow('could not be cloned');
    expect(await answers[1]).toEqual({ done: true });
    expect(calls).toEqual([['select', '101']]);
    host.close();
  });

  it('resolves pending and later calls when it is closed', async () => {
    const window = framed();
    const { host } = hostOf(window);
    const open = host.call('select', '101');
    host.close();
    host.open();
    expect(window.ports).toEqual([]);
    expect([await open, await host.call('select', '102')]).toEqual([{ done: false }, { done: false }]);
  });

  it('does nothing without a window', () => {
    expect(() =>
      new Connection(
        () => undefined,
        () => undefined,
      ).open(),
    ).not.toThrow();
  });

  it('reports that a page does not answer, until it does', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    const window = framed();
    const { host, heard } = hostOf(window);
    host.open();
    jest.advanceTimersByTime(SILENCE_MS - 1);
    expect(heard).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(heard).toEqual([['error', { code: 'unreachable', message: 'The map did not respond' }]]);
    page(window);
    host.open();
    await host.call('select', '101');
    jest.advanceTimersByTime(SILENCE_MS);
    expect(heard).toHaveLength(1);
    host.close();
  });

  it('does not report a silent page when it offers a second port after the load event', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    const window = framed();
    const calls = page(window);
    const { host, heard } = hostOf(window);
    host.open();
    await host.call('select', '101');
    host.open();
    await host.call('select', '102');
    jest.advanceTimersByTime(SILENCE_MS);
    expect(heard).toEqual([]);
    expect(calls).toEqual([
      ['select', '101'],
      ['select', '102'],
    ]);
    host.close();
  });

  it('ignores messages of other protocols', async () => {
    const window = framed();
    const { host, heard } = hostOf(window);
    host.open();
    const port = window.ports[0]!;
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.record({ v: fc.constant(2), type: fc.string(), payload: fc.object() }),
      fc.record({ v: fc.constant(1), type: fc.constant('answer'), id: fc.jsonValue(), payload: fc.jsonValue() }),
      fc.record({
        v: fc.constant(1),
        type: fc.string(),
        payload: fc.oneof(fc.string(), fc.array(fc.jsonValue()), fc.constant(null)),
      }),
    );
    fc.assert(
      fc.property(
        hostile.filter((data) => (data as { type?: unknown } | null)?.type !== 'welcome'),
        (data) => port.postMessage(data),
      ),
    );
    port.postMessage(message('welcome'));
    port.postMessage(message('resize', { width: 1, height: 2 }));
    port.postMessage(message('answer', { done: 'yes' }, 1));
    expect(await host.call('select', '101')).toEqual({ done: false });
    expect(heard).toEqual([['resize', { width: 1, height: 2 }]]);
    host.close();
  });
});
