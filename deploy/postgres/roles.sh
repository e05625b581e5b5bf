#!/bin/sh
# Run once by the image of Postgres, on an empty volume: the owner of floatwatch's database, and the reader of its
# views. The tables are made by floatwatch itself.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set owner `cat /run/secrets/floatwatch_password`
\set reader `cat /run/secrets/floatwatch_reader_password`
CREATE ROLE floatwatch LOGIN PASSWORD :'owner';
CREATE ROLE floatwatch_reader LOGIN PASSWORD :'reader';
ALTER ROLE floatwatch_reader SET default_transaction_read_only = on;
ALTER ROLE floatwatch_reader SET statement_timeout = '30s';
CREATE DATABASE floatwatch OWNER floatwatch;
REVOKE CONNECT ON DATABASE floatwatch FROM PUBLIC;
GRANT CONNECT ON DATABASE floatwatch TO floatwatch_reader;
SQL
