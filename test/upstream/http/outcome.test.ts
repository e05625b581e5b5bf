import { expect, test } from 'vitest';
import { type Accident, outcomeOfAccident } from '../../../src/upstream/http/outcome.ts';

test.each<[Accident, string, boolean]>([
  [{ kind: 'deadline', phase: 'handshake', deadlineMs: 15_000 }, 'deadline', false],
  [{ kind: 'aborted' }, 'aborted', false],
  [{ kind: 'unusable_key', name: 'secret_key' }, 'auth', false],
  [{ kind: 'refused_address', why: '169.254.169.254 is a link-local address' }, 'connect', false],
  [{ kind: 'too_large', limit: 1_048_576 }, 'too_large', false],
  [{ kind: 'broken', phase: 'connecting', code: 'ECONNREFUSED' }, 'connect', true],
  [{ kind: 'broken', phase: 'connecting', code: 'SOMETHING_NEW' }, 'connect', true],
  [{ kind: 'broken', phase: 'waiting', code: 'UND_ERR_SOCKET' }, 'connect', true],
  [{ kind: 'broken', phase: 'answering', code: 'UND_ERR_SOCKET' }, 'protocol', true],
  [{ kind: 'broken', phase: 'waiting', code: 'HTTP_PARSER' }, 'protocol', false],
  [{ kind: 'broken', phase: 'waiting', code: 'UND_ERR_HEADERS_OVERFLOW' }, 'protocol', false],
  [{ kind: 'broken', phase: 'handshake', code: 'ECONNRESET' }, 'tls', false],
  [{ kind: 'broken', phase: 'handshake', code: 'CERT_HAS_EXPIRED' }, 'tls', false],
])('an accident %j is %s', (accident, outcome, retry) => {
  const verdict = outcomeOfAccident(accident);
  expect(verdict).toMatchObject({ outcome, retry });
  expect(verdict.detail).toMatch(/^[A-Z].*\.$/);
});

test.each<[Accident, RegExp]>([
  [{ kind: 'broken', phase: 'connecting', code: 'SOMETHING_NEW' }, /no connection \(SOMETHING_NEW\)/],
  [{ kind: 'broken', phase: 'handshake', code: 'SOMETHING_NEW' }, /handshake failed \(SOMETHING_NEW\)/],
  [{ kind: 'broken', phase: 'connecting', code: 'CERT_HAS_EXPIRED' }, /certificate has expired/],
  [{ kind: 'deadline', phase: 'queued', deadlineMs: 15_000 }, /within 15s: it was still waiting/],
  [{ kind: 'too_large', limit: 1_048_576 }, /larger than 1048576 bytes/],
])('an accident %j is told', (accident, sentence) => {
  expect(outcomeOfAccident(accident).detail).toMatch(sentence);
});
