// Which connection is closed for a new one, and which reader is cut off; with connections that are none.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGuard, type Guard } from '../../../src/web/http/connections.ts';

const MINUTE = 60_000;

class Connection extends EventEmitter {
  readonly remoteAddress = '10.0.0.1';
  readonly localAddress = '10.0.0.2';
  readonly localPort = 9_100;
  readonly remotePort: number;
  destroyed = false;
  /** As Node's own handle: what was written, and what of it the system hasn't taken. */
  _handle: { bytesWritten: number; writeQueueSize: number } | null = { bytesWritten: 0, writeQueueSize: 0 };
  constructor(remotePort: number) {
    super();
    this.remotePort = remotePort;
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

class Answer extends EventEmitter {
  writableLength = 0;
  closed = false;
  readonly heads: unknown[][] = [];
  writeHead(...head: unknown[]): this {
    this.heads.push(head);
    return this;
  }
  end(): void {
    this.closed = true;
    this.emit('close');
  }
}

/** A server with this many connections at most. */
function open(connections: number) {
  const server = new EventEmitter();
  const guard: Guard = createGuard({ connections, writeMs: MINUTE });
  guard.watch(server as unknown as Server);
  let asked = 0;
  const handler = guard.handling((() => void asked++) as RequestListener);
  let port = 0;
  return {
    guard,
    asked: () => asked,
    connect() {
      const socket = new Connection(++port);
      server.emit('connection', socket);
      return socket;
    },
    ask(socket: Connection) {
      const answer = new Answer();
      handler({ socket } as unknown as IncomingMessage, answer as unknown as ServerResponse);
      return answer;
    },
  };
}
const closed = (...all: readonly Connection[]) => all.map(({ destroyed }) => destroyed);

describe('one connection too many closes', () => {
  test('none while there is room, also where others have gone', () => {
    const { connect } = open(2);
    const [a, b] = [connect(), connect()];
    expect(closed(a, b)).toEqual([false, false]);
    a.destroy();
    connect();
    expect(b.destroyed).toBe(false);
  });

  test('none for those that have gone, whatever they did before', () => {
    const { connect, ask } = open(2);
    const gone = connect();
    ask(gone).end();
    const b = connect();
    gone.destroy();
    connect();
    expect(b.destroyed).toBe(false);
  });

  test.each([
    ['idles', (answer: Answer) => answer.end()],
    ['is busy', () => {}],
  ])('one that %s, not one that did so and has gone', (_title, go) => {
    const { connect, ask } = open(2);
    const [gone, b] = [connect(), connect()];
    go(ask(gone));
    go(ask(b));
    gone.destroy();
    const c = connect();
    go(ask(c));
    connect();
    expect(closed(b, c)).toEqual([true, false]);
  });

  test('the oldest that never got an answer', () => {
    const { connect } = open(2);
    const [a, b] = [connect(), connect()];
    const c = connect();
    expect(closed(a, b, c)).toEqual([true, false, false]);
    connect();
    expect(closed(b, c)).toEqual([true, false]);
  });

  test('such a one before those that have had an answer, or get one now', () => {
    const { connect, ask } = open(3);
    const [a, b, c] = [connect(), connect(), connect()];
    ask(a).end();
    ask(b);
    connect();
    expect(closed(a, b, c)).toEqual([false, false, true]);
  });

  test('else the one that idles longest', () => {
    const { connect, ask } = open(3);
    const [a, b, c] = [connect(), connect(), connect()];
    ask(c);
    ask(b).end();
    ask(a).end();
    connect();
    expect(closed(a, b, c)).toEqual([false, true, false]);
  });

  test('one that was asked again idles from its last answer on', () => {
    const { connect, ask } = open(2);
    const [a, b] = [connect(), connect()];
    ask(a).end();
    ask(b).end();
    ask(a).end();
    connect();
    expect(closed(a, b)).toEqual([false, true]);
  });

  test('else the one that is busy longest', () => {
    const { connect, ask } = open(2);
    const [a, b] = [connect(), connect()];
    ask(b);
    ask(a);
    connect();
    expect(closed(a, b)).toEqual([false, true]);
  });

  test('one with two answers under way is busy until both are sent', () => {
    const { connect, ask } = open(2);
    const [a, b] = [connect(), connect()];
    const [first, second] = [ask(a), ask(a)];
    ask(b).end();
    first.end();
    connect();
    expect(closed(a, b)).toEqual([false, true]);
    second.end();
  });
});

test('a third request without waiting closes its connection, and is not worked on', () => {
  const { connect, ask, asked } = open(2);
  const a = connect();
  ask(a);
  ask(a);
  expect([a.destroyed, asked()]).toEqual([false, 2]);
  ask(a);
  expect([a.destroyed, asked()]).toEqual([true, 2]);
});

test('a third request after an answer is worked on, and two more after both', () => {
  const { connect, ask, asked } = open(2);
  const a = connect();
  ask(a).end();
  const both = [ask(a), ask(a)];
  expect([a.destroyed, asked()]).toEqual([false, 3]);
  for (const answer of both) answer.end();
  ask(a);
  ask(a);
  expect([a.destroyed, asked()]).toEqual([false, 5]);
});

test('a request of a connection that is closed already is not worked on', () => {
  const { connect, ask, asked } = open(2);
  const a = connect();
  a.destroy();
  ask(a);
  expect(asked()).toBe(0);
});

test('all are cut off at once', () => {
  const { connect, ask, guard } = open(3);
  const [a, b, c] = [connect(), connect(), connect()];
  ask(b);
  ask(c).end();
  guard.cut();
  expect(closed(a, b, c)).toEqual([true, true, true]);
});

describe('a reader', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  /** An answer whose first byte is sent, of which this many bytes wait. */
  function reading(waiting: number) {
    const { connect, ask } = open(2);
    const socket = connect();
    const answer = ask(socket);
    vi.advanceTimersByTime(10 * MINUTE); // an answer that takes long to make is not its reader's fault
    expect(socket.destroyed).toBe(false);
    answer.writableLength = waiting;
    expect(answer.writeHead(200, { a: 'b' })).toBe(answer);
    expect(answer.heads).toEqual([[200, { a: 'b' }]]);
    return { socket, answer };
  }
  const take = (socket: Connection, bytes: number) => {
    socket._handle!.bytesWritten += bytes;
    vi.advanceTimersByTime(MINUTE);
    return socket.destroyed;
  };
  const ENOUGH = 4 * MINUTE;

  test('who takes enough within each minute gets all of it', () => {
    const { socket } = reading(1);
    expect([take(socket, ENOUGH), take(socket, ENOUGH), take(socket, ENOUGH)]).toEqual([false, false, false]);
  });

  test('who takes less is cut off, after a minute and not before', () => {
    const { socket } = reading(1);
    expect(take(socket, ENOUGH)).toBe(false);
    socket._handle!.bytesWritten += ENOUGH - 1;
    vi.advanceTimersByTime(MINUTE - 1);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.destroyed).toBe(true);
  });

  test('what the system has not taken from us does not count', () => {
    const { socket } = reading(1);
    socket._handle = { bytesWritten: 2 * ENOUGH, writeQueueSize: ENOUGH + 1 };
    expect(take(socket, 0)).toBe(true);
  });

  test('who has taken all that there was waits for more', () => {
    const { socket, answer } = reading(0);
    expect([take(socket, 0), take(socket, 0)]).toEqual([false, false]);
    answer.writableLength = 1;
    expect(take(socket, 0)).toBe(true);
  });

  test('is looked at no more once the answer is sent', () => {
    const { socket, answer } = reading(1);
    answer.end();
    expect(take(socket, 0)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('who has gone before the first byte is not looked at', () => {
    const { connect, ask } = open(2);
    const answer = ask(connect());
    answer.end();
    answer.writeHead(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('whose connection has no handle any more is taken for one who took nothing', () => {
    const { socket } = reading(1);
    socket._handle = null;
    vi.advanceTimersByTime(MINUTE);
    expect(socket.destroyed).toBe(true);
  });
});
