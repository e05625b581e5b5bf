// What people read of each refusal of Postgres.
import { expect, test } from 'vitest';
import { classifyFailure } from '../../../src/store/postgres/sqlstate.ts';

test.each([
  ['23505', 'it is stored already'],
  ['22021', 'a value was refused'],
  ['23514', 'a constraint was broken'],
  ['54000', 'the record is larger than the server takes'],
  ['08006', 'the connection broke'],
  ['25006', 'the server is read-only: a standby, or a failover under way'],
  ['25P02', 'the transaction was lost'],
  ['26000', 'a prepared statement was lost: another session answered'],
  ['40001', 'it lost a race with another transaction'],
  ['53100', "the server's disk is full"],
  ['53200', 'the server is out of memory'],
  ['53300', 'the server has no free connection'],
  ['53400', 'the server is short of a resource'],
  ['55P03', 'a lock was not to be had in time'],
  ['57014', 'the statement took too long and was cancelled'],
  ['57P03', 'the server is starting or stopping'],
  ['57P01', 'the server ended the session'],
  ['58030', 'the server has trouble with its files'],
  ['XX000', 'the server has trouble of its own'],
  ['28P01', 'the server refuses our user or password: check database.url'],
  ['3D000', 'the database does not exist: check database.url'],
  ['3F000', 'the schema does not exist: run `floatwatch migrate`'],
  ['42501', 'our role lacks a right: run config/grants.sql (docs/database.md)'],
  ['42P01', 'the tables are not those of this version: run `floatwatch migrate`'],
  ['0A000', 'the server lacks a feature that this version needs'],
  ['P0001', 'the server refused it for a reason that is not in our table'],
  ['HV000', 'the server refused it for a reason that is not in our table'],
  ['F0000', 'the server refused it for a reason that is not in our table'],
])('%s: %s', (code, why) => {
  const error = Object.assign(new Error('secret value'), { code });
  expect(classifyFailure(error).reason).toBe(`${why} (SQLSTATE ${code})`);
});
