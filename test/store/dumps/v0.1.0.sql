-- A database as floatwatch 0.1.0 left it, with rows in every table. Made as make-v0.1.0.md says; never changed.
DO $role$ BEGIN
  CREATE ROLE floatwatch_reader NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $role$;

--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: floatwatch; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA floatwatch;


--
-- Name: balances_at(timestamp with time zone); Type: FUNCTION; Schema: floatwatch; Owner: -
--

CREATE FUNCTION floatwatch.balances_at(at timestamp with time zone) RETURNS TABLE(account text, currency text, wallet_type text, available numeric, actual numeric, uncleared numeric, reserve numeric, observed_at timestamp with time zone, slot timestamp with time zone, age interval)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT a.name, w.currency, w.wallet_type, s.available, s.actual, s.uncleared, s.reserve,
    s.slot + s.observed_after * interval '1 millisecond', s.slot,
    at - (s.slot + s.observed_after * interval '1 millisecond')
  FROM "floatwatch".wallet w
  JOIN "floatwatch".account a ON a.account_id = w.account_id
  CROSS JOIN LATERAL (
    SELECT * FROM "floatwatch".snapshot s
    WHERE s.account_id = w.account_id AND s.wallet_id = w.wallet_id
      AND s.slot <= at + interval '1 minute' -- a clock that was ahead reads before its slot
      AND s.slot + s.observed_after * interval '1 millisecond' <= at
    ORDER BY s.slot DESC LIMIT 1
  ) s;
END $$;


--
-- Name: drop_partitions(text, timestamp with time zone); Type: FUNCTION; Schema: floatwatch; Owner: -
--

CREATE FUNCTION floatwatch.drop_partitions(series text, before timestamp with time zone) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $_$
DECLARE
  part text;
BEGIN
  IF series NOT IN ('poll', 'snapshot') THEN
    RAISE EXCEPTION 'not a series: %', series USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass('"floatwatch".' || series) AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE "floatwatch".%I', part);
    RETURN NEXT part;
  END LOOP;
END $_$;


--
-- Name: make_partitions(timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: floatwatch; Owner: -
--

CREATE FUNCTION floatwatch.make_partitions(since timestamp with time zone, until timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '500ms'
    AS $$
DECLARE
  series text;
  month  timestamp;
  part   text;
  made   integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(4217001);
  FOREACH series IN ARRAY ARRAY['poll', 'snapshot'] LOOP
    month := date_trunc('month', since AT TIME ZONE 'UTC');
    WHILE month <= until AT TIME ZONE 'UTC' LOOP
      part := series || to_char(month, '_YYYY_MM');
      IF to_regclass('"floatwatch".' || part) IS NULL THEN
        EXECUTE format('CREATE TABLE "floatwatch".%I PARTITION OF "floatwatch".%I FOR VALUES FROM (%L) TO (%L)',
          part, series, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        made := made + 1;
        IF series = 'snapshot' THEN
          EXECUTE format('CREATE STATISTICS "floatwatch".%I (dependencies) ON account_id, wallet_id FROM "floatwatch".%I',
            part || '_wallets', part);
        END IF;
      END IF;
      month := month + interval '1 month';
    END LOOP;
  END LOOP;
  RETURN made;
END $$;


--
-- Name: account_id_seq; Type: SEQUENCE; Schema: floatwatch; Owner: -
--

CREATE SEQUENCE floatwatch.account_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: account; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.account (
    account_id integer DEFAULT nextval('floatwatch.account_id_seq'::regclass) NOT NULL,
    name text NOT NULL,
    timezone text DEFAULT 'UTC'::text NOT NULL
);


--
-- Name: alert_episode; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.alert_episode (
    at timestamp with time zone NOT NULL,
    firing_at timestamp with time zone NOT NULL,
    pending_at timestamp with time zone,
    resolved_at timestamp with time zone,
    account_id integer NOT NULL,
    alert text NOT NULL,
    rule text NOT NULL,
    severity text NOT NULL,
    currency text NOT NULL,
    wallet_type text NOT NULL,
    value text,
    threshold text,
    labels jsonb NOT NULL
);


--
-- Name: alert_state; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.alert_state (
    at timestamp with time zone NOT NULL,
    pending_at timestamp with time zone,
    firing_at timestamp with time zone,
    resolved_at timestamp with time zone,
    clear_since timestamp with time zone,
    account_id integer NOT NULL,
    alert text NOT NULL,
    rule text NOT NULL,
    severity text NOT NULL,
    currency text NOT NULL,
    wallet_type text NOT NULL,
    phase text NOT NULL,
    value text,
    threshold text,
    fingerprint text NOT NULL,
    labels jsonb NOT NULL,
    CONSTRAINT alert_state_phase_check CHECK ((phase = ANY (ARRAY['inactive'::text, 'pending'::text, 'firing'::text])))
);


--
-- Name: alerts; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.alerts AS
 SELECT e.rule,
    e.severity,
    a.name AS account,
    NULLIF(e.currency, ''::text) AS currency,
    NULLIF(e.wallet_type, ''::text) AS wallet_type,
    e.pending_at,
    e.firing_at,
    e.resolved_at,
        CASE
            WHEN (e.value ~ '^-?[0-9]+(\.[0-9]+)?$'::text) THEN (e.value)::numeric
            ELSE NULL::numeric
        END AS value,
        CASE
            WHEN (e.threshold ~ '^-?[0-9]+(\.[0-9]+)?$'::text) THEN (e.threshold)::numeric
            ELSE NULL::numeric
        END AS threshold,
    e.labels
   FROM (floatwatch.alert_episode e
     JOIN floatwatch.account a ON ((a.account_id = e.account_id)));


--
-- Name: balance_daily; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.balance_daily (
    day date NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    samples integer NOT NULL,
    opening_available numeric,
    closing_available numeric,
    lowest_available numeric,
    highest_available numeric,
    opening_actual numeric,
    closing_actual numeric,
    lowest_actual numeric,
    highest_actual numeric,
    closing_uncleared numeric,
    closing_reserve numeric
);


--
-- Name: balance_hourly; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.balance_hourly (
    hour timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    samples integer NOT NULL,
    opening_available numeric,
    closing_available numeric,
    lowest_available numeric,
    highest_available numeric,
    opening_actual numeric,
    closing_actual numeric,
    lowest_actual numeric,
    highest_actual numeric,
    closing_uncleared numeric,
    closing_reserve numeric,
    outflow numeric
);


--
-- Name: snapshot; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
)
PARTITION BY RANGE (slot);


--
-- Name: wallet_id_seq; Type: SEQUENCE; Schema: floatwatch; Owner: -
--

CREATE SEQUENCE floatwatch.wallet_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: wallet; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.wallet (
    account_id integer NOT NULL,
    wallet_id integer DEFAULT nextval('floatwatch.wallet_id_seq'::regclass) NOT NULL,
    currency text NOT NULL,
    wallet_type text NOT NULL,
    exposable boolean NOT NULL,
    rolled_to timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);


--
-- Name: balances; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.balances AS
 SELECT a.name AS account,
    w.currency,
    w.wallet_type,
    s.slot,
    (s.slot + ((s.observed_after)::double precision * '00:00:00.001'::interval)) AS observed_at,
    s.available,
    s.actual,
    s.uncleared,
    s.reserve
   FROM ((floatwatch.snapshot s
     JOIN floatwatch.wallet w ON (((w.account_id = s.account_id) AND (w.wallet_id = s.wallet_id))))
     JOIN floatwatch.account a ON ((a.account_id = s.account_id)));


--
-- Name: balances_daily; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.balances_daily AS
 SELECT days.account,
    days.currency,
    days.wallet_type,
    days.day,
    days.opening_available[1] AS opening_available,
    days.closing_available[cardinality(days.closing_available)] AS closing_available,
    days.lowest_available,
    days.highest_available,
    (days.closing_available[cardinality(days.closing_available)] - days.opening_available[1]) AS net_change_available,
    days.opening_actual[1] AS opening_actual,
    days.closing_actual[cardinality(days.closing_actual)] AS closing_actual,
    days.lowest_actual,
    days.highest_actual,
    (days.closing_actual[cardinality(days.closing_actual)] - days.opening_actual[1]) AS net_change_actual,
    days.closing_uncleared[cardinality(days.closing_uncleared)] AS closing_uncleared,
    days.closing_reserve[cardinality(days.closing_reserve)] AS closing_reserve,
    days.samples
   FROM ( SELECT parts.account_id,
            parts.wallet_id,
            parts.account,
            parts.currency,
            parts.wallet_type,
            parts.day,
            array_agg(parts.opening_available ORDER BY parts.part) FILTER (WHERE (parts.opening_available IS NOT NULL)) AS opening_available,
            array_agg(parts.closing_available ORDER BY parts.part) FILTER (WHERE (parts.closing_available IS NOT NULL)) AS closing_available,
            min(parts.lowest_available) AS lowest_available,
            max(parts.highest_available) AS highest_available,
            array_agg(parts.opening_actual ORDER BY parts.part) FILTER (WHERE (parts.opening_actual IS NOT NULL)) AS opening_actual,
            array_agg(parts.closing_actual ORDER BY parts.part) FILTER (WHERE (parts.closing_actual IS NOT NULL)) AS closing_actual,
            min(parts.lowest_actual) AS lowest_actual,
            max(parts.highest_actual) AS highest_actual,
            array_agg(parts.closing_uncleared ORDER BY parts.part) FILTER (WHERE (parts.closing_uncleared IS NOT NULL)) AS closing_uncleared,
            array_agg(parts.closing_reserve ORDER BY parts.part) FILTER (WHERE (parts.closing_reserve IS NOT NULL)) AS closing_reserve,
            (sum(parts.samples))::integer AS samples
           FROM ( SELECT w.account_id,
                    w.wallet_id,
                    a.name AS account,
                    w.currency,
                    w.wallet_type,
                    d.day,
                    1 AS part,
                    d.opening_available,
                    d.closing_available,
                    d.lowest_available,
                    d.highest_available,
                    d.opening_actual,
                    d.closing_actual,
                    d.lowest_actual,
                    d.highest_actual,
                    d.closing_uncleared,
                    d.closing_reserve,
                    d.samples
                   FROM ((floatwatch.balance_daily d
                     JOIN floatwatch.wallet w ON (((w.account_id = d.account_id) AND (w.wallet_id = d.wallet_id))))
                     JOIN floatwatch.account a ON ((a.account_id = d.account_id)))
                UNION ALL
                 SELECT w.account_id,
                    w.wallet_id,
                    a.name AS account,
                    w.currency,
                    w.wallet_type,
                    live.day,
                    2 AS part,
                    live.available[1] AS opening_available,
                    live.available[cardinality(live.available)] AS closing_available,
                    live.lowest_available,
                    live.highest_available,
                    live.actual[1] AS opening_actual,
                    live.actual[cardinality(live.actual)] AS closing_actual,
                    live.lowest_actual,
                    live.highest_actual,
                    live.uncleared[cardinality(live.uncleared)] AS closing_uncleared,
                    live.reserve[cardinality(live.reserve)] AS closing_reserve,
                    live.samples
                   FROM ((floatwatch.wallet w
                     JOIN floatwatch.account a ON ((a.account_id = w.account_id)))
                     CROSS JOIN LATERAL ( SELECT ((s.slot AT TIME ZONE a.timezone))::date AS day,
                            array_agg(s.available ORDER BY s.slot) FILTER (WHERE (s.available IS NOT NULL)) AS available,
                            array_agg(s.actual ORDER BY s.slot) FILTER (WHERE (s.actual IS NOT NULL)) AS actual,
                            array_agg(s.uncleared ORDER BY s.slot) FILTER (WHERE (s.uncleared IS NOT NULL)) AS uncleared,
                            array_agg(s.reserve ORDER BY s.slot) FILTER (WHERE (s.reserve IS NOT NULL)) AS reserve,
                            min(s.available) AS lowest_available,
                            max(s.available) AS highest_available,
                            min(s.actual) AS lowest_actual,
                            max(s.actual) AS highest_actual,
                            (count(*))::integer AS samples
                           FROM floatwatch.snapshot s
                          WHERE ((s.account_id = w.account_id) AND (s.wallet_id = w.wallet_id) AND (s.slot >= w.rolled_to))
                          GROUP BY (((s.slot AT TIME ZONE a.timezone))::date)) live)) parts
          GROUP BY parts.account_id, parts.wallet_id, parts.account, parts.currency, parts.wallet_type, parts.day) days;


--
-- Name: balances_hourly; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.balances_hourly AS
 SELECT parts.account,
    parts.currency,
    parts.wallet_type,
    parts.hour,
    parts.opening_available,
    parts.closing_available,
    parts.lowest_available,
    parts.highest_available,
    parts.opening_actual,
    parts.closing_actual,
    parts.lowest_actual,
    parts.highest_actual,
    parts.closing_uncleared,
    parts.closing_reserve,
    parts.samples
   FROM ( SELECT w.account_id,
            a.name AS account,
            w.currency,
            w.wallet_type,
            h.hour,
            h.opening_available,
            h.closing_available,
            h.lowest_available,
            h.highest_available,
            h.opening_actual,
            h.closing_actual,
            h.lowest_actual,
            h.highest_actual,
            h.closing_uncleared,
            h.closing_reserve,
            h.samples
           FROM ((floatwatch.balance_hourly h
             JOIN floatwatch.wallet w ON (((w.account_id = h.account_id) AND (w.wallet_id = h.wallet_id))))
             JOIN floatwatch.account a ON ((a.account_id = h.account_id)))
        UNION ALL
         SELECT w.account_id,
            a.name AS account,
            w.currency,
            w.wallet_type,
            live.hour,
            live.available[1] AS opening_available,
            live.available[cardinality(live.available)] AS closing_available,
            live.lowest_available,
            live.highest_available,
            live.actual[1] AS opening_actual,
            live.actual[cardinality(live.actual)] AS closing_actual,
            live.lowest_actual,
            live.highest_actual,
            live.uncleared[cardinality(live.uncleared)] AS closing_uncleared,
            live.reserve[cardinality(live.reserve)] AS closing_reserve,
            live.samples
           FROM ((floatwatch.wallet w
             JOIN floatwatch.account a ON ((a.account_id = w.account_id)))
             CROSS JOIN LATERAL ( SELECT date_trunc('hour'::text, s.slot, a.timezone) AS hour,
                    array_agg(s.available ORDER BY s.slot) FILTER (WHERE (s.available IS NOT NULL)) AS available,
                    array_agg(s.actual ORDER BY s.slot) FILTER (WHERE (s.actual IS NOT NULL)) AS actual,
                    array_agg(s.uncleared ORDER BY s.slot) FILTER (WHERE (s.uncleared IS NOT NULL)) AS uncleared,
                    array_agg(s.reserve ORDER BY s.slot) FILTER (WHERE (s.reserve IS NOT NULL)) AS reserve,
                    min(s.available) AS lowest_available,
                    max(s.available) AS highest_available,
                    min(s.actual) AS lowest_actual,
                    max(s.actual) AS highest_actual,
                    (count(*))::integer AS samples
                   FROM floatwatch.snapshot s
                  WHERE ((s.account_id = w.account_id) AND (s.wallet_id = w.wallet_id) AND (s.slot >= w.rolled_to))
                  GROUP BY (date_trunc('hour'::text, s.slot, a.timezone))) live)) parts;


--
-- Name: poll; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
)
PARTITION BY RANGE (slot);


--
-- Name: balances_latest; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.balances_latest AS
 SELECT latest.account,
    latest.currency,
    latest.wallet_type,
    latest.available,
    latest.actual,
    latest.uncleared,
    latest.reserve,
    latest.observed_at,
    latest.slot,
        CASE
            WHEN ((latest.slot < latest.last_slot) AND (NOT COALESCE((latest.last_unreadable @> jsonb_build_array(jsonb_build_object('currency', latest.currency, 'walletType', latest.wallet_type))), false))) THEN 'missing'::text
            WHEN (latest.stale_at > now()) THEN 'fresh'::text
            ELSE 'stale'::text
        END AS state
   FROM ( SELECT a.name AS account,
            w.currency,
            w.wallet_type,
            s.available,
            s.actual,
            s.uncleared,
            s.reserve,
            s.slot,
            (s.slot + ((s.observed_after)::double precision * '00:00:00.001'::interval)) AS observed_at,
            p.stale_at,
            max(s.slot) OVER (PARTITION BY a.name, w.account_id) AS last_slot,
            first_value(p.unreadable) OVER (PARTITION BY a.name, w.account_id ORDER BY s.slot DESC) AS last_unreadable
           FROM (((floatwatch.wallet w
             JOIN floatwatch.account a ON ((a.account_id = w.account_id)))
             CROSS JOIN LATERAL ( SELECT s_1.slot,
                    s_1.account_id,
                    s_1.wallet_id,
                    s_1.observed_after,
                    s_1.available,
                    s_1.actual,
                    s_1.uncleared,
                    s_1.reserve
                   FROM floatwatch.snapshot s_1
                  WHERE ((s_1.account_id = w.account_id) AND (s_1.wallet_id = w.wallet_id))
                  ORDER BY s_1.slot DESC
                 LIMIT 1) s)
             LEFT JOIN floatwatch.poll p ON (((p.account_id = w.account_id) AND (p.slot = s.slot) AND (p.operation = 'balances'::text))))) latest;


--
-- Name: chore; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.chore (
    name text NOT NULL,
    done_at timestamp with time zone NOT NULL,
    replica text NOT NULL
);


--
-- Name: gaps; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.gaps AS
 SELECT gap.account,
    gap.since,
    gap.until,
    (COALESCE(gap.until, now()) - gap.since) AS lasted,
    gap.failed,
    gap.outcomes
   FROM ( SELECT stretch.account,
            stretch.since,
            stretch.stale_at,
            stretch.failed,
            stretch.outcomes,
            lead(stretch.since) OVER (PARTITION BY stretch.account, stretch.account_id ORDER BY stretch.stretch) AS until
           FROM ( SELECT counted.account,
                    counted.account_id,
                    counted.stretch,
                    min(counted.since) AS since,
                    min(counted.stale_at) AS stale_at,
                    (COALESCE(sum(counted.times) FILTER (WHERE (NOT counted.seen)), (0)::numeric))::integer AS failed,
                    COALESCE(jsonb_object_agg(counted.outcome, counted.times) FILTER (WHERE (NOT counted.seen)), '{}'::jsonb) AS outcomes
                   FROM ( SELECT attempt.account,
                            attempt.account_id,
                            attempt.stretch,
                            attempt.outcome,
                            attempt.seen,
                            count(*) AS times,
                            min(attempt.stale_at) AS stale_at,
                            min(COALESCE(attempt.observed_at, attempt.slot)) AS since
                           FROM ( SELECT a.name AS account,
                                    p.account_id,
                                    p.slot,
                                    p.outcome,
                                    p.stale_at,
                                    p.observed_at,
                                    (p.outcome = ANY (ARRAY['ok'::text, 'partial'::text])) AS seen,
                                    count(*) FILTER (WHERE (p.outcome = ANY (ARRAY['ok'::text, 'partial'::text]))) OVER (PARTITION BY a.name, p.account_id ORDER BY p.slot) AS stretch
                                   FROM (floatwatch.poll p
                                     JOIN floatwatch.account a ON ((a.account_id = p.account_id)))
                                  WHERE ((p.operation = 'balances'::text) AND (p.outcome IS NOT NULL))) attempt
                          GROUP BY attempt.account, attempt.account_id, attempt.stretch, attempt.outcome, attempt.seen) counted
                  GROUP BY counted.account, counted.account_id, counted.stretch) stretch) gap
  WHERE ((gap.failed > 0) OR (COALESCE(gap.until, now()) > gap.stale_at));


--
-- Name: migration; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.migration (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    run_on timestamp without time zone NOT NULL
);


--
-- Name: migration_digest; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.migration_digest (
    name text NOT NULL,
    sha256 text NOT NULL,
    engine text NOT NULL
);


--
-- Name: migration_id_seq; Type: SEQUENCE; Schema: floatwatch; Owner: -
--

CREATE SEQUENCE floatwatch.migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: migration_id_seq; Type: SEQUENCE OWNED BY; Schema: floatwatch; Owner: -
--

ALTER SEQUENCE floatwatch.migration_id_seq OWNED BY floatwatch.migration.id;


--
-- Name: outbox; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.outbox (
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    dead_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    receiver text NOT NULL,
    key text NOT NULL,
    alert text NOT NULL,
    detail text,
    body text NOT NULL
);


--
-- Name: payment_option_id_seq; Type: SEQUENCE; Schema: floatwatch; Owner: -
--

CREATE SEQUENCE floatwatch.payment_option_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: payment_option; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.payment_option (
    first_seen timestamp with time zone NOT NULL,
    last_seen timestamp with time zone,
    vanished_at timestamp with time zone,
    account_id integer NOT NULL,
    option_id integer DEFAULT nextval('floatwatch.payment_option_id_seq'::regclass) NOT NULL,
    active boolean,
    exposable boolean NOT NULL,
    min_amount numeric,
    max_amount numeric,
    max_daily_amount numeric,
    currency text NOT NULL,
    transaction_type text NOT NULL,
    transaction_method text NOT NULL,
    provider_code text NOT NULL,
    provider_name text NOT NULL,
    method_name text NOT NULL,
    prefixes text[] NOT NULL,
    CONSTRAINT payment_option_max_amount_check CHECK ((max_amount <> 'NaN'::numeric)),
    CONSTRAINT payment_option_max_daily_amount_check CHECK ((max_daily_amount <> 'NaN'::numeric)),
    CONSTRAINT payment_option_min_amount_check CHECK ((min_amount <> 'NaN'::numeric))
);


--
-- Name: payment_option_change; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.payment_option_change (
    slot timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    option_id integer NOT NULL,
    field text NOT NULL,
    old_value text,
    new_value text
);


--
-- Name: payment_option_changes; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.payment_option_changes AS
 SELECT c.seen_at,
    a.name AS account,
    o.currency,
    o.transaction_type,
    o.transaction_method,
    o.provider_code,
    c.field,
    c.old_value,
    c.new_value
   FROM ((floatwatch.payment_option_change c
     JOIN floatwatch.payment_option o ON (((o.account_id = c.account_id) AND (o.option_id = c.option_id))))
     JOIN floatwatch.account a ON ((a.account_id = c.account_id)));


--
-- Name: payment_option_seen; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.payment_option_seen (
    slot timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    stale_at timestamp with time zone NOT NULL,
    before_observed_at timestamp with time zone,
    account_id integer NOT NULL
)
WITH (fillfactor='50');


--
-- Name: payment_options; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.payment_options AS
 SELECT a.name AS account,
    o.currency,
    o.transaction_type,
    o.transaction_method,
    o.provider_code,
    o.provider_name,
    o.method_name,
    o.active,
    o.min_amount,
    o.max_amount,
    o.max_daily_amount,
    o.prefixes,
    o.first_seen,
    COALESCE(o.last_seen, s.observed_at) AS last_seen,
    o.vanished_at,
        CASE
            WHEN (o.vanished_at IS NOT NULL) THEN 'missing'::text
            WHEN ((o.last_seen IS NULL) AND (s.stale_at > now())) THEN 'fresh'::text
            ELSE 'stale'::text
        END AS state
   FROM ((floatwatch.payment_option o
     JOIN floatwatch.payment_option_seen s ON ((s.account_id = o.account_id)))
     JOIN floatwatch.account a ON ((a.account_id = o.account_id)));


--
-- Name: poll_2026_10; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll_2026_10 (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
);


--
-- Name: poll_2026_11; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll_2026_11 (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
);


--
-- Name: poll_2026_12; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll_2026_12 (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
);


--
-- Name: poll_2027_01; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll_2027_01 (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
);


--
-- Name: poll_2027_02; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.poll_2027_02 (
    slot timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    observed_at timestamp with time zone,
    stale_at timestamp with time zone,
    claim uuid NOT NULL,
    account_id integer NOT NULL,
    duration_ms integer,
    http_status integer,
    envelope_code integer,
    wallets integer,
    operation text NOT NULL,
    replica text NOT NULL,
    outcome text,
    detail text,
    unreadable jsonb,
    CONSTRAINT poll_operation_check CHECK ((operation = ANY (ARRAY['balances'::text, 'options'::text])))
);


--
-- Name: polls; Type: VIEW; Schema: floatwatch; Owner: -
--

CREATE VIEW floatwatch.polls AS
 SELECT a.name AS account,
    p.slot,
    p.outcome,
    p.http_status,
    p.envelope_code,
    ((p.duration_ms)::double precision * '00:00:00.001'::interval) AS duration,
    p.replica,
    p.wallets AS wallets_seen,
    p.started_at,
    p.observed_at,
    p.detail
   FROM (floatwatch.poll p
     JOIN floatwatch.account a ON ((a.account_id = p.account_id)))
  WHERE ((p.operation = 'balances'::text) AND (p.outcome IS NOT NULL));


--
-- Name: rollup_late; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.rollup_late (
    hour timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    mark uuid NOT NULL
);


--
-- Name: snapshot_2026_10; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_2026_10 (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
);


--
-- Name: snapshot_2026_11; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_2026_11 (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
);


--
-- Name: snapshot_2026_12; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_2026_12 (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
);


--
-- Name: snapshot_2027_01; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_2027_01 (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
);


--
-- Name: snapshot_2027_02; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_2027_02 (
    slot timestamp with time zone NOT NULL,
    account_id integer NOT NULL,
    wallet_id integer NOT NULL,
    observed_after integer NOT NULL,
    available numeric,
    actual numeric,
    uncleared numeric,
    reserve numeric,
    CONSTRAINT snapshot_actual_check CHECK ((actual <> 'NaN'::numeric)),
    CONSTRAINT snapshot_available_check CHECK ((available <> 'NaN'::numeric)),
    CONSTRAINT snapshot_reserve_check CHECK ((reserve <> 'NaN'::numeric)),
    CONSTRAINT snapshot_uncleared_check CHECK ((uncleared <> 'NaN'::numeric))
);


--
-- Name: snapshot_conflict; Type: TABLE; Schema: floatwatch; Owner: -
--

CREATE TABLE floatwatch.snapshot_conflict (
    slot timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL,
    account_id integer NOT NULL,
    operation text NOT NULL,
    replica text NOT NULL,
    reason text NOT NULL,
    outcome text NOT NULL,
    wallets jsonb NOT NULL,
    CONSTRAINT snapshot_conflict_reason_check CHECK ((reason = ANY (ARRAY['conflict'::text, 'fenced'::text])))
);


--
-- Name: poll_2026_10; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll ATTACH PARTITION floatwatch.poll_2026_10 FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-11-01 00:00:00+00');


--
-- Name: poll_2026_11; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll ATTACH PARTITION floatwatch.poll_2026_11 FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');


--
-- Name: poll_2026_12; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll ATTACH PARTITION floatwatch.poll_2026_12 FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00');


--
-- Name: poll_2027_01; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll ATTACH PARTITION floatwatch.poll_2027_01 FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2027-02-01 00:00:00+00');


--
-- Name: poll_2027_02; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll ATTACH PARTITION floatwatch.poll_2027_02 FOR VALUES FROM ('2027-02-01 00:00:00+00') TO ('2027-03-01 00:00:00+00');


--
-- Name: snapshot_2026_10; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot ATTACH PARTITION floatwatch.snapshot_2026_10 FOR VALUES FROM ('2026-10-01 00:00:00+00') TO ('2026-11-01 00:00:00+00');


--
-- Name: snapshot_2026_11; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot ATTACH PARTITION floatwatch.snapshot_2026_11 FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');


--
-- Name: snapshot_2026_12; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot ATTACH PARTITION floatwatch.snapshot_2026_12 FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00');


--
-- Name: snapshot_2027_01; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot ATTACH PARTITION floatwatch.snapshot_2027_01 FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2027-02-01 00:00:00+00');


--
-- Name: snapshot_2027_02; Type: TABLE ATTACH; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot ATTACH PARTITION floatwatch.snapshot_2027_02 FOR VALUES FROM ('2027-02-01 00:00:00+00') TO ('2027-03-01 00:00:00+00');


--
-- Name: migration id; Type: DEFAULT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.migration ALTER COLUMN id SET DEFAULT nextval('floatwatch.migration_id_seq'::regclass);


--
-- Data for Name: account; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.account VALUES
	(1, 'acme-ug', 'Africa/Kampala'),
	(2, 'acme-ke', 'Africa/Nairobi'),
	(3, 'zebra-tz', 'Asia/Kathmandu'),
	(4, 'lakeside-loans', 'America/New_York'),
	(5, 'exact-digits', 'UTC');


--
-- Data for Name: alert_episode; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.alert_episode VALUES
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 1, 'a6fa631eaa5436e075ae9ab5c25739cd0255727a5249ca66b395b310dfd85adf', 'ScheduleStalled', 'critical', '', '', NULL, NULL, '{"account": "acme-ug", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 1, 'ae05089e5c9d53576cf9e52cfffd862216a9b90bbc11ea02ceffc70b129cd675', 'BalanceUnknown', 'warning', '', '', NULL, NULL, '{"account": "acme-ug", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 2, '38def3c2166f844e9958299b0c3f3479154f34fdd0e77a999acf2351e9e9f6dd', 'ScheduleStalled', 'critical', '', '', NULL, NULL, '{"account": "acme-ke", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 2, 'd7ce3e4417532520a104caaba7db1d12b7d8652f91c01840ced28100bd12a710', 'BalanceUnknown', 'warning', '', '', NULL, NULL, '{"account": "acme-ke", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 3, '18f0f7f962e1afe1ca3a7171925bb185b89f5e002b075c5a27fd0199ad9a443b', 'ScheduleStalled', 'critical', '', '', NULL, NULL, '{"account": "zebra-tz", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 3, '86e02e43e1c4e49fd723e753b9eee4722cffc01809b681491cda6b58307ec8b3', 'BalanceUnknown', 'warning', '', '', NULL, NULL, '{"account": "zebra-tz", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 4, 'b76c30bd95e45fa84b99f07dabf642c7132dd1120ad8fe1d077b9f6db46db0b9', 'ScheduleStalled', 'critical', '', '', NULL, NULL, '{"account": "lakeside-loans", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', 4, 'e2575a7ee04ef7da8d7b0f8f9b6ace056d7596f6235317d9f3109304e5d4eb42', 'BalanceUnknown', 'warning', '', '', NULL, NULL, '{"account": "lakeside-loans", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:39+00', '2026-11-22 01:24:33+00', '2026-11-22 01:24:45+00', 1, 'e8731396053d2493c8e91e2c8c38bf8ffbc1944966ff320671c800b62b92c64d', 'PayoutFloatLow', 'critical', 'UGX', 'MERCHANT_PAYOUT', '4994500', '5000000', '{"account": "acme-ug", "currency": "UGX", "severity": "critical", "alertname": "PayoutFloatLow", "wallet_type": "MERCHANT_PAYOUT"}');


--
-- Data for Name: alert_state; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.alert_state VALUES
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 1, 'a6fa631eaa5436e075ae9ab5c25739cd0255727a5249ca66b395b310dfd85adf', 'ScheduleStalled', 'critical', '', '', 'inactive', NULL, NULL, 'account="acme-ug",alertname="ScheduleStalled",severity="critical"', '{"account": "acme-ug", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 1, 'ae05089e5c9d53576cf9e52cfffd862216a9b90bbc11ea02ceffc70b129cd675', 'BalanceUnknown', 'warning', '', '', 'inactive', NULL, NULL, 'account="acme-ug",alertname="BalanceUnknown",severity="warning"', '{"account": "acme-ug", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 2, '38def3c2166f844e9958299b0c3f3479154f34fdd0e77a999acf2351e9e9f6dd', 'ScheduleStalled', 'critical', '', '', 'inactive', NULL, NULL, 'account="acme-ke",alertname="ScheduleStalled",severity="critical"', '{"account": "acme-ke", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 2, 'd7ce3e4417532520a104caaba7db1d12b7d8652f91c01840ced28100bd12a710', 'BalanceUnknown', 'warning', '', '', 'inactive', NULL, NULL, 'account="acme-ke",alertname="BalanceUnknown",severity="warning"', '{"account": "acme-ke", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 3, '18f0f7f962e1afe1ca3a7171925bb185b89f5e002b075c5a27fd0199ad9a443b', 'ScheduleStalled', 'critical', '', '', 'inactive', NULL, NULL, 'account="zebra-tz",alertname="ScheduleStalled",severity="critical"', '{"account": "zebra-tz", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 3, '86e02e43e1c4e49fd723e753b9eee4722cffc01809b681491cda6b58307ec8b3', 'BalanceUnknown', 'warning', '', '', 'inactive', NULL, NULL, 'account="zebra-tz",alertname="BalanceUnknown",severity="warning"', '{"account": "zebra-tz", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 4, 'b76c30bd95e45fa84b99f07dabf642c7132dd1120ad8fe1d077b9f6db46db0b9', 'ScheduleStalled', 'critical', '', '', 'inactive', NULL, NULL, 'account="lakeside-loans",alertname="ScheduleStalled",severity="critical"', '{"account": "lakeside-loans", "severity": "critical", "alertname": "ScheduleStalled"}'),
	('2026-11-22 01:24:12.98+00', '2026-11-22 01:00:36+00', '2026-11-22 01:00:36+00', '2026-11-22 01:24:12+00', NULL, 4, 'e2575a7ee04ef7da8d7b0f8f9b6ace056d7596f6235317d9f3109304e5d4eb42', 'BalanceUnknown', 'warning', '', '', 'inactive', NULL, NULL, 'account="lakeside-loans",alertname="BalanceUnknown",severity="warning"', '{"account": "lakeside-loans", "severity": "warning", "alertname": "BalanceUnknown"}'),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:33+00', '2026-11-22 01:24:39+00', '2026-11-22 01:24:45+00', NULL, 1, 'e8731396053d2493c8e91e2c8c38bf8ffbc1944966ff320671c800b62b92c64d', 'PayoutFloatLow', 'critical', 'UGX', 'MERCHANT_PAYOUT', 'inactive', '4994500', '5000000', 'account="acme-ug",alertname="PayoutFloatLow",currency="UGX",severity="critical",wallet_type="MERCHANT_PAYOUT"', '{"account": "acme-ug", "currency": "UGX", "severity": "critical", "alertname": "PayoutFloatLow", "wallet_type": "MERCHANT_PAYOUT"}');


--
-- Data for Name: balance_daily; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.balance_daily VALUES
	('2026-11-20', 1, 1, 3, 75099330.12, 76542783.56, 75099330.12, 76542783.56, 79591944.5, 79937643.37, 79591944.5, 79937643.37, 3394859.81, 0),
	('2026-11-20', 1, 2, 3, 14109000, 13887000, 13887000, 14109000, 14109000, 13887000, 13887000, 14109000, 0, 0),
	('2026-11-20', 1, 3, 3, 1294583.58, 1286697.58, 1286697.58, 1294583.58, 1294583.58, 1286697.58, 1286697.58, 1294583.58, 0, 0),
	('2026-11-20', 1, 4, 3, 11042.45, 11306.37, 11042.45, 11306.37, 16778.54, 16892.94, 16778.54, 16892.94, 4832.41, 754.16),
	('2026-11-20', 1, 5, 3, 8337, 8281, 8281, 8337, 8337, 8281, 8281, 8337, 0, 0),
	('2026-11-20', 2, 6, 3, 9281182.91, 9390882.32, 9281182.91, 9390882.32, 11275658.8, 11319905.61, 11275658.8, 11319905.61, 1663611.48, 265411.81),
	('2026-11-20', 2, 7, 3, 2675240, 2655940, 2655940, 2675240, 2675240, 2655940, 2655940, 2675240, 0, 0),
	('2026-11-20', 2, 8, 3, 188015, 187266, 187266, 188015, 188015, 187266, 187266, 188015, 0, 0),
	('2026-11-20', 2, 9, 3, 41580.67, 42072.99, 41580.67, 42072.99, 51437.01, 51654.33, 51437.01, 51654.33, 8333.01, 1248.33),
	('2026-11-20', 2, 10, 3, 8986, 8887, 8887, 8986, 8986, 8887, 8887, 8986, 0, 0),
	('2026-11-20', 4, 15, 19, 579767734.53, 612603301.59, 579767734.53, 612603301.59, 605395473.02, 623569704.47, 605395473.02, 623569704.47, 10966402.88, 0),
	('2026-11-20', 4, 16, 19, 116169360, 109734860, 109734860, 116169360, 116169360, 109734860, 109734860, 116169360, 0, 0),
	('2026-11-20', 4, 17, 19, 22258947.24, 24353679.06, 22258947.24, 24353679.06, 26842842.04, 27497323.62, 26842842.04, 27497323.62, 2572557.89, 571086.67),
	('2026-11-20', 4, 18, 19, 5633620, 5360450, 5360450, 5633620, 5633620, 5360450, 5360450, 5633620, 0, 0),
	('2026-11-20', 4, 19, 19, 23872470.2, 25671530, 23872470.2, 25671530, 25232394.8, 25944713.5, 25232394.8, 25944713.5, 273183.5, 0),
	('2026-11-20', 4, 20, 19, 229811, 11, 11, 229811, 229811, 11, 11, 229811, 0, 0),
	('2026-11-21', 1, 1, 48, 77087998.92, 96307156.14, 77087998.92, 96307156.14, 80087182.69, 100047470.77, 80087182.69, 100047470.77, 3740314.63, 0),
	('2026-11-22', 1, 1, 6, 97152916.82, 99662678.8, 97152916.82, 99662678.8, 100160237.06, 100397205.08, 100160237.06, 100397205.08, 734526.28, 0),
	('2026-11-21', 1, 2, 48, 13800000, 5211500, 5211500, 13800000, 13800000, 5211500, 5211500, 13800000, 0, 0),
	('2026-11-22', 1, 2, 6, 5176500, 5084000, 5084000, 5176500, 5176500, 5084000, 5084000, 5176500, 0, 0),
	('2026-11-21', 1, 3, 48, 1284032.58, 1111545.58, 1111545.58, 1284032.58, 1284032.58, 1111545.58, 1111545.58, 1284032.58, 0, 0),
	('2026-11-22', 1, 3, 6, 1110651.58, 1107288.58, 1107288.58, 1110651.58, 1110651.58, 1107288.58, 1107288.58, 1110651.58, 0, 0),
	('2026-11-21', 1, 4, 48, 11409.15, 16707.74, 11409.15, 16707.74, 16931.59, 22818.63, 16931.59, 22818.63, 5401.39, 709.5),
	('2026-11-22', 1, 4, 6, 16850.24, 17387.28, 16850.24, 17387.28, 22867.58, 22952.12, 22867.58, 22952.12, 4855.34, 709.5),
	('2026-11-21', 1, 5, 48, 8257, 5718, 5718, 8257, 8257, 5718, 5718, 8257, 0, 0),
	('2026-11-22', 1, 5, 6, 5704, 5673, 5673, 5704, 5704, 5673, 5673, 5704, 0, 0),
	('2026-11-21', 2, 6, 48, 9435051.63, 11116190.73, 9435051.63, 11116190.73, 11338917.08, 13380567.2, 11338917.08, 13380567.2, 2019806.15, 244570.32),
	('2026-11-22', 2, 6, 6, 11169456.07, 11335822.42, 11169456.07, 11335822.42, 13396889.24, 13421016.99, 13396889.24, 13421016.99, 1840624.25, 244570.32),
	('2026-11-21', 2, 7, 48, 2645950, 1805190, 1805190, 2645950, 2645950, 1805190, 1805190, 2645950, 0, 0),
	('2026-11-22', 2, 7, 6, 1800740, 1789970, 1789970, 1800740, 1800740, 1789970, 1789970, 1800740, 0, 0),
	('2026-11-21', 2, 8, 48, 186962, 169221, 169221, 186962, 186962, 169221, 169221, 186962, 0, 0),
	('2026-11-22', 2, 8, 6, 169113, 168823, 168823, 169113, 169113, 168823, 168823, 169113, 0, 0),
	('2026-11-21', 2, 9, 48, 42358.85, 50345.58, 42358.85, 50345.58, 51730.27, 60587.64, 51730.27, 60587.64, 9034.58, 1207.48),
	('2026-11-22', 2, 9, 6, 50569.18, 51357.64, 50569.18, 51357.64, 60649.73, 60807.35, 60649.73, 60807.35, 8242.23, 1207.48),
	('2026-11-21', 2, 10, 48, 8842, 5029, 5029, 8842, 8842, 5029, 5029, 8842, 0, 0),
	('2026-11-22', 2, 10, 6, 5009, 4966, 4966, 5009, 5009, 4966, 4966, 5009, 0, 0),
	('2026-11-21', 4, 15, 38, 613244677.48, 735140897.98, 613244677.48, 735140897.98, 627039364.03, 740246676.92, 627039364.03, 740246676.92, 5105778.94, 0),
	('2026-11-21', 4, 16, 38, 109037360, 65344360, 65344360, 109037360, 109037360, 65344360, 65344360, 109037360, 0, 0),
	('2026-11-21', 4, 17, 38, 24369293.35, 27224599.36, 24369293.35, 27224599.36, 27590835.02, 31778853.52, 27590835.02, 31778853.52, 3983167.49, 571086.67),
	('2026-11-21', 4, 18, 38, 5317630, 3288070, 3288070, 5317630, 5317630, 3288070, 3288070, 5317630, 0, 0),
	('2026-11-21', 4, 19, 38, 25697678.6, 21892553, 17536912.8, 25742739.5, 26024829.5, 22246814.5, 18153651.3, 26221033.4, 354261.5, 0),
	('2026-11-21', 4, 20, 38, 11, 6288300, 11, 8204100, 11, 6288300, 11, 8204100, 0, 0),
	('2026-11-21', 3, 11, 46, 69403799.46, 94448373.05, 69403799.46, 94448373.05, 76590109.45, 102370331.55, 76590109.45, 102370331.55, 7921958.5, 0),
	('2026-11-21', 3, 12, 46, 42682775, 28339275, 28339275, 42682775, 42682775, 28339275, 28339275, 42682775, 0, 0),
	('2026-11-21', 3, 13, 46, 1858895.72, 1569037.72, 1569037.72, 1858895.72, 1858895.72, 1569037.72, 1569037.72, 1858895.72, 0, 0),
	('2026-11-21', 3, 14, 46, 5469.6, 6757.38, 5469.6, 6757.38, 6960.5, 8347.96, 6960.5, 8347.96, 1413.6, 176.98),
	('2026-11-22', 3, 11, 12, 95335571.01, 104370170.11, 95335571.01, 104370170.11, 102946267.57, 105150512.69, 102946267.57, 105150512.69, 780342.58, 0),
	('2026-11-22', 3, 12, 12, 28241275, 27686775, 27686775, 28241275, 28241275, 27686775, 27686775, 28241275, 0, 0),
	('2026-11-22', 3, 13, 12, 1567524.72, 1550861.72, 1550861.72, 1567524.72, 1567524.72, 1550861.72, 1550861.72, 1567524.72, 0, 0),
	('2026-11-22', 3, 14, 12, 6783.99, 7404.35, 6783.99, 7404.35, 8382.82, 8515.99, 8382.82, 8515.99, 957.94, 153.7);


--
-- Data for Name: balance_hourly; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.balance_hourly VALUES
	('2026-11-20 19:00:00+00', 1, 1, 1, 75099330.12, 75099330.12, 75099330.12, 75099330.12, 79591944.5, 79591944.5, 79591944.5, 79591944.5, 4492614.38, 0, 0),
	('2026-11-20 20:00:00+00', 1, 1, 2, 75822946.87, 76542783.56, 75822946.87, 76542783.56, 79833572.94, 79937643.37, 79833572.94, 79937643.37, 3394859.81, 0, 0),
	('2026-11-20 21:00:00+00', 1, 1, 2, 77087998.92, 77746460.53, 77087998.92, 77746460.53, 80087182.69, 80172731.46, 80087182.69, 80172731.46, 2426270.93, 0, 0),
	('2026-11-20 22:00:00+00', 1, 1, 2, 78344614.34, 78891629.46, 78344614.34, 78891629.46, 80256481.8, 80380856.18, 80256481.8, 80380856.18, 1489226.72, 0, 0),
	('2026-11-20 23:00:00+00', 1, 1, 2, 79250151.16, 79591944.5, 79250151.16, 79591944.5, 80455128.95, 80567357.76, 80455128.95, 80567357.76, 975413.26, 0, 0),
	('2026-11-21 00:00:00+00', 1, 1, 2, 79833572.94, 79937643.37, 79833572.94, 79937643.37, 80678575.43, 80752706.02, 80678575.43, 80752706.02, 815062.65, 0, 0),
	('2026-11-21 01:00:00+00', 1, 1, 2, 80087182.69, 80172731.46, 80087182.69, 80172731.46, 80860840.33, 80961571.19, 80860840.33, 80961571.19, 788839.73, 0, 0),
	('2026-11-21 02:00:00+00', 1, 1, 2, 80256481.8, 80380856.18, 80256481.8, 80380856.18, 81040446.05, 81214258.62, 81040446.05, 81214258.62, 833402.44, 0, 0),
	('2026-11-21 03:00:00+00', 1, 1, 2, 80455128.95, 80567357.76, 80455128.95, 80567357.76, 81406987.98, 81696438.19, 81406987.98, 81696438.19, 1129080.43, 0, 0),
	('2026-11-21 04:00:00+00', 1, 1, 2, 80678575.43, 80752706.02, 80678575.43, 80752706.02, 81962801.54, 82451776.95, 81962801.54, 82451776.95, 1699070.93, 0, 0),
	('2026-11-21 05:00:00+00', 1, 1, 2, 80860840.33, 80961571.19, 80860840.33, 80961571.19, 82928968.91, 83479162.32, 82928968.91, 83479162.32, 2517591.13, 0, 0),
	('2026-11-21 06:00:00+00', 1, 1, 2, 81040446.05, 81214258.62, 81040446.05, 81214258.62, 83962101.19, 84502600.03, 83962101.19, 84502600.03, 3288341.41, 0, 0),
	('2026-11-21 07:00:00+00', 1, 1, 2, 81406987.98, 81696438.19, 81406987.98, 81696438.19, 85150312.38, 85727251.83, 85150312.38, 85727251.83, 4030813.64, 0, 0),
	('2026-11-21 08:00:00+00', 1, 1, 2, 81962801.54, 82451776.95, 81962801.54, 82451776.95, 86428178.19, 86884858.68, 86428178.19, 86884858.68, 4433081.73, 0, 0),
	('2026-11-21 09:00:00+00', 1, 1, 2, 82928968.91, 83479162.32, 82928968.91, 83479162.32, 87392953.11, 88000269.59, 87392953.11, 88000269.59, 4521107.27, 0, 0),
	('2026-11-21 10:00:00+00', 1, 1, 2, 83962101.19, 84502600.03, 83962101.19, 84502600.03, 88488193.6, 89047269.65, 88488193.6, 89047269.65, 4544669.62, 0, 0),
	('2026-11-21 11:00:00+00', 1, 1, 2, 85150312.38, 85727251.83, 85150312.38, 85727251.83, 89654095.84, 90152786.18, 89654095.84, 90152786.18, 4425534.35, 0, 0),
	('2026-11-21 12:00:00+00', 1, 1, 2, 86428178.19, 86884858.68, 86428178.19, 86884858.68, 90715735.91, 91125063.96, 90715735.91, 91125063.96, 4240205.28, 0, 0),
	('2026-11-21 13:00:00+00', 1, 1, 2, 87392953.11, 88000269.59, 87392953.11, 88000269.59, 91685914.03, 92170847.43, 91685914.03, 92170847.43, 4170577.84, 0, 0),
	('2026-11-21 14:00:00+00', 1, 1, 2, 88488193.6, 89047269.65, 88488193.6, 89047269.65, 92833323.51, 93401780.03, 92833323.51, 93401780.03, 4354510.38, 0, 0),
	('2026-11-21 15:00:00+00', 1, 1, 2, 89654095.84, 90152786.18, 89654095.84, 90152786.18, 93942248.94, 94805242.6, 93942248.94, 94805242.6, 4652456.42, 0, 0),
	('2026-11-21 16:00:00+00', 1, 1, 2, 90715735.91, 91125063.96, 90715735.91, 91125063.96, 95486001.39, 96307156.14, 95486001.39, 96307156.14, 5182092.18, 0, 0),
	('2026-11-21 17:00:00+00', 1, 1, 2, 91685914.03, 92170847.43, 91685914.03, 92170847.43, 97152916.82, 97710410.93, 97152916.82, 97710410.93, 5539563.5, 0, 0),
	('2026-11-21 18:00:00+00', 1, 1, 2, 92833323.51, 93401780.03, 92833323.51, 93401780.03, 98339508.52, 98912374.71, 98339508.52, 98912374.71, 5510594.68, 0, 0),
	('2026-11-20 19:00:00+00', 1, 2, 1, 14109000, 14109000, 14109000, 14109000, 14109000, 14109000, 14109000, 14109000, 0, 0, 0),
	('2026-11-20 20:00:00+00', 1, 2, 2, 13983000, 13887000, 13887000, 13983000, 13983000, 13887000, 13887000, 13983000, 0, 0, 96000),
	('2026-11-20 21:00:00+00', 1, 2, 2, 13800000, 13756500, 13756500, 13800000, 13800000, 13756500, 13756500, 13800000, 0, 0, 43500),
	('2026-11-20 22:00:00+00', 1, 2, 2, 13718000, 13677000, 13677000, 13718000, 13718000, 13677000, 13677000, 13718000, 0, 0, 41000),
	('2026-11-20 23:00:00+00', 1, 2, 2, 13627000, 13582500, 13582500, 13627000, 13627000, 13582500, 13582500, 13627000, 0, 0, 44500),
	('2026-11-21 00:00:00+00', 1, 2, 2, 13539500, 13496000, 13496000, 13539500, 13539500, 13496000, 13496000, 13539500, 0, 0, 43500),
	('2026-11-21 01:00:00+00', 1, 2, 2, 13447000, 13412500, 13412500, 13447000, 13447000, 13412500, 13412500, 13447000, 0, 0, 34500),
	('2026-11-21 02:00:00+00', 1, 2, 2, 13368000, 13320500, 13320500, 13368000, 13368000, 13320500, 13320500, 13368000, 0, 0, 47500),
	('2026-11-21 03:00:00+00', 1, 2, 2, 13281000, 13215500, 13215500, 13281000, 13281000, 13215500, 13215500, 13281000, 0, 0, 65500),
	('2026-11-21 04:00:00+00', 1, 2, 2, 13125500, 12985500, 12985500, 13125500, 13125500, 12985500, 12985500, 13125500, 0, 0, 140000),
	('2026-11-21 05:00:00+00', 1, 2, 2, 12858500, 12569500, 12569500, 12858500, 12858500, 12569500, 12569500, 12858500, 0, 0, 289000),
	('2026-11-21 06:00:00+00', 1, 2, 2, 12313000, 12008500, 12008500, 12313000, 12313000, 12008500, 12008500, 12313000, 0, 0, 304500),
	('2026-11-21 07:00:00+00', 1, 2, 2, 11553500, 11107000, 11107000, 11553500, 11553500, 11107000, 11107000, 11553500, 0, 0, 446500),
	('2026-11-21 08:00:00+00', 1, 2, 2, 10521500, 10269000, 10269000, 10521500, 10521500, 10269000, 10269000, 10521500, 0, 0, 252500),
	('2026-11-21 09:00:00+00', 1, 2, 2, 9939500, 9672500, 9672500, 9939500, 9939500, 9672500, 9672500, 9939500, 0, 0, 267000),
	('2026-11-21 10:00:00+00', 1, 2, 2, 9438000, 9205500, 9205500, 9438000, 9438000, 9205500, 9205500, 9438000, 0, 0, 232500),
	('2026-11-21 11:00:00+00', 1, 2, 2, 8993500, 8664500, 8664500, 8993500, 8993500, 8664500, 8664500, 8993500, 0, 0, 329000),
	('2026-11-21 12:00:00+00', 1, 2, 2, 8306500, 7902500, 7902500, 8306500, 8306500, 7902500, 7902500, 8306500, 0, 0, 404000),
	('2026-11-21 13:00:00+00', 1, 2, 2, 7419500, 7013500, 7013500, 7419500, 7419500, 7013500, 7013500, 7419500, 0, 0, 406000),
	('2026-11-21 14:00:00+00', 1, 2, 2, 6590500, 6357500, 6357500, 6590500, 6590500, 6357500, 6357500, 6590500, 0, 0, 233000),
	('2026-11-21 15:00:00+00', 1, 2, 2, 6136500, 5993500, 5993500, 6136500, 6136500, 5993500, 5993500, 6136500, 0, 0, 143000),
	('2026-11-21 16:00:00+00', 1, 2, 2, 5834500, 5732500, 5732500, 5834500, 5834500, 5732500, 5732500, 5834500, 0, 0, 102000),
	('2026-11-21 17:00:00+00', 1, 2, 2, 5642000, 5554000, 5554000, 5642000, 5642000, 5554000, 5554000, 5642000, 0, 0, 88000),
	('2026-11-21 18:00:00+00', 1, 2, 2, 5472000, 5405000, 5405000, 5472000, 5472000, 5405000, 5405000, 5472000, 0, 0, 67000),
	('2026-11-20 19:00:00+00', 1, 3, 1, 1294583.58, 1294583.58, 1294583.58, 1294583.58, 1294583.58, 1294583.58, 1294583.58, 1294583.58, 0, 0, 0),
	('2026-11-20 20:00:00+00', 1, 3, 2, 1290487.58, 1286697.58, 1286697.58, 1290487.58, 1290487.58, 1286697.58, 1286697.58, 1290487.58, 0, 0, 3790.00),
	('2026-11-20 21:00:00+00', 1, 3, 2, 1284032.58, 1283118.58, 1283118.58, 1284032.58, 1284032.58, 1283118.58, 1283118.58, 1284032.58, 0, 0, 914.00),
	('2026-11-20 22:00:00+00', 1, 3, 2, 1282017.58, 1280898.58, 1280898.58, 1282017.58, 1282017.58, 1280898.58, 1280898.58, 1282017.58, 0, 0, 1119.00),
	('2026-11-20 23:00:00+00', 1, 3, 2, 1279675.58, 1278724.58, 1278724.58, 1279675.58, 1279675.58, 1278724.58, 1278724.58, 1279675.58, 0, 0, 951.00),
	('2026-11-21 00:00:00+00', 1, 3, 2, 1277916.58, 1276854.58, 1276854.58, 1277916.58, 1277916.58, 1276854.58, 1276854.58, 1277916.58, 0, 0, 1062.00),
	('2026-11-21 01:00:00+00', 1, 3, 2, 1275560.58, 1274632.58, 1274632.58, 1275560.58, 1275560.58, 1274632.58, 1274632.58, 1275560.58, 0, 0, 928.00),
	('2026-11-21 02:00:00+00', 1, 3, 2, 1273431.58, 1272479.58, 1272479.58, 1273431.58, 1273431.58, 1272479.58, 1272479.58, 1273431.58, 0, 0, 952.00),
	('2026-11-21 03:00:00+00', 1, 3, 2, 1271430.58, 1270449.58, 1270449.58, 1271430.58, 1271430.58, 1270449.58, 1270449.58, 1271430.58, 0, 0, 981.00),
	('2026-11-21 04:00:00+00', 1, 3, 2, 1269233.58, 1267484.58, 1267484.58, 1269233.58, 1269233.58, 1267484.58, 1267484.58, 1269233.58, 0, 0, 1749.00),
	('2026-11-21 05:00:00+00', 1, 3, 2, 1265382.58, 1256296.58, 1256296.58, 1265382.58, 1265382.58, 1256296.58, 1256296.58, 1265382.58, 0, 0, 9086.00),
	('2026-11-21 06:00:00+00', 1, 3, 2, 1247755.58, 1240019.58, 1240019.58, 1247755.58, 1247755.58, 1240019.58, 1240019.58, 1247755.58, 0, 0, 7736.00),
	('2026-11-21 07:00:00+00', 1, 3, 2, 1229295.58, 1220494.58, 1220494.58, 1229295.58, 1229295.58, 1220494.58, 1220494.58, 1229295.58, 0, 0, 8801.00),
	('2026-11-21 08:00:00+00', 1, 3, 2, 1210957.58, 1202373.58, 1202373.58, 1210957.58, 1210957.58, 1202373.58, 1202373.58, 1210957.58, 0, 0, 8584.00),
	('2026-11-21 09:00:00+00', 1, 3, 2, 1195384.58, 1189482.58, 1189482.58, 1195384.58, 1195384.58, 1189482.58, 1189482.58, 1195384.58, 0, 0, 5902.00),
	('2026-11-21 10:00:00+00', 1, 3, 2, 1182757.58, 1176383.58, 1176383.58, 1182757.58, 1182757.58, 1176383.58, 1176383.58, 1182757.58, 0, 0, 6374.00),
	('2026-11-21 11:00:00+00', 1, 3, 2, 1170285.58, 1160837.58, 1160837.58, 1170285.58, 1170285.58, 1160837.58, 1160837.58, 1170285.58, 0, 0, 9448.00),
	('2026-11-21 12:00:00+00', 1, 3, 2, 1154455.58, 1144201.58, 1144201.58, 1154455.58, 1154455.58, 1144201.58, 1144201.58, 1154455.58, 0, 0, 10254.00),
	('2026-11-21 13:00:00+00', 1, 3, 2, 1136921.58, 1131195.58, 1131195.58, 1136921.58, 1136921.58, 1131195.58, 1131195.58, 1136921.58, 0, 0, 5726.00),
	('2026-11-21 14:00:00+00', 1, 3, 2, 1126914.58, 1124588.58, 1124588.58, 1126914.58, 1126914.58, 1124588.58, 1124588.58, 1126914.58, 0, 0, 2326.00),
	('2026-11-21 15:00:00+00', 1, 3, 2, 1123149.58, 1122058.58, 1122058.58, 1123149.58, 1123149.58, 1122058.58, 1122058.58, 1123149.58, 0, 0, 1091.00),
	('2026-11-21 16:00:00+00', 1, 3, 2, 1120779.58, 1119822.58, 1119822.58, 1120779.58, 1120779.58, 1119822.58, 1119822.58, 1120779.58, 0, 0, 957.00),
	('2026-11-21 17:00:00+00', 1, 3, 2, 1118922.58, 1117863.58, 1117863.58, 1118922.58, 1118922.58, 1117863.58, 1117863.58, 1118922.58, 0, 0, 1059.00),
	('2026-11-21 18:00:00+00', 1, 3, 2, 1116802.58, 1115734.58, 1115734.58, 1116802.58, 1116802.58, 1115734.58, 1115734.58, 1116802.58, 0, 0, 1068.00),
	('2026-11-20 19:00:00+00', 1, 4, 1, 11042.45, 11042.45, 11042.45, 11042.45, 16778.54, 16778.54, 16778.54, 16778.54, 4981.93, 754.16, 0),
	('2026-11-20 20:00:00+00', 1, 4, 2, 11164.42, 11306.37, 11164.42, 11306.37, 16847.57, 16892.94, 16847.57, 16892.94, 4832.41, 754.16, 0),
	('2026-11-20 21:00:00+00', 1, 4, 2, 11409.15, 11534.12, 11409.15, 11534.12, 16931.59, 16970.73, 16931.59, 16970.73, 4682.45, 754.16, 0),
	('2026-11-20 22:00:00+00', 1, 4, 2, 11653.85, 11730.28, 11653.85, 11730.28, 17005.86, 17033.61, 17005.86, 17033.61, 4549.17, 754.16, 0),
	('2026-11-20 23:00:00+00', 1, 4, 2, 11794.4, 11848.06, 11794.4, 11848.06, 17057.93, 17093.18, 17057.93, 17093.18, 4490.96, 754.16, 0),
	('2026-11-21 00:00:00+00', 1, 4, 2, 13375.2, 13398.37, 13375.2, 13398.37, 17116.56, 17149.57, 17116.56, 17149.57, 3041.7, 709.5, 0),
	('2026-11-21 01:00:00+00', 1, 4, 2, 13420.94, 13444.23, 13420.94, 13444.23, 17180.6, 17205.05, 17180.6, 17205.05, 3051.32, 709.5, 0),
	('2026-11-21 02:00:00+00', 1, 4, 2, 13466.19, 13484.48, 13466.19, 13484.48, 17237.47, 17281.22, 17237.47, 17281.22, 3087.24, 709.5, 0),
	('2026-11-21 03:00:00+00', 1, 4, 2, 13499.96, 13525.61, 13499.96, 13525.61, 17328.42, 17395, 17328.42, 17395, 3159.89, 709.5, 0),
	('2026-11-21 04:00:00+00', 1, 4, 2, 13539.66, 13561.6, 13539.66, 13561.6, 17499.22, 17590.49, 17499.22, 17590.49, 3319.39, 709.5, 0),
	('2026-11-21 05:00:00+00', 1, 4, 2, 13584.09, 13600.7, 13584.09, 13600.7, 17713.03, 17850.37, 17713.03, 17850.37, 3540.17, 709.5, 0),
	('2026-11-21 06:00:00+00', 1, 4, 2, 13621.39, 13657.48, 13621.39, 13657.48, 18026.69, 18169.13, 18026.69, 18169.13, 3802.15, 709.5, 0),
	('2026-11-21 07:00:00+00', 1, 4, 2, 13695.03, 13748.22, 13695.03, 13748.22, 18349.72, 18511.37, 18349.72, 18511.37, 4053.65, 709.5, 0),
	('2026-11-21 08:00:00+00', 1, 4, 2, 13832.09, 13902.2, 13832.09, 13902.2, 18698.27, 18847.98, 18698.27, 18847.98, 4236.28, 709.5, 0),
	('2026-11-21 09:00:00+00', 1, 4, 2, 13995.08, 14102.76, 13995.08, 14102.76, 19032.14, 19193.02, 19032.14, 19193.02, 4380.76, 709.5, 0),
	('2026-11-21 10:00:00+00', 1, 4, 2, 14231.72, 14334.43, 14231.72, 14334.43, 19345.62, 19526.85, 19345.62, 19526.85, 4482.92, 709.5, 0),
	('2026-11-21 11:00:00+00', 1, 4, 2, 14471.63, 14574.24, 14471.63, 14574.24, 19692.66, 19862.98, 19692.66, 19862.98, 4579.24, 709.5, 0),
	('2026-11-21 12:00:00+00', 1, 4, 2, 14714.02, 14809.66, 14714.02, 14809.66, 19980.19, 20140.22, 19980.19, 20140.22, 4621.06, 709.5, 0),
	('2026-11-21 13:00:00+00', 1, 4, 2, 14929.95, 15038.63, 14929.95, 15038.63, 20285.88, 20457.04, 20285.88, 20457.04, 4708.91, 709.5, 0),
	('2026-11-21 14:00:00+00', 1, 4, 2, 15130.9, 15259.8, 15130.9, 15259.8, 20609.77, 20829.78, 20609.77, 20829.78, 4860.48, 709.5, 0),
	('2026-11-21 15:00:00+00', 1, 4, 2, 15370.15, 15478.26, 15370.15, 15478.26, 21010.48, 21213.4, 21010.48, 21213.4, 5025.64, 709.5, 0),
	('2026-11-21 16:00:00+00', 1, 4, 2, 15554.4, 15660.02, 15554.4, 15660.02, 21425.46, 21672.06, 21425.46, 21672.06, 5302.54, 709.5, 0),
	('2026-11-21 17:00:00+00', 1, 4, 2, 15745, 15869.85, 15745, 15869.85, 21878.47, 22110.02, 21878.47, 22110.02, 5530.67, 709.5, 0),
	('2026-11-21 18:00:00+00', 1, 4, 2, 15970.07, 16122.61, 15970.07, 16122.61, 22291.36, 22442.53, 22291.36, 22442.53, 5610.42, 709.5, 0),
	('2026-11-20 19:00:00+00', 1, 5, 1, 8337, 8337, 8337, 8337, 8337, 8337, 8337, 8337, 0, 0, 0),
	('2026-11-20 20:00:00+00', 1, 5, 2, 8310, 8281, 8281, 8310, 8310, 8281, 8281, 8310, 0, 0, 29),
	('2026-11-20 21:00:00+00', 1, 5, 2, 8257, 8245, 8245, 8257, 8257, 8245, 8245, 8257, 0, 0, 12),
	('2026-11-20 22:00:00+00', 1, 5, 2, 8229, 8219, 8219, 8229, 8229, 8219, 8219, 8229, 0, 0, 10),
	('2026-11-20 23:00:00+00', 1, 5, 2, 8206, 8193, 8193, 8206, 8206, 8193, 8193, 8206, 0, 0, 13),
	('2026-11-21 00:00:00+00', 1, 5, 2, 8179, 8168, 8168, 8179, 8179, 8168, 8168, 8179, 0, 0, 11),
	('2026-11-21 01:00:00+00', 1, 5, 2, 8152, 8143, 8143, 8152, 8152, 8143, 8143, 8152, 0, 0, 9),
	('2026-11-21 02:00:00+00', 1, 5, 2, 8127, 8114, 8114, 8127, 8127, 8114, 8114, 8127, 0, 0, 13),
	('2026-11-21 03:00:00+00', 1, 5, 2, 8101, 8085, 8085, 8101, 8101, 8085, 8085, 8101, 0, 0, 16),
	('2026-11-21 04:00:00+00', 1, 5, 2, 8067, 8017, 8017, 8067, 8067, 8017, 8017, 8067, 0, 0, 50),
	('2026-11-21 05:00:00+00', 1, 5, 2, 7990, 7898, 7898, 7990, 7990, 7898, 7898, 7990, 0, 0, 92),
	('2026-11-21 06:00:00+00', 1, 5, 2, 7827, 7697, 7697, 7827, 7827, 7697, 7697, 7827, 0, 0, 130),
	('2026-11-21 07:00:00+00', 1, 5, 2, 7608, 7446, 7446, 7608, 7608, 7446, 7446, 7608, 0, 0, 162),
	('2026-11-21 08:00:00+00', 1, 5, 2, 7299, 7207, 7207, 7299, 7299, 7207, 7207, 7299, 0, 0, 92),
	('2026-11-21 09:00:00+00', 1, 5, 2, 7101, 7034, 7034, 7101, 7101, 7034, 7034, 7101, 0, 0, 67),
	('2026-11-21 10:00:00+00', 1, 5, 2, 6964, 6887, 6887, 6964, 6964, 6887, 6887, 6964, 0, 0, 77),
	('2026-11-21 11:00:00+00', 1, 5, 2, 6809, 6738, 6738, 6809, 6809, 6738, 6738, 6809, 0, 0, 71),
	('2026-11-21 12:00:00+00', 1, 5, 2, 6609, 6483, 6483, 6609, 6609, 6483, 6483, 6609, 0, 0, 126),
	('2026-11-21 13:00:00+00', 1, 5, 2, 6349, 6232, 6232, 6349, 6349, 6232, 6232, 6349, 0, 0, 117),
	('2026-11-21 14:00:00+00', 1, 5, 2, 6140, 6048, 6048, 6140, 6140, 6048, 6048, 6140, 0, 0, 92),
	('2026-11-21 15:00:00+00', 1, 5, 2, 5984, 5938, 5938, 5984, 5984, 5938, 5938, 5984, 0, 0, 46),
	('2026-11-21 16:00:00+00', 1, 5, 2, 5910, 5871, 5871, 5910, 5910, 5871, 5871, 5910, 0, 0, 39),
	('2026-11-21 17:00:00+00', 1, 5, 2, 5846, 5814, 5814, 5846, 5846, 5814, 5814, 5846, 0, 0, 32),
	('2026-11-21 18:00:00+00', 1, 5, 2, 5791, 5772, 5772, 5791, 5791, 5772, 5772, 5791, 0, 0, 19),
	('2026-11-20 19:00:00+00', 2, 6, 1, 9281182.91, 9281182.91, 9281182.91, 9281182.91, 11275658.8, 11275658.8, 11275658.8, 11275658.8, 1729064.08, 265411.81, 0),
	('2026-11-20 20:00:00+00', 2, 6, 2, 9324271.26, 9390882.32, 9324271.26, 9390882.32, 11303654.59, 11319905.61, 11303654.59, 11319905.61, 1663611.48, 265411.81, 0),
	('2026-11-20 21:00:00+00', 2, 6, 2, 9435051.63, 9498257.58, 9435051.63, 9498257.58, 11338917.08, 11350081.34, 11338917.08, 11350081.34, 1586411.95, 265411.81, 0),
	('2026-11-20 22:00:00+00', 2, 6, 2, 9533299.26, 9578885.32, 9533299.26, 9578885.32, 11360955.22, 11370778.34, 11360955.22, 11370778.34, 1526481.21, 265411.81, 0),
	('2026-11-20 23:00:00+00', 2, 6, 2, 9605542.06, 9630136.31, 9605542.06, 9630136.31, 11381056.26, 11390762.13, 11381056.26, 11390762.13, 1495214.01, 265411.81, 0),
	('2026-11-21 00:00:00+00', 2, 6, 2, 10013945.96, 10022649.8, 10013945.96, 10022649.8, 11400447.93, 11410796.66, 11400447.93, 11410796.66, 1143576.54, 244570.32, 0),
	('2026-11-21 01:00:00+00', 2, 6, 2, 10033412.9, 10039644.81, 10033412.9, 10039644.81, 11420447.31, 11430255.39, 11420447.31, 11430255.39, 1146040.26, 244570.32, 0),
	('2026-11-21 02:00:00+00', 2, 6, 2, 10045684.3, 10051881.14, 10045684.3, 10051881.14, 11443643.65, 11455935.2, 11443643.65, 11455935.2, 1159483.74, 244570.32, 0),
	('2026-11-21 03:00:00+00', 2, 6, 2, 10058155.3, 10064971.06, 10058155.3, 10064971.06, 11468131.64, 11496871.55, 11468131.64, 11496871.55, 1187330.17, 244570.32, 0),
	('2026-11-21 04:00:00+00', 2, 6, 2, 10071285.26, 10077973.39, 10071285.26, 10077973.39, 11528736.69, 11560527.98, 11528736.69, 11560527.98, 1237984.27, 244570.32, 0),
	('2026-11-21 05:00:00+00', 2, 6, 2, 10083843.12, 10090240.54, 10083843.12, 10090240.54, 11603004.08, 11651490.39, 11603004.08, 11651490.39, 1316679.53, 244570.32, 0),
	('2026-11-21 06:00:00+00', 2, 6, 2, 10099470.86, 10108345.37, 10099470.86, 10108345.37, 11710331.5, 11764509.6, 11710331.5, 11764509.6, 1411593.91, 244570.32, 0),
	('2026-11-21 07:00:00+00', 2, 6, 2, 10116120.78, 10140904.81, 10116120.78, 10140904.81, 11820981.93, 11878234.55, 11820981.93, 11878234.55, 1492759.42, 244570.32, 0),
	('2026-11-21 08:00:00+00', 2, 6, 2, 10166726.79, 10188413.48, 10166726.79, 10188413.48, 11930730.17, 11987330.92, 11930730.17, 11987330.92, 1554347.12, 244570.32, 0),
	('2026-11-21 09:00:00+00', 2, 6, 2, 10220362.88, 10254876.87, 10220362.88, 10254876.87, 12055009.79, 12114187.98, 12055009.79, 12114187.98, 1614740.79, 244570.32, 0),
	('2026-11-21 10:00:00+00', 2, 6, 2, 10297288.59, 10335105.01, 10297288.59, 10335105.01, 12173853.67, 12234202.09, 12173853.67, 12234202.09, 1654526.76, 244570.32, 0),
	('2026-11-21 11:00:00+00', 2, 6, 2, 10372700.5, 10410921.63, 10372700.5, 10410921.63, 12287602.87, 12344462.02, 12287602.87, 12344462.02, 1688970.07, 244570.32, 0),
	('2026-11-21 12:00:00+00', 2, 6, 2, 10446295.2, 10482481.31, 10446295.2, 10482481.31, 12393599.12, 12450914.72, 12393599.12, 12450914.72, 1723863.09, 244570.32, 0),
	('2026-11-21 13:00:00+00', 2, 6, 2, 10525183.68, 10562614.87, 10525183.68, 10562614.87, 12503943.83, 12557715.72, 12503943.83, 12557715.72, 1750530.53, 244570.32, 0),
	('2026-11-21 14:00:00+00', 2, 6, 2, 10594596.79, 10638269.94, 10594596.79, 10638269.94, 12622012.92, 12688378.24, 12622012.92, 12688378.24, 1805537.98, 244570.32, 0),
	('2026-11-21 15:00:00+00', 2, 6, 2, 10671329.04, 10707056.07, 10671329.04, 10707056.07, 12746454.78, 12834091.58, 12746454.78, 12834091.58, 1882465.19, 244570.32, 0),
	('2026-11-21 16:00:00+00', 2, 6, 2, 10734008.17, 10774290.07, 10734008.17, 10774290.07, 12904616.78, 12981056.03, 12904616.78, 12981056.03, 1962195.64, 244570.32, 0),
	('2026-11-21 17:00:00+00', 2, 6, 2, 10808115.93, 10841119.73, 10808115.93, 10841119.73, 13065755.42, 13131882.81, 13065755.42, 13131882.81, 2046192.76, 244570.32, 0),
	('2026-11-21 18:00:00+00', 2, 6, 2, 10883352.98, 10922122.38, 10883352.98, 10922122.38, 13196616.48, 13247176.47, 13196616.48, 13247176.47, 2080483.77, 244570.32, 0),
	('2026-11-20 19:00:00+00', 2, 7, 1, 2675240, 2675240, 2675240, 2675240, 2675240, 2675240, 2675240, 2675240, 0, 0, 0),
	('2026-11-20 20:00:00+00', 2, 7, 2, 2665640, 2655940, 2655940, 2665640, 2665640, 2655940, 2655940, 2665640, 0, 0, 9700),
	('2026-11-20 21:00:00+00', 2, 7, 2, 2645950, 2642250, 2642250, 2645950, 2645950, 2642250, 2642250, 2645950, 0, 0, 3700),
	('2026-11-20 22:00:00+00', 2, 7, 2, 2636950, 2633080, 2633080, 2636950, 2636950, 2633080, 2633080, 2636950, 0, 0, 3870),
	('2026-11-20 23:00:00+00', 2, 7, 2, 2629550, 2625640, 2625640, 2629550, 2629550, 2625640, 2625640, 2629550, 0, 0, 3910),
	('2026-11-21 00:00:00+00', 2, 7, 2, 2620630, 2616610, 2616610, 2620630, 2620630, 2616610, 2616610, 2620630, 0, 0, 4020),
	('2026-11-21 01:00:00+00', 2, 7, 2, 2613060, 2608380, 2608380, 2613060, 2613060, 2608380, 2608380, 2613060, 0, 0, 4680),
	('2026-11-21 02:00:00+00', 2, 7, 2, 2603940, 2599280, 2599280, 2603940, 2603940, 2599280, 2599280, 2603940, 0, 0, 4660),
	('2026-11-21 03:00:00+00', 2, 7, 2, 2594810, 2589420, 2589420, 2594810, 2594810, 2589420, 2589420, 2594810, 0, 0, 5390),
	('2026-11-21 04:00:00+00', 2, 7, 2, 2580010, 2569530, 2569530, 2580010, 2580010, 2569530, 2569530, 2580010, 0, 0, 10480),
	('2026-11-21 05:00:00+00', 2, 7, 2, 2552350, 2527470, 2527470, 2552350, 2552350, 2527470, 2527470, 2552350, 0, 0, 24880),
	('2026-11-21 06:00:00+00', 2, 7, 2, 2494940, 2466650, 2466650, 2494940, 2494940, 2466650, 2466650, 2494940, 0, 0, 28290),
	('2026-11-21 07:00:00+00', 2, 7, 2, 2430750, 2378020, 2378020, 2430750, 2430750, 2378020, 2378020, 2430750, 0, 0, 52730),
	('2026-11-21 08:00:00+00', 2, 7, 2, 2329850, 2298050, 2298050, 2329850, 2329850, 2298050, 2298050, 2329850, 0, 0, 31800),
	('2026-11-21 09:00:00+00', 2, 7, 2, 2266460, 2242930, 2242930, 2266460, 2266460, 2242930, 2242930, 2266460, 0, 0, 23530),
	('2026-11-21 10:00:00+00', 2, 7, 2, 2212870, 2195750, 2195750, 2212870, 2212870, 2195750, 2195750, 2212870, 0, 0, 17120),
	('2026-11-21 11:00:00+00', 2, 7, 2, 2168220, 2140370, 2140370, 2168220, 2168220, 2140370, 2140370, 2168220, 0, 0, 27850),
	('2026-11-21 12:00:00+00', 2, 7, 2, 2107970, 2062140, 2062140, 2107970, 2107970, 2062140, 2062140, 2107970, 0, 0, 45830),
	('2026-11-21 13:00:00+00', 2, 7, 2, 2021750, 1985730, 1985730, 2021750, 2021750, 1985730, 1985730, 2021750, 0, 0, 36020),
	('2026-11-21 14:00:00+00', 2, 7, 2, 1944600, 1919530, 1919530, 1944600, 1944600, 1919530, 1919530, 1944600, 0, 0, 25070),
	('2026-11-21 15:00:00+00', 2, 7, 2, 1898200, 1881500, 1881500, 1898200, 1898200, 1881500, 1881500, 1898200, 0, 0, 16700),
	('2026-11-21 16:00:00+00', 2, 7, 2, 1865560, 1855790, 1855790, 1865560, 1865560, 1855790, 1855790, 1865560, 0, 0, 9770),
	('2026-11-21 17:00:00+00', 2, 7, 2, 1845010, 1838880, 1838880, 1845010, 1845010, 1838880, 1838880, 1845010, 0, 0, 6130),
	('2026-11-21 18:00:00+00', 2, 7, 2, 1828850, 1823620, 1823620, 1828850, 1828850, 1823620, 1823620, 1828850, 0, 0, 5230),
	('2026-11-20 19:00:00+00', 2, 8, 1, 188015, 188015, 188015, 188015, 188015, 188015, 188015, 188015, 0, 0, 0),
	('2026-11-20 20:00:00+00', 2, 8, 2, 187639, 187266, 187266, 187639, 187639, 187266, 187266, 187639, 0, 0, 373),
	('2026-11-20 21:00:00+00', 2, 8, 2, 186962, 186864, 186864, 186962, 186962, 186864, 186864, 186962, 0, 0, 98),
	('2026-11-20 22:00:00+00', 2, 8, 2, 186740, 186636, 186636, 186740, 186740, 186636, 186636, 186740, 0, 0, 104),
	('2026-11-20 23:00:00+00', 2, 8, 2, 186515, 186424, 186424, 186515, 186515, 186424, 186424, 186515, 0, 0, 91),
	('2026-11-21 00:00:00+00', 2, 8, 2, 186301, 186217, 186217, 186301, 186301, 186217, 186217, 186301, 0, 0, 84),
	('2026-11-21 01:00:00+00', 2, 8, 2, 186099, 185995, 185995, 186099, 186099, 185995, 185995, 186099, 0, 0, 104),
	('2026-11-21 02:00:00+00', 2, 8, 2, 185889, 185785, 185785, 185889, 185889, 185785, 185785, 185889, 0, 0, 104),
	('2026-11-21 03:00:00+00', 2, 8, 2, 185689, 185546, 185546, 185689, 185689, 185546, 185546, 185689, 0, 0, 143),
	('2026-11-21 04:00:00+00', 2, 8, 2, 185409, 185224, 185224, 185409, 185409, 185224, 185224, 185409, 0, 0, 185),
	('2026-11-21 05:00:00+00', 2, 8, 2, 185035, 184079, 184079, 185035, 185035, 184079, 184079, 185035, 0, 0, 956),
	('2026-11-21 06:00:00+00', 2, 8, 2, 183194, 182369, 182369, 183194, 183194, 182369, 182369, 183194, 0, 0, 825),
	('2026-11-21 07:00:00+00', 2, 8, 2, 181516, 180499, 180499, 181516, 181516, 180499, 180499, 181516, 0, 0, 1017),
	('2026-11-21 08:00:00+00', 2, 8, 2, 179627, 178726, 178726, 179627, 179627, 178726, 178726, 179627, 0, 0, 901),
	('2026-11-21 09:00:00+00', 2, 8, 2, 177939, 177201, 177201, 177939, 177939, 177201, 177201, 177939, 0, 0, 738),
	('2026-11-21 10:00:00+00', 2, 8, 2, 176464, 175846, 175846, 176464, 176464, 175846, 175846, 176464, 0, 0, 618),
	('2026-11-21 11:00:00+00', 2, 8, 2, 175210, 174348, 174348, 175210, 175210, 174348, 174348, 175210, 0, 0, 862),
	('2026-11-21 12:00:00+00', 2, 8, 2, 173364, 172623, 172623, 173364, 173364, 172623, 172623, 173364, 0, 0, 741),
	('2026-11-21 13:00:00+00', 2, 8, 2, 171751, 171278, 171278, 171751, 171751, 171278, 171278, 171751, 0, 0, 473),
	('2026-11-21 14:00:00+00', 2, 8, 2, 170761, 170578, 170578, 170761, 170761, 170578, 170578, 170761, 0, 0, 183),
	('2026-11-21 15:00:00+00', 2, 8, 2, 170397, 170275, 170275, 170397, 170397, 170275, 170275, 170397, 0, 0, 122),
	('2026-11-21 16:00:00+00', 2, 8, 2, 170170, 170062, 170062, 170170, 170170, 170062, 170062, 170170, 0, 0, 108),
	('2026-11-21 17:00:00+00', 2, 8, 2, 169969, 169834, 169834, 169969, 169969, 169834, 169834, 169969, 0, 0, 135),
	('2026-11-21 18:00:00+00', 2, 8, 2, 169723, 169641, 169641, 169723, 169723, 169641, 169641, 169723, 0, 0, 82),
	('2026-11-20 19:00:00+00', 2, 9, 1, 41580.67, 41580.67, 41580.67, 41580.67, 51437.01, 51437.01, 51437.01, 51437.01, 8608.01, 1248.33, 0),
	('2026-11-20 20:00:00+00', 2, 9, 2, 41864.03, 42072.99, 41864.03, 42072.99, 51575.5, 51654.33, 51575.5, 51654.33, 8333.01, 1248.33, 0),
	('2026-11-20 21:00:00+00', 2, 9, 2, 42358.85, 42530.58, 42358.85, 42530.58, 51730.27, 51778.78, 51730.27, 51778.78, 7999.87, 1248.33, 0),
	('2026-11-20 22:00:00+00', 2, 9, 2, 42729.73, 42882.41, 42729.73, 42882.41, 51830.53, 51877.11, 51830.53, 51877.11, 7746.37, 1248.33, 0),
	('2026-11-20 23:00:00+00', 2, 9, 2, 43027.53, 43128.88, 43027.53, 43128.88, 51922.97, 51963.03, 51922.97, 51963.03, 7585.82, 1248.33, 0),
	('2026-11-21 00:00:00+00', 2, 9, 2, 45351.11, 45394, 45351.11, 45394, 52000.13, 52049.31, 52000.13, 52049.31, 5447.83, 1207.48, 0),
	('2026-11-21 01:00:00+00', 2, 9, 2, 45433.07, 45464.41, 45433.07, 45464.41, 52094.14, 52136.37, 52094.14, 52136.37, 5464.48, 1207.48, 0),
	('2026-11-21 02:00:00+00', 2, 9, 2, 45495.57, 45525.53, 45495.57, 45525.53, 52182.54, 52241.19, 52182.54, 52241.19, 5508.18, 1207.48, 0);
INSERT INTO floatwatch.balance_hourly VALUES
	('2026-11-21 03:00:00+00', 2, 9, 2, 45558.52, 45586.73, 45558.52, 45586.73, 52304.04, 52424.69, 52304.04, 52424.69, 5630.48, 1207.48, 0),
	('2026-11-21 04:00:00+00', 2, 9, 2, 45609.99, 45644.53, 45609.99, 45644.53, 52559.63, 52722.79, 52559.63, 52722.79, 5870.78, 1207.48, 0),
	('2026-11-21 05:00:00+00', 2, 9, 2, 45674.72, 45702.72, 45674.72, 45702.72, 52866.19, 53113.55, 52866.19, 53113.55, 6203.35, 1207.48, 0),
	('2026-11-21 06:00:00+00', 2, 9, 2, 45733.53, 45781.23, 45733.53, 45781.23, 53334.72, 53599.18, 53334.72, 53599.18, 6610.47, 1207.48, 0),
	('2026-11-21 07:00:00+00', 2, 9, 2, 45829.29, 45925.16, 45829.29, 45925.16, 53858.56, 54102.39, 53858.56, 54102.39, 6969.75, 1207.48, 0),
	('2026-11-21 08:00:00+00', 2, 9, 2, 46031.61, 46167.15, 46031.61, 46167.15, 54332.31, 54621.93, 54332.31, 54621.93, 7247.3, 1207.48, 0),
	('2026-11-21 09:00:00+00', 2, 9, 2, 46266.2, 46459.83, 46266.2, 46459.83, 54878.15, 55142.63, 54878.15, 55142.63, 7475.32, 1207.48, 0),
	('2026-11-21 10:00:00+00', 2, 9, 2, 46611.54, 46814.25, 46611.54, 46814.25, 55394.42, 55641.84, 55394.42, 55641.84, 7620.11, 1207.48, 0),
	('2026-11-21 11:00:00+00', 2, 9, 2, 46995.66, 47161.63, 46995.66, 47161.63, 55912.37, 56102.34, 55912.37, 56102.34, 7733.23, 1207.48, 0),
	('2026-11-21 12:00:00+00', 2, 9, 2, 47316.12, 47521.84, 47316.12, 47521.84, 56362.38, 56542.52, 56362.38, 56542.52, 7813.2, 1207.48, 0),
	('2026-11-21 13:00:00+00', 2, 9, 2, 47680.8, 47858.67, 47680.8, 47858.67, 56824.81, 57053.68, 56824.81, 57053.68, 7987.53, 1207.48, 0),
	('2026-11-21 14:00:00+00', 2, 9, 2, 48015.97, 48191.56, 48015.97, 48191.56, 57270.05, 57549.57, 57270.05, 57549.57, 8150.53, 1207.48, 0),
	('2026-11-21 15:00:00+00', 2, 9, 2, 48366.85, 48488.26, 48366.85, 48488.26, 57863.58, 58193.56, 57863.58, 58193.56, 8497.82, 1207.48, 0),
	('2026-11-21 16:00:00+00', 2, 9, 2, 48664.77, 48785.52, 48664.77, 48785.52, 58559.16, 58832.09, 58559.16, 58832.09, 8839.09, 1207.48, 0),
	('2026-11-21 17:00:00+00', 2, 9, 2, 48966.8, 49124.05, 48966.8, 49124.05, 59172.04, 59487.74, 59172.04, 59487.74, 9156.21, 1207.48, 0),
	('2026-11-21 18:00:00+00', 2, 9, 2, 49273.83, 49446.86, 49273.83, 49446.86, 59802.16, 60010.84, 59802.16, 60010.84, 9356.5, 1207.48, 0),
	('2026-11-20 19:00:00+00', 2, 10, 1, 8986, 8986, 8986, 8986, 8986, 8986, 8986, 8986, 0, 0, 0),
	('2026-11-20 20:00:00+00', 2, 10, 2, 8938, 8887, 8887, 8938, 8938, 8887, 8887, 8938, 0, 0, 51),
	('2026-11-20 21:00:00+00', 2, 10, 2, 8842, 8825, 8825, 8842, 8842, 8825, 8825, 8842, 0, 0, 17),
	('2026-11-20 22:00:00+00', 2, 10, 2, 8805, 8787, 8787, 8805, 8805, 8787, 8787, 8805, 0, 0, 18),
	('2026-11-20 23:00:00+00', 2, 10, 2, 8770, 8751, 8751, 8770, 8770, 8751, 8751, 8770, 0, 0, 19),
	('2026-11-21 00:00:00+00', 2, 10, 2, 8729, 8710, 8710, 8729, 8729, 8710, 8710, 8729, 0, 0, 19),
	('2026-11-21 01:00:00+00', 2, 10, 2, 8694, 8675, 8675, 8694, 8694, 8675, 8675, 8694, 0, 0, 19),
	('2026-11-21 02:00:00+00', 2, 10, 2, 8652, 8633, 8633, 8652, 8652, 8633, 8633, 8652, 0, 0, 19),
	('2026-11-21 03:00:00+00', 2, 10, 2, 8615, 8580, 8580, 8615, 8615, 8580, 8580, 8615, 0, 0, 35),
	('2026-11-21 04:00:00+00', 2, 10, 2, 8543, 8497, 8497, 8543, 8543, 8497, 8497, 8543, 0, 0, 46),
	('2026-11-21 05:00:00+00', 2, 10, 2, 8412, 8326, 8326, 8412, 8412, 8326, 8326, 8412, 0, 0, 86),
	('2026-11-21 06:00:00+00', 2, 10, 2, 8201, 8037, 8037, 8201, 8201, 8037, 8037, 8201, 0, 0, 164),
	('2026-11-21 07:00:00+00', 2, 10, 2, 7818, 7625, 7625, 7818, 7818, 7625, 7625, 7818, 0, 0, 193),
	('2026-11-21 08:00:00+00', 2, 10, 2, 7392, 7245, 7245, 7392, 7392, 7245, 7245, 7392, 0, 0, 147),
	('2026-11-21 09:00:00+00', 2, 10, 2, 7096, 7008, 7008, 7096, 7096, 7008, 7008, 7096, 0, 0, 88),
	('2026-11-21 10:00:00+00', 2, 10, 2, 6893, 6790, 6790, 6893, 6893, 6790, 6790, 6893, 0, 0, 103),
	('2026-11-21 11:00:00+00', 2, 10, 2, 6670, 6561, 6561, 6670, 6670, 6561, 6561, 6670, 0, 0, 109),
	('2026-11-21 12:00:00+00', 2, 10, 2, 6434, 6179, 6179, 6434, 6434, 6179, 6179, 6434, 0, 0, 255),
	('2026-11-21 13:00:00+00', 2, 10, 2, 5996, 5848, 5848, 5996, 5996, 5848, 5848, 5996, 0, 0, 148),
	('2026-11-21 14:00:00+00', 2, 10, 2, 5646, 5546, 5546, 5646, 5646, 5546, 5546, 5646, 0, 0, 100),
	('2026-11-21 15:00:00+00', 2, 10, 2, 5442, 5375, 5375, 5442, 5442, 5375, 5375, 5442, 0, 0, 67),
	('2026-11-21 16:00:00+00', 2, 10, 2, 5300, 5262, 5262, 5300, 5300, 5262, 5262, 5300, 0, 0, 38),
	('2026-11-21 17:00:00+00', 2, 10, 2, 5213, 5178, 5178, 5213, 5213, 5178, 5178, 5213, 0, 0, 35),
	('2026-11-21 18:00:00+00', 2, 10, 2, 5144, 5110, 5110, 5144, 5144, 5110, 5110, 5144, 0, 0, 34),
	('2026-11-20 19:00:00+00', 4, 15, 1, 579767734.53, 579767734.53, 579767734.53, 579767734.53, 605395473.02, 605395473.02, 605395473.02, 605395473.02, 25627738.49, 0, 0),
	('2026-11-20 20:00:00+00', 4, 15, 2, 583966498.11, 588212193.08, 583966498.11, 588212193.08, 606702012.48, 607500572.45, 606702012.48, 607500572.45, 19288379.37, 0, 0),
	('2026-11-20 21:00:00+00', 4, 15, 2, 592483378, 595412910.58, 592483378, 595412910.58, 608173254.26, 608834571.57, 608173254.26, 608834571.57, 13421660.99, 0, 0),
	('2026-11-20 22:00:00+00', 4, 15, 2, 598716859.86, 601750795.64, 598716859.86, 601750795.64, 609366271.73, 610149270.78, 609366271.73, 610149270.78, 8398475.14, 0, 0),
	('2026-11-20 23:00:00+00', 4, 15, 2, 603889143.18, 605395473.02, 603889143.18, 605395473.02, 610698874.59, 611431644.74, 610698874.59, 611431644.74, 6036171.72, 0, 0),
	('2026-11-21 00:00:00+00', 4, 15, 2, 606702012.48, 607500572.45, 606702012.48, 607500572.45, 612036694.21, 612603301.59, 612036694.21, 612603301.59, 5102729.14, 0, 0),
	('2026-11-21 01:00:00+00', 4, 15, 2, 608173254.26, 608834571.57, 608173254.26, 608834571.57, 613244677.48, 613900327.64, 613244677.48, 613900327.64, 5065756.07, 0, 0),
	('2026-11-21 02:00:00+00', 4, 15, 2, 609366271.73, 610149270.78, 609366271.73, 610149270.78, 614759975.39, 615520541.49, 614759975.39, 615520541.49, 5371270.71, 0, 0),
	('2026-11-21 03:00:00+00', 4, 15, 2, 610698874.59, 611431644.74, 610698874.59, 611431644.74, 617079555.4, 618592668.6, 617079555.4, 618592668.6, 7161023.86, 0, 0),
	('2026-11-21 04:00:00+00', 4, 15, 2, 612036694.21, 612603301.59, 612036694.21, 612603301.59, 621026215.71, 623569704.47, 621026215.71, 623569704.47, 10966402.88, 0, 0),
	('2026-11-21 05:00:00+00', 4, 15, 2, 613244677.48, 613900327.64, 613244677.48, 613900327.64, 627039364.03, 630341226.91, 627039364.03, 630341226.91, 16440899.27, 0, 0),
	('2026-11-21 06:00:00+00', 4, 15, 2, 614759975.39, 615520541.49, 614759975.39, 615520541.49, 634131305.32, 637875782.2, 634131305.32, 637875782.2, 22355240.71, 0, 0),
	('2026-11-21 07:00:00+00', 4, 15, 2, 617079555.4, 618592668.6, 617079555.4, 618592668.6, 641476556.72, 645579327.09, 641476556.72, 645579327.09, 26986658.49, 0, 0),
	('2026-11-21 08:00:00+00', 4, 15, 2, 621026215.71, 623569704.47, 621026215.71, 623569704.47, 648961312.26, 652318837.85, 648961312.26, 652318837.85, 28749133.38, 0, 0),
	('2026-11-21 09:00:00+00', 4, 15, 2, 627039364.03, 630341226.91, 627039364.03, 630341226.91, 655743154.55, 659797813.11, 655743154.55, 659797813.11, 29456586.2, 0, 0),
	('2026-11-21 10:00:00+00', 4, 15, 2, 634131305.32, 637875782.2, 634131305.32, 637875782.2, 663068767.09, 667119595.49, 663068767.09, 667119595.49, 29243813.29, 0, 0),
	('2026-11-21 11:00:00+00', 4, 15, 2, 641476556.72, 645579327.09, 641476556.72, 645579327.09, 670490151.45, 673567173.28, 670490151.45, 673567173.28, 27987846.19, 0, 0),
	('2026-11-21 12:00:00+00', 4, 15, 2, 648961312.26, 652318837.85, 648961312.26, 652318837.85, 676739476.18, 679740452.68, 676739476.18, 679740452.68, 27421614.83, 0, 0),
	('2026-11-21 13:00:00+00', 4, 15, 2, 655743154.55, 659797813.11, 655743154.55, 659797813.11, 682608968, 686669455.89, 682608968, 686669455.89, 26871642.78, 0, 0),
	('2026-11-21 14:00:00+00', 4, 15, 2, 663068767.09, 667119595.49, 663068767.09, 667119595.49, 689980792.34, 694043049.05, 689980792.34, 694043049.05, 26923453.56, 0, 0),
	('2026-11-21 15:00:00+00', 4, 15, 2, 670490151.45, 673567173.28, 670490151.45, 673567173.28, 698565150.31, 703391432.54, 698565150.31, 703391432.54, 29824259.26, 0, 0),
	('2026-11-21 16:00:00+00', 4, 15, 2, 676739476.18, 679740452.68, 676739476.18, 679740452.68, 709007645.4, 713607911.2, 709007645.4, 713607911.2, 33867458.52, 0, 0),
	('2026-11-21 17:00:00+00', 4, 15, 2, 682608968, 686669455.89, 682608968, 686669455.89, 718204072.78, 722709145.66, 718204072.78, 722709145.66, 36039689.77, 0, 0),
	('2026-11-21 18:00:00+00', 4, 15, 2, 689980792.34, 694043049.05, 689980792.34, 694043049.05, 727287167.4, 730074357.26, 727287167.4, 730074357.26, 36031308.21, 0, 0),
	('2026-11-20 19:00:00+00', 4, 16, 1, 116169360, 116169360, 116169360, 116169360, 116169360, 116169360, 116169360, 116169360, 0, 0, 0),
	('2026-11-20 20:00:00+00', 4, 16, 2, 115407860, 114765360, 114765360, 115407860, 115407860, 114765360, 114765360, 115407860, 0, 0, 642500),
	('2026-11-20 21:00:00+00', 4, 16, 2, 114234360, 113955860, 113955860, 114234360, 114234360, 113955860, 113955860, 114234360, 0, 0, 278500),
	('2026-11-20 22:00:00+00', 4, 16, 2, 113700360, 113537360, 113537360, 113700360, 113700360, 113537360, 113537360, 113700360, 0, 0, 163000),
	('2026-11-20 23:00:00+00', 4, 16, 2, 113209860, 112975360, 112975360, 113209860, 113209860, 112975360, 112975360, 113209860, 0, 0, 234500),
	('2026-11-21 00:00:00+00', 4, 16, 2, 112765860, 112529860, 112529860, 112765860, 112765860, 112529860, 112529860, 112765860, 0, 0, 236000),
	('2026-11-21 01:00:00+00', 4, 16, 2, 112288360, 112006860, 112006860, 112288360, 112288360, 112006860, 112006860, 112288360, 0, 0, 281500),
	('2026-11-21 02:00:00+00', 4, 16, 2, 111777360, 111563360, 111563360, 111777360, 111777360, 111563360, 111563360, 111777360, 0, 0, 214000),
	('2026-11-21 03:00:00+00', 4, 16, 2, 111317860, 110918860, 110918860, 111317860, 111317860, 110918860, 110918860, 111317860, 0, 0, 399000),
	('2026-11-21 04:00:00+00', 4, 16, 2, 110632860, 109734860, 109734860, 110632860, 110632860, 109734860, 109734860, 110632860, 0, 0, 898000),
	('2026-11-21 05:00:00+00', 4, 16, 2, 109037360, 107526360, 107526360, 109037360, 109037360, 107526360, 107526360, 109037360, 0, 0, 1511000),
	('2026-11-21 06:00:00+00', 4, 16, 2, 105883360, 104010360, 104010360, 105883360, 105883360, 104010360, 104010360, 105883360, 0, 0, 1873000),
	('2026-11-21 07:00:00+00', 4, 16, 2, 101325860, 99354860, 99354860, 101325860, 101325860, 99354860, 99354860, 101325860, 0, 0, 1971000),
	('2026-11-21 08:00:00+00', 4, 16, 2, 96465860, 94100860, 94100860, 96465860, 96465860, 94100860, 94100860, 96465860, 0, 0, 2365000),
	('2026-11-21 09:00:00+00', 4, 16, 2, 92777360, 91027360, 91027360, 92777360, 92777360, 91027360, 91027360, 92777360, 0, 0, 1750000),
	('2026-11-21 10:00:00+00', 4, 16, 2, 89740360, 88460360, 88460360, 89740360, 89740360, 88460360, 88460360, 89740360, 0, 0, 1280000),
	('2026-11-21 11:00:00+00', 4, 16, 2, 86874360, 85394360, 85394360, 86874360, 86874360, 85394360, 85394360, 86874360, 0, 0, 1480000),
	('2026-11-21 12:00:00+00', 4, 16, 2, 83720860, 81054360, 81054360, 83720860, 83720860, 81054360, 81054360, 83720860, 0, 0, 2666500),
	('2026-11-21 13:00:00+00', 4, 16, 2, 78202360, 75998860, 75998860, 78202360, 78202360, 75998860, 75998860, 78202360, 0, 0, 2203500),
	('2026-11-21 14:00:00+00', 4, 16, 2, 74403360, 72716860, 72716860, 74403360, 74403360, 72716860, 72716860, 74403360, 0, 0, 1686500),
	('2026-11-21 15:00:00+00', 4, 16, 2, 71575360, 70575860, 70575860, 71575360, 71575360, 70575860, 70575860, 71575360, 0, 0, 999500),
	('2026-11-21 16:00:00+00', 4, 16, 2, 69806860, 69247360, 69247360, 69806860, 69806860, 69247360, 69247360, 69806860, 0, 0, 559500),
	('2026-11-21 17:00:00+00', 4, 16, 2, 68685360, 68104860, 68104860, 68685360, 68685360, 68104860, 68104860, 68685360, 0, 0, 580500),
	('2026-11-21 18:00:00+00', 4, 16, 2, 67667860, 67322860, 67322860, 67667860, 67667860, 67322860, 67322860, 67667860, 0, 0, 345000),
	('2026-11-20 19:00:00+00', 4, 17, 1, 22258947.24, 22258947.24, 22258947.24, 22258947.24, 26842842.04, 26842842.04, 26842842.04, 26842842.04, 3989331.33, 594563.47, 0),
	('2026-11-20 20:00:00+00', 4, 17, 2, 22366562.84, 22489742.32, 22366562.84, 22489742.32, 26897682.53, 26936251.18, 26897682.53, 26936251.18, 3851945.39, 594563.47, 0),
	('2026-11-20 21:00:00+00', 4, 17, 2, 22568862.41, 22690917.46, 22568862.41, 22690917.46, 26973708.28, 26997723.53, 26973708.28, 26997723.53, 3712242.6, 594563.47, 0),
	('2026-11-20 22:00:00+00', 4, 17, 2, 22767274.71, 22842849.98, 22767274.71, 22842849.98, 27021850.87, 27047556.87, 27021850.87, 27047556.87, 3610143.42, 594563.47, 0),
	('2026-11-20 23:00:00+00', 4, 17, 2, 22905200.68, 22948405.41, 22905200.68, 22948405.41, 27069164.65, 27093321.14, 27069164.65, 27093321.14, 3550352.26, 594563.47, 0),
	('2026-11-21 00:00:00+00', 4, 17, 2, 24206278.63, 24228571.31, 24206278.63, 24228571.31, 27115315.7, 27142439.76, 27115315.7, 27142439.76, 2342781.78, 571086.67, 0),
	('2026-11-21 01:00:00+00', 4, 17, 2, 24249483.51, 24261035.55, 24249483.51, 24261035.55, 27167622.94, 27184762.05, 27167622.94, 27184762.05, 2352639.83, 571086.67, 0),
	('2026-11-21 02:00:00+00', 4, 17, 2, 24274500.4, 24293382.95, 24274500.4, 24293382.95, 27215090.95, 27244185.49, 27215090.95, 27244185.49, 2379715.87, 571086.67, 0),
	('2026-11-21 03:00:00+00', 4, 17, 2, 24306167.74, 24321712.82, 24306167.74, 24321712.82, 27273710.48, 27331763.9, 27273710.48, 27331763.9, 2438964.41, 571086.67, 0),
	('2026-11-21 04:00:00+00', 4, 17, 2, 24334655.06, 24353679.06, 24334655.06, 24353679.06, 27393696.06, 27497323.62, 27393696.06, 27497323.62, 2572557.89, 571086.67, 0),
	('2026-11-21 05:00:00+00', 4, 17, 2, 24369293.35, 24379734.36, 24369293.35, 24379734.36, 27590835.02, 27701673.36, 27590835.02, 27701673.36, 2750852.33, 571086.67, 0),
	('2026-11-21 06:00:00+00', 4, 17, 2, 24400292.47, 24423099.89, 24400292.47, 24423099.89, 27823676.43, 27940244.17, 27823676.43, 27940244.17, 2946057.61, 571086.67, 0),
	('2026-11-21 07:00:00+00', 4, 17, 2, 24440730.3, 24487965.01, 24440730.3, 24487965.01, 28088710.65, 28214784.75, 28088710.65, 28214784.75, 3155733.07, 571086.67, 0),
	('2026-11-21 08:00:00+00', 4, 17, 2, 24534152.59, 24618072.82, 24534152.59, 24618072.82, 28343359.88, 28484635.78, 28343359.88, 28484635.78, 3295476.29, 571086.67, 0),
	('2026-11-21 09:00:00+00', 4, 17, 2, 24681529.19, 24767973.46, 24681529.19, 24767973.46, 28607618.98, 28753066.79, 28607618.98, 28753066.79, 3414006.66, 571086.67, 0),
	('2026-11-21 10:00:00+00', 4, 17, 2, 24848815.29, 24926932.99, 24848815.29, 24926932.99, 28905208.81, 29023514.85, 28905208.81, 29023514.85, 3525495.19, 571086.67, 0),
	('2026-11-21 11:00:00+00', 4, 17, 2, 25025449.94, 25115756.56, 25025449.94, 25115756.56, 29156191.73, 29293754.56, 29156191.73, 29293754.56, 3606911.33, 571086.67, 0),
	('2026-11-21 12:00:00+00', 4, 17, 2, 25192237.42, 25287864.94, 25192237.42, 25287864.94, 29422088.22, 29526056.59, 29422088.22, 29526056.59, 3667104.98, 571086.67, 0),
	('2026-11-21 13:00:00+00', 4, 17, 2, 25355743.01, 25447953.03, 25355743.01, 25447953.03, 29673859.76, 29773975.27, 29673859.76, 29773975.27, 3754935.57, 571086.67, 0),
	('2026-11-21 14:00:00+00', 4, 17, 2, 25542215.59, 25611957.26, 25542215.59, 25611957.26, 29911989.22, 30078302.68, 29911989.22, 30078302.68, 3895258.75, 571086.67, 0),
	('2026-11-21 15:00:00+00', 4, 17, 2, 25691699.81, 25785091.46, 25691699.81, 25785091.46, 30203576.42, 30403159.26, 30203576.42, 30403159.26, 4046981.13, 571086.67, 0),
	('2026-11-21 16:00:00+00', 4, 17, 2, 25869454.04, 25928905.68, 25869454.04, 25928905.68, 30549475.27, 30755898.65, 30549475.27, 30755898.65, 4255906.3, 571086.67, 0),
	('2026-11-21 17:00:00+00', 4, 17, 2, 26021834.78, 26074945.45, 26021834.78, 26074945.45, 30924456.85, 31095426.69, 30924456.85, 31095426.69, 4449394.57, 571086.67, 0),
	('2026-11-21 18:00:00+00', 4, 17, 2, 26156145.08, 26278256.33, 26156145.08, 26278256.33, 31234806.8, 31367568.17, 31234806.8, 31367568.17, 4518225.17, 571086.67, 0),
	('2026-11-20 19:00:00+00', 4, 18, 1, 5633620, 5633620, 5633620, 5633620, 5633620, 5633620, 5633620, 5633620, 0, 0, 0),
	('2026-11-20 20:00:00+00', 4, 18, 2, 5602770, 5585730, 5585730, 5602770, 5602770, 5585730, 5585730, 5602770, 0, 0, 17040),
	('2026-11-20 21:00:00+00', 4, 18, 2, 5562420, 5551820, 5551820, 5562420, 5562420, 5551820, 5551820, 5562420, 0, 0, 10600),
	('2026-11-20 22:00:00+00', 4, 18, 2, 5542330, 5528550, 5528550, 5542330, 5542330, 5528550, 5528550, 5542330, 0, 0, 13780),
	('2026-11-20 23:00:00+00', 4, 18, 2, 5518740, 5507210, 5507210, 5518740, 5518740, 5507210, 5507210, 5518740, 0, 0, 11530),
	('2026-11-21 00:00:00+00', 4, 18, 2, 5494140, 5485140, 5485140, 5494140, 5494140, 5485140, 5485140, 5494140, 0, 0, 9000),
	('2026-11-21 01:00:00+00', 4, 18, 2, 5473940, 5462040, 5462040, 5473940, 5473940, 5462040, 5462040, 5473940, 0, 0, 11900),
	('2026-11-21 02:00:00+00', 4, 18, 2, 5449010, 5438010, 5438010, 5449010, 5449010, 5438010, 5438010, 5449010, 0, 0, 11000),
	('2026-11-21 03:00:00+00', 4, 18, 2, 5428180, 5410510, 5410510, 5428180, 5428180, 5410510, 5410510, 5428180, 0, 0, 17670),
	('2026-11-21 04:00:00+00', 4, 18, 2, 5392280, 5360450, 5360450, 5392280, 5392280, 5360450, 5360450, 5392280, 0, 0, 31830),
	('2026-11-21 05:00:00+00', 4, 18, 2, 5317630, 5238220, 5238220, 5317630, 5317630, 5238220, 5238220, 5317630, 0, 0, 79410),
	('2026-11-21 06:00:00+00', 4, 18, 2, 5171080, 5072980, 5072980, 5171080, 5171080, 5072980, 5072980, 5171080, 0, 0, 98100),
	('2026-11-21 07:00:00+00', 4, 18, 2, 4963670, 4828960, 4828960, 4963670, 4963670, 4828960, 4828960, 4963670, 0, 0, 134710),
	('2026-11-21 08:00:00+00', 4, 18, 2, 4732430, 4633900, 4633900, 4732430, 4732430, 4633900, 4633900, 4732430, 0, 0, 98530),
	('2026-11-21 09:00:00+00', 4, 18, 2, 4558070, 4479230, 4479230, 4558070, 4558070, 4479230, 4479230, 4558070, 0, 0, 78840),
	('2026-11-21 10:00:00+00', 4, 18, 2, 4414330, 4356440, 4356440, 4414330, 4414330, 4356440, 4356440, 4414330, 0, 0, 57890),
	('2026-11-21 11:00:00+00', 4, 18, 2, 4299230, 4217830, 4217830, 4299230, 4299230, 4217830, 4217830, 4299230, 0, 0, 81400),
	('2026-11-21 12:00:00+00', 4, 18, 2, 4128830, 4019450, 4019450, 4128830, 4128830, 4019450, 4019450, 4128830, 0, 0, 109380),
	('2026-11-21 13:00:00+00', 4, 18, 2, 3898420, 3779720, 3779720, 3898420, 3898420, 3779720, 3779720, 3898420, 0, 0, 118700),
	('2026-11-21 14:00:00+00', 4, 18, 2, 3674340, 3617310, 3617310, 3674340, 3674340, 3617310, 3617310, 3674340, 0, 0, 57030),
	('2026-11-21 15:00:00+00', 4, 18, 2, 3563440, 3515240, 3515240, 3563440, 3563440, 3515240, 3515240, 3563440, 0, 0, 48200),
	('2026-11-21 16:00:00+00', 4, 18, 2, 3482980, 3452230, 3452230, 3482980, 3482980, 3452230, 3452230, 3482980, 0, 0, 30750),
	('2026-11-21 17:00:00+00', 4, 18, 2, 3423380, 3404030, 3404030, 3423380, 3423380, 3404030, 3404030, 3423380, 0, 0, 19350),
	('2026-11-21 18:00:00+00', 4, 18, 2, 3379700, 3364450, 3364450, 3379700, 3379700, 3364450, 3364450, 3379700, 0, 0, 15250),
	('2026-11-20 19:00:00+00', 4, 19, 1, 23872470.2, 23872470.2, 23872470.2, 23872470.2, 25232394.8, 25232394.8, 25232394.8, 25232394.8, 1359924.6, 0, 0),
	('2026-11-20 20:00:00+00', 4, 19, 2, 24037939.6, 24205581.4, 24037939.6, 24205581.4, 25341609.8, 25408418.8, 25341609.8, 25408418.8, 1202837.4, 0, 0),
	('2026-11-20 21:00:00+00', 4, 19, 2, 24389159.1, 24596821.7, 24389159.1, 24596821.7, 25481903.3, 25521219, 25481903.3, 25521219, 924397.3, 0, 0),
	('2026-11-20 22:00:00+00', 4, 19, 2, 24776039.7, 24930844.1, 24776039.7, 24930844.1, 25556818.5, 25575693.7, 25556818.5, 25575693.7, 644849.6, 0, 0),
	('2026-11-20 23:00:00+00', 4, 19, 2, 25093113.4, 25232394.8, 25093113.4, 25232394.8, 25598718.5, 25629902, 25598718.5, 25629902, 397507.2, 0, 0),
	('2026-11-21 00:00:00+00', 4, 19, 2, 25341609.8, 25408418.8, 25341609.8, 25408418.8, 25651845.9, 25671530, 25651845.9, 25671530, 263111.2, 0, 0),
	('2026-11-21 01:00:00+00', 4, 19, 2, 25481903.3, 25521219, 25481903.3, 25521219, 25697678.6, 25721208.1, 25697678.6, 25721208.1, 199989.1, 0, 0),
	('2026-11-21 02:00:00+00', 4, 19, 2, 25556818.5, 25575693.7, 25556818.5, 25575693.7, 25742739.5, 25766001.8, 25742739.5, 25766001.8, 190308.1, 0, 0),
	('2026-11-21 03:00:00+00', 4, 19, 2, 25598718.5, 25629902, 25598718.5, 25629902, 25797638.5, 25829421.9, 25797638.5, 25829421.9, 199519.9, 0, 0),
	('2026-11-21 04:00:00+00', 4, 19, 2, 25651845.9, 25671530, 25651845.9, 25671530, 25869157.9, 25944713.5, 25869157.9, 25944713.5, 273183.5, 0, 0),
	('2026-11-21 05:00:00+00', 4, 19, 2, 25697678.6, 25721208.1, 25697678.6, 25721208.1, 26024829.5, 26122774.6, 26024829.5, 26122774.6, 401566.5, 0, 0),
	('2026-11-21 06:00:00+00', 4, 19, 2, 25742739.5, 17536912.8, 17536912.8, 25742739.5, 26221033.4, 18153651.3, 18153651.3, 26221033.4, 616738.5, 0, 8205826.7),
	('2026-11-21 07:00:00+00', 4, 19, 2, 17568549.5, 17600332.9, 17568549.5, 17600332.9, 18279981.4, 18417178.1, 18279981.4, 18417178.1, 816845.2, 0, 0),
	('2026-11-21 08:00:00+00', 4, 19, 2, 17640068.9, 17715624.5, 17640068.9, 17715624.5, 18589281.5, 18705710.3, 18589281.5, 18705710.3, 990085.8, 0, 0),
	('2026-11-21 09:00:00+00', 4, 19, 2, 17795740.5, 17893685.6, 17795740.5, 17893685.6, 18861173.8, 18985731.3, 18861173.8, 18985731.3, 1092045.7, 0, 0),
	('2026-11-21 10:00:00+00', 4, 19, 2, 17991944.4, 18153651.3, 17991944.4, 18153651.3, 19134081.7, 19242717.2, 19134081.7, 19242717.2, 1089065.9, 0, 0),
	('2026-11-21 11:00:00+00', 4, 19, 2, 18279981.4, 18417178.1, 18279981.4, 18417178.1, 19411416.8, 19532577.2, 19411416.8, 19532577.2, 1115399.1, 0, 0),
	('2026-11-21 12:00:00+00', 4, 19, 2, 18589281.5, 18705710.3, 18589281.5, 18705710.3, 19673941.9, 19786005.4, 19673941.9, 19786005.4, 1080295.1, 0, 0),
	('2026-11-21 13:00:00+00', 4, 19, 2, 18861173.8, 18985731.3, 18861173.8, 18985731.3, 19910225.8, 20024938.2, 19910225.8, 20024938.2, 1039206.9, 0, 0),
	('2026-11-21 14:00:00+00', 4, 19, 2, 19134081.7, 19242717.2, 19134081.7, 19242717.2, 20155609.4, 20286594.4, 20155609.4, 20286594.4, 1043877.2, 0, 0),
	('2026-11-21 15:00:00+00', 4, 19, 2, 19411416.8, 19532577.2, 19411416.8, 19532577.2, 20422651.4, 20541801.5, 20422651.4, 20541801.5, 1009224.3, 0, 0),
	('2026-11-21 16:00:00+00', 4, 19, 2, 19673941.9, 19786005.4, 19673941.9, 19786005.4, 20733304.7, 20890410.8, 20733304.7, 20890410.8, 1104405.4, 0, 0),
	('2026-11-21 17:00:00+00', 4, 19, 2, 19910225.8, 20024938.2, 19910225.8, 20024938.2, 21057301.9, 21267230.2, 21057301.9, 21267230.2, 1242292, 0, 0),
	('2026-11-21 18:00:00+00', 4, 19, 2, 20155609.4, 20286594.4, 20155609.4, 20286594.4, 21426996.7, 21644468.3, 21426996.7, 21644468.3, 1357873.9, 0, 0),
	('2026-11-20 19:00:00+00', 4, 20, 1, 229811, 229811, 229811, 229811, 229811, 229811, 229811, 229811, 0, 0, 0),
	('2026-11-20 20:00:00+00', 4, 20, 2, 190711, 159111, 159111, 190711, 190711, 159111, 159111, 190711, 0, 0, 31600),
	('2026-11-20 21:00:00+00', 4, 20, 2, 129311, 96911, 96911, 129311, 129311, 96911, 96911, 129311, 0, 0, 32400),
	('2026-11-20 22:00:00+00', 4, 20, 2, 74911, 63711, 63711, 74911, 74911, 63711, 63711, 74911, 0, 0, 11200),
	('2026-11-20 23:00:00+00', 4, 20, 2, 50011, 39011, 39011, 50011, 50011, 39011, 39011, 50011, 0, 0, 11000),
	('2026-11-21 00:00:00+00', 4, 20, 2, 30911, 18111, 18111, 30911, 30911, 18111, 18111, 30911, 0, 0, 12800),
	('2026-11-21 01:00:00+00', 4, 20, 2, 5511, 11, 11, 5511, 5511, 11, 11, 5511, 0, 0, 5500),
	('2026-11-21 02:00:00+00', 4, 20, 2, 11, 11, 11, 11, 11, 11, 11, 11, 0, 0, 0),
	('2026-11-21 03:00:00+00', 4, 20, 2, 11, 11, 11, 11, 11, 11, 11, 11, 0, 0, 0),
	('2026-11-21 04:00:00+00', 4, 20, 2, 11, 11, 11, 11, 11, 11, 11, 11, 0, 0, 0),
	('2026-11-21 05:00:00+00', 4, 20, 2, 11, 11, 11, 11, 11, 11, 11, 11, 0, 0, 0),
	('2026-11-21 06:00:00+00', 4, 20, 2, 11, 8204100, 11, 8204100, 11, 8204100, 11, 8204100, 0, 0, 0),
	('2026-11-21 07:00:00+00', 4, 20, 2, 8127300, 8046300, 8046300, 8127300, 8127300, 8046300, 8046300, 8127300, 0, 0, 81000),
	('2026-11-21 08:00:00+00', 4, 20, 2, 7935300, 7819000, 7819000, 7935300, 7935300, 7819000, 7819000, 7935300, 0, 0, 116300),
	('2026-11-21 09:00:00+00', 4, 20, 2, 7712900, 7602300, 7602300, 7712900, 7712900, 7602300, 7602300, 7712900, 0, 0, 110600),
	('2026-11-21 10:00:00+00', 4, 20, 2, 7518700, 7464900, 7464900, 7518700, 7518700, 7464900, 7464900, 7518700, 0, 0, 53800),
	('2026-11-21 11:00:00+00', 4, 20, 2, 7397700, 7348000, 7348000, 7397700, 7397700, 7348000, 7348000, 7397700, 0, 0, 49700),
	('2026-11-21 12:00:00+00', 4, 20, 2, 7275200, 7203200, 7203200, 7275200, 7275200, 7203200, 7203200, 7275200, 0, 0, 72000),
	('2026-11-21 13:00:00+00', 4, 20, 2, 7116900, 6995700, 6995700, 7116900, 7116900, 6995700, 6995700, 7116900, 0, 0, 121200),
	('2026-11-21 14:00:00+00', 4, 20, 2, 6881700, 6786000, 6786000, 6881700, 6881700, 6786000, 6786000, 6881700, 0, 0, 95700),
	('2026-11-21 15:00:00+00', 4, 20, 2, 6681800, 6609000, 6609000, 6681800, 6681800, 6609000, 6609000, 6681800, 0, 0, 72800),
	('2026-11-21 16:00:00+00', 4, 20, 2, 6561900, 6515200, 6515200, 6561900, 6561900, 6515200, 6515200, 6561900, 0, 0, 46700),
	('2026-11-21 17:00:00+00', 4, 20, 2, 6479700, 6449100, 6449100, 6479700, 6479700, 6449100, 6449100, 6479700, 0, 0, 30600),
	('2026-11-21 18:00:00+00', 4, 20, 2, 6429000, 6405100, 6405100, 6429000, 6429000, 6405100, 6405100, 6429000, 0, 0, 23900),
	('2026-11-21 19:00:00+00', 1, 1, 2, 93942248.94, 94805242.6, 93942248.94, 94805242.6, 99353442.16, 99662678.8, 99353442.16, 99662678.8, 4857436.2, 0, 0),
	('2026-11-21 20:00:00+00', 1, 1, 2, 95486001.39, 96307156.14, 95486001.39, 96307156.14, 99900339.55, 100047470.77, 99900339.55, 100047470.77, 3740314.63, 0, 0),
	('2026-11-21 21:00:00+00', 1, 1, 2, 97152916.82, 97710410.93, 97152916.82, 97710410.93, 100160237.06, 100202928.17, 100160237.06, 100202928.17, 2492517.24, 0, 0),
	('2026-11-21 22:00:00+00', 1, 1, 2, 98339508.52, 98912374.71, 98339508.52, 98912374.71, 100248443.19, 100304544.13, 100248443.19, 100304544.13, 1392169.42, 0, 0),
	('2026-11-21 23:00:00+00', 1, 1, 2, 99353442.16, 99662678.8, 99353442.16, 99662678.8, 100343681.1, 100397205.08, 100343681.1, 100397205.08, 734526.28, 0, 0),
	('2026-11-21 19:00:00+00', 1, 2, 2, 5346500, 5298500, 5298500, 5346500, 5346500, 5298500, 5298500, 5346500, 0, 0, 48000),
	('2026-11-21 20:00:00+00', 1, 2, 2, 5256500, 5211500, 5211500, 5256500, 5256500, 5211500, 5211500, 5256500, 0, 0, 45000),
	('2026-11-21 21:00:00+00', 1, 2, 2, 5176500, 5159000, 5159000, 5176500, 5176500, 5159000, 5159000, 5176500, 0, 0, 17500),
	('2026-11-21 22:00:00+00', 1, 2, 2, 5137000, 5120000, 5120000, 5137000, 5137000, 5120000, 5120000, 5137000, 0, 0, 17000),
	('2026-11-21 23:00:00+00', 1, 2, 2, 5100000, 5084000, 5084000, 5100000, 5100000, 5084000, 5084000, 5100000, 0, 0, 16000),
	('2026-11-21 19:00:00+00', 1, 3, 2, 1114716.58, 1113612.58, 1113612.58, 1114716.58, 1114716.58, 1113612.58, 1113612.58, 1114716.58, 0, 0, 1104.00),
	('2026-11-21 20:00:00+00', 1, 3, 2, 1112454.58, 1111545.58, 1111545.58, 1112454.58, 1112454.58, 1111545.58, 1111545.58, 1112454.58, 0, 0, 909.00),
	('2026-11-21 21:00:00+00', 1, 3, 2, 1110651.58, 1109906.58, 1109906.58, 1110651.58, 1110651.58, 1109906.58, 1109906.58, 1110651.58, 0, 0, 745.00),
	('2026-11-21 22:00:00+00', 1, 3, 2, 1109259.58, 1108643.58, 1108643.58, 1109259.58, 1109259.58, 1108643.58, 1108643.58, 1109259.58, 0, 0, 616.00),
	('2026-11-21 23:00:00+00', 1, 3, 2, 1107887.58, 1107288.58, 1107288.58, 1107887.58, 1107887.58, 1107288.58, 1107288.58, 1107887.58, 0, 0, 599.00),
	('2026-11-21 19:00:00+00', 1, 4, 2, 16234.9, 16384.26, 16234.9, 16384.26, 22589.13, 22687.68, 22589.13, 22687.68, 5593.92, 709.5, 0);
INSERT INTO floatwatch.balance_hourly VALUES
	('2026-11-21 20:00:00+00', 1, 4, 2, 16519.85, 16707.74, 16519.85, 16707.74, 22760.99, 22818.63, 22760.99, 22818.63, 5401.39, 709.5, 0),
	('2026-11-21 21:00:00+00', 1, 4, 2, 16850.24, 17010.36, 16850.24, 17010.36, 22867.58, 22885.4, 22867.58, 22885.4, 5165.54, 709.5, 0),
	('2026-11-21 22:00:00+00', 1, 4, 2, 17119.43, 17230.9, 17119.43, 17230.9, 22903.73, 22920.01, 22903.73, 22920.01, 4979.61, 709.5, 0),
	('2026-11-21 23:00:00+00', 1, 4, 2, 17325.41, 17387.28, 17325.41, 17387.28, 22937.46, 22952.12, 22937.46, 22952.12, 4855.34, 709.5, 0),
	('2026-11-21 19:00:00+00', 1, 5, 2, 5753, 5741, 5741, 5753, 5753, 5741, 5741, 5753, 0, 0, 12),
	('2026-11-21 20:00:00+00', 1, 5, 2, 5729, 5718, 5718, 5729, 5729, 5718, 5718, 5729, 0, 0, 11),
	('2026-11-21 21:00:00+00', 1, 5, 2, 5704, 5699, 5699, 5704, 5704, 5699, 5699, 5704, 0, 0, 5),
	('2026-11-21 22:00:00+00', 1, 5, 2, 5694, 5687, 5687, 5694, 5694, 5687, 5687, 5694, 0, 0, 7),
	('2026-11-21 23:00:00+00', 1, 5, 2, 5679, 5673, 5673, 5679, 5679, 5673, 5673, 5679, 0, 0, 6),
	('2026-11-21 19:00:00+00', 2, 6, 2, 10959690.79, 11017595.39, 10959690.79, 11017595.39, 13298901.21, 13328030.65, 13298901.21, 13328030.65, 2065864.94, 244570.32, 0),
	('2026-11-21 20:00:00+00', 2, 6, 2, 11070153.33, 11116190.73, 11070153.33, 11116190.73, 13362157.99, 13380567.2, 13362157.99, 13380567.2, 2019806.15, 244570.32, 0),
	('2026-11-21 21:00:00+00', 2, 6, 2, 11169456.07, 11210697.96, 11169456.07, 11210697.96, 13396889.24, 13402489.43, 13396889.24, 13402489.43, 1947221.15, 244570.32, 0),
	('2026-11-21 22:00:00+00', 2, 6, 2, 11259122.65, 11287551.5, 11259122.65, 11287551.5, 13407170.26, 13412309.14, 13407170.26, 13412309.14, 1880187.32, 244570.32, 0),
	('2026-11-21 23:00:00+00', 2, 6, 2, 11317526.23, 11335822.42, 11317526.23, 11335822.42, 13416962.47, 13421016.99, 13416962.47, 13421016.99, 1840624.25, 244570.32, 0),
	('2026-11-21 19:00:00+00', 2, 7, 2, 1817630, 1813050, 1813050, 1817630, 1817630, 1813050, 1813050, 1817630, 0, 0, 4580),
	('2026-11-21 20:00:00+00', 2, 7, 2, 1808930, 1805190, 1805190, 1808930, 1808930, 1805190, 1805190, 1808930, 0, 0, 3740),
	('2026-11-21 21:00:00+00', 2, 7, 2, 1800740, 1798970, 1798970, 1800740, 1800740, 1798970, 1798970, 1800740, 0, 0, 1770),
	('2026-11-21 22:00:00+00', 2, 7, 2, 1796890, 1794610, 1794610, 1796890, 1796890, 1794610, 1794610, 1796890, 0, 0, 2280),
	('2026-11-21 23:00:00+00', 2, 7, 2, 1792310, 1789970, 1789970, 1792310, 1792310, 1789970, 1789970, 1792310, 0, 0, 2340),
	('2026-11-21 19:00:00+00', 2, 8, 2, 169526, 169426, 169426, 169526, 169526, 169426, 169426, 169526, 0, 0, 100),
	('2026-11-21 20:00:00+00', 2, 8, 2, 169303, 169221, 169221, 169303, 169303, 169221, 169221, 169303, 0, 0, 82),
	('2026-11-21 21:00:00+00', 2, 8, 2, 169113, 169041, 169041, 169113, 169113, 169041, 169041, 169113, 0, 0, 72),
	('2026-11-21 22:00:00+00', 2, 8, 2, 169002, 168937, 168937, 169002, 169002, 168937, 168937, 169002, 0, 0, 65),
	('2026-11-21 23:00:00+00', 2, 8, 2, 168872, 168823, 168823, 168872, 168872, 168823, 168823, 168872, 0, 0, 49),
	('2026-11-21 19:00:00+00', 2, 9, 2, 49665.75, 49901.11, 49665.75, 49901.11, 60229.21, 60359.75, 60229.21, 60359.75, 9251.16, 1207.48, 0),
	('2026-11-21 20:00:00+00', 2, 9, 2, 50157.26, 50345.58, 50157.26, 50345.58, 60497.51, 60587.64, 60497.51, 60587.64, 9034.58, 1207.48, 0),
	('2026-11-21 21:00:00+00', 2, 9, 2, 50569.18, 50798.49, 50569.18, 50798.49, 60649.73, 60686.07, 60649.73, 60686.07, 8680.1, 1207.48, 0),
	('2026-11-21 22:00:00+00', 2, 9, 2, 50995.98, 51142.91, 50995.98, 51142.91, 60720.09, 60749.86, 60720.09, 60749.86, 8399.47, 1207.48, 0),
	('2026-11-21 23:00:00+00', 2, 9, 2, 51269.2, 51357.64, 51269.2, 51357.64, 60781.31, 60807.35, 60781.31, 60807.35, 8242.23, 1207.48, 0),
	('2026-11-21 19:00:00+00', 2, 10, 2, 5086, 5065, 5065, 5086, 5086, 5065, 5065, 5086, 0, 0, 21),
	('2026-11-21 20:00:00+00', 2, 10, 2, 5046, 5029, 5029, 5046, 5046, 5029, 5029, 5046, 0, 0, 17),
	('2026-11-21 21:00:00+00', 2, 10, 2, 5009, 5001, 5001, 5009, 5009, 5001, 5001, 5009, 0, 0, 8),
	('2026-11-21 22:00:00+00', 2, 10, 2, 4993, 4985, 4985, 4993, 4993, 4985, 4985, 4993, 0, 0, 8),
	('2026-11-21 23:00:00+00', 2, 10, 2, 4977, 4966, 4966, 4977, 4977, 4966, 4966, 4977, 0, 0, 11),
	('2026-11-21 19:00:00+00', 4, 15, 2, 698565150.31, 703391432.54, 698565150.31, 703391432.54, 733440264.25, 735140897.98, 733440264.25, 735140897.98, 31749465.44, 0, 0),
	('2026-11-21 20:00:00+00', 4, 15, 2, 709007645.4, 713607911.2, 709007645.4, 713607911.2, 737036306.41, 737878436.97, 737036306.41, 737878436.97, 24270525.77, 0, 0),
	('2026-11-21 21:00:00+00', 4, 15, 2, 718204072.78, 722709145.66, 718204072.78, 722709145.66, 738733852.66, 739049089.05, 738733852.66, 739049089.05, 16339943.39, 0, 0),
	('2026-11-21 22:00:00+00', 4, 15, 2, 727287167.4, 730074357.26, 727287167.4, 730074357.26, 739382127.37, 739709706.52, 739382127.37, 739709706.52, 9635349.26, 0, 0),
	('2026-11-21 06:15:00+00', 3, 12, 2, 39164275, 38521775, 38521775, 39164275, 39164275, 38521775, 38521775, 39164275, 0, 0, 642500),
	('2026-11-21 23:00:00+00', 4, 15, 2, 733440264.25, 735140897.98, 733440264.25, 735140897.98, 739907836.49, 740246676.92, 739907836.49, 740246676.92, 5105778.94, 0, 0),
	('2026-11-21 19:00:00+00', 4, 16, 2, 66974860, 66701360, 66701360, 66974860, 66974860, 66701360, 66701360, 66974860, 0, 0, 273500),
	('2026-11-21 20:00:00+00', 4, 16, 2, 66435860, 66233360, 66233360, 66435860, 66435860, 66233360, 66233360, 66435860, 0, 0, 202500),
	('2026-11-21 21:00:00+00', 4, 16, 2, 66015860, 65884860, 65884860, 66015860, 66015860, 65884860, 65884860, 66015860, 0, 0, 131000),
	('2026-11-21 22:00:00+00', 4, 16, 2, 65732860, 65614860, 65614860, 65732860, 65732860, 65614860, 65614860, 65732860, 0, 0, 118000),
	('2026-11-21 23:00:00+00', 4, 16, 2, 65491360, 65344360, 65344360, 65491360, 65491360, 65344360, 65344360, 65491360, 0, 0, 147000),
	('2026-11-21 19:00:00+00', 4, 17, 2, 26356936.26, 26486833.89, 26356936.26, 26486833.89, 31480546.22, 31558994.23, 31480546.22, 31558994.23, 4501073.67, 571086.67, 0),
	('2026-11-21 20:00:00+00', 4, 17, 2, 26580696.06, 26721876.54, 26580696.06, 26721876.54, 31626969.01, 31673158.46, 31626969.01, 31673158.46, 4380195.25, 571086.67, 0),
	('2026-11-21 21:00:00+00', 4, 17, 2, 26831057.75, 26941014.96, 26831057.75, 26941014.96, 31711955.15, 31726902.55, 31711955.15, 31726902.55, 4214800.92, 571086.67, 0),
	('2026-11-21 22:00:00+00', 4, 17, 2, 27028310.6, 27102411.83, 27028310.6, 27102411.83, 31740871.36, 31751820.51, 31740871.36, 31751820.51, 4078322.01, 571086.67, 0),
	('2026-11-21 23:00:00+00', 4, 17, 2, 27179930.49, 27224599.36, 27179930.49, 27224599.36, 31764385.38, 31778853.52, 31764385.38, 31778853.52, 3983167.49, 571086.67, 0),
	('2026-11-21 19:00:00+00', 4, 18, 2, 3347380, 3336240, 3336240, 3347380, 3347380, 3336240, 3336240, 3347380, 0, 0, 11140),
	('2026-11-21 20:00:00+00', 4, 18, 2, 3323880, 3312860, 3312860, 3323880, 3323880, 3312860, 3312860, 3323880, 0, 0, 11020),
	('2026-11-21 21:00:00+00', 4, 18, 2, 3304680, 3300960, 3300960, 3304680, 3304680, 3300960, 3300960, 3304680, 0, 0, 3720),
	('2026-11-21 22:00:00+00', 4, 18, 2, 3298310, 3295210, 3295210, 3298310, 3298310, 3295210, 3295210, 3298310, 0, 0, 3100),
	('2026-11-21 23:00:00+00', 4, 18, 2, 3291530, 3288070, 3288070, 3291530, 3291530, 3288070, 3288070, 3291530, 0, 0, 3460),
	('2026-11-21 19:00:00+00', 4, 19, 2, 20422651.4, 20541801.5, 20422651.4, 20541801.5, 21788752.2, 21892553, 21788752.2, 21892553, 1350751.5, 0, 0),
	('2026-11-21 20:00:00+00', 4, 19, 2, 20733304.7, 20890410.8, 20733304.7, 20890410.8, 22013178.7, 22074448.3, 22013178.7, 22074448.3, 1184037.5, 0, 0),
	('2026-11-21 21:00:00+00', 4, 19, 2, 21057301.9, 21267230.2, 21057301.9, 21267230.2, 22144731.9, 22181941.9, 22144731.9, 22181941.9, 914711.7, 0, 0),
	('2026-11-21 22:00:00+00', 4, 19, 2, 21426996.7, 21644468.3, 21426996.7, 21644468.3, 22211307.7, 22222132.5, 22211307.7, 22222132.5, 577664.2, 0, 0),
	('2026-11-21 23:00:00+00', 4, 19, 2, 21788752.2, 21892553, 21788752.2, 21892553, 22233032.9, 22246814.5, 22233032.9, 22246814.5, 354261.5, 0, 0),
	('2026-11-21 19:00:00+00', 4, 20, 2, 6384600, 6363100, 6363100, 6384600, 6384600, 6363100, 6363100, 6384600, 0, 0, 21500),
	('2026-11-21 20:00:00+00', 4, 20, 2, 6349600, 6336300, 6336300, 6349600, 6349600, 6336300, 6336300, 6349600, 0, 0, 13300),
	('2026-11-21 21:00:00+00', 4, 20, 2, 6326700, 6318000, 6318000, 6326700, 6326700, 6318000, 6318000, 6326700, 0, 0, 8700),
	('2026-11-21 22:00:00+00', 4, 20, 2, 6307100, 6300100, 6300100, 6307100, 6307100, 6300100, 6300100, 6307100, 0, 0, 7000),
	('2026-11-21 23:00:00+00', 4, 20, 2, 6293700, 6288300, 6288300, 6293700, 6293700, 6288300, 6288300, 6293700, 0, 0, 5400),
	('2026-11-20 19:15:00+00', 3, 11, 2, 69403799.46, 70582348.11, 69403799.46, 70582348.11, 76590109.45, 77028760.65, 76590109.45, 77028760.65, 6446412.54, 0, 0),
	('2026-11-20 20:15:00+00', 3, 11, 2, 71638585.49, 72600580.61, 71638585.49, 72600580.61, 77219229.97, 77419859.49, 77219229.97, 77419859.49, 4819278.88, 0, 0),
	('2026-11-20 21:15:00+00', 3, 11, 2, 73750044.77, 74819064.53, 73750044.77, 74819064.53, 77553028.37, 77698674.01, 77553028.37, 77698674.01, 2879609.48, 0, 0),
	('2026-11-20 22:15:00+00', 3, 11, 2, 75496958.05, 76189518.61, 75496958.05, 76189518.61, 77809266.21, 77915977, 77809266.21, 77915977, 1726458.39, 0, 0),
	('2026-11-20 23:15:00+00', 3, 11, 2, 76590109.45, 77028760.65, 76590109.45, 77028760.65, 78062102.28, 78197771.9, 78062102.28, 78197771.9, 1169011.25, 0, 0),
	('2026-11-21 00:15:00+00', 3, 11, 2, 77219229.97, 77419859.49, 77219229.97, 77419859.49, 78323459.88, 78449115.42, 78323459.88, 78449115.42, 1029255.93, 0, 0),
	('2026-11-21 01:15:00+00', 3, 11, 2, 77553028.37, 77698674.01, 77553028.37, 77698674.01, 78610080.32, 78769977.25, 78610080.32, 78769977.25, 1071303.24, 0, 0),
	('2026-11-21 02:15:00+00', 3, 11, 2, 77809266.21, 77915977, 77809266.21, 77915977, 78955023.24, 79187147.08, 78955023.24, 79187147.08, 1271170.08, 0, 0),
	('2026-11-21 03:15:00+00', 3, 11, 2, 78062102.28, 78197771.9, 78062102.28, 78197771.9, 79591106.08, 79966494.66, 79591106.08, 79966494.66, 1768722.76, 0, 0),
	('2026-11-21 04:15:00+00', 3, 11, 2, 78323459.88, 78449115.42, 78323459.88, 78449115.42, 80634563.68, 81174005.53, 80634563.68, 81174005.53, 2724890.11, 0, 0),
	('2026-11-21 05:15:00+00', 3, 11, 2, 78610080.32, 78769977.25, 78610080.32, 78769977.25, 82060041.58, 82734501.53, 82060041.58, 82734501.53, 3964524.28, 0, 0),
	('2026-11-21 06:15:00+00', 3, 11, 2, 78955023.24, 79187147.08, 78955023.24, 79187147.08, 83535939.47, 84248706.29, 83535939.47, 84248706.29, 5061559.21, 0, 0),
	('2026-11-21 07:15:00+00', 3, 11, 2, 79591106.08, 79966494.66, 79591106.08, 79966494.66, 85015345.91, 85875759.28, 85015345.91, 85875759.28, 5909264.62, 0, 0),
	('2026-11-21 08:15:00+00', 3, 11, 2, 80634563.68, 81174005.53, 80634563.68, 81174005.53, 86694593.38, 87476138.09, 86694593.38, 87476138.09, 6302132.56, 0, 0),
	('2026-11-21 09:15:00+00', 3, 11, 2, 82060041.58, 82734501.53, 82060041.58, 82734501.53, 88142618.08, 88926840.67, 88142618.08, 88926840.67, 6192339.14, 0, 0),
	('2026-11-21 10:15:00+00', 3, 11, 2, 83535939.47, 84248706.29, 83535939.47, 84248706.29, 89616558.86, 90329058.71, 89616558.86, 90329058.71, 6080352.42, 0, 0),
	('2026-11-21 11:15:00+00', 3, 11, 2, 85015345.91, 85875759.28, 85015345.91, 85875759.28, 91101308.92, 91871526.71, 91101308.92, 91871526.71, 5995767.43, 0, 0),
	('2026-11-21 12:15:00+00', 3, 11, 2, 86694593.38, 87476138.09, 86694593.38, 87476138.09, 92480687.24, 93211986.73, 92480687.24, 93211986.73, 5735848.64, 0, 0),
	('2026-11-21 13:15:00+00', 3, 11, 2, 88142618.08, 88926840.67, 88142618.08, 88926840.67, 93744883.29, 94448373.05, 93744883.29, 94448373.05, 5521532.38, 0, 0),
	('2026-11-21 14:15:00+00', 3, 11, 2, 89616558.86, 90329058.71, 89616558.86, 90329058.71, 95335571.01, 96439728.82, 95335571.01, 96439728.82, 6110670.11, 0, 0),
	('2026-11-21 15:15:00+00', 3, 11, 2, 91101308.92, 91871526.71, 91101308.92, 91871526.71, 97504963.86, 98182267.54, 97504963.86, 98182267.54, 6310740.83, 0, 0),
	('2026-11-21 16:15:00+00', 3, 11, 2, 92480687.24, 93211986.73, 92480687.24, 93211986.73, 99504302.41, 100413764.5, 99504302.41, 100413764.5, 7201777.77, 0, 0),
	('2026-11-21 17:15:00+00', 3, 11, 2, 93744883.29, 94448373.05, 93744883.29, 94448373.05, 101506133.6, 102370331.55, 101506133.6, 102370331.55, 7921958.5, 0, 0),
	('2026-11-21 18:15:00+00', 3, 11, 2, 95335571.01, 96439728.82, 95335571.01, 96439728.82, 102946267.57, 103657882.17, 102946267.57, 103657882.17, 7218153.35, 0, 0),
	('2026-11-20 19:15:00+00', 3, 12, 2, 42682775, 42481275, 42481275, 42682775, 42682775, 42481275, 42481275, 42682775, 0, 0, 201500),
	('2026-11-20 20:15:00+00', 3, 12, 2, 42333775, 42194275, 42194275, 42333775, 42333775, 42194275, 42194275, 42333775, 0, 0, 139500),
	('2026-11-20 21:15:00+00', 3, 12, 2, 42119275, 42042775, 42042775, 42119275, 42119275, 42042775, 42042775, 42119275, 0, 0, 76500),
	('2026-11-20 22:15:00+00', 3, 12, 2, 41978275, 41902275, 41902275, 41978275, 41978275, 41902275, 41902275, 41978275, 0, 0, 76000),
	('2026-11-20 23:15:00+00', 3, 12, 2, 41819275, 41770275, 41770275, 41819275, 41819275, 41770275, 41770275, 41819275, 0, 0, 49000),
	('2026-11-21 00:15:00+00', 3, 12, 2, 41699775, 41623775, 41623775, 41699775, 41699775, 41623775, 41623775, 41699775, 0, 0, 76000),
	('2026-11-21 01:15:00+00', 3, 12, 2, 41555775, 41479775, 41479775, 41555775, 41555775, 41479775, 41479775, 41555775, 0, 0, 76000),
	('2026-11-21 02:15:00+00', 3, 12, 2, 41395775, 41324775, 41324775, 41395775, 41395775, 41324775, 41324775, 41395775, 0, 0, 71000),
	('2026-11-21 03:15:00+00', 3, 12, 2, 41227275, 41086775, 41086775, 41227275, 41227275, 41086775, 41086775, 41227275, 0, 0, 140500),
	('2026-11-21 04:15:00+00', 3, 12, 2, 40861775, 40676275, 40676275, 40861775, 40861775, 40676275, 40676275, 40861775, 0, 0, 185500),
	('2026-11-21 05:15:00+00', 3, 12, 2, 40134775, 39652275, 39652275, 40134775, 40134775, 39652275, 39652275, 40134775, 0, 0, 482500),
	('2026-11-21 07:15:00+00', 3, 12, 2, 37678275, 36948275, 36948275, 37678275, 37678275, 36948275, 36948275, 37678275, 0, 0, 730000),
	('2026-11-21 08:15:00+00', 3, 12, 2, 36284775, 35752775, 35752775, 36284775, 36284775, 35752775, 35752775, 36284775, 0, 0, 532000),
	('2026-11-21 09:15:00+00', 3, 12, 2, 35357775, 34833775, 34833775, 35357775, 35357775, 34833775, 34833775, 35357775, 0, 0, 524000),
	('2026-11-21 10:15:00+00', 3, 12, 2, 34540775, 34241275, 34241275, 34540775, 34540775, 34241275, 34241275, 34540775, 0, 0, 299500),
	('2026-11-21 11:15:00+00', 3, 12, 2, 33669775, 33147775, 33147775, 33669775, 33669775, 33147775, 33147775, 33669775, 0, 0, 522000),
	('2026-11-21 12:15:00+00', 3, 12, 2, 32216775, 31531775, 31531775, 32216775, 32216775, 31531775, 31531775, 32216775, 0, 0, 685000),
	('2026-11-21 13:15:00+00', 3, 12, 2, 30798775, 30252775, 30252775, 30798775, 30798775, 30252775, 30252775, 30798775, 0, 0, 546000),
	('2026-11-21 14:15:00+00', 3, 12, 2, 29845275, 29477275, 29477275, 29845275, 29845275, 29477275, 29477275, 29845275, 0, 0, 368000),
	('2026-11-21 15:15:00+00', 3, 12, 2, 29242775, 29010775, 29010775, 29242775, 29242775, 29010775, 29010775, 29242775, 0, 0, 232000),
	('2026-11-21 16:15:00+00', 3, 12, 2, 28785275, 28645775, 28645775, 28785275, 28785275, 28645775, 28645775, 28785275, 0, 0, 139500),
	('2026-11-21 17:15:00+00', 3, 12, 2, 28499275, 28339275, 28339275, 28499275, 28499275, 28339275, 28339275, 28499275, 0, 0, 160000),
	('2026-11-21 18:15:00+00', 3, 12, 2, 28241275, 28136275, 28136275, 28241275, 28241275, 28136275, 28136275, 28241275, 0, 0, 105000),
	('2026-11-20 19:15:00+00', 3, 13, 2, 1858895.72, 1853489.72, 1853489.72, 1858895.72, 1858895.72, 1853489.72, 1853489.72, 1858895.72, 0, 0, 5406.00),
	('2026-11-20 20:15:00+00', 3, 13, 2, 1847955.72, 1842598.72, 1842598.72, 1847955.72, 1847955.72, 1842598.72, 1842598.72, 1847955.72, 0, 0, 5357.00),
	('2026-11-20 21:15:00+00', 3, 13, 2, 1840658.72, 1838879.72, 1838879.72, 1840658.72, 1840658.72, 1838879.72, 1838879.72, 1840658.72, 0, 0, 1779.00),
	('2026-11-20 22:15:00+00', 3, 13, 2, 1837317.72, 1835947.72, 1835947.72, 1837317.72, 1837317.72, 1835947.72, 1835947.72, 1837317.72, 0, 0, 1370.00),
	('2026-11-20 23:15:00+00', 3, 13, 2, 1833983.72, 1832001.72, 1832001.72, 1833983.72, 1833983.72, 1832001.72, 1832001.72, 1833983.72, 0, 0, 1982.00),
	('2026-11-21 00:15:00+00', 3, 13, 2, 1830446.72, 1829052.72, 1829052.72, 1830446.72, 1830446.72, 1829052.72, 1829052.72, 1830446.72, 0, 0, 1394.00),
	('2026-11-21 01:15:00+00', 3, 13, 2, 1827195.72, 1825099.72, 1825099.72, 1827195.72, 1827195.72, 1825099.72, 1825099.72, 1827195.72, 0, 0, 2096.00),
	('2026-11-21 02:15:00+00', 3, 13, 2, 1823701.72, 1821958.72, 1821958.72, 1823701.72, 1823701.72, 1821958.72, 1821958.72, 1823701.72, 0, 0, 1743.00),
	('2026-11-21 03:15:00+00', 3, 13, 2, 1820222.72, 1817570.72, 1817570.72, 1820222.72, 1820222.72, 1817570.72, 1817570.72, 1820222.72, 0, 0, 2652.00),
	('2026-11-21 04:15:00+00', 3, 13, 2, 1815411.72, 1808986.72, 1808986.72, 1815411.72, 1815411.72, 1808986.72, 1808986.72, 1815411.72, 0, 0, 6425.00),
	('2026-11-21 05:15:00+00', 3, 13, 2, 1795631.72, 1783841.72, 1783841.72, 1795631.72, 1795631.72, 1783841.72, 1783841.72, 1795631.72, 0, 0, 11790.00),
	('2026-11-21 06:15:00+00', 3, 13, 2, 1769448.72, 1753718.72, 1753718.72, 1769448.72, 1769448.72, 1753718.72, 1753718.72, 1769448.72, 0, 0, 15730.00),
	('2026-11-21 07:15:00+00', 3, 13, 2, 1740280.72, 1724902.72, 1724902.72, 1740280.72, 1740280.72, 1724902.72, 1724902.72, 1740280.72, 0, 0, 15378.00),
	('2026-11-21 08:15:00+00', 3, 13, 2, 1709861.72, 1698950.72, 1698950.72, 1709861.72, 1709861.72, 1698950.72, 1698950.72, 1709861.72, 0, 0, 10911.00),
	('2026-11-21 09:15:00+00', 3, 13, 2, 1686492.72, 1676582.72, 1676582.72, 1686492.72, 1686492.72, 1676582.72, 1676582.72, 1686492.72, 0, 0, 9910.00),
	('2026-11-21 10:15:00+00', 3, 13, 2, 1666228.72, 1653356.72, 1653356.72, 1666228.72, 1666228.72, 1653356.72, 1653356.72, 1666228.72, 0, 0, 12872.00),
	('2026-11-21 11:15:00+00', 3, 13, 2, 1642757.72, 1629034.72, 1629034.72, 1642757.72, 1642757.72, 1629034.72, 1629034.72, 1642757.72, 0, 0, 13723.00),
	('2026-11-21 12:15:00+00', 3, 13, 2, 1613354.72, 1600737.72, 1600737.72, 1613354.72, 1613354.72, 1600737.72, 1600737.72, 1613354.72, 0, 0, 12617.00),
	('2026-11-21 13:15:00+00', 3, 13, 2, 1592609.72, 1585497.72, 1585497.72, 1592609.72, 1592609.72, 1585497.72, 1585497.72, 1592609.72, 0, 0, 7112.00),
	('2026-11-21 14:15:00+00', 3, 13, 2, 1582180.72, 1579098.72, 1579098.72, 1582180.72, 1582180.72, 1579098.72, 1579098.72, 1582180.72, 0, 0, 3082.00),
	('2026-11-21 15:15:00+00', 3, 13, 2, 1577518.72, 1576189.72, 1576189.72, 1577518.72, 1577518.72, 1576189.72, 1576189.72, 1577518.72, 0, 0, 1329.00),
	('2026-11-21 16:15:00+00', 3, 13, 2, 1573924.72, 1572496.72, 1572496.72, 1573924.72, 1573924.72, 1572496.72, 1572496.72, 1573924.72, 0, 0, 1428.00),
	('2026-11-21 17:15:00+00', 3, 13, 2, 1570862.72, 1569037.72, 1569037.72, 1570862.72, 1570862.72, 1569037.72, 1569037.72, 1570862.72, 0, 0, 1825.00),
	('2026-11-21 18:15:00+00', 3, 13, 2, 1567524.72, 1565373.72, 1565373.72, 1567524.72, 1567524.72, 1565373.72, 1565373.72, 1567524.72, 0, 0, 2151.00),
	('2026-11-20 19:15:00+00', 3, 14, 2, 5469.6, 5510.31, 5469.6, 5510.31, 6960.5, 6981.95, 6960.5, 6981.95, 1287.78, 183.86, 0),
	('2026-11-20 20:15:00+00', 3, 14, 2, 5541.67, 5573.36, 5541.67, 5573.36, 6992.31, 7004.69, 6992.31, 7004.69, 1247.47, 183.86, 0),
	('2026-11-20 21:15:00+00', 3, 14, 2, 5613.21, 5640.1, 5613.21, 5640.1, 7012.82, 7021.3, 7012.82, 7021.3, 1197.34, 183.86, 0),
	('2026-11-20 22:15:00+00', 3, 14, 2, 5661.99, 5687.6, 5661.99, 5687.6, 7028.93, 7035.66, 7028.93, 7035.66, 1164.2, 183.86, 0),
	('2026-11-20 23:15:00+00', 3, 14, 2, 5699.17, 6108.55, 5699.17, 6108.55, 7043.71, 7050.99, 7043.71, 7050.99, 765.46, 176.98, 0),
	('2026-11-21 00:15:00+00', 3, 14, 2, 6113.69, 6121.05, 6113.69, 6121.05, 7058.28, 7065.39, 7058.28, 7065.39, 767.36, 176.98, 0),
	('2026-11-21 01:15:00+00', 3, 14, 2, 6125.42, 6130.42, 6125.42, 6130.42, 7072.61, 7079.06, 7072.61, 7079.06, 771.66, 176.98, 0),
	('2026-11-21 02:15:00+00', 3, 14, 2, 6135.78, 6140.51, 6135.78, 6140.51, 7089.83, 7102.31, 7089.83, 7102.31, 784.82, 176.98, 0),
	('2026-11-21 03:15:00+00', 3, 14, 2, 6145.59, 6150.7, 6145.59, 6150.7, 7119.41, 7140.57, 7119.41, 7140.57, 812.89, 176.98, 0),
	('2026-11-21 04:15:00+00', 3, 14, 2, 6155.67, 6160.56, 6155.67, 6160.56, 7170.87, 7200.26, 7170.87, 7200.26, 862.72, 176.98, 0),
	('2026-11-21 05:15:00+00', 3, 14, 2, 6165.24, 6169.25, 6165.24, 6169.25, 7230.58, 7275.91, 7230.58, 7275.91, 929.68, 176.98, 0),
	('2026-11-21 06:15:00+00', 3, 14, 2, 6177.65, 6187.82, 6177.65, 6187.82, 7312.93, 7361.02, 7312.93, 7361.02, 996.22, 176.98, 0),
	('2026-11-21 07:15:00+00', 3, 14, 2, 6200.92, 6217.72, 6200.92, 6217.72, 7393.8, 7435.84, 7393.8, 7435.84, 1041.14, 176.98, 0),
	('2026-11-21 08:15:00+00', 3, 14, 2, 6242.08, 6265.11, 6242.08, 6265.11, 7480.63, 7522.06, 7480.63, 7522.06, 1079.97, 176.98, 0),
	('2026-11-21 09:15:00+00', 3, 14, 2, 6286.76, 6322.15, 6286.76, 6322.15, 7568.2, 7610.26, 7568.2, 7610.26, 1111.13, 176.98, 0),
	('2026-11-21 10:15:00+00', 3, 14, 2, 6345.82, 6381.05, 6345.82, 6381.05, 7652.6, 7699.47, 7652.6, 7699.47, 1141.44, 176.98, 0),
	('2026-11-21 11:15:00+00', 3, 14, 2, 6403.47, 6433.24, 6403.47, 6433.24, 7731.43, 7775.31, 7731.43, 7775.31, 1165.09, 176.98, 0),
	('2026-11-21 12:15:00+00', 3, 14, 2, 6462.52, 6487.53, 6462.52, 6487.53, 7810.54, 7843.81, 7810.54, 7843.81, 1179.3, 176.98, 0),
	('2026-11-21 13:15:00+00', 3, 14, 2, 6519.64, 6547.8, 6519.64, 6547.8, 7887.56, 7929.45, 7887.56, 7929.45, 1204.67, 176.98, 0),
	('2026-11-21 14:15:00+00', 3, 14, 2, 6573.28, 6605.28, 6573.28, 6605.28, 7971.05, 8021.35, 7971.05, 8021.35, 1239.09, 176.98, 0),
	('2026-11-21 15:15:00+00', 3, 14, 2, 6625.14, 6656.58, 6625.14, 6656.58, 8079.46, 8131.3, 8079.46, 8131.3, 1297.74, 176.98, 0),
	('2026-11-21 16:15:00+00', 3, 14, 2, 6678.75, 6701.69, 6678.75, 6701.69, 8189.98, 8251.02, 8189.98, 8251.02, 1372.35, 176.98, 0),
	('2026-11-21 17:15:00+00', 3, 14, 2, 6728.6, 6757.38, 6728.6, 6757.38, 8300.54, 8347.96, 8300.54, 8347.96, 1413.6, 176.98, 0),
	('2026-11-21 18:15:00+00', 3, 14, 2, 6783.99, 6819.91, 6783.99, 6819.91, 8382.82, 8422.92, 8382.82, 8422.92, 1426.03, 176.98, 0),
	('2026-11-21 19:15:00+00', 3, 11, 2, 97504963.86, 98182267.54, 97504963.86, 98182267.54, 104003515.55, 104370170.11, 104003515.55, 104370170.11, 6187902.57, 0, 0),
	('2026-11-21 20:15:00+00', 3, 11, 2, 99504302.41, 100413764.5, 99504302.41, 100413764.5, 104543567.2, 104729171.26, 104543567.2, 104729171.26, 4315406.76, 0, 0),
	('2026-11-21 21:15:00+00', 3, 11, 2, 101506133.6, 102370331.55, 101506133.6, 102370331.55, 104796373.14, 104879656.41, 104796373.14, 104879656.41, 2509324.86, 0, 0),
	('2026-11-21 22:15:00+00', 3, 11, 2, 102946267.57, 103657882.17, 102946267.57, 103657882.17, 104939341.07, 105012818.46, 104939341.07, 105012818.46, 1354936.29, 0, 0),
	('2026-11-21 23:15:00+00', 3, 11, 2, 104003515.55, 104370170.11, 104003515.55, 104370170.11, 105094898.7, 105150512.69, 105094898.7, 105150512.69, 780342.58, 0, 0),
	('2026-11-21 19:15:00+00', 3, 12, 2, 28066275, 27999275, 27999275, 28066275, 28066275, 27999275, 27999275, 28066275, 0, 0, 67000),
	('2026-11-21 20:15:00+00', 3, 12, 2, 27935775, 27863275, 27863275, 27935775, 27935775, 27863275, 27863275, 27935775, 0, 0, 72500),
	('2026-11-21 21:15:00+00', 3, 12, 2, 27841275, 27811775, 27811775, 27841275, 27841275, 27811775, 27811775, 27841275, 0, 0, 29500),
	('2026-11-21 22:15:00+00', 3, 12, 2, 27776275, 27748775, 27748775, 27776275, 27776275, 27748775, 27748775, 27776275, 0, 0, 27500),
	('2026-11-21 23:15:00+00', 3, 12, 2, 27711275, 27686775, 27686775, 27711275, 27711275, 27686775, 27686775, 27711275, 0, 0, 24500),
	('2026-11-21 19:15:00+00', 3, 13, 2, 1564079.72, 1562173.72, 1562173.72, 1564079.72, 1564079.72, 1562173.72, 1562173.72, 1564079.72, 0, 0, 1906.00),
	('2026-11-21 20:15:00+00', 3, 13, 2, 1560289.72, 1558984.72, 1558984.72, 1560289.72, 1560289.72, 1558984.72, 1558984.72, 1560289.72, 0, 0, 1305.00),
	('2026-11-21 21:15:00+00', 3, 13, 2, 1557331.72, 1556124.72, 1556124.72, 1557331.72, 1557331.72, 1556124.72, 1556124.72, 1557331.72, 0, 0, 1207.00),
	('2026-11-21 22:15:00+00', 3, 13, 2, 1554770.72, 1553180.72, 1553180.72, 1554770.72, 1554770.72, 1553180.72, 1553180.72, 1554770.72, 0, 0, 1590.00),
	('2026-11-21 23:15:00+00', 3, 13, 2, 1552139.72, 1550861.72, 1550861.72, 1552139.72, 1552139.72, 1550861.72, 1550861.72, 1552139.72, 0, 0, 1278.00),
	('2026-11-21 19:15:00+00', 3, 14, 2, 6859.59, 6895.9, 6859.59, 6895.9, 8443.6, 8468.94, 8443.6, 8468.94, 1396.06, 176.98, 0),
	('2026-11-21 20:15:00+00', 3, 14, 2, 6933.68, 6979.25, 6933.68, 6979.25, 8480.26, 8493.1, 8480.26, 8493.1, 1336.87, 176.98, 0),
	('2026-11-21 21:15:00+00', 3, 14, 2, 7012.86, 7042.78, 7012.86, 7042.78, 8497.48, 8501.6, 8497.48, 8501.6, 1281.84, 176.98, 0),
	('2026-11-21 22:15:00+00', 3, 14, 2, 7064.76, 7091.09, 7064.76, 7091.09, 8504.88, 8508.59, 8504.88, 8508.59, 1240.52, 176.98, 0),
	('2026-11-21 23:15:00+00', 3, 14, 2, 7103.49, 7404.35, 7103.49, 7404.35, 8513.19, 8515.99, 8513.19, 8515.99, 957.94, 153.7, 0);


--
-- Data for Name: chore; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.chore VALUES
	('partitions', '2026-11-22 01:24:12.704879+00', 'replica:20554'),
	('retention', '2026-11-22 01:24:12.71304+00', 'replica:20554'),
	('lost', '2026-11-22 01:24:12.722889+00', 'replica:20554'),
	('rollups', '2026-11-22 01:24:12.728874+00', 'replica:20554');


--
-- Data for Name: migration; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.migration VALUES
	(1, '0001_ledger', '2026-11-22 01:24:11.897211'),
	(2, '0002_views', '2026-11-22 01:24:11.897211'),
	(3, '0005_alerts', '2026-11-22 01:24:11.897211'),
	(4, '0006_rollups', '2026-11-22 01:24:11.897211'),
	(5, '0007_payment_options', '2026-11-22 01:24:11.897211'),
	(6, '0008_outflow', '2026-11-22 01:24:11.897211');


--
-- Data for Name: migration_digest; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.migration_digest VALUES
	('0001_ledger', '2846cfb80a9599deec47443e470126c491f4d917f03f248d1557893c9c298f3f', 'postgres'),
	('0002_views', '732449dcdd02c27ac7dc28e5ef27cd22ac6896c90a860fb027de1ac88823b592', 'postgres'),
	('0005_alerts', 'ee1c7707bd4d3850a4d1cee8ea1226fe64ad2289247f89f321ebb7b4a685373c', 'postgres'),
	('0006_rollups', 'a24359b896c3e5c81950cd632758554b31bb2dc809be5e1b69131337370fe37a', 'postgres'),
	('0007_payment_options', 'bd281d4ab355f35bbb8ae7afd27e320cbca43ca734515c344d7a90f34c81c615', 'postgres'),
	('0008_outflow', '9affbd0de030591bf5b64af40b5ddd40b33f985de61ac2abd0ec4747434c3a03', 'postgres');


--
-- Data for Name: outbox; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.outbox VALUES
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:05.613128+00', '2026-11-22 01:24:15.626545+00', NULL, 2, 'ops', 'f57daf4b8a0d3ba364530bc6dfbcf1a4f26fae2e5d64c61373fe40ea80d889f7', 'account="acme-ug",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ug"},"annotations":{"summary":"No fresh balance of acme-ug for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"2c68c5be096ea0a1"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ug"},"commonAnnotations":{"summary":"No fresh balance of acme-ug for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:03.521358+00', '2026-11-22 01:24:13.549852+00', NULL, 1, 'ops', '5914c56e1641732b601d18ab3aa850522df6658dec0d837bc43790f6fdd02e0c', 'account="acme-ug",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ug"},"annotations":{"summary":"Slots of acme-ug go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"fd01c50969f14046"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ug"},"commonAnnotations":{"summary":"Slots of acme-ug go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:24:48.004535+00', NULL, NULL, 5, 'ops', '39097d01264ae3fc258c37797da840884f102062e1533baac8c7d9615940bbf9', 'account="acme-ke",alertname="ScheduleStalled",severity="critical"', 'rejected: 400: ', '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ke"},"annotations":{"summary":"Slots of acme-ke go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"1a3529c0dd6b62fa"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ke"},"commonAnnotations":{"summary":"Slots of acme-ke go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:03.054081+00', '2026-11-22 01:24:13.158768+00', NULL, 1, 'ops', '1eec84ddf1f09b529c6551434e534494d48dc182771347eee42c50577fc283d9', 'account="acme-ke",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ke"},"annotations":{"summary":"No fresh balance of acme-ke for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"25e70f235081e3cd"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ke"},"commonAnnotations":{"summary":"No fresh balance of acme-ke for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.094+00', '2026-11-22 01:24:13.505577+00', NULL, NULL, 0, 'ops', 'f955cd1cc4e305e4c95c4ee4580b12706c70b41d6ea0b9b36869a84a71ceadee', 'account="acme-ke",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ke"},"annotations":{"summary":"Slots of acme-ke go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"1a3529c0dd6b62fa"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ke"},"commonAnnotations":{"summary":"Slots of acme-ke go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.112+00', '2026-11-22 01:24:13.505577+00', NULL, NULL, 0, 'ops', 'f779e168fd6c6877b3ff455c3e437b409dcc2be9f94e039b9c98489fb525ea64', 'account="zebra-tz",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"zebra-tz"},"annotations":{"summary":"Slots of zebra-tz go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"c0988db9a9757a2c"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"zebra-tz"},"commonAnnotations":{"summary":"Slots of zebra-tz go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.084+00', '2026-11-22 01:28:36.048444+00', '2026-11-22 01:24:46.070174+00', NULL, 2, 'ops', '0f7df64a373160b22f4fba9723ff1c35b3839d88e290976ba4cbb3e22dc758f4', 'account="acme-ug",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ug"},"annotations":{"summary":"Slots of acme-ug go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"fd01c50969f14046"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"acme-ug"},"commonAnnotations":{"summary":"Slots of acme-ug go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.084+00', '2026-11-22 01:28:30.02051+00', '2026-11-22 01:24:40.031041+00', NULL, 1, 'ops', 'a43b55384b9fd31bfe10130000cbabc78cdd0fa38f9737cbebc5bf63a0bd43dc', 'account="acme-ug",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ug"},"annotations":{"summary":"No fresh balance of acme-ug for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"2c68c5be096ea0a1"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ug"},"commonAnnotations":{"summary":"No fresh balance of acme-ug for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:08.275296+00', '2026-11-22 01:24:18.287912+00', NULL, 3, 'ops', '49d6ff916beb920cdef121ee0b19cb0d4bc0ebed21ebfbd1c20b4ee680631be9', 'account="lakeside-loans",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"lakeside-loans"},"annotations":{"summary":"No fresh balance of lakeside-loans for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"38fd254d499252aa"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"lakeside-loans"},"commonAnnotations":{"summary":"No fresh balance of lakeside-loans for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:23.844522+00', '2026-11-22 01:24:33.854442+00', NULL, 2, 'ops', 'a863238ee5feca94e859b93343e4198049ce42e93f8005748fcaf761ed54d993', 'account="zebra-tz",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"zebra-tz"},"annotations":{"summary":"No fresh balance of zebra-tz for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"16c7457bf0976547"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"zebra-tz"},"commonAnnotations":{"summary":"No fresh balance of zebra-tz for 24m12s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:28:15.665228+00', '2026-11-22 01:24:25.678201+00', NULL, 2, 'ops', '127f341e97198977df80c441c308d28e7eb03f065781988579fd797873460846', 'account="lakeside-loans",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"lakeside-loans"},"annotations":{"summary":"Slots of lakeside-loans go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"9e7bb02b2413bf39"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"lakeside-loans"},"commonAnnotations":{"summary":"Slots of lakeside-loans go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.094+00', '2026-11-22 01:24:46.853513+00', NULL, NULL, 1, 'ops', '458f513c51d9de4f646540e80293b27f25584b04111f66c445850c67b5888b3b', 'account="acme-ke",alertname="BalanceUnknown",severity="warning"', 'server_error: 500: ', '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ke"},"annotations":{"summary":"No fresh balance of acme-ke for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"25e70f235081e3cd"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"acme-ke"},"commonAnnotations":{"summary":"No fresh balance of acme-ke for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.148+00', '2026-11-22 01:24:46.121435+00', NULL, NULL, 0, 'ops', '8aee753fbf206b8293c147f42e71af3d831f3f8ab51f0cc545d94873ce6d8ed8', 'account="lakeside-loans",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"lakeside-loans"},"annotations":{"summary":"No fresh balance of lakeside-loans for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"38fd254d499252aa"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"lakeside-loans"},"commonAnnotations":{"summary":"No fresh balance of lakeside-loans for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:40.011+00', '2026-11-22 01:24:46.321654+00', NULL, NULL, 0, 'ops', '8fe781ade5d2a6fb5ad850b4f429119ba6059988369266c87da4b9ab78584b39', 'account="acme-ug",alertname="PayoutFloatLow",currency="UGX",severity="critical",wallet_type="MERCHANT_PAYOUT"', NULL, '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"PayoutFloatLow","severity":"critical","account":"acme-ug","currency":"UGX","wallet_type":"MERCHANT_PAYOUT"},"annotations":{"summary":"acme-ug can pay out 4,994,500 UGX; the threshold is 5,000,000"},"startsAt":"2026-11-22T01:24:39.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/wallets/acme-ug/UGX/MERCHANT_PAYOUT","fingerprint":"4f46acbe226ff6d8"}],"groupLabels":{"alertname":"PayoutFloatLow"},"commonLabels":{"alertname":"PayoutFloatLow","severity":"critical","account":"acme-ug","currency":"UGX","wallet_type":"MERCHANT_PAYOUT"},"commonAnnotations":{"summary":"acme-ug can pay out 4,994,500 UGX; the threshold is 5,000,000"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"PayoutFloatLow\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:46.008+00', '2026-11-22 01:24:46.026204+00', NULL, NULL, 0, 'ops', 'eee8724ae965809f39f90276f66dbc0781aaeb53fdec7236bb72c8eb4d246a7a', 'account="acme-ug",alertname="PayoutFloatLow",currency="UGX",severity="critical",wallet_type="MERCHANT_PAYOUT"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"PayoutFloatLow","severity":"critical","account":"acme-ug","currency":"UGX","wallet_type":"MERCHANT_PAYOUT"},"annotations":{"summary":"acme-ug can pay out 99,000,000.00 UGX; the threshold is 5,000,000"},"startsAt":"2026-11-22T01:24:39.000Z","endsAt":"2026-11-22T01:24:45.000Z","generatorURL":"http://localhost:0/wallets/acme-ug/UGX/MERCHANT_PAYOUT","fingerprint":"4f46acbe226ff6d8"}],"groupLabels":{"alertname":"PayoutFloatLow"},"commonLabels":{"alertname":"PayoutFloatLow","severity":"critical","account":"acme-ug","currency":"UGX","wallet_type":"MERCHANT_PAYOUT"},"commonAnnotations":{"summary":"acme-ug can pay out 99,000,000.00 UGX; the threshold is 5,000,000"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"PayoutFloatLow\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:12.989+00', '2026-11-22 01:24:48.061931+00', NULL, NULL, 3, 'ops', '2603e8f29403d9816754d77e4f50e23637f15fd92a6850b714ddafe11320d7b9', 'account="zebra-tz",alertname="ScheduleStalled",severity="critical"', 'rejected: 400: ', '{"receiver":"ops","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"zebra-tz"},"annotations":{"summary":"Slots of zebra-tz go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"0001-01-01T00:00:00Z","generatorURL":"http://localhost:0/alerts","fingerprint":"c0988db9a9757a2c"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"zebra-tz"},"commonAnnotations":{"summary":"Slots of zebra-tz go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.112+00', '2026-11-22 01:24:46.105582+00', NULL, NULL, 0, 'ops', 'a5dc9b9d11ab5be993a1b04be9a4bbafd24dde63de9e3527bfc27992b4051104', 'account="zebra-tz",alertname="BalanceUnknown",severity="warning"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"BalanceUnknown","severity":"warning","account":"zebra-tz"},"annotations":{"summary":"No fresh balance of zebra-tz for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"16c7457bf0976547"}],"groupLabels":{"alertname":"BalanceUnknown"},"commonLabels":{"alertname":"BalanceUnknown","severity":"warning","account":"zebra-tz"},"commonAnnotations":{"summary":"No fresh balance of zebra-tz for 24m13s","runbook_url":"http://localhost:0/runbook#balanceunknown"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"BalanceUnknown\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:13.148+00', '2026-11-22 01:24:46.264447+00', NULL, NULL, 0, 'ops', 'd50e2acd8d452380a1eea6ba9debc030d5a792535d9b626c27a6f26d2811d52b', 'account="lakeside-loans",alertname="ScheduleStalled",severity="critical"', NULL, '{"receiver":"ops","status":"resolved","alerts":[{"status":"resolved","labels":{"alertname":"ScheduleStalled","severity":"critical","account":"lakeside-loans"},"annotations":{"summary":"Slots of lakeside-loans go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"startsAt":"2026-11-22T01:00:36.000Z","endsAt":"2026-11-22T01:24:12.000Z","generatorURL":"http://localhost:0/alerts","fingerprint":"9e7bb02b2413bf39"}],"groupLabels":{"alertname":"ScheduleStalled"},"commonLabels":{"alertname":"ScheduleStalled","severity":"critical","account":"lakeside-loans"},"commonAnnotations":{"summary":"Slots of lakeside-loans go by without a poll","runbook_url":"http://localhost:0/runbook#schedulestalled"},"externalURL":"http://localhost:0","version":"4","groupKey":"{}:{alertname=\"ScheduleStalled\"}","truncatedAlerts":0}'),
	('2026-11-22 01:24:00+00', '2026-11-22 01:25:03.350993+00', NULL, '2026-11-22 01:25:03.352769+00', 1, 'gone', 'k', 'a', 'rejected: 410: ', '{}');


--
-- Data for Name: payment_option; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.payment_option VALUES
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 1, true, true, 500, 5000000, 20000000, 'UGX', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 2, true, true, 500, 5000000, 20000000, 'UGX', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 3, true, true, 500, 5000000, 20000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 4, true, true, 500, 5000000, 40000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 5, true, true, 1, 10000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 6, true, true, 2, 10000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 7, true, true, 2, 50000, 100000, 'USD', 'COLLECTION', 'CARD', 'CARD_UG', 'Card', 'Card Payment', '{}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 8, true, true, 1, 10000, 80000, 'USD', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.48+00', NULL, NULL, 1, 9, true, true, 1, 20000, 40000, 'USD', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 11, true, true, 10, 100000, 400000, 'KES', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_KE', 'Airlink Money KE', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 12, true, true, 20, 500000, 1000000, 'KES', 'COLLECTION', 'CARD', 'CARD_KE', 'Card', 'Card Payment', '{}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 13, true, true, 10, 200000, 400000, 'KES', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_KE', 'Mango Mobile KE', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 14, true, true, 1, 10000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 15, true, true, 2, 10000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 16, true, true, 2, 50000, 100000, 'USD', 'COLLECTION', 'CARD', 'CARD_UG', 'Card', 'Card Payment', '{}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 17, true, true, 2, 10000, 40000, 'USD', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 18, true, true, 1, 10000, 40000, 'USD', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 19, true, true, 500, 5000000, 20000000, 'TZS', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_TZ', 'Mango Mobile TZ', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 20, true, true, 500, 5000000, 20000000, 'TZS', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_TZ', 'Airlink Money TZ', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 21, true, true, 500, 5000000, 20000000, 'TZS', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_TZ', 'Mango Mobile TZ', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 22, true, true, 1000, 5000000, 20000000, 'TZS', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_TZ', 'Airlink Money TZ', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 23, true, true, 1, 20000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 24, true, true, 1, 20000, 40000, 'USD', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.486+00', NULL, NULL, 3, 25, true, true, 2, 50000, 100000, 'USD', 'COLLECTION', 'CARD', 'CARD_UG', 'Card', 'Card Payment', '{}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 26, true, true, 1000, 5000000, 20000000, 'UGX', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 27, true, true, 500, 5000000, 20000000, 'UGX', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 28, true, true, 500, 5000000, 20000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_UG', 'Mango Mobile UG', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 29, true, true, 1000, 5000000, 20000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_UG', 'Airlink Money UG', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 30, true, true, 10, 100000, 800000, 'KES', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_KE', 'Mango Mobile KE', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 31, true, true, 20, 100000, 400000, 'KES', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_KE', 'Airlink Money KE', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 32, true, true, 20, 500000, 2000000, 'KES', 'COLLECTION', 'CARD', 'CARD_KE', 'Card', 'Card Payment', '{}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 33, true, true, 10, 100000, 800000, 'KES', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_KE', 'Mango Mobile KE', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 34, true, true, 10, 100000, 800000, 'KES', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_KE', 'Airlink Money KE', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 35, true, true, 100, 1000000, 4000000, 'RWF', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_RW', 'Mango Mobile RW', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 36, true, true, 100, 1000000, 4000000, 'RWF', 'COLLECTION', 'MOBILE_MONEY', 'AIRLINK_RW', 'Airlink Money RW', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 37, true, true, 100, 1000000, 4000000, 'RWF', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_RW', 'Mango Mobile RW', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:24:13.489+00', NULL, NULL, 4, 38, true, true, 100, 1000000, 4000000, 'RWF', 'PAYOUT', 'MOBILE_MONEY', 'AIRLINK_RW', 'Airlink Money RW', 'Mobile Money', '{70,75,74,20}'),
	('2026-11-22 01:24:13.484+00', NULL, NULL, 2, 10, false, true, 10, 1250000.50, 800000, 'KES', 'COLLECTION', 'MOBILE_MONEY', 'MANGO_KE', 'Mango Mobile KE', 'Mobile Money', '{77,78,76,39}'),
	('2026-11-22 01:09:00.35+00', NULL, NULL, 5, 39, false, true, 1000.00, 5000000, 20000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'MANGO_UG', 'Mango', 'Mobile Money', '{}'),
	('2026-11-22 01:09:00.35+00', '2026-11-22 01:14:00.35+00', '2026-11-22 01:19:00.35+00', 5, 40, true, true, 500, 12345678901234567890.12, 20000000, 'UGX', 'PAYOUT', 'MOBILE_MONEY', 'KIWI_UG', 'Mango', 'Mobile Money', '{77,78}');


--
-- Data for Name: payment_option_change; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.payment_option_change VALUES
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:31.014+00', 2, 10, 'active', 'true', 'false'),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:31.014+00', 2, 10, 'max_amount', '100000', '1250000.50'),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.35+00', 5, 40, 'active', NULL, 'true'),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.35+00', 5, 40, 'max_amount', NULL, '12345678901234567890.12'),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.35+00', 5, 39, 'min_amount', '500.50', '1000.00'),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.35+00', 5, 39, 'provider_name', 'Mango', 'Mango''s'),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.35+00', 5, 39, 'prefixes', '77 78', '77'),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.35+00', 5, 40, 'present', 'true', 'false'),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.35+00', 5, 39, 'active', 'true', 'false'),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.35+00', 5, 39, 'provider_name', 'Mango''s', 'Mango'),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.35+00', 5, 39, 'prefixes', '77', '');


--
-- Data for Name: payment_option_seen; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.payment_option_seen VALUES
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:01.02+00', '2026-11-22 01:26:00+00', '2026-11-22 01:24:46.048+00', 2),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:01.02+00', '2026-11-22 01:26:00+00', '2026-11-22 01:24:46.053+00', 3),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:02.009+00', '2026-11-22 01:26:00+00', '2026-11-22 01:24:47.008+00', 1),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:02.011+00', '2026-11-22 01:26:00+00', '2026-11-22 01:24:47.012+00', 4),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.35+00', '2026-11-22 01:49:00+00', '2026-11-22 01:14:00.35+00', 5);


--
-- Data for Name: poll_2026_10; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: poll_2026_11; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.poll_2026_11 VALUES
	('2026-11-20 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 19:30:00.15+00', '2026-11-20 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 19:30:00.15+00', '2026-11-20 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 19:30:00.15+00', '2026-11-20 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 19:30:00.15+00', '2026-11-20 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:00:00.15+00', '2026-11-20 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:00:00.15+00', '2026-11-20 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:00:00.15+00', '2026-11-20 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:00:00.15+00', '2026-11-20 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:30:00.15+00', '2026-11-20 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:30:00.15+00', '2026-11-20 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:30:00.15+00', '2026-11-20 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 20:30:00.15+00', '2026-11-20 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:00:00.15+00', '2026-11-20 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:00:00.15+00', '2026-11-20 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:00:00.15+00', '2026-11-20 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:00:00.15+00', '2026-11-20 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:30:00.15+00', '2026-11-20 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:30:00.15+00', '2026-11-20 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:30:00.15+00', '2026-11-20 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 21:30:00.15+00', '2026-11-20 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:00:00.15+00', '2026-11-20 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:00:00.15+00', '2026-11-20 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:00:00.15+00', '2026-11-20 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:00:00.15+00', '2026-11-20 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:30:00.15+00', '2026-11-20 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:30:00.15+00', '2026-11-20 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:30:00.15+00', '2026-11-20 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 22:30:00.15+00', '2026-11-20 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:00:00.15+00', '2026-11-20 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:00:00.15+00', '2026-11-20 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:00:00.15+00', '2026-11-20 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:00:00.15+00', '2026-11-20 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:30:00.15+00', '2026-11-20 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:30:00.15+00', '2026-11-20 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:30:00.15+00', '2026-11-20 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-20 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-20 23:30:00.15+00', '2026-11-20 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:00:00.15+00', '2026-11-21 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:00:00.15+00', '2026-11-21 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:00:00.15+00', '2026-11-21 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:00:00.15+00', '2026-11-21 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:30:00.15+00', '2026-11-21 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:30:00.15+00', '2026-11-21 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:30:00.15+00', '2026-11-21 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 00:30:00.15+00', '2026-11-21 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:00:00.15+00', '2026-11-21 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:00:00.15+00', '2026-11-21 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:00:00.15+00', '2026-11-21 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:00:00.15+00', '2026-11-21 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:30:00.15+00', '2026-11-21 01:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:30:00.15+00', '2026-11-21 01:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:30:00.15+00', '2026-11-21 01:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 01:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 01:30:00.15+00', '2026-11-21 01:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:00:00.15+00', '2026-11-21 02:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:00:00.15+00', '2026-11-21 02:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:00:00.15+00', '2026-11-21 02:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:00:00.15+00', '2026-11-21 02:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:30:00.15+00', '2026-11-21 02:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:30:00.15+00', '2026-11-21 02:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:30:00.15+00', '2026-11-21 02:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 02:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 02:30:00.15+00', '2026-11-21 02:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:00:00.15+00', '2026-11-21 03:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:00:00.15+00', '2026-11-21 03:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:00:00.15+00', '2026-11-21 03:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:00:00.15+00', '2026-11-21 03:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:30:00.15+00', '2026-11-21 03:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:30:00.15+00', '2026-11-21 03:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:30:00.15+00', '2026-11-21 03:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 03:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 03:30:00.15+00', '2026-11-21 03:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:00:00.15+00', '2026-11-21 04:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:00:00.15+00', '2026-11-21 04:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:00:00.15+00', '2026-11-21 04:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:00:00.15+00', '2026-11-21 04:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:30:00.15+00', '2026-11-21 04:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:30:00.15+00', '2026-11-21 04:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:30:00.15+00', '2026-11-21 04:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 04:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 04:30:00.15+00', '2026-11-21 04:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:00:00.15+00', '2026-11-21 05:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:00:00.15+00', '2026-11-21 05:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:00:00.15+00', '2026-11-21 05:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:00:00.15+00', '2026-11-21 05:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:30:00.15+00', '2026-11-21 05:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:30:00.15+00', '2026-11-21 05:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:30:00.15+00', '2026-11-21 05:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 05:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 05:30:00.15+00', '2026-11-21 05:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:00:00.15+00', '2026-11-21 06:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:00:00.15+00', '2026-11-21 06:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:00:00.15+00', '2026-11-21 06:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:00:00.15+00', '2026-11-21 06:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:30:00.15+00', '2026-11-21 06:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:30:00.15+00', '2026-11-21 06:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:30:00.15+00', '2026-11-21 06:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 06:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 06:30:00.15+00', '2026-11-21 06:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:00:00.15+00', '2026-11-21 07:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:00:00.15+00', '2026-11-21 07:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:00:00.15+00', '2026-11-21 07:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:00:00.15+00', '2026-11-21 07:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:30:00.15+00', '2026-11-21 07:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:30:00.15+00', '2026-11-21 07:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:30:00.15+00', '2026-11-21 07:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 07:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 07:30:00.15+00', '2026-11-21 07:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:00:00.15+00', '2026-11-21 08:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:00:00.15+00', '2026-11-21 08:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:00:00.15+00', '2026-11-21 08:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:00:00.15+00', '2026-11-21 08:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:30:00.15+00', '2026-11-21 08:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:30:00.15+00', '2026-11-21 08:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:30:00.15+00', '2026-11-21 08:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 08:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 08:30:00.15+00', '2026-11-21 08:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:00:00.15+00', '2026-11-21 09:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:00:00.15+00', '2026-11-21 09:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:00:00.15+00', '2026-11-21 09:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:00:00.15+00', '2026-11-21 09:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:30:00.15+00', '2026-11-21 09:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:30:00.15+00', '2026-11-21 09:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:30:00.15+00', '2026-11-21 09:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 09:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 09:30:00.15+00', '2026-11-21 09:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:00:00.15+00', '2026-11-21 10:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:00:00.15+00', '2026-11-21 10:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:00:00.15+00', '2026-11-21 10:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:00:00.15+00', '2026-11-21 10:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:30:00.15+00', '2026-11-21 10:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:30:00.15+00', '2026-11-21 10:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:30:00.15+00', '2026-11-21 10:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 10:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 10:30:00.15+00', '2026-11-21 10:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:00:00.15+00', '2026-11-21 11:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:00:00.15+00', '2026-11-21 11:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:00:00.15+00', '2026-11-21 11:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:00:00.15+00', '2026-11-21 11:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:30:00.15+00', '2026-11-21 11:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:30:00.15+00', '2026-11-21 11:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:30:00.15+00', '2026-11-21 11:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 11:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 11:30:00.15+00', '2026-11-21 11:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:00:00.15+00', '2026-11-21 12:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:00:00.15+00', '2026-11-21 12:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:00:00.15+00', '2026-11-21 12:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:00:00.15+00', '2026-11-21 12:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:30:00.15+00', '2026-11-21 12:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:30:00.15+00', '2026-11-21 12:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:30:00.15+00', '2026-11-21 12:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 12:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 12:30:00.15+00', '2026-11-21 12:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:00:00.15+00', '2026-11-21 13:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:00:00.15+00', '2026-11-21 13:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:00:00.15+00', '2026-11-21 13:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:00:00.15+00', '2026-11-21 13:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:30:00.15+00', '2026-11-21 13:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:30:00.15+00', '2026-11-21 13:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:30:00.15+00', '2026-11-21 13:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 13:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 13:30:00.15+00', '2026-11-21 13:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:00:00.15+00', '2026-11-21 14:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:00:00.15+00', '2026-11-21 14:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:00:00.15+00', '2026-11-21 14:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:00:00.15+00', '2026-11-21 14:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:30:00.15+00', '2026-11-21 14:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:30:00.15+00', '2026-11-21 14:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:30:00.15+00', '2026-11-21 14:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 14:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 14:30:00.15+00', '2026-11-21 14:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:00:00.15+00', '2026-11-21 15:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:00:00.15+00', '2026-11-21 15:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:00:00.15+00', '2026-11-21 15:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:00:00.15+00', '2026-11-21 15:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:30:00.15+00', '2026-11-21 15:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:30:00.15+00', '2026-11-21 15:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:30:00.15+00', '2026-11-21 15:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 15:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 15:30:00.15+00', '2026-11-21 15:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:00:00.15+00', '2026-11-21 16:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:00:00.15+00', '2026-11-21 16:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:00:00.15+00', '2026-11-21 16:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:00:00.15+00', '2026-11-21 16:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:30:00.15+00', '2026-11-21 16:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:30:00.15+00', '2026-11-21 16:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:30:00.15+00', '2026-11-21 16:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 16:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 16:30:00.15+00', '2026-11-21 16:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:00:00.15+00', '2026-11-21 17:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:00:00.15+00', '2026-11-21 17:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:00:00.15+00', '2026-11-21 17:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:00:00.15+00', '2026-11-21 17:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:30:00.15+00', '2026-11-21 17:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:30:00.15+00', '2026-11-21 17:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:30:00.15+00', '2026-11-21 17:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 17:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 17:30:00.15+00', '2026-11-21 17:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:00:00.15+00', '2026-11-21 18:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:00:00.15+00', '2026-11-21 18:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:00:00.15+00', '2026-11-21 18:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:00:00.15+00', '2026-11-21 18:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:30:00.15+00', '2026-11-21 18:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:30:00.15+00', '2026-11-21 18:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:30:00.15+00', '2026-11-21 18:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 18:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 18:30:00.15+00', '2026-11-21 18:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:00:00.15+00', '2026-11-21 19:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:00:00.15+00', '2026-11-21 19:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:00:00.15+00', '2026-11-21 19:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:00:00.15+00', '2026-11-21 19:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:30:00.15+00', '2026-11-21 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:30:00.15+00', '2026-11-21 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:30:00.15+00', '2026-11-21 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 19:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 19:30:00.15+00', '2026-11-21 19:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:00:00.15+00', '2026-11-21 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:00:00.15+00', '2026-11-21 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:00:00.15+00', '2026-11-21 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:00:00.15+00', '2026-11-21 20:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL);
INSERT INTO floatwatch.poll_2026_11 VALUES
	('2026-11-21 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:30:00.15+00', '2026-11-21 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:30:00.15+00', '2026-11-21 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:30:00.15+00', '2026-11-21 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 20:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 20:30:00.15+00', '2026-11-21 20:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:00:00.15+00', '2026-11-21 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:00:00.15+00', '2026-11-21 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:00:00.15+00', '2026-11-21 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:00:00.15+00', '2026-11-21 21:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:30:00.15+00', '2026-11-21 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:30:00.15+00', '2026-11-21 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:30:00.15+00', '2026-11-21 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 21:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 21:30:00.15+00', '2026-11-21 21:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:00:00.15+00', '2026-11-21 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:00:00.15+00', '2026-11-21 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:00:00.15+00', '2026-11-21 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:00:00.15+00', '2026-11-21 22:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:30:00.15+00', '2026-11-21 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:30:00.15+00', '2026-11-21 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:30:00.15+00', '2026-11-21 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 22:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 22:30:00.15+00', '2026-11-21 22:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:00:00.15+00', '2026-11-21 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:00:00.15+00', '2026-11-21 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:00:00.15+00', '2026-11-21 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:00:00.15+00', '2026-11-21 23:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:30:00.15+00', '2026-11-21 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:30:00.15+00', '2026-11-21 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:30:00.15+00', '2026-11-21 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-21 23:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-21 23:30:00.15+00', '2026-11-21 23:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:00:00.15+00', '2026-11-22 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:00:00.15+00', '2026-11-22 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:00:00.15+00', '2026-11-22 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:00:00.15+00', '2026-11-22 00:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:30:00.15+00', '2026-11-22 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:30:00.15+00', '2026-11-22 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:30:00.15+00', '2026-11-22 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 00:30:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 00:30:00.15+00', '2026-11-22 00:30:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 01:00:00.15+00', '2026-11-22 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 1, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 01:00:00.15+00', '2026-11-22 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 2, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 01:00:00.15+00', '2026-11-22 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 3, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 01:00:00+00', '2026-11-22 01:24:12.185594+00', '2026-11-22 01:00:00.15+00', '2026-11-22 01:00:00.15+00', NULL, '00000000-0000-0000-0000-000000000000', 4, NULL, NULL, NULL, NULL, 'balances', 'import', 'ok', NULL, NULL),
	('2026-11-22 01:24:12+00', '2026-11-22 01:24:13.010898+00', '2026-11-22 01:24:13.017+00', '2026-11-22 01:24:13.074+00', '2026-11-22 01:24:48+00', '32db1df1-9d6f-4180-86a8-50b5b3cf42ec', 1, 57, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:12+00', '2026-11-22 01:24:13.010898+00', '2026-11-22 01:24:13.018+00', '2026-11-22 01:24:13.092+00', '2026-11-22 01:24:48+00', '32db1df1-9d6f-4180-86a8-50b5b3cf42ec', 2, 74, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:12+00', '2026-11-22 01:24:13.010898+00', '2026-11-22 01:24:13.018+00', '2026-11-22 01:24:13.108+00', '2026-11-22 01:24:48+00', '32db1df1-9d6f-4180-86a8-50b5b3cf42ec', 3, 90, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:12+00', '2026-11-22 01:24:13.010898+00', '2026-11-22 01:24:13.018+00', '2026-11-22 01:24:13.131+00', '2026-11-22 01:24:48+00', '32db1df1-9d6f-4180-86a8-50b5b3cf42ec', 4, 113, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:13.010039+00', '2026-11-22 01:24:13.022+00', '2026-11-22 01:24:13.48+00', '2026-11-22 01:25:00+00', '073b5a5a-8563-41dc-a2ea-f02ed5373277', 1, 458, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:13.010039+00', '2026-11-22 01:24:13.022+00', '2026-11-22 01:24:13.484+00', '2026-11-22 01:25:00+00', '073b5a5a-8563-41dc-a2ea-f02ed5373277', 2, 463, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:13.010039+00', '2026-11-22 01:24:13.022+00', '2026-11-22 01:24:13.486+00', '2026-11-22 01:25:00+00', '073b5a5a-8563-41dc-a2ea-f02ed5373277', 3, 464, 200, 200, 7, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:13.010039+00', '2026-11-22 01:24:13.022+00', '2026-11-22 01:24:13.489+00', '2026-11-22 01:25:00+00', '073b5a5a-8563-41dc-a2ea-f02ed5373277', 4, 467, 200, 200, 13, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.003264+00', '2026-11-22 01:24:16.001+00', '2026-11-22 01:24:16.009+00', '2026-11-22 01:24:51+00', '33688190-ce46-42aa-a697-cd12883c300a', 1, 8, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.003264+00', '2026-11-22 01:24:16.001+00', '2026-11-22 01:24:16.01+00', '2026-11-22 01:24:51+00', '33688190-ce46-42aa-a697-cd12883c300a', 2, 9, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.003264+00', '2026-11-22 01:24:16.002+00', '2026-11-22 01:24:16.011+00', '2026-11-22 01:24:51+00', '33688190-ce46-42aa-a697-cd12883c300a', 3, 9, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.003264+00', '2026-11-22 01:24:16.002+00', '2026-11-22 01:24:16.012+00', '2026-11-22 01:24:51+00', '33688190-ce46-42aa-a697-cd12883c300a', 4, 10, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.004862+00', '2026-11-22 01:24:16.002+00', '2026-11-22 01:24:16.021+00', '2026-11-22 01:25:15+00', '38f2567e-a7b6-48ea-a21e-b9c215171efe', 2, 20, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.004862+00', '2026-11-22 01:24:16.002+00', '2026-11-22 01:24:16.022+00', '2026-11-22 01:25:15+00', '38f2567e-a7b6-48ea-a21e-b9c215171efe', 3, 21, 200, 200, 7, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.004862+00', '2026-11-22 01:24:17+00', '2026-11-22 01:24:17.008+00', '2026-11-22 01:25:15+00', '38f2567e-a7b6-48ea-a21e-b9c215171efe', 1, 8, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:15+00', '2026-11-22 01:24:15.004862+00', '2026-11-22 01:24:17+00', '2026-11-22 01:24:17.016+00', '2026-11-22 01:25:15+00', '38f2567e-a7b6-48ea-a21e-b9c215171efe', 4, 15, 200, 200, 13, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:18+00', '2026-11-22 01:24:18.002878+00', '2026-11-22 01:24:19.001+00', '2026-11-22 01:24:19.005+00', '2026-11-22 01:24:54+00', '5ddfd566-dd23-4ffa-a07b-a1357e33f3b2', 1, 4, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:18+00', '2026-11-22 01:24:18.002878+00', '2026-11-22 01:24:19.001+00', '2026-11-22 01:24:19.005+00', '2026-11-22 01:24:54+00', '5ddfd566-dd23-4ffa-a07b-a1357e33f3b2', 2, 5, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:18+00', '2026-11-22 01:24:18.002878+00', '2026-11-22 01:24:19.001+00', '2026-11-22 01:24:19.006+00', '2026-11-22 01:24:54+00', '5ddfd566-dd23-4ffa-a07b-a1357e33f3b2', 3, 5, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:18+00', '2026-11-22 01:24:18.002878+00', '2026-11-22 01:24:19.001+00', '2026-11-22 01:24:19.008+00', '2026-11-22 01:24:54+00', '5ddfd566-dd23-4ffa-a07b-a1357e33f3b2', 4, 7, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:21+00', '2026-11-22 01:24:21.003371+00', '2026-11-22 01:24:22.001+00', '2026-11-22 01:24:22.003+00', '2026-11-22 01:24:57+00', 'e8175f16-4b09-4052-9f04-c3275a639a8f', 1, 2, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:21+00', '2026-11-22 01:24:21.003371+00', '2026-11-22 01:24:22.001+00', '2026-11-22 01:24:22.003+00', '2026-11-22 01:24:57+00', 'e8175f16-4b09-4052-9f04-c3275a639a8f', 2, 3, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:21+00', '2026-11-22 01:24:21.003371+00', '2026-11-22 01:24:22.001+00', '2026-11-22 01:24:22.004+00', '2026-11-22 01:24:57+00', 'e8175f16-4b09-4052-9f04-c3275a639a8f', 3, 3, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:21+00', '2026-11-22 01:24:21.003371+00', '2026-11-22 01:24:22.001+00', '2026-11-22 01:24:22.004+00', '2026-11-22 01:24:57+00', 'e8175f16-4b09-4052-9f04-c3275a639a8f', 4, 3, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:24+00', '2026-11-22 01:24:24.001622+00', '2026-11-22 01:24:25.001+00', '2026-11-22 01:24:25.007+00', '2026-11-22 01:25:00+00', '3d50f26b-f17e-4f32-9a8d-021d4eed1417', 1, 6, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:24+00', '2026-11-22 01:24:24.001622+00', '2026-11-22 01:24:25.001+00', '2026-11-22 01:24:25.008+00', '2026-11-22 01:25:00+00', '3d50f26b-f17e-4f32-9a8d-021d4eed1417', 2, 6, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:24+00', '2026-11-22 01:24:24.001622+00', '2026-11-22 01:24:25.001+00', '2026-11-22 01:24:25.009+00', NULL, '3d50f26b-f17e-4f32-9a8d-021d4eed1417', 3, 7, 200, 500, 0, 'balances', 'replica:20554', 'rejected', 'The service rejected the request (code 500 in its answer).', NULL),
	('2026-11-22 01:24:24+00', '2026-11-22 01:24:24.001622+00', '2026-11-22 01:24:25.002+00', '2026-11-22 01:24:25.009+00', '2026-11-22 01:25:00+00', '3d50f26b-f17e-4f32-9a8d-021d4eed1417', 4, 8, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:27+00', '2026-11-22 01:24:27.002152+00', '2026-11-22 01:24:28+00', '2026-11-22 01:24:28.003+00', '2026-11-22 01:25:03+00', 'ced45a0e-351d-4237-8343-54987866b8f1', 1, 3, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:27+00', '2026-11-22 01:24:27.002152+00', '2026-11-22 01:24:28+00', '2026-11-22 01:24:28.004+00', '2026-11-22 01:25:03+00', 'ced45a0e-351d-4237-8343-54987866b8f1', 2, 4, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:27+00', '2026-11-22 01:24:27.002152+00', '2026-11-22 01:24:28+00', '2026-11-22 01:24:28.004+00', NULL, 'ced45a0e-351d-4237-8343-54987866b8f1', 3, 4, 200, 500, 0, 'balances', 'replica:20554', 'rejected', 'The service rejected the request (code 500 in its answer).', NULL),
	('2026-11-22 01:24:27+00', '2026-11-22 01:24:27.002152+00', '2026-11-22 01:24:28+00', '2026-11-22 01:24:28.005+00', '2026-11-22 01:25:03+00', 'ced45a0e-351d-4237-8343-54987866b8f1', 4, 5, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.002297+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.005+00', '2026-11-22 01:25:06+00', 'ec6bdb41-5d6b-4207-927c-ad2070f87a24', 1, 4, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.002297+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.005+00', '2026-11-22 01:25:06+00', 'ec6bdb41-5d6b-4207-927c-ad2070f87a24', 2, 5, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.002297+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.006+00', NULL, 'ec6bdb41-5d6b-4207-927c-ad2070f87a24', 3, 5, 200, 500, 0, 'balances', 'replica:20554', 'rejected', 'The service rejected the request (code 500 in its answer).', NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.002297+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.006+00', '2026-11-22 01:25:06+00', 'ec6bdb41-5d6b-4207-927c-ad2070f87a24', 4, 5, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.004608+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.007+00', NULL, '1709f4fe-7076-49db-96f9-c2fa02221764', 3, 6, 200, 500, 0, 'options', 'replica:20554', 'rejected', 'The service rejected the request (code 500 in its answer).', NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.004608+00', '2026-11-22 01:24:31.001+00', '2026-11-22 01:24:31.014+00', '2026-11-22 01:25:30+00', '1709f4fe-7076-49db-96f9-c2fa02221764', 2, 13, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.004608+00', '2026-11-22 01:24:32.001+00', '2026-11-22 01:24:32.007+00', '2026-11-22 01:25:30+00', '1709f4fe-7076-49db-96f9-c2fa02221764', 1, 5, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:30+00', '2026-11-22 01:24:30.004608+00', '2026-11-22 01:24:32.001+00', '2026-11-22 01:24:32.016+00', '2026-11-22 01:25:30+00', '1709f4fe-7076-49db-96f9-c2fa02221764', 4, 14, 200, 200, 13, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:33+00', '2026-11-22 01:24:33.001606+00', '2026-11-22 01:24:34.001+00', '2026-11-22 01:24:34.004+00', '2026-11-22 01:25:09+00', '2d63471e-77b0-452b-9be7-5250021bd011', 1, 3, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:33+00', '2026-11-22 01:24:33.001606+00', '2026-11-22 01:24:34.001+00', '2026-11-22 01:24:34.006+00', '2026-11-22 01:25:09+00', '2d63471e-77b0-452b-9be7-5250021bd011', 2, 5, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:33+00', '2026-11-22 01:24:33.001606+00', '2026-11-22 01:24:34.001+00', '2026-11-22 01:24:34.007+00', '2026-11-22 01:25:09+00', '2d63471e-77b0-452b-9be7-5250021bd011', 3, 6, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:33+00', '2026-11-22 01:24:33.001606+00', '2026-11-22 01:24:34.001+00', '2026-11-22 01:24:34.008+00', '2026-11-22 01:25:09+00', '2d63471e-77b0-452b-9be7-5250021bd011', 4, 7, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:36+00', '2026-11-22 01:24:36.001348+00', '2026-11-22 01:24:37+00', '2026-11-22 01:24:37.002+00', '2026-11-22 01:25:12+00', '0c7f2238-973a-4ff6-82cb-767fd64d46b4', 1, 2, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:36+00', '2026-11-22 01:24:36.001348+00', '2026-11-22 01:24:37+00', '2026-11-22 01:24:37.005+00', '2026-11-22 01:25:12+00', '0c7f2238-973a-4ff6-82cb-767fd64d46b4', 2, 4, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:36+00', '2026-11-22 01:24:36.001348+00', '2026-11-22 01:24:37+00', '2026-11-22 01:24:37.005+00', '2026-11-22 01:25:12+00', '0c7f2238-973a-4ff6-82cb-767fd64d46b4', 3, 5, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:36+00', '2026-11-22 01:24:36.001348+00', '2026-11-22 01:24:37+00', '2026-11-22 01:24:37.005+00', '2026-11-22 01:25:12+00', '0c7f2238-973a-4ff6-82cb-767fd64d46b4', 4, 5, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:39+00', '2026-11-22 01:24:39.001899+00', '2026-11-22 01:24:40.001+00', '2026-11-22 01:24:40.009+00', '2026-11-22 01:25:15+00', '16fa10e2-cc29-4df7-9b10-19321f5b43d2', 1, 8, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:39+00', '2026-11-22 01:24:39.001899+00', '2026-11-22 01:24:40.001+00', '2026-11-22 01:24:40.012+00', '2026-11-22 01:25:15+00', '16fa10e2-cc29-4df7-9b10-19321f5b43d2', 2, 12, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:39+00', '2026-11-22 01:24:39.001899+00', '2026-11-22 01:24:40.001+00', '2026-11-22 01:24:40.014+00', '2026-11-22 01:25:15+00', '16fa10e2-cc29-4df7-9b10-19321f5b43d2', 3, 13, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:39+00', '2026-11-22 01:24:39.001899+00', '2026-11-22 01:24:40.001+00', '2026-11-22 01:24:40.014+00', '2026-11-22 01:25:15+00', '16fa10e2-cc29-4df7-9b10-19321f5b43d2', 4, 13, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:42+00', '2026-11-22 01:24:42.002558+00', '2026-11-22 01:24:43.001+00', '2026-11-22 01:24:43.003+00', '2026-11-22 01:25:18+00', '261d68fe-ad81-45ef-976b-809e31ceb0b6', 1, 2, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:42+00', '2026-11-22 01:24:42.002558+00', '2026-11-22 01:24:43.001+00', '2026-11-22 01:24:43.003+00', '2026-11-22 01:25:18+00', '261d68fe-ad81-45ef-976b-809e31ceb0b6', 2, 3, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:42+00', '2026-11-22 01:24:42.002558+00', '2026-11-22 01:24:43.001+00', '2026-11-22 01:24:43.004+00', '2026-11-22 01:25:18+00', '261d68fe-ad81-45ef-976b-809e31ceb0b6', 3, 3, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:42+00', '2026-11-22 01:24:42.002558+00', '2026-11-22 01:24:43.001+00', '2026-11-22 01:24:43.008+00', '2026-11-22 01:25:18+00', '261d68fe-ad81-45ef-976b-809e31ceb0b6', 4, 8, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002919+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.005+00', '2026-11-22 01:25:21+00', '654fc0f4-dcf4-48a9-b393-2fb3e0937112', 1, 5, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002919+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.021+00', '2026-11-22 01:25:21+00', '654fc0f4-dcf4-48a9-b393-2fb3e0937112', 2, 21, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002919+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.021+00', '2026-11-22 01:25:21+00', '654fc0f4-dcf4-48a9-b393-2fb3e0937112', 3, 21, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002919+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.022+00', '2026-11-22 01:25:21+00', '654fc0f4-dcf4-48a9-b393-2fb3e0937112', 4, 21, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001191+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.009+00', '2026-11-22 01:25:36+00', '4ef9bd64-f0e5-4f86-b483-277dfe1c05a7', 1, 9, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001191+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.01+00', '2026-11-22 01:25:36+00', '4ef9bd64-f0e5-4f86-b483-277dfe1c05a7', 2, 9, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001191+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.011+00', '2026-11-22 01:25:36+00', '4ef9bd64-f0e5-4f86-b483-277dfe1c05a7', 3, 11, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001191+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.012+00', '2026-11-22 01:25:36+00', '4ef9bd64-f0e5-4f86-b483-277dfe1c05a7', 4, 11, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002241+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.048+00', '2026-11-22 01:25:45+00', '6dc2edd0-5b5c-4547-a83f-a2440db8ebbe', 2, 47, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002241+00', '2026-11-22 01:24:46+00', '2026-11-22 01:24:46.053+00', '2026-11-22 01:25:45+00', '6dc2edd0-5b5c-4547-a83f-a2440db8ebbe', 3, 53, 200, 200, 7, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002241+00', '2026-11-22 01:24:47+00', '2026-11-22 01:24:47.008+00', '2026-11-22 01:25:45+00', '6dc2edd0-5b5c-4547-a83f-a2440db8ebbe', 1, 7, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:45+00', '2026-11-22 01:24:45.002241+00', '2026-11-22 01:24:47+00', '2026-11-22 01:24:47.012+00', '2026-11-22 01:25:45+00', '6dc2edd0-5b5c-4547-a83f-a2440db8ebbe', 4, 11, 200, 200, 13, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:48+00', '2026-11-22 01:24:48.001046+00', '2026-11-22 01:24:49+00', '2026-11-22 01:24:49.003+00', '2026-11-22 01:25:24+00', 'cc0f81ab-f1d1-4d4f-a929-8b805615cc68', 1, 3, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:48+00', '2026-11-22 01:24:48.001046+00', '2026-11-22 01:24:49+00', '2026-11-22 01:24:49.004+00', '2026-11-22 01:25:24+00', 'cc0f81ab-f1d1-4d4f-a929-8b805615cc68', 2, 4, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:48+00', '2026-11-22 01:24:48.001046+00', '2026-11-22 01:24:49+00', '2026-11-22 01:24:49.004+00', '2026-11-22 01:25:24+00', 'cc0f81ab-f1d1-4d4f-a929-8b805615cc68', 3, 4, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:48+00', '2026-11-22 01:24:48.001046+00', '2026-11-22 01:24:49+00', '2026-11-22 01:24:49.004+00', '2026-11-22 01:25:24+00', 'cc0f81ab-f1d1-4d4f-a929-8b805615cc68', 4, 4, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:51+00', '2026-11-22 01:24:51.009651+00', '2026-11-22 01:24:52.001+00', '2026-11-22 01:24:52.003+00', '2026-11-22 01:25:27+00', '5fea5477-270f-4962-b6ce-b13b33448ff4', 1, 2, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:51+00', '2026-11-22 01:24:51.009651+00', '2026-11-22 01:24:52.001+00', '2026-11-22 01:24:52.004+00', '2026-11-22 01:25:27+00', '5fea5477-270f-4962-b6ce-b13b33448ff4', 2, 3, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:51+00', '2026-11-22 01:24:51.009651+00', '2026-11-22 01:24:52.001+00', '2026-11-22 01:24:52.005+00', '2026-11-22 01:25:27+00', '5fea5477-270f-4962-b6ce-b13b33448ff4', 3, 4, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:51+00', '2026-11-22 01:24:51.009651+00', '2026-11-22 01:24:52.001+00', '2026-11-22 01:24:52.005+00', '2026-11-22 01:25:27+00', '5fea5477-270f-4962-b6ce-b13b33448ff4', 4, 4, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:54+00', '2026-11-22 01:24:54.004608+00', '2026-11-22 01:24:55.001+00', '2026-11-22 01:24:55.111+00', '2026-11-22 01:25:30+00', '1a30a9ea-19d1-4644-a2a2-786c7cd5468c', 1, 111, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:54+00', '2026-11-22 01:24:54.004608+00', '2026-11-22 01:24:55.001+00', '2026-11-22 01:24:55.112+00', '2026-11-22 01:25:30+00', '1a30a9ea-19d1-4644-a2a2-786c7cd5468c', 2, 111, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:54+00', '2026-11-22 01:24:54.004608+00', '2026-11-22 01:24:55.001+00', '2026-11-22 01:24:55.112+00', '2026-11-22 01:25:30+00', '1a30a9ea-19d1-4644-a2a2-786c7cd5468c', 3, 111, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:54+00', '2026-11-22 01:24:54.004608+00', '2026-11-22 01:24:55.001+00', '2026-11-22 01:24:55.112+00', '2026-11-22 01:25:30+00', '1a30a9ea-19d1-4644-a2a2-786c7cd5468c', 4, 112, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:57+00', '2026-11-22 01:24:57.002184+00', '2026-11-22 01:24:58+00', '2026-11-22 01:24:58.002+00', '2026-11-22 01:25:33+00', '92ddad7f-70e8-4dfc-bffb-1d41eb2f873c', 1, 2, 200, 200, 5, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:57+00', '2026-11-22 01:24:57.002184+00', '2026-11-22 01:24:58+00', '2026-11-22 01:24:58.002+00', '2026-11-22 01:25:33+00', '92ddad7f-70e8-4dfc-bffb-1d41eb2f873c', 2, 2, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:57+00', '2026-11-22 01:24:57.002184+00', '2026-11-22 01:24:58+00', '2026-11-22 01:24:58.003+00', '2026-11-22 01:25:33+00', '92ddad7f-70e8-4dfc-bffb-1d41eb2f873c', 3, 2, 200, 200, 4, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:24:57+00', '2026-11-22 01:24:57.002184+00', '2026-11-22 01:24:58+00', '2026-11-22 01:24:58.003+00', '2026-11-22 01:25:33+00', '92ddad7f-70e8-4dfc-bffb-1d41eb2f873c', 4, 3, 200, 200, 6, 'balances', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001879+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.02+00', '2026-11-22 01:26:00+00', 'f1cc3720-8225-4479-93d5-bd69cf5d1e60', 2, 19, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001879+00', '2026-11-22 01:25:01.001+00', '2026-11-22 01:25:01.02+00', '2026-11-22 01:26:00+00', 'f1cc3720-8225-4479-93d5-bd69cf5d1e60', 3, 20, 200, 200, 7, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001879+00', '2026-11-22 01:25:02.001+00', '2026-11-22 01:25:02.009+00', '2026-11-22 01:26:00+00', 'f1cc3720-8225-4479-93d5-bd69cf5d1e60', 1, 7, 200, 200, 9, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.001879+00', '2026-11-22 01:25:02.001+00', '2026-11-22 01:25:02.011+00', '2026-11-22 01:26:00+00', 'f1cc3720-8225-4479-93d5-bd69cf5d1e60', 4, 9, 200, 200, 13, 'options', 'replica:20554', 'ok', NULL, NULL),
	('2026-11-22 01:25:03+00', '2026-11-22 01:25:03.038098+00', NULL, NULL, NULL, '31099d98-16dc-4115-ad68-2333b4dded81', 1, NULL, NULL, NULL, NULL, 'balances', 'replica:20554', NULL, NULL, NULL),
	('2026-11-22 01:25:03+00', '2026-11-22 01:25:03.038098+00', NULL, NULL, NULL, '31099d98-16dc-4115-ad68-2333b4dded81', 2, NULL, NULL, NULL, NULL, 'balances', 'replica:20554', NULL, NULL, NULL),
	('2026-11-22 01:25:03+00', '2026-11-22 01:25:03.038098+00', NULL, NULL, NULL, '31099d98-16dc-4115-ad68-2333b4dded81', 3, NULL, NULL, NULL, NULL, 'balances', 'replica:20554', NULL, NULL, NULL),
	('2026-11-22 01:25:03+00', '2026-11-22 01:25:03.038098+00', NULL, NULL, NULL, '31099d98-16dc-4115-ad68-2333b4dded81', 4, NULL, NULL, NULL, NULL, 'balances', 'replica:20554', NULL, NULL, NULL),
	('2026-11-21 22:24:00+00', '2026-11-21 22:24:00.1+00', '2026-11-21 22:24:00.1+00', '2026-11-21 22:24:00.35+00', '2026-11-21 22:29:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 1, 'balances', 'a', 'ok', NULL, NULL),
	('2026-11-22 01:22:00+00', '2026-11-22 01:22:00.1+00', '2026-11-22 01:22:00.1+00', '2026-11-22 01:22:00.35+00', '2026-11-22 01:27:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 2, 'balances', 'a', 'ok', NULL, NULL),
	('2026-11-22 01:23:00+00', '2026-11-22 01:23:00.1+00', '2026-11-22 01:23:00.1+00', '2026-11-22 01:23:00.35+00', NULL, '00000000-0000-0000-0000-000000000000', 5, 250, NULL, NULL, 0, 'balances', 'a', 'connect', 'it''s \ "quoted"
and two lines long', NULL),
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:00.1+00', '2026-11-22 01:24:00.1+00', '2026-11-22 01:24:00.35+00', '2026-11-22 01:29:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 3, 'balances', 'a', 'partial', NULL, '[{"reason": "malformed", "currency": "RWF", "walletType": "MERCHANT_PAYOUT"}]'),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:03.199759+00', NULL, NULL, NULL, '4e4d1e98-9e21-4f76-8b15-66e835c4efb4', 5, NULL, NULL, NULL, NULL, 'balances', 'b', NULL, NULL, NULL),
	('2026-11-22 01:09:00+00', '2026-11-22 01:09:00.1+00', '2026-11-22 01:09:00.1+00', '2026-11-22 01:09:00.35+00', '2026-11-22 01:39:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 2, 'options', 'a', 'ok', NULL, NULL),
	('2026-11-22 01:14:00+00', '2026-11-22 01:14:00.1+00', '2026-11-22 01:14:00.1+00', '2026-11-22 01:14:00.35+00', '2026-11-22 01:44:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 2, 'options', 'a', 'ok', NULL, NULL),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.1+00', '2026-11-22 01:19:00.1+00', '2026-11-22 01:19:00.35+00', '2026-11-22 01:49:00+00', '00000000-0000-0000-0000-000000000000', 5, 250, 200, 200, 1, 'options', 'a', 'ok', NULL, NULL);


--
-- Data for Name: poll_2026_12; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: poll_2027_01; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: poll_2027_02; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: rollup_late; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.rollup_late VALUES
	('2026-11-21 22:00:00+00', 5, 'a6825006-6474-4642-8c11-98beb7aa38a9');


--
-- Data for Name: snapshot_2026_10; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: snapshot_2026_11; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-20 19:30:00+00', 1, 1, 150, 75099330.12, 79591944.5, 4492614.38, 0),
	('2026-11-20 19:30:00+00', 1, 2, 150, 14109000, 14109000, 0, 0),
	('2026-11-20 19:30:00+00', 1, 3, 150, 1294583.58, 1294583.58, 0, 0),
	('2026-11-20 19:30:00+00', 1, 4, 150, 11042.45, 16778.54, 4981.93, 754.16),
	('2026-11-20 19:30:00+00', 1, 5, 150, 8337, 8337, 0, 0),
	('2026-11-20 19:30:00+00', 2, 6, 150, 9281182.91, 11275658.8, 1729064.08, 265411.81),
	('2026-11-20 19:30:00+00', 2, 7, 150, 2675240, 2675240, 0, 0),
	('2026-11-20 19:30:00+00', 2, 8, 150, 188015, 188015, 0, 0),
	('2026-11-20 19:30:00+00', 2, 9, 150, 41580.67, 51437.01, 8608.01, 1248.33),
	('2026-11-20 19:30:00+00', 2, 10, 150, 8986, 8986, 0, 0),
	('2026-11-20 19:30:00+00', 3, 11, 150, 69403799.46, 76590109.45, 7186309.99, 0),
	('2026-11-20 19:30:00+00', 3, 12, 150, 42682775, 42682775, 0, 0),
	('2026-11-20 19:30:00+00', 3, 13, 150, 1858895.72, 1858895.72, 0, 0),
	('2026-11-20 19:30:00+00', 3, 14, 150, 5469.6, 6960.5, 1307.04, 183.86),
	('2026-11-20 19:30:00+00', 4, 15, 150, 579767734.53, 605395473.02, 25627738.49, 0),
	('2026-11-20 19:30:00+00', 4, 16, 150, 116169360, 116169360, 0, 0),
	('2026-11-20 19:30:00+00', 4, 17, 150, 22258947.24, 26842842.04, 3989331.33, 594563.47),
	('2026-11-20 19:30:00+00', 4, 18, 150, 5633620, 5633620, 0, 0),
	('2026-11-20 19:30:00+00', 4, 19, 150, 23872470.2, 25232394.8, 1359924.6, 0),
	('2026-11-20 19:30:00+00', 4, 20, 150, 229811, 229811, 0, 0),
	('2026-11-20 20:00:00+00', 1, 1, 150, 75822946.87, 79833572.94, 4010626.07, 0),
	('2026-11-20 20:00:00+00', 1, 2, 150, 13983000, 13983000, 0, 0),
	('2026-11-20 20:00:00+00', 1, 3, 150, 1290487.58, 1290487.58, 0, 0),
	('2026-11-20 20:00:00+00', 1, 4, 150, 11164.42, 16847.57, 4928.99, 754.16),
	('2026-11-20 20:00:00+00', 1, 5, 150, 8310, 8310, 0, 0),
	('2026-11-20 20:00:00+00', 2, 6, 150, 9324271.26, 11303654.59, 1713971.52, 265411.81),
	('2026-11-20 20:00:00+00', 2, 7, 150, 2665640, 2665640, 0, 0),
	('2026-11-20 20:00:00+00', 2, 8, 150, 187639, 187639, 0, 0),
	('2026-11-20 20:00:00+00', 2, 9, 150, 41864.03, 51575.5, 8463.14, 1248.33),
	('2026-11-20 20:00:00+00', 2, 10, 150, 8938, 8938, 0, 0),
	('2026-11-20 20:00:00+00', 3, 11, 150, 70582348.11, 77028760.65, 6446412.54, 0),
	('2026-11-20 20:00:00+00', 3, 12, 150, 42481275, 42481275, 0, 0),
	('2026-11-20 20:00:00+00', 3, 13, 150, 1853489.72, 1853489.72, 0, 0),
	('2026-11-20 20:00:00+00', 3, 14, 150, 5510.31, 6981.95, 1287.78, 183.86),
	('2026-11-20 20:00:00+00', 4, 15, 150, 583966498.11, 606702012.48, 22735514.37, 0),
	('2026-11-20 20:00:00+00', 4, 16, 150, 115407860, 115407860, 0, 0),
	('2026-11-20 20:00:00+00', 4, 17, 150, 22366562.84, 26897682.53, 3936556.22, 594563.47),
	('2026-11-20 20:00:00+00', 4, 18, 150, 5602770, 5602770, 0, 0),
	('2026-11-20 20:00:00+00', 4, 19, 150, 24037939.6, 25341609.8, 1303670.2, 0),
	('2026-11-20 20:00:00+00', 4, 20, 150, 190711, 190711, 0, 0),
	('2026-11-20 20:30:00+00', 1, 1, 150, 76542783.56, 79937643.37, 3394859.81, 0),
	('2026-11-20 20:30:00+00', 1, 2, 150, 13887000, 13887000, 0, 0),
	('2026-11-20 20:30:00+00', 1, 3, 150, 1286697.58, 1286697.58, 0, 0),
	('2026-11-20 20:30:00+00', 1, 4, 150, 11306.37, 16892.94, 4832.41, 754.16),
	('2026-11-20 20:30:00+00', 1, 5, 150, 8281, 8281, 0, 0),
	('2026-11-20 20:30:00+00', 2, 6, 150, 9390882.32, 11319905.61, 1663611.48, 265411.81),
	('2026-11-20 20:30:00+00', 2, 7, 150, 2655940, 2655940, 0, 0),
	('2026-11-20 20:30:00+00', 2, 8, 150, 187266, 187266, 0, 0),
	('2026-11-20 20:30:00+00', 2, 9, 150, 42072.99, 51654.33, 8333.01, 1248.33),
	('2026-11-20 20:30:00+00', 2, 10, 150, 8887, 8887, 0, 0),
	('2026-11-20 20:30:00+00', 3, 11, 150, 71638585.49, 77219229.97, 5580644.48, 0),
	('2026-11-20 20:30:00+00', 3, 12, 150, 42333775, 42333775, 0, 0),
	('2026-11-20 20:30:00+00', 3, 13, 150, 1847955.72, 1847955.72, 0, 0),
	('2026-11-20 20:30:00+00', 3, 14, 150, 5541.67, 6992.31, 1266.78, 183.86),
	('2026-11-20 20:30:00+00', 4, 15, 150, 588212193.08, 607500572.45, 19288379.37, 0),
	('2026-11-20 20:30:00+00', 4, 16, 150, 114765360, 114765360, 0, 0),
	('2026-11-20 20:30:00+00', 4, 17, 150, 22489742.32, 26936251.18, 3851945.39, 594563.47),
	('2026-11-20 20:30:00+00', 4, 18, 150, 5585730, 5585730, 0, 0),
	('2026-11-20 20:30:00+00', 4, 19, 150, 24205581.4, 25408418.8, 1202837.4, 0),
	('2026-11-20 20:30:00+00', 4, 20, 150, 159111, 159111, 0, 0),
	('2026-11-20 21:00:00+00', 1, 1, 150, 77087998.92, 80087182.69, 2999183.77, 0),
	('2026-11-20 21:00:00+00', 1, 2, 150, 13800000, 13800000, 0, 0),
	('2026-11-20 21:00:00+00', 1, 3, 150, 1284032.58, 1284032.58, 0, 0),
	('2026-11-20 21:00:00+00', 1, 4, 150, 11409.15, 16931.59, 4768.28, 754.16),
	('2026-11-20 21:00:00+00', 1, 5, 150, 8257, 8257, 0, 0),
	('2026-11-20 21:00:00+00', 2, 6, 150, 9435051.63, 11338917.08, 1638453.64, 265411.81),
	('2026-11-20 21:00:00+00', 2, 7, 150, 2645950, 2645950, 0, 0),
	('2026-11-20 21:00:00+00', 2, 8, 150, 186962, 186962, 0, 0),
	('2026-11-20 21:00:00+00', 2, 9, 150, 42358.85, 51730.27, 8123.09, 1248.33),
	('2026-11-20 21:00:00+00', 2, 10, 150, 8842, 8842, 0, 0),
	('2026-11-20 21:00:00+00', 3, 11, 150, 72600580.61, 77419859.49, 4819278.88, 0),
	('2026-11-20 21:00:00+00', 3, 12, 150, 42194275, 42194275, 0, 0),
	('2026-11-20 21:00:00+00', 3, 13, 150, 1842598.72, 1842598.72, 0, 0),
	('2026-11-20 21:00:00+00', 3, 14, 150, 5573.36, 7004.69, 1247.47, 183.86),
	('2026-11-20 21:00:00+00', 4, 15, 150, 592483378, 608173254.26, 15689876.26, 0),
	('2026-11-20 21:00:00+00', 4, 16, 150, 114234360, 114234360, 0, 0),
	('2026-11-20 21:00:00+00', 4, 17, 150, 22568862.41, 26973708.28, 3810282.4, 594563.47),
	('2026-11-20 21:00:00+00', 4, 18, 150, 5562420, 5562420, 0, 0),
	('2026-11-20 21:00:00+00', 4, 19, 150, 24389159.1, 25481903.3, 1092744.2, 0),
	('2026-11-20 21:00:00+00', 4, 20, 150, 129311, 129311, 0, 0),
	('2026-11-20 21:30:00+00', 1, 1, 150, 77746460.53, 80172731.46, 2426270.93, 0),
	('2026-11-20 21:30:00+00', 1, 2, 150, 13756500, 13756500, 0, 0),
	('2026-11-20 21:30:00+00', 1, 3, 150, 1283118.58, 1283118.58, 0, 0),
	('2026-11-20 21:30:00+00', 1, 4, 150, 11534.12, 16970.73, 4682.45, 754.16),
	('2026-11-20 21:30:00+00', 1, 5, 150, 8245, 8245, 0, 0),
	('2026-11-20 21:30:00+00', 2, 6, 150, 9498257.58, 11350081.34, 1586411.95, 265411.81),
	('2026-11-20 21:30:00+00', 2, 7, 150, 2642250, 2642250, 0, 0),
	('2026-11-20 21:30:00+00', 2, 8, 150, 186864, 186864, 0, 0),
	('2026-11-20 21:30:00+00', 2, 9, 150, 42530.58, 51778.78, 7999.87, 1248.33),
	('2026-11-20 21:30:00+00', 2, 10, 150, 8825, 8825, 0, 0),
	('2026-11-20 21:30:00+00', 3, 11, 150, 73750044.77, 77553028.37, 3802983.6, 0),
	('2026-11-20 21:30:00+00', 3, 12, 150, 42119275, 42119275, 0, 0),
	('2026-11-20 21:30:00+00', 3, 13, 150, 1840658.72, 1840658.72, 0, 0),
	('2026-11-20 21:30:00+00', 3, 14, 150, 5613.21, 7012.82, 1215.75, 183.86),
	('2026-11-20 21:30:00+00', 4, 15, 150, 595412910.58, 608834571.57, 13421660.99, 0),
	('2026-11-20 21:30:00+00', 4, 16, 150, 113955860, 113955860, 0, 0),
	('2026-11-20 21:30:00+00', 4, 17, 150, 22690917.46, 26997723.53, 3712242.6, 594563.47),
	('2026-11-20 21:30:00+00', 4, 18, 150, 5551820, 5551820, 0, 0),
	('2026-11-20 21:30:00+00', 4, 19, 150, 24596821.7, 25521219, 924397.3, 0),
	('2026-11-20 21:30:00+00', 4, 20, 150, 96911, 96911, 0, 0),
	('2026-11-20 22:00:00+00', 1, 1, 150, 78344614.34, 80256481.8, 1911867.46, 0),
	('2026-11-20 22:00:00+00', 1, 2, 150, 13718000, 13718000, 0, 0),
	('2026-11-20 22:00:00+00', 1, 3, 150, 1282017.58, 1282017.58, 0, 0),
	('2026-11-20 22:00:00+00', 1, 4, 150, 11653.85, 17005.86, 4597.85, 754.16),
	('2026-11-20 22:00:00+00', 1, 5, 150, 8229, 8229, 0, 0),
	('2026-11-20 22:00:00+00', 2, 6, 150, 9533299.26, 11360955.22, 1562244.15, 265411.81),
	('2026-11-20 22:00:00+00', 2, 7, 150, 2636950, 2636950, 0, 0),
	('2026-11-20 22:00:00+00', 2, 8, 150, 186740, 186740, 0, 0),
	('2026-11-20 22:00:00+00', 2, 9, 150, 42729.73, 51830.53, 7852.47, 1248.33),
	('2026-11-20 22:00:00+00', 2, 10, 150, 8805, 8805, 0, 0),
	('2026-11-20 22:00:00+00', 3, 11, 150, 74819064.53, 77698674.01, 2879609.48, 0),
	('2026-11-20 22:00:00+00', 3, 12, 150, 42042775, 42042775, 0, 0),
	('2026-11-20 22:00:00+00', 3, 13, 150, 1838879.72, 1838879.72, 0, 0),
	('2026-11-20 22:00:00+00', 3, 14, 150, 5640.1, 7021.3, 1197.34, 183.86),
	('2026-11-20 22:00:00+00', 4, 15, 150, 598716859.86, 609366271.73, 10649411.87, 0),
	('2026-11-20 22:00:00+00', 4, 16, 150, 113700360, 113700360, 0, 0),
	('2026-11-20 22:00:00+00', 4, 17, 150, 22767274.71, 27021850.87, 3660012.69, 594563.47),
	('2026-11-20 22:00:00+00', 4, 18, 150, 5542330, 5542330, 0, 0),
	('2026-11-20 22:00:00+00', 4, 19, 150, 24776039.7, 25556818.5, 780778.8, 0),
	('2026-11-20 22:00:00+00', 4, 20, 150, 74911, 74911, 0, 0),
	('2026-11-20 22:30:00+00', 1, 1, 150, 78891629.46, 80380856.18, 1489226.72, 0),
	('2026-11-20 22:30:00+00', 1, 2, 150, 13677000, 13677000, 0, 0),
	('2026-11-20 22:30:00+00', 1, 3, 150, 1280898.58, 1280898.58, 0, 0),
	('2026-11-20 22:30:00+00', 1, 4, 150, 11730.28, 17033.61, 4549.17, 754.16),
	('2026-11-20 22:30:00+00', 1, 5, 150, 8219, 8219, 0, 0),
	('2026-11-20 22:30:00+00', 2, 6, 150, 9578885.32, 11370778.34, 1526481.21, 265411.81),
	('2026-11-20 22:30:00+00', 2, 7, 150, 2633080, 2633080, 0, 0),
	('2026-11-20 22:30:00+00', 2, 8, 150, 186636, 186636, 0, 0),
	('2026-11-20 22:30:00+00', 2, 9, 150, 42882.41, 51877.11, 7746.37, 1248.33),
	('2026-11-20 22:30:00+00', 2, 10, 150, 8787, 8787, 0, 0),
	('2026-11-20 22:30:00+00', 3, 11, 150, 75496958.05, 77809266.21, 2312308.16, 0),
	('2026-11-20 22:30:00+00', 3, 12, 150, 41978275, 41978275, 0, 0),
	('2026-11-20 22:30:00+00', 3, 13, 150, 1837317.72, 1837317.72, 0, 0),
	('2026-11-20 22:30:00+00', 3, 14, 150, 5661.99, 7028.93, 1183.08, 183.86),
	('2026-11-20 22:30:00+00', 4, 15, 150, 601750795.64, 610149270.78, 8398475.14, 0),
	('2026-11-20 22:30:00+00', 4, 16, 150, 113537360, 113537360, 0, 0),
	('2026-11-20 22:30:00+00', 4, 17, 150, 22842849.98, 27047556.87, 3610143.42, 594563.47),
	('2026-11-20 22:30:00+00', 4, 18, 150, 5528550, 5528550, 0, 0),
	('2026-11-20 22:30:00+00', 4, 19, 150, 24930844.1, 25575693.7, 644849.6, 0),
	('2026-11-20 22:30:00+00', 4, 20, 150, 63711, 63711, 0, 0),
	('2026-11-20 23:00:00+00', 1, 1, 150, 79250151.16, 80455128.95, 1204977.79, 0),
	('2026-11-20 23:00:00+00', 1, 2, 150, 13627000, 13627000, 0, 0),
	('2026-11-20 23:00:00+00', 1, 3, 150, 1279675.58, 1279675.58, 0, 0),
	('2026-11-20 23:00:00+00', 1, 4, 150, 11794.4, 17057.93, 4509.37, 754.16),
	('2026-11-20 23:00:00+00', 1, 5, 150, 8206, 8206, 0, 0),
	('2026-11-20 23:00:00+00', 2, 6, 150, 9605542.06, 11381056.26, 1510102.39, 265411.81),
	('2026-11-20 23:00:00+00', 2, 7, 150, 2629550, 2629550, 0, 0),
	('2026-11-20 23:00:00+00', 2, 8, 150, 186515, 186515, 0, 0),
	('2026-11-20 23:00:00+00', 2, 9, 150, 43027.53, 51922.97, 7647.11, 1248.33),
	('2026-11-20 23:00:00+00', 2, 10, 150, 8770, 8770, 0, 0),
	('2026-11-20 23:00:00+00', 3, 11, 150, 76189518.61, 77915977, 1726458.39, 0),
	('2026-11-20 23:00:00+00', 3, 12, 150, 41902275, 41902275, 0, 0),
	('2026-11-20 23:00:00+00', 3, 13, 150, 1835947.72, 1835947.72, 0, 0),
	('2026-11-20 23:00:00+00', 3, 14, 150, 5687.6, 7035.66, 1164.2, 183.86),
	('2026-11-20 23:00:00+00', 4, 15, 150, 603889143.18, 610698874.59, 6809731.41, 0),
	('2026-11-20 23:00:00+00', 4, 16, 150, 113209860, 113209860, 0, 0),
	('2026-11-20 23:00:00+00', 4, 17, 150, 22905200.68, 27069164.65, 3569400.5, 594563.47),
	('2026-11-20 23:00:00+00', 4, 18, 150, 5518740, 5518740, 0, 0),
	('2026-11-20 23:00:00+00', 4, 19, 150, 25093113.4, 25598718.5, 505605.1, 0),
	('2026-11-20 23:00:00+00', 4, 20, 150, 50011, 50011, 0, 0),
	('2026-11-20 23:30:00+00', 1, 1, 150, 79591944.5, 80567357.76, 975413.26, 0),
	('2026-11-20 23:30:00+00', 1, 2, 150, 13582500, 13582500, 0, 0),
	('2026-11-20 23:30:00+00', 1, 3, 150, 1278724.58, 1278724.58, 0, 0),
	('2026-11-20 23:30:00+00', 1, 4, 150, 11848.06, 17093.18, 4490.96, 754.16),
	('2026-11-20 23:30:00+00', 1, 5, 150, 8193, 8193, 0, 0),
	('2026-11-20 23:30:00+00', 2, 6, 150, 9630136.31, 11390762.13, 1495214.01, 265411.81),
	('2026-11-20 23:30:00+00', 2, 7, 150, 2625640, 2625640, 0, 0),
	('2026-11-20 23:30:00+00', 2, 8, 150, 186424, 186424, 0, 0),
	('2026-11-20 23:30:00+00', 2, 9, 150, 43128.88, 51963.03, 7585.82, 1248.33),
	('2026-11-20 23:30:00+00', 2, 10, 150, 8751, 8751, 0, 0),
	('2026-11-20 23:30:00+00', 3, 11, 150, 76590109.45, 78062102.28, 1471992.83, 0),
	('2026-11-20 23:30:00+00', 3, 12, 150, 41819275, 41819275, 0, 0),
	('2026-11-20 23:30:00+00', 3, 13, 150, 1833983.72, 1833983.72, 0, 0),
	('2026-11-20 23:30:00+00', 3, 14, 150, 5699.17, 7043.71, 1160.68, 183.86),
	('2026-11-20 23:30:00+00', 4, 15, 150, 605395473.02, 611431644.74, 6036171.72, 0),
	('2026-11-20 23:30:00+00', 4, 16, 150, 112975360, 112975360, 0, 0),
	('2026-11-20 23:30:00+00', 4, 17, 150, 22948405.41, 27093321.14, 3550352.26, 594563.47),
	('2026-11-20 23:30:00+00', 4, 18, 150, 5507210, 5507210, 0, 0),
	('2026-11-20 23:30:00+00', 4, 19, 150, 25232394.8, 25629902, 397507.2, 0),
	('2026-11-20 23:30:00+00', 4, 20, 150, 39011, 39011, 0, 0),
	('2026-11-21 00:00:00+00', 1, 1, 150, 79833572.94, 80678575.43, 845002.49, 0),
	('2026-11-21 00:00:00+00', 1, 2, 150, 13539500, 13539500, 0, 0),
	('2026-11-21 00:00:00+00', 1, 3, 150, 1277916.58, 1277916.58, 0, 0),
	('2026-11-21 00:00:00+00', 1, 4, 150, 13375.2, 17116.56, 3031.86, 709.5),
	('2026-11-21 00:00:00+00', 1, 5, 150, 8179, 8179, 0, 0),
	('2026-11-21 00:00:00+00', 2, 6, 150, 10013945.96, 11400447.93, 1141931.65, 244570.32),
	('2026-11-21 00:00:00+00', 2, 7, 150, 2620630, 2620630, 0, 0),
	('2026-11-21 00:00:00+00', 2, 8, 150, 186301, 186301, 0, 0),
	('2026-11-21 00:00:00+00', 2, 9, 150, 45351.11, 52000.13, 5441.54, 1207.48),
	('2026-11-21 00:00:00+00', 2, 10, 150, 8729, 8729, 0, 0),
	('2026-11-21 00:00:00+00', 3, 11, 150, 77028760.65, 78197771.9, 1169011.25, 0),
	('2026-11-21 00:00:00+00', 3, 12, 150, 41770275, 41770275, 0, 0),
	('2026-11-21 00:00:00+00', 3, 13, 150, 1832001.72, 1832001.72, 0, 0),
	('2026-11-21 00:00:00+00', 3, 14, 150, 6108.55, 7050.99, 765.46, 176.98),
	('2026-11-21 00:00:00+00', 4, 15, 150, 606702012.48, 612036694.21, 5334681.73, 0),
	('2026-11-21 00:00:00+00', 4, 16, 150, 112765860, 112765860, 0, 0),
	('2026-11-21 00:00:00+00', 4, 17, 150, 24206278.63, 27115315.7, 2337950.4, 571086.67),
	('2026-11-21 00:00:00+00', 4, 18, 150, 5494140, 5494140, 0, 0),
	('2026-11-21 00:00:00+00', 4, 19, 150, 25341609.8, 25651845.9, 310236.1, 0),
	('2026-11-21 00:00:00+00', 4, 20, 150, 30911, 30911, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-21 00:30:00+00', 1, 1, 150, 79937643.37, 80752706.02, 815062.65, 0),
	('2026-11-21 00:30:00+00', 1, 2, 150, 13496000, 13496000, 0, 0),
	('2026-11-21 00:30:00+00', 1, 3, 150, 1276854.58, 1276854.58, 0, 0),
	('2026-11-21 00:30:00+00', 1, 4, 150, 13398.37, 17149.57, 3041.7, 709.5),
	('2026-11-21 00:30:00+00', 1, 5, 150, 8168, 8168, 0, 0),
	('2026-11-21 00:30:00+00', 2, 6, 150, 10022649.8, 11410796.66, 1143576.54, 244570.32),
	('2026-11-21 00:30:00+00', 2, 7, 150, 2616610, 2616610, 0, 0),
	('2026-11-21 00:30:00+00', 2, 8, 150, 186217, 186217, 0, 0),
	('2026-11-21 00:30:00+00', 2, 9, 150, 45394, 52049.31, 5447.83, 1207.48),
	('2026-11-21 00:30:00+00', 2, 10, 150, 8710, 8710, 0, 0),
	('2026-11-21 00:30:00+00', 3, 11, 150, 77219229.97, 78323459.88, 1104229.91, 0),
	('2026-11-21 00:30:00+00', 3, 12, 150, 41699775, 41699775, 0, 0),
	('2026-11-21 00:30:00+00', 3, 13, 150, 1830446.72, 1830446.72, 0, 0),
	('2026-11-21 00:30:00+00', 3, 14, 150, 6113.69, 7058.28, 767.61, 176.98),
	('2026-11-21 00:30:00+00', 4, 15, 150, 607500572.45, 612603301.59, 5102729.14, 0),
	('2026-11-21 00:30:00+00', 4, 16, 150, 112529860, 112529860, 0, 0),
	('2026-11-21 00:30:00+00', 4, 17, 150, 24228571.31, 27142439.76, 2342781.78, 571086.67),
	('2026-11-21 00:30:00+00', 4, 18, 150, 5485140, 5485140, 0, 0),
	('2026-11-21 00:30:00+00', 4, 19, 150, 25408418.8, 25671530, 263111.2, 0),
	('2026-11-21 00:30:00+00', 4, 20, 150, 18111, 18111, 0, 0),
	('2026-11-21 01:00:00+00', 1, 1, 150, 80087182.69, 80860840.33, 773657.64, 0),
	('2026-11-21 01:00:00+00', 1, 2, 150, 13447000, 13447000, 0, 0),
	('2026-11-21 01:00:00+00', 1, 3, 150, 1275560.58, 1275560.58, 0, 0),
	('2026-11-21 01:00:00+00', 1, 4, 150, 13420.94, 17180.6, 3050.16, 709.5),
	('2026-11-21 01:00:00+00', 1, 5, 150, 8152, 8152, 0, 0),
	('2026-11-21 01:00:00+00', 2, 6, 150, 10033412.9, 11420447.31, 1142464.09, 244570.32),
	('2026-11-21 01:00:00+00', 2, 7, 150, 2613060, 2613060, 0, 0),
	('2026-11-21 01:00:00+00', 2, 8, 150, 186099, 186099, 0, 0),
	('2026-11-21 01:00:00+00', 2, 9, 150, 45433.07, 52094.14, 5453.59, 1207.48),
	('2026-11-21 01:00:00+00', 2, 10, 150, 8694, 8694, 0, 0),
	('2026-11-21 01:00:00+00', 3, 11, 150, 77419859.49, 78449115.42, 1029255.93, 0),
	('2026-11-21 01:00:00+00', 3, 12, 150, 41623775, 41623775, 0, 0),
	('2026-11-21 01:00:00+00', 3, 13, 150, 1829052.72, 1829052.72, 0, 0),
	('2026-11-21 01:00:00+00', 3, 14, 150, 6121.05, 7065.39, 767.36, 176.98),
	('2026-11-21 01:00:00+00', 4, 15, 150, 608173254.26, 613244677.48, 5071423.22, 0),
	('2026-11-21 01:00:00+00', 4, 16, 150, 112288360, 112288360, 0, 0),
	('2026-11-21 01:00:00+00', 4, 17, 150, 24249483.51, 27167622.94, 2347052.76, 571086.67),
	('2026-11-21 01:00:00+00', 4, 18, 150, 5473940, 5473940, 0, 0),
	('2026-11-21 01:00:00+00', 4, 19, 150, 25481903.3, 25697678.6, 215775.3, 0),
	('2026-11-21 01:00:00+00', 4, 20, 150, 5511, 5511, 0, 0),
	('2026-11-21 01:30:00+00', 1, 1, 150, 80172731.46, 80961571.19, 788839.73, 0),
	('2026-11-21 01:30:00+00', 1, 2, 150, 13412500, 13412500, 0, 0),
	('2026-11-21 01:30:00+00', 1, 3, 150, 1274632.58, 1274632.58, 0, 0),
	('2026-11-21 01:30:00+00', 1, 4, 150, 13444.23, 17205.05, 3051.32, 709.5),
	('2026-11-21 01:30:00+00', 1, 5, 150, 8143, 8143, 0, 0),
	('2026-11-21 01:30:00+00', 2, 6, 150, 10039644.81, 11430255.39, 1146040.26, 244570.32),
	('2026-11-21 01:30:00+00', 2, 7, 150, 2608380, 2608380, 0, 0),
	('2026-11-21 01:30:00+00', 2, 8, 150, 185995, 185995, 0, 0),
	('2026-11-21 01:30:00+00', 2, 9, 150, 45464.41, 52136.37, 5464.48, 1207.48),
	('2026-11-21 01:30:00+00', 2, 10, 150, 8675, 8675, 0, 0),
	('2026-11-21 01:30:00+00', 3, 11, 150, 77553028.37, 78610080.32, 1057051.95, 0),
	('2026-11-21 01:30:00+00', 3, 12, 150, 41555775, 41555775, 0, 0),
	('2026-11-21 01:30:00+00', 3, 13, 150, 1827195.72, 1827195.72, 0, 0),
	('2026-11-21 01:30:00+00', 3, 14, 150, 6125.42, 7072.61, 770.21, 176.98),
	('2026-11-21 01:30:00+00', 4, 15, 150, 608834571.57, 613900327.64, 5065756.07, 0),
	('2026-11-21 01:30:00+00', 4, 16, 150, 112006860, 112006860, 0, 0),
	('2026-11-21 01:30:00+00', 4, 17, 150, 24261035.55, 27184762.05, 2352639.83, 571086.67),
	('2026-11-21 01:30:00+00', 4, 18, 150, 5462040, 5462040, 0, 0),
	('2026-11-21 01:30:00+00', 4, 19, 150, 25521219, 25721208.1, 199989.1, 0),
	('2026-11-21 01:30:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 02:00:00+00', 1, 1, 150, 80256481.8, 81040446.05, 783964.25, 0),
	('2026-11-21 02:00:00+00', 1, 2, 150, 13368000, 13368000, 0, 0),
	('2026-11-21 02:00:00+00', 1, 3, 150, 1273431.58, 1273431.58, 0, 0),
	('2026-11-21 02:00:00+00', 1, 4, 150, 13466.19, 17237.47, 3061.78, 709.5),
	('2026-11-21 02:00:00+00', 1, 5, 150, 8127, 8127, 0, 0),
	('2026-11-21 02:00:00+00', 2, 6, 150, 10045684.3, 11443643.65, 1153389.03, 244570.32),
	('2026-11-21 02:00:00+00', 2, 7, 150, 2603940, 2603940, 0, 0),
	('2026-11-21 02:00:00+00', 2, 8, 150, 185889, 185889, 0, 0),
	('2026-11-21 02:00:00+00', 2, 9, 150, 45495.57, 52182.54, 5479.49, 1207.48),
	('2026-11-21 02:00:00+00', 2, 10, 150, 8652, 8652, 0, 0),
	('2026-11-21 02:00:00+00', 3, 11, 150, 77698674.01, 78769977.25, 1071303.24, 0),
	('2026-11-21 02:00:00+00', 3, 12, 150, 41479775, 41479775, 0, 0),
	('2026-11-21 02:00:00+00', 3, 13, 150, 1825099.72, 1825099.72, 0, 0),
	('2026-11-21 02:00:00+00', 3, 14, 150, 6130.42, 7079.06, 771.66, 176.98),
	('2026-11-21 02:00:00+00', 4, 15, 150, 609366271.73, 614759975.39, 5393703.66, 0),
	('2026-11-21 02:00:00+00', 4, 16, 150, 111777360, 111777360, 0, 0),
	('2026-11-21 02:00:00+00', 4, 17, 150, 24274500.4, 27215090.95, 2369503.88, 571086.67),
	('2026-11-21 02:00:00+00', 4, 18, 150, 5449010, 5449010, 0, 0),
	('2026-11-21 02:00:00+00', 4, 19, 150, 25556818.5, 25742739.5, 185921, 0),
	('2026-11-21 02:00:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 02:30:00+00', 1, 1, 150, 80380856.18, 81214258.62, 833402.44, 0),
	('2026-11-21 02:30:00+00', 1, 2, 150, 13320500, 13320500, 0, 0),
	('2026-11-21 02:30:00+00', 1, 3, 150, 1272479.58, 1272479.58, 0, 0),
	('2026-11-21 02:30:00+00', 1, 4, 150, 13484.48, 17281.22, 3087.24, 709.5),
	('2026-11-21 02:30:00+00', 1, 5, 150, 8114, 8114, 0, 0),
	('2026-11-21 02:30:00+00', 2, 6, 150, 10051881.14, 11455935.2, 1159483.74, 244570.32),
	('2026-11-21 02:30:00+00', 2, 7, 150, 2599280, 2599280, 0, 0),
	('2026-11-21 02:30:00+00', 2, 8, 150, 185785, 185785, 0, 0),
	('2026-11-21 02:30:00+00', 2, 9, 150, 45525.53, 52241.19, 5508.18, 1207.48),
	('2026-11-21 02:30:00+00', 2, 10, 150, 8633, 8633, 0, 0),
	('2026-11-21 02:30:00+00', 3, 11, 150, 77809266.21, 78955023.24, 1145757.03, 0),
	('2026-11-21 02:30:00+00', 3, 12, 150, 41395775, 41395775, 0, 0),
	('2026-11-21 02:30:00+00', 3, 13, 150, 1823701.72, 1823701.72, 0, 0),
	('2026-11-21 02:30:00+00', 3, 14, 150, 6135.78, 7089.83, 777.07, 176.98),
	('2026-11-21 02:30:00+00', 4, 15, 150, 610149270.78, 615520541.49, 5371270.71, 0),
	('2026-11-21 02:30:00+00', 4, 16, 150, 111563360, 111563360, 0, 0),
	('2026-11-21 02:30:00+00', 4, 17, 150, 24293382.95, 27244185.49, 2379715.87, 571086.67),
	('2026-11-21 02:30:00+00', 4, 18, 150, 5438010, 5438010, 0, 0),
	('2026-11-21 02:30:00+00', 4, 19, 150, 25575693.7, 25766001.8, 190308.1, 0),
	('2026-11-21 02:30:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 03:00:00+00', 1, 1, 150, 80455128.95, 81406987.98, 951859.03, 0),
	('2026-11-21 03:00:00+00', 1, 2, 150, 13281000, 13281000, 0, 0),
	('2026-11-21 03:00:00+00', 1, 3, 150, 1271430.58, 1271430.58, 0, 0),
	('2026-11-21 03:00:00+00', 1, 4, 150, 13499.96, 17328.42, 3118.96, 709.5),
	('2026-11-21 03:00:00+00', 1, 5, 150, 8101, 8101, 0, 0),
	('2026-11-21 03:00:00+00', 2, 6, 150, 10058155.3, 11468131.64, 1165406.02, 244570.32),
	('2026-11-21 03:00:00+00', 2, 7, 150, 2594810, 2594810, 0, 0),
	('2026-11-21 03:00:00+00', 2, 8, 150, 185689, 185689, 0, 0),
	('2026-11-21 03:00:00+00', 2, 9, 150, 45558.52, 52304.04, 5538.04, 1207.48),
	('2026-11-21 03:00:00+00', 2, 10, 150, 8615, 8615, 0, 0),
	('2026-11-21 03:00:00+00', 3, 11, 150, 77915977, 79187147.08, 1271170.08, 0),
	('2026-11-21 03:00:00+00', 3, 12, 150, 41324775, 41324775, 0, 0),
	('2026-11-21 03:00:00+00', 3, 13, 150, 1821958.72, 1821958.72, 0, 0),
	('2026-11-21 03:00:00+00', 3, 14, 150, 6140.51, 7102.31, 784.82, 176.98),
	('2026-11-21 03:00:00+00', 4, 15, 150, 610698874.59, 617079555.4, 6380680.81, 0),
	('2026-11-21 03:00:00+00', 4, 16, 150, 111317860, 111317860, 0, 0),
	('2026-11-21 03:00:00+00', 4, 17, 150, 24306167.74, 27273710.48, 2396456.07, 571086.67),
	('2026-11-21 03:00:00+00', 4, 18, 150, 5428180, 5428180, 0, 0),
	('2026-11-21 03:00:00+00', 4, 19, 150, 25598718.5, 25797638.5, 198920, 0),
	('2026-11-21 03:00:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 03:30:00+00', 1, 1, 150, 80567357.76, 81696438.19, 1129080.43, 0),
	('2026-11-21 03:30:00+00', 1, 2, 150, 13215500, 13215500, 0, 0),
	('2026-11-21 03:30:00+00', 1, 3, 150, 1270449.58, 1270449.58, 0, 0),
	('2026-11-21 03:30:00+00', 1, 4, 150, 13525.61, 17395, 3159.89, 709.5),
	('2026-11-21 03:30:00+00', 1, 5, 150, 8085, 8085, 0, 0),
	('2026-11-21 03:30:00+00', 2, 6, 150, 10064971.06, 11496871.55, 1187330.17, 244570.32),
	('2026-11-21 03:30:00+00', 2, 7, 150, 2589420, 2589420, 0, 0),
	('2026-11-21 03:30:00+00', 2, 8, 150, 185546, 185546, 0, 0),
	('2026-11-21 03:30:00+00', 2, 9, 150, 45586.73, 52424.69, 5630.48, 1207.48),
	('2026-11-21 03:30:00+00', 2, 10, 150, 8580, 8580, 0, 0),
	('2026-11-21 03:30:00+00', 3, 11, 150, 78062102.28, 79591106.08, 1529003.8, 0),
	('2026-11-21 03:30:00+00', 3, 12, 150, 41227275, 41227275, 0, 0),
	('2026-11-21 03:30:00+00', 3, 13, 150, 1820222.72, 1820222.72, 0, 0),
	('2026-11-21 03:30:00+00', 3, 14, 150, 6145.59, 7119.41, 796.84, 176.98),
	('2026-11-21 03:30:00+00', 4, 15, 150, 611431644.74, 618592668.6, 7161023.86, 0),
	('2026-11-21 03:30:00+00', 4, 16, 150, 110918860, 110918860, 0, 0),
	('2026-11-21 03:30:00+00', 4, 17, 150, 24321712.82, 27331763.9, 2438964.41, 571086.67),
	('2026-11-21 03:30:00+00', 4, 18, 150, 5410510, 5410510, 0, 0),
	('2026-11-21 03:30:00+00', 4, 19, 150, 25629902, 25829421.9, 199519.9, 0),
	('2026-11-21 03:30:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 04:00:00+00', 1, 1, 150, 80678575.43, 81962801.54, 1284226.11, 0),
	('2026-11-21 04:00:00+00', 1, 2, 150, 13125500, 13125500, 0, 0),
	('2026-11-21 04:00:00+00', 1, 3, 150, 1269233.58, 1269233.58, 0, 0),
	('2026-11-21 04:00:00+00', 1, 4, 150, 13539.66, 17499.22, 3250.06, 709.5),
	('2026-11-21 04:00:00+00', 1, 5, 150, 8067, 8067, 0, 0),
	('2026-11-21 04:00:00+00', 2, 6, 150, 10071285.26, 11528736.69, 1212881.11, 244570.32),
	('2026-11-21 04:00:00+00', 2, 7, 150, 2580010, 2580010, 0, 0),
	('2026-11-21 04:00:00+00', 2, 8, 150, 185409, 185409, 0, 0),
	('2026-11-21 04:00:00+00', 2, 9, 150, 45609.99, 52559.63, 5742.16, 1207.48),
	('2026-11-21 04:00:00+00', 2, 10, 150, 8543, 8543, 0, 0),
	('2026-11-21 04:00:00+00', 3, 11, 150, 78197771.9, 79966494.66, 1768722.76, 0),
	('2026-11-21 04:00:00+00', 3, 12, 150, 41086775, 41086775, 0, 0),
	('2026-11-21 04:00:00+00', 3, 13, 150, 1817570.72, 1817570.72, 0, 0),
	('2026-11-21 04:00:00+00', 3, 14, 150, 6150.7, 7140.57, 812.89, 176.98),
	('2026-11-21 04:00:00+00', 4, 15, 150, 612036694.21, 621026215.71, 8989521.5, 0),
	('2026-11-21 04:00:00+00', 4, 16, 150, 110632860, 110632860, 0, 0),
	('2026-11-21 04:00:00+00', 4, 17, 150, 24334655.06, 27393696.06, 2487954.33, 571086.67),
	('2026-11-21 04:00:00+00', 4, 18, 150, 5392280, 5392280, 0, 0),
	('2026-11-21 04:00:00+00', 4, 19, 150, 25651845.9, 25869157.9, 217312, 0),
	('2026-11-21 04:00:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 04:30:00+00', 1, 1, 150, 80752706.02, 82451776.95, 1699070.93, 0),
	('2026-11-21 04:30:00+00', 1, 2, 150, 12985500, 12985500, 0, 0),
	('2026-11-21 04:30:00+00', 1, 3, 150, 1267484.58, 1267484.58, 0, 0),
	('2026-11-21 04:30:00+00', 1, 4, 150, 13561.6, 17590.49, 3319.39, 709.5),
	('2026-11-21 04:30:00+00', 1, 5, 150, 8017, 8017, 0, 0),
	('2026-11-21 04:30:00+00', 2, 6, 150, 10077973.39, 11560527.98, 1237984.27, 244570.32),
	('2026-11-21 04:30:00+00', 2, 7, 150, 2569530, 2569530, 0, 0),
	('2026-11-21 04:30:00+00', 2, 8, 150, 185224, 185224, 0, 0),
	('2026-11-21 04:30:00+00', 2, 9, 150, 45644.53, 52722.79, 5870.78, 1207.48),
	('2026-11-21 04:30:00+00', 2, 10, 150, 8497, 8497, 0, 0),
	('2026-11-21 04:30:00+00', 3, 11, 150, 78323459.88, 80634563.68, 2311103.8, 0),
	('2026-11-21 04:30:00+00', 3, 12, 150, 40861775, 40861775, 0, 0),
	('2026-11-21 04:30:00+00', 3, 13, 150, 1815411.72, 1815411.72, 0, 0),
	('2026-11-21 04:30:00+00', 3, 14, 150, 6155.67, 7170.87, 838.22, 176.98),
	('2026-11-21 04:30:00+00', 4, 15, 150, 612603301.59, 623569704.47, 10966402.88, 0),
	('2026-11-21 04:30:00+00', 4, 16, 150, 109734860, 109734860, 0, 0),
	('2026-11-21 04:30:00+00', 4, 17, 150, 24353679.06, 27497323.62, 2572557.89, 571086.67),
	('2026-11-21 04:30:00+00', 4, 18, 150, 5360450, 5360450, 0, 0),
	('2026-11-21 04:30:00+00', 4, 19, 150, 25671530, 25944713.5, 273183.5, 0),
	('2026-11-21 04:30:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 05:00:00+00', 1, 1, 150, 80860840.33, 82928968.91, 2068128.58, 0),
	('2026-11-21 05:00:00+00', 1, 2, 150, 12858500, 12858500, 0, 0),
	('2026-11-21 05:00:00+00', 1, 3, 150, 1265382.58, 1265382.58, 0, 0),
	('2026-11-21 05:00:00+00', 1, 4, 150, 13584.09, 17713.03, 3419.44, 709.5),
	('2026-11-21 05:00:00+00', 1, 5, 150, 7990, 7990, 0, 0),
	('2026-11-21 05:00:00+00', 2, 6, 150, 10083843.12, 11603004.08, 1274590.64, 244570.32),
	('2026-11-21 05:00:00+00', 2, 7, 150, 2552350, 2552350, 0, 0),
	('2026-11-21 05:00:00+00', 2, 8, 150, 185035, 185035, 0, 0),
	('2026-11-21 05:00:00+00', 2, 9, 150, 45674.72, 52866.19, 5983.99, 1207.48),
	('2026-11-21 05:00:00+00', 2, 10, 150, 8412, 8412, 0, 0),
	('2026-11-21 05:00:00+00', 3, 11, 150, 78449115.42, 81174005.53, 2724890.11, 0),
	('2026-11-21 05:00:00+00', 3, 12, 150, 40676275, 40676275, 0, 0),
	('2026-11-21 05:00:00+00', 3, 13, 150, 1808986.72, 1808986.72, 0, 0),
	('2026-11-21 05:00:00+00', 3, 14, 150, 6160.56, 7200.26, 862.72, 176.98),
	('2026-11-21 05:00:00+00', 4, 15, 150, 613244677.48, 627039364.03, 13794686.55, 0),
	('2026-11-21 05:00:00+00', 4, 16, 150, 109037360, 109037360, 0, 0),
	('2026-11-21 05:00:00+00', 4, 17, 150, 24369293.35, 27590835.02, 2650455, 571086.67),
	('2026-11-21 05:00:00+00', 4, 18, 150, 5317630, 5317630, 0, 0),
	('2026-11-21 05:00:00+00', 4, 19, 150, 25697678.6, 26024829.5, 327150.9, 0),
	('2026-11-21 05:00:00+00', 4, 20, 150, 11, 11, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-21 05:30:00+00', 1, 1, 150, 80961571.19, 83479162.32, 2517591.13, 0),
	('2026-11-21 05:30:00+00', 1, 2, 150, 12569500, 12569500, 0, 0),
	('2026-11-21 05:30:00+00', 1, 3, 150, 1256296.58, 1256296.58, 0, 0),
	('2026-11-21 05:30:00+00', 1, 4, 150, 13600.7, 17850.37, 3540.17, 709.5),
	('2026-11-21 05:30:00+00', 1, 5, 150, 7898, 7898, 0, 0),
	('2026-11-21 05:30:00+00', 2, 6, 150, 10090240.54, 11651490.39, 1316679.53, 244570.32),
	('2026-11-21 05:30:00+00', 2, 7, 150, 2527470, 2527470, 0, 0),
	('2026-11-21 05:30:00+00', 2, 8, 150, 184079, 184079, 0, 0),
	('2026-11-21 05:30:00+00', 2, 9, 150, 45702.72, 53113.55, 6203.35, 1207.48),
	('2026-11-21 05:30:00+00', 2, 10, 150, 8326, 8326, 0, 0),
	('2026-11-21 05:30:00+00', 3, 11, 150, 78610080.32, 82060041.58, 3449961.26, 0),
	('2026-11-21 05:30:00+00', 3, 12, 150, 40134775, 40134775, 0, 0),
	('2026-11-21 05:30:00+00', 3, 13, 150, 1795631.72, 1795631.72, 0, 0),
	('2026-11-21 05:30:00+00', 3, 14, 150, 6165.24, 7230.58, 888.36, 176.98),
	('2026-11-21 05:30:00+00', 4, 15, 150, 613900327.64, 630341226.91, 16440899.27, 0),
	('2026-11-21 05:30:00+00', 4, 16, 150, 107526360, 107526360, 0, 0),
	('2026-11-21 05:30:00+00', 4, 17, 150, 24379734.36, 27701673.36, 2750852.33, 571086.67),
	('2026-11-21 05:30:00+00', 4, 18, 150, 5238220, 5238220, 0, 0),
	('2026-11-21 05:30:00+00', 4, 19, 150, 25721208.1, 26122774.6, 401566.5, 0),
	('2026-11-21 05:30:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 06:00:00+00', 1, 1, 150, 81040446.05, 83962101.19, 2921655.14, 0),
	('2026-11-21 06:00:00+00', 1, 2, 150, 12313000, 12313000, 0, 0),
	('2026-11-21 06:00:00+00', 1, 3, 150, 1247755.58, 1247755.58, 0, 0),
	('2026-11-21 06:00:00+00', 1, 4, 150, 13621.39, 18026.69, 3695.8, 709.5),
	('2026-11-21 06:00:00+00', 1, 5, 150, 7827, 7827, 0, 0),
	('2026-11-21 06:00:00+00', 2, 6, 150, 10099470.86, 11710331.5, 1366290.32, 244570.32),
	('2026-11-21 06:00:00+00', 2, 7, 150, 2494940, 2494940, 0, 0),
	('2026-11-21 06:00:00+00', 2, 8, 150, 183194, 183194, 0, 0),
	('2026-11-21 08:30:00+00', 4, 16, 150, 94100860, 94100860, 0, 0),
	('2026-11-21 06:00:00+00', 2, 9, 150, 45733.53, 53334.72, 6393.71, 1207.48),
	('2026-11-21 06:00:00+00', 2, 10, 150, 8201, 8201, 0, 0),
	('2026-11-21 06:00:00+00', 3, 11, 150, 78769977.25, 82734501.53, 3964524.28, 0),
	('2026-11-21 06:00:00+00', 3, 12, 150, 39652275, 39652275, 0, 0),
	('2026-11-21 06:00:00+00', 3, 13, 150, 1783841.72, 1783841.72, 0, 0),
	('2026-11-21 06:00:00+00', 3, 14, 150, 6169.25, 7275.91, 929.68, 176.98),
	('2026-11-21 06:00:00+00', 4, 15, 150, 614759975.39, 634131305.32, 19371329.93, 0),
	('2026-11-21 06:00:00+00', 4, 16, 150, 105883360, 105883360, 0, 0),
	('2026-11-21 06:00:00+00', 4, 17, 150, 24400292.47, 27823676.43, 2852297.29, 571086.67),
	('2026-11-21 06:00:00+00', 4, 18, 150, 5171080, 5171080, 0, 0),
	('2026-11-21 06:00:00+00', 4, 19, 150, 25742739.5, 26221033.4, 478293.9, 0),
	('2026-11-21 06:00:00+00', 4, 20, 150, 11, 11, 0, 0),
	('2026-11-21 06:30:00+00', 1, 1, 150, 81214258.62, 84502600.03, 3288341.41, 0),
	('2026-11-21 06:30:00+00', 1, 2, 150, 12008500, 12008500, 0, 0),
	('2026-11-21 06:30:00+00', 1, 3, 150, 1240019.58, 1240019.58, 0, 0),
	('2026-11-21 06:30:00+00', 1, 4, 150, 13657.48, 18169.13, 3802.15, 709.5),
	('2026-11-21 06:30:00+00', 1, 5, 150, 7697, 7697, 0, 0),
	('2026-11-21 06:30:00+00', 2, 6, 150, 10108345.37, 11764509.6, 1411593.91, 244570.32),
	('2026-11-21 06:30:00+00', 2, 7, 150, 2466650, 2466650, 0, 0),
	('2026-11-21 06:30:00+00', 2, 8, 150, 182369, 182369, 0, 0),
	('2026-11-21 06:30:00+00', 2, 9, 150, 45781.23, 53599.18, 6610.47, 1207.48),
	('2026-11-21 06:30:00+00', 2, 10, 150, 8037, 8037, 0, 0),
	('2026-11-21 06:30:00+00', 3, 11, 150, 78955023.24, 83535939.47, 4580916.23, 0),
	('2026-11-21 06:30:00+00', 3, 12, 150, 39164275, 39164275, 0, 0),
	('2026-11-21 06:30:00+00', 3, 13, 150, 1769448.72, 1769448.72, 0, 0),
	('2026-11-21 06:30:00+00', 3, 14, 150, 6177.65, 7312.93, 958.3, 176.98),
	('2026-11-21 06:30:00+00', 4, 15, 150, 615520541.49, 637875782.2, 22355240.71, 0),
	('2026-11-21 06:30:00+00', 4, 16, 150, 104010360, 104010360, 0, 0),
	('2026-11-21 06:30:00+00', 4, 17, 150, 24423099.89, 27940244.17, 2946057.61, 571086.67),
	('2026-11-21 06:30:00+00', 4, 18, 150, 5072980, 5072980, 0, 0),
	('2026-11-21 06:30:00+00', 4, 19, 150, 17536912.8, 18153651.3, 616738.5, 0),
	('2026-11-21 06:30:00+00', 4, 20, 150, 8204100, 8204100, 0, 0),
	('2026-11-21 07:00:00+00', 1, 1, 150, 81406987.98, 85150312.38, 3743324.4, 0),
	('2026-11-21 07:00:00+00', 1, 2, 150, 11553500, 11553500, 0, 0),
	('2026-11-21 07:00:00+00', 1, 3, 150, 1229295.58, 1229295.58, 0, 0),
	('2026-11-21 07:00:00+00', 1, 4, 150, 13695.03, 18349.72, 3945.19, 709.5),
	('2026-11-21 07:00:00+00', 1, 5, 150, 7608, 7608, 0, 0),
	('2026-11-21 07:00:00+00', 2, 6, 150, 10116120.78, 11820981.93, 1460290.83, 244570.32),
	('2026-11-21 07:00:00+00', 2, 7, 150, 2430750, 2430750, 0, 0),
	('2026-11-21 07:00:00+00', 2, 8, 150, 181516, 181516, 0, 0),
	('2026-11-21 07:00:00+00', 2, 9, 150, 45829.29, 53858.56, 6821.79, 1207.48),
	('2026-11-21 07:00:00+00', 2, 10, 150, 7818, 7818, 0, 0),
	('2026-11-21 07:00:00+00', 3, 11, 150, 79187147.08, 84248706.29, 5061559.21, 0),
	('2026-11-21 07:00:00+00', 3, 12, 150, 38521775, 38521775, 0, 0),
	('2026-11-21 07:00:00+00', 3, 13, 150, 1753718.72, 1753718.72, 0, 0),
	('2026-11-21 07:00:00+00', 3, 14, 150, 6187.82, 7361.02, 996.22, 176.98),
	('2026-11-21 07:00:00+00', 4, 15, 150, 617079555.4, 641476556.72, 24397001.32, 0),
	('2026-11-21 07:00:00+00', 4, 16, 150, 101325860, 101325860, 0, 0),
	('2026-11-21 07:00:00+00', 4, 17, 150, 24440730.3, 28088710.65, 3076893.68, 571086.67),
	('2026-11-21 07:00:00+00', 4, 18, 150, 4963670, 4963670, 0, 0),
	('2026-11-21 07:00:00+00', 4, 19, 150, 17568549.5, 18279981.4, 711431.9, 0),
	('2026-11-21 07:00:00+00', 4, 20, 150, 8127300, 8127300, 0, 0),
	('2026-11-21 07:30:00+00', 1, 1, 150, 81696438.19, 85727251.83, 4030813.64, 0),
	('2026-11-21 07:30:00+00', 1, 2, 150, 11107000, 11107000, 0, 0),
	('2026-11-21 07:30:00+00', 1, 3, 150, 1220494.58, 1220494.58, 0, 0),
	('2026-11-21 07:30:00+00', 1, 4, 150, 13748.22, 18511.37, 4053.65, 709.5),
	('2026-11-21 07:30:00+00', 1, 5, 150, 7446, 7446, 0, 0),
	('2026-11-21 07:30:00+00', 2, 6, 150, 10140904.81, 11878234.55, 1492759.42, 244570.32),
	('2026-11-21 07:30:00+00', 2, 7, 150, 2378020, 2378020, 0, 0),
	('2026-11-21 07:30:00+00', 2, 8, 150, 180499, 180499, 0, 0),
	('2026-11-21 07:30:00+00', 2, 9, 150, 45925.16, 54102.39, 6969.75, 1207.48),
	('2026-11-21 07:30:00+00', 2, 10, 150, 7625, 7625, 0, 0),
	('2026-11-21 07:30:00+00', 3, 11, 150, 79591106.08, 85015345.91, 5424239.83, 0),
	('2026-11-21 07:30:00+00', 3, 12, 150, 37678275, 37678275, 0, 0),
	('2026-11-21 07:30:00+00', 3, 13, 150, 1740280.72, 1740280.72, 0, 0),
	('2026-11-21 07:30:00+00', 3, 14, 150, 6200.92, 7393.8, 1015.9, 176.98),
	('2026-11-21 07:30:00+00', 4, 15, 150, 618592668.6, 645579327.09, 26986658.49, 0),
	('2026-11-21 07:30:00+00', 4, 16, 150, 99354860, 99354860, 0, 0),
	('2026-11-21 07:30:00+00', 4, 17, 150, 24487965.01, 28214784.75, 3155733.07, 571086.67),
	('2026-11-21 07:30:00+00', 4, 18, 150, 4828960, 4828960, 0, 0),
	('2026-11-21 07:30:00+00', 4, 19, 150, 17600332.9, 18417178.1, 816845.2, 0),
	('2026-11-21 07:30:00+00', 4, 20, 150, 8046300, 8046300, 0, 0),
	('2026-11-21 08:00:00+00', 1, 1, 150, 81962801.54, 86428178.19, 4465376.65, 0),
	('2026-11-21 08:00:00+00', 1, 2, 150, 10521500, 10521500, 0, 0),
	('2026-11-21 08:00:00+00', 1, 3, 150, 1210957.58, 1210957.58, 0, 0),
	('2026-11-21 08:00:00+00', 1, 4, 150, 13832.09, 18698.27, 4156.68, 709.5),
	('2026-11-21 08:00:00+00', 1, 5, 150, 7299, 7299, 0, 0),
	('2026-11-21 08:00:00+00', 2, 6, 150, 10166726.79, 11930730.17, 1519433.06, 244570.32),
	('2026-11-21 08:00:00+00', 2, 7, 150, 2329850, 2329850, 0, 0),
	('2026-11-21 08:00:00+00', 2, 8, 150, 179627, 179627, 0, 0),
	('2026-11-21 08:00:00+00', 2, 9, 150, 46031.61, 54332.31, 7093.22, 1207.48),
	('2026-11-21 08:00:00+00', 2, 10, 150, 7392, 7392, 0, 0),
	('2026-11-21 08:00:00+00', 3, 11, 150, 79966494.66, 85875759.28, 5909264.62, 0),
	('2026-11-21 08:00:00+00', 3, 12, 150, 36948275, 36948275, 0, 0),
	('2026-11-21 08:00:00+00', 3, 13, 150, 1724902.72, 1724902.72, 0, 0),
	('2026-11-21 08:00:00+00', 3, 14, 150, 6217.72, 7435.84, 1041.14, 176.98),
	('2026-11-21 08:00:00+00', 4, 15, 150, 621026215.71, 648961312.26, 27935096.55, 0),
	('2026-11-21 08:00:00+00', 4, 16, 150, 96465860, 96465860, 0, 0),
	('2026-11-21 08:00:00+00', 4, 17, 150, 24534152.59, 28343359.88, 3238120.62, 571086.67),
	('2026-11-21 08:00:00+00', 4, 18, 150, 4732430, 4732430, 0, 0),
	('2026-11-21 08:00:00+00', 4, 19, 150, 17640068.9, 18589281.5, 949212.6, 0),
	('2026-11-21 08:00:00+00', 4, 20, 150, 7935300, 7935300, 0, 0),
	('2026-11-21 08:30:00+00', 1, 1, 150, 82451776.95, 86884858.68, 4433081.73, 0),
	('2026-11-21 08:30:00+00', 1, 2, 150, 10269000, 10269000, 0, 0),
	('2026-11-21 08:30:00+00', 1, 3, 150, 1202373.58, 1202373.58, 0, 0),
	('2026-11-21 08:30:00+00', 1, 4, 150, 13902.2, 18847.98, 4236.28, 709.5),
	('2026-11-21 08:30:00+00', 1, 5, 150, 7207, 7207, 0, 0),
	('2026-11-21 08:30:00+00', 2, 6, 150, 10188413.48, 11987330.92, 1554347.12, 244570.32),
	('2026-11-21 08:30:00+00', 2, 7, 150, 2298050, 2298050, 0, 0),
	('2026-11-21 08:30:00+00', 2, 8, 150, 178726, 178726, 0, 0),
	('2026-11-21 08:30:00+00', 2, 9, 150, 46167.15, 54621.93, 7247.3, 1207.48),
	('2026-11-21 08:30:00+00', 2, 10, 150, 7245, 7245, 0, 0),
	('2026-11-21 08:30:00+00', 3, 11, 150, 80634563.68, 86694593.38, 6060029.7, 0),
	('2026-11-21 08:30:00+00', 3, 12, 150, 36284775, 36284775, 0, 0),
	('2026-11-21 08:30:00+00', 3, 13, 150, 1709861.72, 1709861.72, 0, 0),
	('2026-11-21 08:30:00+00', 3, 14, 150, 6242.08, 7480.63, 1061.57, 176.98),
	('2026-11-21 08:30:00+00', 4, 15, 150, 623569704.47, 652318837.85, 28749133.38, 0),
	('2026-11-21 08:30:00+00', 4, 17, 150, 24618072.82, 28484635.78, 3295476.29, 571086.67),
	('2026-11-21 08:30:00+00', 4, 18, 150, 4633900, 4633900, 0, 0),
	('2026-11-21 08:30:00+00', 4, 19, 150, 17715624.5, 18705710.3, 990085.8, 0),
	('2026-11-21 08:30:00+00', 4, 20, 150, 7819000, 7819000, 0, 0),
	('2026-11-21 09:00:00+00', 1, 1, 150, 82928968.91, 87392953.11, 4463984.2, 0),
	('2026-11-21 09:00:00+00', 1, 2, 150, 9939500, 9939500, 0, 0),
	('2026-11-21 09:00:00+00', 1, 3, 150, 1195384.58, 1195384.58, 0, 0),
	('2026-11-21 09:00:00+00', 1, 4, 150, 13995.08, 19032.14, 4327.56, 709.5),
	('2026-11-21 09:00:00+00', 1, 5, 150, 7101, 7101, 0, 0),
	('2026-11-21 09:00:00+00', 2, 6, 150, 10220362.88, 12055009.79, 1590076.59, 244570.32),
	('2026-11-21 09:00:00+00', 2, 7, 150, 2266460, 2266460, 0, 0),
	('2026-11-21 09:00:00+00', 2, 8, 150, 177939, 177939, 0, 0),
	('2026-11-21 09:00:00+00', 2, 9, 150, 46266.2, 54878.15, 7404.47, 1207.48),
	('2026-11-21 09:00:00+00', 2, 10, 150, 7096, 7096, 0, 0),
	('2026-11-21 09:00:00+00', 3, 11, 150, 81174005.53, 87476138.09, 6302132.56, 0),
	('2026-11-21 09:00:00+00', 3, 12, 150, 35752775, 35752775, 0, 0),
	('2026-11-21 09:00:00+00', 3, 13, 150, 1698950.72, 1698950.72, 0, 0),
	('2026-11-21 09:00:00+00', 3, 14, 150, 6265.11, 7522.06, 1079.97, 176.98),
	('2026-11-21 09:00:00+00', 4, 15, 150, 627039364.03, 655743154.55, 28703790.52, 0),
	('2026-11-21 09:00:00+00', 4, 16, 150, 92777360, 92777360, 0, 0),
	('2026-11-21 09:00:00+00', 4, 17, 150, 24681529.19, 28607618.98, 3355003.12, 571086.67),
	('2026-11-21 09:00:00+00', 4, 18, 150, 4558070, 4558070, 0, 0),
	('2026-11-21 09:00:00+00', 4, 19, 150, 17795740.5, 18861173.8, 1065433.3, 0),
	('2026-11-21 09:00:00+00', 4, 20, 150, 7712900, 7712900, 0, 0),
	('2026-11-21 09:30:00+00', 1, 1, 150, 83479162.32, 88000269.59, 4521107.27, 0),
	('2026-11-21 09:30:00+00', 1, 2, 150, 9672500, 9672500, 0, 0),
	('2026-11-21 09:30:00+00', 1, 3, 150, 1189482.58, 1189482.58, 0, 0),
	('2026-11-21 09:30:00+00', 1, 4, 150, 14102.76, 19193.02, 4380.76, 709.5),
	('2026-11-21 09:30:00+00', 1, 5, 150, 7034, 7034, 0, 0),
	('2026-11-21 09:30:00+00', 2, 6, 150, 10254876.87, 12114187.98, 1614740.79, 244570.32),
	('2026-11-21 09:30:00+00', 2, 7, 150, 2242930, 2242930, 0, 0),
	('2026-11-21 09:30:00+00', 2, 8, 150, 177201, 177201, 0, 0),
	('2026-11-21 09:30:00+00', 2, 9, 150, 46459.83, 55142.63, 7475.32, 1207.48),
	('2026-11-21 09:30:00+00', 2, 10, 150, 7008, 7008, 0, 0),
	('2026-11-21 09:30:00+00', 3, 11, 150, 82060041.58, 88142618.08, 6082576.5, 0),
	('2026-11-21 09:30:00+00', 3, 12, 150, 35357775, 35357775, 0, 0),
	('2026-11-21 09:30:00+00', 3, 13, 150, 1686492.72, 1686492.72, 0, 0),
	('2026-11-21 09:30:00+00', 3, 14, 150, 6286.76, 7568.2, 1104.46, 176.98),
	('2026-11-21 09:30:00+00', 4, 15, 150, 630341226.91, 659797813.11, 29456586.2, 0),
	('2026-11-21 09:30:00+00', 4, 16, 150, 91027360, 91027360, 0, 0),
	('2026-11-21 09:30:00+00', 4, 17, 150, 24767973.46, 28753066.79, 3414006.66, 571086.67),
	('2026-11-21 09:30:00+00', 4, 18, 150, 4479230, 4479230, 0, 0),
	('2026-11-21 09:30:00+00', 4, 19, 150, 17893685.6, 18985731.3, 1092045.7, 0),
	('2026-11-21 09:30:00+00', 4, 20, 150, 7602300, 7602300, 0, 0),
	('2026-11-21 10:00:00+00', 1, 1, 150, 83962101.19, 88488193.6, 4526092.41, 0),
	('2026-11-21 10:00:00+00', 1, 2, 150, 9438000, 9438000, 0, 0),
	('2026-11-21 10:00:00+00', 1, 3, 150, 1182757.58, 1182757.58, 0, 0),
	('2026-11-21 10:00:00+00', 1, 4, 150, 14231.72, 19345.62, 4404.4, 709.5),
	('2026-11-21 10:00:00+00', 1, 5, 150, 6964, 6964, 0, 0),
	('2026-11-21 10:00:00+00', 2, 6, 150, 10297288.59, 12173853.67, 1631994.76, 244570.32),
	('2026-11-21 10:00:00+00', 2, 7, 150, 2212870, 2212870, 0, 0),
	('2026-11-21 10:00:00+00', 2, 8, 150, 176464, 176464, 0, 0),
	('2026-11-21 10:00:00+00', 2, 9, 150, 46611.54, 55394.42, 7575.4, 1207.48),
	('2026-11-21 10:00:00+00', 2, 10, 150, 6893, 6893, 0, 0),
	('2026-11-21 10:00:00+00', 3, 11, 150, 82734501.53, 88926840.67, 6192339.14, 0),
	('2026-11-21 10:00:00+00', 3, 12, 150, 34833775, 34833775, 0, 0),
	('2026-11-21 10:00:00+00', 3, 13, 150, 1676582.72, 1676582.72, 0, 0),
	('2026-11-21 10:00:00+00', 3, 14, 150, 6322.15, 7610.26, 1111.13, 176.98),
	('2026-11-21 10:00:00+00', 4, 15, 150, 634131305.32, 663068767.09, 28937461.77, 0),
	('2026-11-21 10:00:00+00', 4, 16, 150, 89740360, 89740360, 0, 0),
	('2026-11-21 10:00:00+00', 4, 17, 150, 24848815.29, 28905208.81, 3485306.85, 571086.67),
	('2026-11-21 10:00:00+00', 4, 18, 150, 4414330, 4414330, 0, 0),
	('2026-11-21 10:00:00+00', 4, 19, 150, 17991944.4, 19134081.7, 1142137.3, 0),
	('2026-11-21 10:00:00+00', 4, 20, 150, 7518700, 7518700, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-21 10:30:00+00', 1, 1, 150, 84502600.03, 89047269.65, 4544669.62, 0),
	('2026-11-21 10:30:00+00', 1, 2, 150, 9205500, 9205500, 0, 0),
	('2026-11-21 10:30:00+00', 1, 3, 150, 1176383.58, 1176383.58, 0, 0),
	('2026-11-21 10:30:00+00', 1, 4, 150, 14334.43, 19526.85, 4482.92, 709.5),
	('2026-11-21 10:30:00+00', 1, 5, 150, 6887, 6887, 0, 0),
	('2026-11-21 10:30:00+00', 2, 6, 150, 10335105.01, 12234202.09, 1654526.76, 244570.32),
	('2026-11-21 10:30:00+00', 2, 7, 150, 2195750, 2195750, 0, 0),
	('2026-11-21 10:30:00+00', 2, 8, 150, 175846, 175846, 0, 0),
	('2026-11-21 10:30:00+00', 2, 9, 150, 46814.25, 55641.84, 7620.11, 1207.48),
	('2026-11-21 10:30:00+00', 2, 10, 150, 6790, 6790, 0, 0),
	('2026-11-21 10:30:00+00', 3, 11, 150, 83535939.47, 89616558.86, 6080619.39, 0),
	('2026-11-21 10:30:00+00', 3, 12, 150, 34540775, 34540775, 0, 0),
	('2026-11-21 10:30:00+00', 3, 13, 150, 1666228.72, 1666228.72, 0, 0),
	('2026-11-21 10:30:00+00', 3, 14, 150, 6345.82, 7652.6, 1129.8, 176.98),
	('2026-11-21 10:30:00+00', 4, 15, 150, 637875782.2, 667119595.49, 29243813.29, 0),
	('2026-11-21 10:30:00+00', 4, 16, 150, 88460360, 88460360, 0, 0),
	('2026-11-21 10:30:00+00', 4, 17, 150, 24926932.99, 29023514.85, 3525495.19, 571086.67),
	('2026-11-21 10:30:00+00', 4, 18, 150, 4356440, 4356440, 0, 0),
	('2026-11-21 10:30:00+00', 4, 19, 150, 18153651.3, 19242717.2, 1089065.9, 0),
	('2026-11-21 10:30:00+00', 4, 20, 150, 7464900, 7464900, 0, 0),
	('2026-11-21 11:00:00+00', 1, 1, 150, 85150312.38, 89654095.84, 4503783.46, 0),
	('2026-11-21 11:00:00+00', 1, 2, 150, 8993500, 8993500, 0, 0),
	('2026-11-21 11:00:00+00', 1, 3, 150, 1170285.58, 1170285.58, 0, 0),
	('2026-11-21 11:00:00+00', 1, 4, 150, 14471.63, 19692.66, 4511.53, 709.5),
	('2026-11-21 11:00:00+00', 1, 5, 150, 6809, 6809, 0, 0),
	('2026-11-21 11:00:00+00', 2, 6, 150, 10372700.5, 12287602.87, 1670332.05, 244570.32),
	('2026-11-21 11:00:00+00', 2, 7, 150, 2168220, 2168220, 0, 0),
	('2026-11-21 11:00:00+00', 2, 8, 150, 175210, 175210, 0, 0),
	('2026-11-21 11:00:00+00', 2, 9, 150, 46995.66, 55912.37, 7709.23, 1207.48),
	('2026-11-21 11:00:00+00', 2, 10, 150, 6670, 6670, 0, 0),
	('2026-11-21 11:00:00+00', 3, 11, 150, 84248706.29, 90329058.71, 6080352.42, 0),
	('2026-11-21 11:00:00+00', 3, 12, 150, 34241275, 34241275, 0, 0),
	('2026-11-21 11:00:00+00', 3, 13, 150, 1653356.72, 1653356.72, 0, 0),
	('2026-11-21 11:00:00+00', 3, 14, 150, 6381.05, 7699.47, 1141.44, 176.98),
	('2026-11-21 11:00:00+00', 4, 15, 150, 641476556.72, 670490151.45, 29013594.73, 0),
	('2026-11-21 11:00:00+00', 4, 16, 150, 86874360, 86874360, 0, 0),
	('2026-11-21 11:00:00+00', 4, 17, 150, 25025449.94, 29156191.73, 3559655.12, 571086.67),
	('2026-11-21 11:00:00+00', 4, 18, 150, 4299230, 4299230, 0, 0),
	('2026-11-21 11:00:00+00', 4, 19, 150, 18279981.4, 19411416.8, 1131435.4, 0),
	('2026-11-21 11:00:00+00', 4, 20, 150, 7397700, 7397700, 0, 0),
	('2026-11-21 11:30:00+00', 1, 1, 150, 85727251.83, 90152786.18, 4425534.35, 0),
	('2026-11-21 11:30:00+00', 1, 2, 150, 8664500, 8664500, 0, 0),
	('2026-11-21 11:30:00+00', 1, 3, 150, 1160837.58, 1160837.58, 0, 0),
	('2026-11-21 14:00:00+00', 3, 12, 150, 30252775, 30252775, 0, 0),
	('2026-11-21 11:30:00+00', 1, 4, 150, 14574.24, 19862.98, 4579.24, 709.5),
	('2026-11-21 11:30:00+00', 1, 5, 150, 6738, 6738, 0, 0),
	('2026-11-21 11:30:00+00', 2, 6, 150, 10410921.63, 12344462.02, 1688970.07, 244570.32),
	('2026-11-21 11:30:00+00', 2, 7, 150, 2140370, 2140370, 0, 0),
	('2026-11-21 11:30:00+00', 2, 8, 150, 174348, 174348, 0, 0),
	('2026-11-21 11:30:00+00', 2, 9, 150, 47161.63, 56102.34, 7733.23, 1207.48),
	('2026-11-21 11:30:00+00', 2, 10, 150, 6561, 6561, 0, 0),
	('2026-11-21 11:30:00+00', 3, 11, 150, 85015345.91, 91101308.92, 6085963.01, 0),
	('2026-11-21 11:30:00+00', 3, 12, 150, 33669775, 33669775, 0, 0),
	('2026-11-21 11:30:00+00', 3, 13, 150, 1642757.72, 1642757.72, 0, 0),
	('2026-11-21 11:30:00+00', 3, 14, 150, 6403.47, 7731.43, 1150.98, 176.98),
	('2026-11-21 11:30:00+00', 4, 15, 150, 645579327.09, 673567173.28, 27987846.19, 0),
	('2026-11-21 11:30:00+00', 4, 16, 150, 85394360, 85394360, 0, 0),
	('2026-11-21 11:30:00+00', 4, 17, 150, 25115756.56, 29293754.56, 3606911.33, 571086.67),
	('2026-11-21 11:30:00+00', 4, 18, 150, 4217830, 4217830, 0, 0),
	('2026-11-21 11:30:00+00', 4, 19, 150, 18417178.1, 19532577.2, 1115399.1, 0),
	('2026-11-21 11:30:00+00', 4, 20, 150, 7348000, 7348000, 0, 0),
	('2026-11-21 12:00:00+00', 1, 1, 150, 86428178.19, 90715735.91, 4287557.72, 0),
	('2026-11-21 12:00:00+00', 1, 2, 150, 8306500, 8306500, 0, 0),
	('2026-11-21 12:00:00+00', 1, 3, 150, 1154455.58, 1154455.58, 0, 0),
	('2026-11-21 12:00:00+00', 1, 4, 150, 14714.02, 19980.19, 4556.67, 709.5),
	('2026-11-21 12:00:00+00', 1, 5, 150, 6609, 6609, 0, 0),
	('2026-11-21 12:00:00+00', 2, 6, 150, 10446295.2, 12393599.12, 1702733.6, 244570.32),
	('2026-11-21 12:00:00+00', 2, 7, 150, 2107970, 2107970, 0, 0),
	('2026-11-21 12:00:00+00', 2, 8, 150, 173364, 173364, 0, 0),
	('2026-11-21 12:00:00+00', 2, 9, 150, 47316.12, 56362.38, 7838.78, 1207.48),
	('2026-11-21 12:00:00+00', 2, 10, 150, 6434, 6434, 0, 0),
	('2026-11-21 12:00:00+00', 3, 11, 150, 85875759.28, 91871526.71, 5995767.43, 0),
	('2026-11-21 12:00:00+00', 3, 12, 150, 33147775, 33147775, 0, 0),
	('2026-11-21 12:00:00+00', 3, 13, 150, 1629034.72, 1629034.72, 0, 0),
	('2026-11-21 12:00:00+00', 3, 14, 150, 6433.24, 7775.31, 1165.09, 176.98),
	('2026-11-21 12:00:00+00', 4, 15, 150, 648961312.26, 676739476.18, 27778163.92, 0),
	('2026-11-21 12:00:00+00', 4, 16, 150, 83720860, 83720860, 0, 0),
	('2026-11-21 12:00:00+00', 4, 17, 150, 25192237.42, 29422088.22, 3658764.13, 571086.67),
	('2026-11-21 12:00:00+00', 4, 18, 150, 4128830, 4128830, 0, 0),
	('2026-11-21 12:00:00+00', 4, 19, 150, 18589281.5, 19673941.9, 1084660.4, 0),
	('2026-11-21 12:00:00+00', 4, 20, 150, 7275200, 7275200, 0, 0),
	('2026-11-21 12:30:00+00', 1, 1, 150, 86884858.68, 91125063.96, 4240205.28, 0),
	('2026-11-21 12:30:00+00', 1, 2, 150, 7902500, 7902500, 0, 0),
	('2026-11-21 12:30:00+00', 1, 3, 150, 1144201.58, 1144201.58, 0, 0),
	('2026-11-21 12:30:00+00', 1, 4, 150, 14809.66, 20140.22, 4621.06, 709.5),
	('2026-11-21 12:30:00+00', 1, 5, 150, 6483, 6483, 0, 0),
	('2026-11-21 12:30:00+00', 2, 6, 150, 10482481.31, 12450914.72, 1723863.09, 244570.32),
	('2026-11-21 12:30:00+00', 2, 7, 150, 2062140, 2062140, 0, 0),
	('2026-11-21 12:30:00+00', 2, 8, 150, 172623, 172623, 0, 0),
	('2026-11-21 12:30:00+00', 2, 9, 150, 47521.84, 56542.52, 7813.2, 1207.48),
	('2026-11-21 12:30:00+00', 2, 10, 150, 6179, 6179, 0, 0),
	('2026-11-21 12:30:00+00', 3, 11, 150, 86694593.38, 92480687.24, 5786093.86, 0),
	('2026-11-21 12:30:00+00', 3, 12, 150, 32216775, 32216775, 0, 0),
	('2026-11-21 12:30:00+00', 3, 13, 150, 1613354.72, 1613354.72, 0, 0),
	('2026-11-21 12:30:00+00', 3, 14, 150, 6462.52, 7810.54, 1171.04, 176.98),
	('2026-11-21 12:30:00+00', 4, 15, 150, 652318837.85, 679740452.68, 27421614.83, 0),
	('2026-11-21 12:30:00+00', 4, 16, 150, 81054360, 81054360, 0, 0),
	('2026-11-21 12:30:00+00', 4, 17, 150, 25287864.94, 29526056.59, 3667104.98, 571086.67),
	('2026-11-21 12:30:00+00', 4, 18, 150, 4019450, 4019450, 0, 0),
	('2026-11-21 12:30:00+00', 4, 19, 150, 18705710.3, 19786005.4, 1080295.1, 0),
	('2026-11-21 12:30:00+00', 4, 20, 150, 7203200, 7203200, 0, 0),
	('2026-11-21 13:00:00+00', 1, 1, 150, 87392953.11, 91685914.03, 4292960.92, 0),
	('2026-11-21 13:00:00+00', 1, 2, 150, 7419500, 7419500, 0, 0),
	('2026-11-21 13:00:00+00', 1, 3, 150, 1136921.58, 1136921.58, 0, 0),
	('2026-11-21 13:00:00+00', 1, 4, 150, 14929.95, 20285.88, 4646.43, 709.5),
	('2026-11-21 13:00:00+00', 1, 5, 150, 6349, 6349, 0, 0),
	('2026-11-21 13:00:00+00', 2, 6, 150, 10525183.68, 12503943.83, 1734189.83, 244570.32),
	('2026-11-21 13:00:00+00', 2, 7, 150, 2021750, 2021750, 0, 0),
	('2026-11-21 13:00:00+00', 2, 8, 150, 171751, 171751, 0, 0),
	('2026-11-21 13:00:00+00', 2, 9, 150, 47680.8, 56824.81, 7936.53, 1207.48),
	('2026-11-21 13:00:00+00', 2, 10, 150, 5996, 5996, 0, 0),
	('2026-11-21 13:00:00+00', 3, 11, 150, 87476138.09, 93211986.73, 5735848.64, 0),
	('2026-11-21 13:00:00+00', 3, 12, 150, 31531775, 31531775, 0, 0),
	('2026-11-21 13:00:00+00', 3, 13, 150, 1600737.72, 1600737.72, 0, 0),
	('2026-11-21 13:00:00+00', 3, 14, 150, 6487.53, 7843.81, 1179.3, 176.98),
	('2026-11-21 13:00:00+00', 4, 15, 150, 655743154.55, 682608968, 26865813.45, 0),
	('2026-11-21 13:00:00+00', 4, 16, 150, 78202360, 78202360, 0, 0),
	('2026-11-21 13:00:00+00', 4, 17, 150, 25355743.01, 29673859.76, 3747030.08, 571086.67),
	('2026-11-21 13:00:00+00', 4, 18, 150, 3898420, 3898420, 0, 0),
	('2026-11-21 13:00:00+00', 4, 19, 150, 18861173.8, 19910225.8, 1049052, 0),
	('2026-11-21 13:00:00+00', 4, 20, 150, 7116900, 7116900, 0, 0),
	('2026-11-21 13:30:00+00', 1, 1, 150, 88000269.59, 92170847.43, 4170577.84, 0),
	('2026-11-21 13:30:00+00', 1, 2, 150, 7013500, 7013500, 0, 0),
	('2026-11-21 13:30:00+00', 1, 3, 150, 1131195.58, 1131195.58, 0, 0),
	('2026-11-21 13:30:00+00', 1, 4, 150, 15038.63, 20457.04, 4708.91, 709.5),
	('2026-11-21 13:30:00+00', 1, 5, 150, 6232, 6232, 0, 0),
	('2026-11-21 13:30:00+00', 2, 6, 150, 10562614.87, 12557715.72, 1750530.53, 244570.32),
	('2026-11-21 13:30:00+00', 2, 7, 150, 1985730, 1985730, 0, 0),
	('2026-11-21 13:30:00+00', 2, 8, 150, 171278, 171278, 0, 0),
	('2026-11-21 13:30:00+00', 2, 9, 150, 47858.67, 57053.68, 7987.53, 1207.48),
	('2026-11-21 13:30:00+00', 2, 10, 150, 5848, 5848, 0, 0),
	('2026-11-21 13:30:00+00', 3, 11, 150, 88142618.08, 93744883.29, 5602265.21, 0),
	('2026-11-21 13:30:00+00', 3, 12, 150, 30798775, 30798775, 0, 0),
	('2026-11-21 13:30:00+00', 3, 13, 150, 1592609.72, 1592609.72, 0, 0),
	('2026-11-21 13:30:00+00', 3, 14, 150, 6519.64, 7887.56, 1190.94, 176.98),
	('2026-11-21 13:30:00+00', 4, 15, 150, 659797813.11, 686669455.89, 26871642.78, 0),
	('2026-11-21 13:30:00+00', 4, 16, 150, 75998860, 75998860, 0, 0),
	('2026-11-21 13:30:00+00', 4, 17, 150, 25447953.03, 29773975.27, 3754935.57, 571086.67),
	('2026-11-21 13:30:00+00', 4, 18, 150, 3779720, 3779720, 0, 0),
	('2026-11-21 13:30:00+00', 4, 19, 150, 18985731.3, 20024938.2, 1039206.9, 0),
	('2026-11-21 13:30:00+00', 4, 20, 150, 6995700, 6995700, 0, 0),
	('2026-11-21 14:00:00+00', 1, 1, 150, 88488193.6, 92833323.51, 4345129.91, 0),
	('2026-11-21 14:00:00+00', 1, 2, 150, 6590500, 6590500, 0, 0),
	('2026-11-21 14:00:00+00', 1, 3, 150, 1126914.58, 1126914.58, 0, 0),
	('2026-11-21 14:00:00+00', 1, 4, 150, 15130.9, 20609.77, 4769.37, 709.5),
	('2026-11-21 14:00:00+00', 1, 5, 150, 6140, 6140, 0, 0),
	('2026-11-21 14:00:00+00', 2, 6, 150, 10594596.79, 12622012.92, 1782845.81, 244570.32),
	('2026-11-21 14:00:00+00', 2, 7, 150, 1944600, 1944600, 0, 0),
	('2026-11-21 14:00:00+00', 2, 8, 150, 170761, 170761, 0, 0),
	('2026-11-21 14:00:00+00', 2, 9, 150, 48015.97, 57270.05, 8046.6, 1207.48),
	('2026-11-21 14:00:00+00', 2, 10, 150, 5646, 5646, 0, 0),
	('2026-11-21 14:00:00+00', 3, 11, 150, 88926840.67, 94448373.05, 5521532.38, 0),
	('2026-11-21 14:00:00+00', 3, 13, 150, 1585497.72, 1585497.72, 0, 0),
	('2026-11-21 14:00:00+00', 3, 14, 150, 6547.8, 7929.45, 1204.67, 176.98),
	('2026-11-21 14:00:00+00', 4, 15, 150, 663068767.09, 689980792.34, 26912025.25, 0),
	('2026-11-21 14:00:00+00', 4, 16, 150, 74403360, 74403360, 0, 0),
	('2026-11-21 14:00:00+00', 4, 17, 150, 25542215.59, 29911989.22, 3798686.96, 571086.67),
	('2026-11-21 14:00:00+00', 4, 18, 150, 3674340, 3674340, 0, 0),
	('2026-11-21 14:00:00+00', 4, 19, 150, 19134081.7, 20155609.4, 1021527.7, 0),
	('2026-11-21 14:00:00+00', 4, 20, 150, 6881700, 6881700, 0, 0),
	('2026-11-21 14:30:00+00', 1, 1, 150, 89047269.65, 93401780.03, 4354510.38, 0),
	('2026-11-21 14:30:00+00', 1, 2, 150, 6357500, 6357500, 0, 0),
	('2026-11-21 14:30:00+00', 1, 3, 150, 1124588.58, 1124588.58, 0, 0),
	('2026-11-21 14:30:00+00', 1, 4, 150, 15259.8, 20829.78, 4860.48, 709.5),
	('2026-11-21 14:30:00+00', 1, 5, 150, 6048, 6048, 0, 0),
	('2026-11-21 14:30:00+00', 2, 6, 150, 10638269.94, 12688378.24, 1805537.98, 244570.32),
	('2026-11-21 14:30:00+00', 2, 7, 150, 1919530, 1919530, 0, 0),
	('2026-11-21 14:30:00+00', 2, 8, 150, 170578, 170578, 0, 0),
	('2026-11-21 14:30:00+00', 2, 9, 150, 48191.56, 57549.57, 8150.53, 1207.48),
	('2026-11-21 14:30:00+00', 2, 10, 150, 5546, 5546, 0, 0),
	('2026-11-21 14:30:00+00', 3, 11, 150, 89616558.86, 95335571.01, 5719012.15, 0),
	('2026-11-21 14:30:00+00', 3, 12, 150, 29845275, 29845275, 0, 0),
	('2026-11-21 14:30:00+00', 3, 13, 150, 1582180.72, 1582180.72, 0, 0),
	('2026-11-21 14:30:00+00', 3, 14, 150, 6573.28, 7971.05, 1220.79, 176.98),
	('2026-11-21 14:30:00+00', 4, 15, 150, 667119595.49, 694043049.05, 26923453.56, 0),
	('2026-11-21 14:30:00+00', 4, 16, 150, 72716860, 72716860, 0, 0),
	('2026-11-21 14:30:00+00', 4, 17, 150, 25611957.26, 30078302.68, 3895258.75, 571086.67),
	('2026-11-21 14:30:00+00', 4, 18, 150, 3617310, 3617310, 0, 0),
	('2026-11-21 14:30:00+00', 4, 19, 150, 19242717.2, 20286594.4, 1043877.2, 0),
	('2026-11-21 14:30:00+00', 4, 20, 150, 6786000, 6786000, 0, 0),
	('2026-11-21 15:00:00+00', 1, 1, 150, 89654095.84, 93942248.94, 4288153.1, 0),
	('2026-11-21 15:00:00+00', 1, 2, 150, 6136500, 6136500, 0, 0),
	('2026-11-21 15:00:00+00', 1, 3, 150, 1123149.58, 1123149.58, 0, 0),
	('2026-11-21 15:00:00+00', 1, 4, 150, 15370.15, 21010.48, 4930.83, 709.5),
	('2026-11-21 15:00:00+00', 1, 5, 150, 5984, 5984, 0, 0),
	('2026-11-21 15:00:00+00', 2, 6, 150, 10671329.04, 12746454.78, 1830555.42, 244570.32),
	('2026-11-21 15:00:00+00', 2, 7, 150, 1898200, 1898200, 0, 0),
	('2026-11-21 15:00:00+00', 2, 8, 150, 170397, 170397, 0, 0),
	('2026-11-21 15:00:00+00', 2, 9, 150, 48366.85, 57863.58, 8289.25, 1207.48),
	('2026-11-21 15:00:00+00', 2, 10, 150, 5442, 5442, 0, 0),
	('2026-11-21 15:00:00+00', 3, 11, 150, 90329058.71, 96439728.82, 6110670.11, 0),
	('2026-11-21 15:00:00+00', 3, 12, 150, 29477275, 29477275, 0, 0),
	('2026-11-21 15:00:00+00', 3, 13, 150, 1579098.72, 1579098.72, 0, 0),
	('2026-11-21 15:00:00+00', 3, 14, 150, 6605.28, 8021.35, 1239.09, 176.98),
	('2026-11-21 15:00:00+00', 4, 15, 150, 670490151.45, 698565150.31, 28074998.86, 0),
	('2026-11-21 15:00:00+00', 4, 16, 150, 71575360, 71575360, 0, 0),
	('2026-11-21 15:00:00+00', 4, 17, 150, 25691699.81, 30203576.42, 3940789.94, 571086.67),
	('2026-11-21 15:00:00+00', 4, 18, 150, 3563440, 3563440, 0, 0),
	('2026-11-21 15:00:00+00', 4, 19, 150, 19411416.8, 20422651.4, 1011234.6, 0),
	('2026-11-21 15:00:00+00', 4, 20, 150, 6681800, 6681800, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-21 15:30:00+00', 1, 1, 150, 90152786.18, 94805242.6, 4652456.42, 0),
	('2026-11-21 15:30:00+00', 1, 2, 150, 5993500, 5993500, 0, 0),
	('2026-11-21 15:30:00+00', 1, 3, 150, 1122058.58, 1122058.58, 0, 0),
	('2026-11-21 15:30:00+00', 1, 4, 150, 15478.26, 21213.4, 5025.64, 709.5),
	('2026-11-21 15:30:00+00', 1, 5, 150, 5938, 5938, 0, 0),
	('2026-11-21 15:30:00+00', 2, 6, 150, 10707056.07, 12834091.58, 1882465.19, 244570.32),
	('2026-11-21 15:30:00+00', 2, 7, 150, 1881500, 1881500, 0, 0),
	('2026-11-21 15:30:00+00', 2, 8, 150, 170275, 170275, 0, 0),
	('2026-11-21 15:30:00+00', 2, 9, 150, 48488.26, 58193.56, 8497.82, 1207.48),
	('2026-11-21 15:30:00+00', 2, 10, 150, 5375, 5375, 0, 0),
	('2026-11-21 15:30:00+00', 3, 11, 150, 91101308.92, 97504963.86, 6403654.94, 0),
	('2026-11-21 15:30:00+00', 3, 12, 150, 29242775, 29242775, 0, 0),
	('2026-11-21 15:30:00+00', 3, 13, 150, 1577518.72, 1577518.72, 0, 0),
	('2026-11-21 15:30:00+00', 3, 14, 150, 6625.14, 8079.46, 1277.34, 176.98),
	('2026-11-21 15:30:00+00', 4, 15, 150, 673567173.28, 703391432.54, 29824259.26, 0),
	('2026-11-21 15:30:00+00', 4, 16, 150, 70575860, 70575860, 0, 0),
	('2026-11-21 15:30:00+00', 4, 17, 150, 25785091.46, 30403159.26, 4046981.13, 571086.67),
	('2026-11-21 15:30:00+00', 4, 18, 150, 3515240, 3515240, 0, 0),
	('2026-11-21 15:30:00+00', 4, 19, 150, 19532577.2, 20541801.5, 1009224.3, 0),
	('2026-11-21 15:30:00+00', 4, 20, 150, 6609000, 6609000, 0, 0),
	('2026-11-21 16:00:00+00', 1, 1, 150, 90715735.91, 95486001.39, 4770265.48, 0),
	('2026-11-21 16:00:00+00', 1, 2, 150, 5834500, 5834500, 0, 0),
	('2026-11-21 16:00:00+00', 1, 3, 150, 1120779.58, 1120779.58, 0, 0),
	('2026-11-21 16:00:00+00', 1, 4, 150, 15554.4, 21425.46, 5161.56, 709.5),
	('2026-11-21 16:00:00+00', 1, 5, 150, 5910, 5910, 0, 0),
	('2026-11-21 16:00:00+00', 2, 6, 150, 10734008.17, 12904616.78, 1926038.29, 244570.32),
	('2026-11-21 16:00:00+00', 2, 7, 150, 1865560, 1865560, 0, 0),
	('2026-11-21 16:00:00+00', 2, 8, 150, 170170, 170170, 0, 0),
	('2026-11-21 16:00:00+00', 2, 9, 150, 48664.77, 58559.16, 8686.91, 1207.48),
	('2026-11-21 16:00:00+00', 2, 10, 150, 5300, 5300, 0, 0),
	('2026-11-21 16:00:00+00', 3, 11, 150, 91871526.71, 98182267.54, 6310740.83, 0),
	('2026-11-21 16:00:00+00', 3, 12, 150, 29010775, 29010775, 0, 0),
	('2026-11-21 16:00:00+00', 3, 13, 150, 1576189.72, 1576189.72, 0, 0),
	('2026-11-21 16:00:00+00', 3, 14, 150, 6656.58, 8131.3, 1297.74, 176.98),
	('2026-11-21 16:00:00+00', 4, 15, 150, 676739476.18, 709007645.4, 32268169.22, 0),
	('2026-11-21 16:00:00+00', 4, 16, 150, 69806860, 69806860, 0, 0),
	('2026-11-21 16:00:00+00', 4, 17, 150, 25869454.04, 30549475.27, 4108934.56, 571086.67),
	('2026-11-21 16:00:00+00', 4, 18, 150, 3482980, 3482980, 0, 0),
	('2026-11-21 16:00:00+00', 4, 19, 150, 19673941.9, 20733304.7, 1059362.8, 0),
	('2026-11-21 16:00:00+00', 4, 20, 150, 6561900, 6561900, 0, 0),
	('2026-11-21 16:30:00+00', 1, 1, 150, 91125063.96, 96307156.14, 5182092.18, 0),
	('2026-11-21 16:30:00+00', 1, 2, 150, 5732500, 5732500, 0, 0),
	('2026-11-21 16:30:00+00', 1, 3, 150, 1119822.58, 1119822.58, 0, 0),
	('2026-11-21 16:30:00+00', 1, 4, 150, 15660.02, 21672.06, 5302.54, 709.5),
	('2026-11-21 16:30:00+00', 1, 5, 150, 5871, 5871, 0, 0),
	('2026-11-21 16:30:00+00', 2, 6, 150, 10774290.07, 12981056.03, 1962195.64, 244570.32),
	('2026-11-21 16:30:00+00', 2, 7, 150, 1855790, 1855790, 0, 0),
	('2026-11-21 16:30:00+00', 2, 8, 150, 170062, 170062, 0, 0),
	('2026-11-21 16:30:00+00', 2, 9, 150, 48785.52, 58832.09, 8839.09, 1207.48),
	('2026-11-21 16:30:00+00', 2, 10, 150, 5262, 5262, 0, 0),
	('2026-11-21 16:30:00+00', 3, 11, 150, 92480687.24, 99504302.41, 7023615.17, 0),
	('2026-11-21 16:30:00+00', 3, 12, 150, 28785275, 28785275, 0, 0),
	('2026-11-21 16:30:00+00', 3, 13, 150, 1573924.72, 1573924.72, 0, 0),
	('2026-11-21 16:30:00+00', 3, 14, 150, 6678.75, 8189.98, 1334.25, 176.98),
	('2026-11-21 16:30:00+00', 4, 15, 150, 679740452.68, 713607911.2, 33867458.52, 0),
	('2026-11-21 16:30:00+00', 4, 16, 150, 69247360, 69247360, 0, 0),
	('2026-11-21 16:30:00+00', 4, 17, 150, 25928905.68, 30755898.65, 4255906.3, 571086.67),
	('2026-11-21 16:30:00+00', 4, 18, 150, 3452230, 3452230, 0, 0),
	('2026-11-21 16:30:00+00', 4, 19, 150, 19786005.4, 20890410.8, 1104405.4, 0),
	('2026-11-21 16:30:00+00', 4, 20, 150, 6515200, 6515200, 0, 0),
	('2026-11-21 17:00:00+00', 1, 1, 150, 91685914.03, 97152916.82, 5467002.79, 0),
	('2026-11-21 17:00:00+00', 1, 2, 150, 5642000, 5642000, 0, 0),
	('2026-11-21 17:00:00+00', 1, 3, 150, 1118922.58, 1118922.58, 0, 0),
	('2026-11-21 17:00:00+00', 1, 4, 150, 15745, 21878.47, 5423.97, 709.5),
	('2026-11-21 17:00:00+00', 1, 5, 150, 5846, 5846, 0, 0),
	('2026-11-21 17:00:00+00', 2, 6, 150, 10808115.93, 13065755.42, 2013069.17, 244570.32),
	('2026-11-21 17:00:00+00', 2, 7, 150, 1845010, 1845010, 0, 0),
	('2026-11-21 17:00:00+00', 2, 8, 150, 169969, 169969, 0, 0),
	('2026-11-21 17:00:00+00', 2, 9, 150, 48966.8, 59172.04, 8997.76, 1207.48),
	('2026-11-21 17:00:00+00', 2, 10, 150, 5213, 5213, 0, 0),
	('2026-11-21 17:00:00+00', 3, 11, 150, 93211986.73, 100413764.5, 7201777.77, 0),
	('2026-11-21 17:00:00+00', 3, 12, 150, 28645775, 28645775, 0, 0),
	('2026-11-21 17:00:00+00', 3, 13, 150, 1572496.72, 1572496.72, 0, 0),
	('2026-11-21 17:00:00+00', 3, 14, 150, 6701.69, 8251.02, 1372.35, 176.98),
	('2026-11-21 17:00:00+00', 4, 15, 150, 682608968, 718204072.78, 35595104.78, 0),
	('2026-11-21 17:00:00+00', 4, 16, 150, 68685360, 68685360, 0, 0),
	('2026-11-21 17:00:00+00', 4, 17, 150, 26021834.78, 30924456.85, 4331535.4, 571086.67),
	('2026-11-21 17:00:00+00', 4, 18, 150, 3423380, 3423380, 0, 0),
	('2026-11-21 17:00:00+00', 4, 19, 150, 19910225.8, 21057301.9, 1147076.1, 0),
	('2026-11-21 17:00:00+00', 4, 20, 150, 6479700, 6479700, 0, 0),
	('2026-11-21 17:30:00+00', 1, 1, 150, 92170847.43, 97710410.93, 5539563.5, 0),
	('2026-11-21 17:30:00+00', 1, 2, 150, 5554000, 5554000, 0, 0),
	('2026-11-21 17:30:00+00', 1, 3, 150, 1117863.58, 1117863.58, 0, 0),
	('2026-11-21 17:30:00+00', 1, 4, 150, 15869.85, 22110.02, 5530.67, 709.5),
	('2026-11-21 17:30:00+00', 1, 5, 150, 5814, 5814, 0, 0),
	('2026-11-21 17:30:00+00', 2, 6, 150, 10841119.73, 13131882.81, 2046192.76, 244570.32),
	('2026-11-21 17:30:00+00', 2, 7, 150, 1838880, 1838880, 0, 0),
	('2026-11-21 17:30:00+00', 2, 8, 150, 169834, 169834, 0, 0),
	('2026-11-21 17:30:00+00', 2, 9, 150, 49124.05, 59487.74, 9156.21, 1207.48),
	('2026-11-21 17:30:00+00', 2, 10, 150, 5178, 5178, 0, 0),
	('2026-11-21 17:30:00+00', 3, 11, 150, 93744883.29, 101506133.6, 7761250.31, 0),
	('2026-11-21 17:30:00+00', 3, 12, 150, 28499275, 28499275, 0, 0),
	('2026-11-21 17:30:00+00', 3, 13, 150, 1570862.72, 1570862.72, 0, 0),
	('2026-11-21 17:30:00+00', 3, 14, 150, 6728.6, 8300.54, 1394.96, 176.98),
	('2026-11-21 17:30:00+00', 4, 15, 150, 686669455.89, 722709145.66, 36039689.77, 0),
	('2026-11-21 17:30:00+00', 4, 16, 150, 68104860, 68104860, 0, 0),
	('2026-11-21 17:30:00+00', 4, 17, 150, 26074945.45, 31095426.69, 4449394.57, 571086.67),
	('2026-11-21 17:30:00+00', 4, 18, 150, 3404030, 3404030, 0, 0),
	('2026-11-21 17:30:00+00', 4, 19, 150, 20024938.2, 21267230.2, 1242292, 0),
	('2026-11-21 17:30:00+00', 4, 20, 150, 6449100, 6449100, 0, 0),
	('2026-11-21 18:00:00+00', 1, 1, 150, 92833323.51, 98339508.52, 5506185.01, 0),
	('2026-11-21 18:00:00+00', 1, 2, 150, 5472000, 5472000, 0, 0),
	('2026-11-21 18:00:00+00', 1, 3, 150, 1116802.58, 1116802.58, 0, 0),
	('2026-11-21 18:00:00+00', 1, 4, 150, 15970.07, 22291.36, 5611.79, 709.5),
	('2026-11-21 18:00:00+00', 1, 5, 150, 5791, 5791, 0, 0),
	('2026-11-21 18:00:00+00', 2, 6, 150, 10883352.98, 13196616.48, 2068693.18, 244570.32),
	('2026-11-21 18:00:00+00', 2, 7, 150, 1828850, 1828850, 0, 0),
	('2026-11-21 18:00:00+00', 2, 8, 150, 169723, 169723, 0, 0),
	('2026-11-21 18:00:00+00', 2, 9, 150, 49273.83, 59802.16, 9320.85, 1207.48),
	('2026-11-21 18:00:00+00', 2, 10, 150, 5144, 5144, 0, 0),
	('2026-11-21 18:00:00+00', 3, 11, 150, 94448373.05, 102370331.55, 7921958.5, 0),
	('2026-11-21 18:00:00+00', 3, 12, 150, 28339275, 28339275, 0, 0),
	('2026-11-21 18:00:00+00', 3, 13, 150, 1569037.72, 1569037.72, 0, 0),
	('2026-11-21 18:00:00+00', 3, 14, 150, 6757.38, 8347.96, 1413.6, 176.98),
	('2026-11-21 18:00:00+00', 4, 15, 150, 689980792.34, 727287167.4, 37306375.06, 0),
	('2026-11-21 18:00:00+00', 4, 16, 150, 67667860, 67667860, 0, 0),
	('2026-11-21 18:00:00+00', 4, 17, 150, 26156145.08, 31234806.8, 4507575.05, 571086.67),
	('2026-11-21 18:00:00+00', 4, 18, 150, 3379700, 3379700, 0, 0),
	('2026-11-21 18:00:00+00', 4, 19, 150, 20155609.4, 21426996.7, 1271387.3, 0),
	('2026-11-21 18:00:00+00', 4, 20, 150, 6429000, 6429000, 0, 0),
	('2026-11-21 18:30:00+00', 1, 1, 150, 93401780.03, 98912374.71, 5510594.68, 0),
	('2026-11-21 18:30:00+00', 1, 2, 150, 5405000, 5405000, 0, 0),
	('2026-11-21 18:30:00+00', 1, 3, 150, 1115734.58, 1115734.58, 0, 0),
	('2026-11-21 18:30:00+00', 1, 4, 150, 16122.61, 22442.53, 5610.42, 709.5),
	('2026-11-21 18:30:00+00', 1, 5, 150, 5772, 5772, 0, 0),
	('2026-11-21 18:30:00+00', 2, 6, 150, 10922122.38, 13247176.47, 2080483.77, 244570.32),
	('2026-11-21 18:30:00+00', 2, 7, 150, 1823620, 1823620, 0, 0),
	('2026-11-21 18:30:00+00', 2, 8, 150, 169641, 169641, 0, 0),
	('2026-11-21 18:30:00+00', 2, 9, 150, 49446.86, 60010.84, 9356.5, 1207.48),
	('2026-11-21 18:30:00+00', 2, 10, 150, 5110, 5110, 0, 0),
	('2026-11-21 18:30:00+00', 3, 11, 150, 95335571.01, 102946267.57, 7610696.56, 0),
	('2026-11-21 18:30:00+00', 3, 12, 150, 28241275, 28241275, 0, 0),
	('2026-11-21 18:30:00+00', 3, 13, 150, 1567524.72, 1567524.72, 0, 0),
	('2026-11-21 18:30:00+00', 3, 14, 150, 6783.99, 8382.82, 1421.85, 176.98),
	('2026-11-21 18:30:00+00', 4, 15, 150, 694043049.05, 730074357.26, 36031308.21, 0),
	('2026-11-21 18:30:00+00', 4, 16, 150, 67322860, 67322860, 0, 0),
	('2026-11-21 18:30:00+00', 4, 17, 150, 26278256.33, 31367568.17, 4518225.17, 571086.67),
	('2026-11-21 18:30:00+00', 4, 18, 150, 3364450, 3364450, 0, 0),
	('2026-11-21 18:30:00+00', 4, 19, 150, 20286594.4, 21644468.3, 1357873.9, 0),
	('2026-11-21 18:30:00+00', 4, 20, 150, 6405100, 6405100, 0, 0),
	('2026-11-21 19:00:00+00', 1, 1, 150, 93942248.94, 99353442.16, 5411193.22, 0),
	('2026-11-21 19:00:00+00', 1, 2, 150, 5346500, 5346500, 0, 0),
	('2026-11-21 19:00:00+00', 1, 3, 150, 1114716.58, 1114716.58, 0, 0),
	('2026-11-21 19:00:00+00', 1, 4, 150, 16234.9, 22589.13, 5644.73, 709.5),
	('2026-11-21 19:00:00+00', 1, 5, 150, 5753, 5753, 0, 0),
	('2026-11-21 19:00:00+00', 2, 6, 150, 10959690.79, 13298901.21, 2094640.1, 244570.32),
	('2026-11-21 19:00:00+00', 2, 7, 150, 1817630, 1817630, 0, 0),
	('2026-11-21 19:00:00+00', 2, 8, 150, 169526, 169526, 0, 0),
	('2026-11-21 19:00:00+00', 2, 9, 150, 49665.75, 60229.21, 9355.98, 1207.48),
	('2026-11-21 19:00:00+00', 2, 10, 150, 5086, 5086, 0, 0),
	('2026-11-21 19:00:00+00', 3, 11, 150, 96439728.82, 103657882.17, 7218153.35, 0),
	('2026-11-21 19:00:00+00', 3, 12, 150, 28136275, 28136275, 0, 0),
	('2026-11-21 19:00:00+00', 3, 13, 150, 1565373.72, 1565373.72, 0, 0),
	('2026-11-21 19:00:00+00', 3, 14, 150, 6819.91, 8422.92, 1426.03, 176.98),
	('2026-11-21 19:00:00+00', 4, 15, 150, 698565150.31, 733440264.25, 34875113.94, 0),
	('2026-11-21 19:00:00+00', 4, 16, 150, 66974860, 66974860, 0, 0),
	('2026-11-21 19:00:00+00', 4, 17, 150, 26356936.26, 31480546.22, 4552523.29, 571086.67),
	('2026-11-21 19:00:00+00', 4, 18, 150, 3347380, 3347380, 0, 0),
	('2026-11-21 19:00:00+00', 4, 19, 150, 20422651.4, 21788752.2, 1366100.8, 0),
	('2026-11-21 19:00:00+00', 4, 20, 150, 6384600, 6384600, 0, 0),
	('2026-11-21 19:30:00+00', 1, 1, 150, 94805242.6, 99662678.8, 4857436.2, 0),
	('2026-11-21 19:30:00+00', 1, 2, 150, 5298500, 5298500, 0, 0),
	('2026-11-21 19:30:00+00', 1, 3, 150, 1113612.58, 1113612.58, 0, 0),
	('2026-11-21 19:30:00+00', 1, 4, 150, 16384.26, 22687.68, 5593.92, 709.5),
	('2026-11-21 19:30:00+00', 1, 5, 150, 5741, 5741, 0, 0),
	('2026-11-21 19:30:00+00', 2, 6, 150, 11017595.39, 13328030.65, 2065864.94, 244570.32),
	('2026-11-21 19:30:00+00', 2, 7, 150, 1813050, 1813050, 0, 0),
	('2026-11-21 19:30:00+00', 2, 8, 150, 169426, 169426, 0, 0),
	('2026-11-21 19:30:00+00', 2, 9, 150, 49901.11, 60359.75, 9251.16, 1207.48),
	('2026-11-21 19:30:00+00', 2, 10, 150, 5065, 5065, 0, 0),
	('2026-11-21 19:30:00+00', 3, 11, 150, 97504963.86, 104003515.55, 6498551.69, 0),
	('2026-11-21 19:30:00+00', 3, 12, 150, 28066275, 28066275, 0, 0),
	('2026-11-21 19:30:00+00', 3, 13, 150, 1564079.72, 1564079.72, 0, 0),
	('2026-11-21 19:30:00+00', 3, 14, 150, 6859.59, 8443.6, 1407.03, 176.98),
	('2026-11-21 19:30:00+00', 4, 15, 150, 703391432.54, 735140897.98, 31749465.44, 0),
	('2026-11-21 19:30:00+00', 4, 16, 150, 66701360, 66701360, 0, 0),
	('2026-11-21 19:30:00+00', 4, 17, 150, 26486833.89, 31558994.23, 4501073.67, 571086.67),
	('2026-11-21 19:30:00+00', 4, 18, 150, 3336240, 3336240, 0, 0),
	('2026-11-21 19:30:00+00', 4, 19, 150, 20541801.5, 21892553, 1350751.5, 0),
	('2026-11-21 19:30:00+00', 4, 20, 150, 6363100, 6363100, 0, 0),
	('2026-11-21 20:00:00+00', 1, 1, 150, 95486001.39, 99900339.55, 4414338.16, 0),
	('2026-11-21 20:00:00+00', 1, 2, 150, 5256500, 5256500, 0, 0),
	('2026-11-21 20:00:00+00', 1, 3, 150, 1112454.58, 1112454.58, 0, 0),
	('2026-11-21 20:00:00+00', 1, 4, 150, 16519.85, 22760.99, 5531.64, 709.5),
	('2026-11-21 20:00:00+00', 1, 5, 150, 5729, 5729, 0, 0),
	('2026-11-21 20:00:00+00', 2, 6, 150, 11070153.33, 13362157.99, 2047434.34, 244570.32),
	('2026-11-21 20:00:00+00', 2, 7, 150, 1808930, 1808930, 0, 0),
	('2026-11-21 20:00:00+00', 2, 8, 150, 169303, 169303, 0, 0),
	('2026-11-21 20:00:00+00', 2, 9, 150, 50157.26, 60497.51, 9132.77, 1207.48),
	('2026-11-21 20:00:00+00', 2, 10, 150, 5046, 5046, 0, 0),
	('2026-11-21 20:00:00+00', 3, 11, 150, 98182267.54, 104370170.11, 6187902.57, 0),
	('2026-11-21 20:00:00+00', 3, 12, 150, 27999275, 27999275, 0, 0),
	('2026-11-21 20:00:00+00', 3, 13, 150, 1562173.72, 1562173.72, 0, 0),
	('2026-11-21 20:00:00+00', 3, 14, 150, 6895.9, 8468.94, 1396.06, 176.98),
	('2026-11-21 20:00:00+00', 4, 15, 150, 709007645.4, 737036306.41, 28028661.01, 0),
	('2026-11-21 20:00:00+00', 4, 16, 150, 66435860, 66435860, 0, 0),
	('2026-11-21 20:00:00+00', 4, 17, 150, 26580696.06, 31626969.01, 4475186.28, 571086.67),
	('2026-11-21 20:00:00+00', 4, 18, 150, 3323880, 3323880, 0, 0),
	('2026-11-21 20:00:00+00', 4, 19, 150, 20733304.7, 22013178.7, 1279874, 0),
	('2026-11-21 20:00:00+00', 4, 20, 150, 6349600, 6349600, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-21 20:30:00+00', 1, 1, 150, 96307156.14, 100047470.77, 3740314.63, 0),
	('2026-11-21 20:30:00+00', 1, 2, 150, 5211500, 5211500, 0, 0),
	('2026-11-21 20:30:00+00', 1, 3, 150, 1111545.58, 1111545.58, 0, 0),
	('2026-11-21 20:30:00+00', 1, 4, 150, 16707.74, 22818.63, 5401.39, 709.5),
	('2026-11-21 20:30:00+00', 1, 5, 150, 5718, 5718, 0, 0),
	('2026-11-21 20:30:00+00', 2, 6, 150, 11116190.73, 13380567.2, 2019806.15, 244570.32),
	('2026-11-21 20:30:00+00', 2, 7, 150, 1805190, 1805190, 0, 0),
	('2026-11-21 20:30:00+00', 2, 8, 150, 169221, 169221, 0, 0),
	('2026-11-21 20:30:00+00', 2, 9, 150, 50345.58, 60587.64, 9034.58, 1207.48),
	('2026-11-21 20:30:00+00', 2, 10, 150, 5029, 5029, 0, 0),
	('2026-11-21 20:30:00+00', 3, 11, 150, 99504302.41, 104543567.2, 5039264.79, 0),
	('2026-11-21 20:30:00+00', 3, 12, 150, 27935775, 27935775, 0, 0),
	('2026-11-21 20:30:00+00', 3, 13, 150, 1560289.72, 1560289.72, 0, 0),
	('2026-11-21 20:30:00+00', 3, 14, 150, 6933.68, 8480.26, 1369.6, 176.98),
	('2026-11-21 20:30:00+00', 4, 15, 150, 713607911.2, 737878436.97, 24270525.77, 0),
	('2026-11-21 20:30:00+00', 4, 16, 150, 66233360, 66233360, 0, 0),
	('2026-11-21 20:30:00+00', 4, 17, 150, 26721876.54, 31673158.46, 4380195.25, 571086.67),
	('2026-11-21 20:30:00+00', 4, 18, 150, 3312860, 3312860, 0, 0),
	('2026-11-21 20:30:00+00', 4, 19, 150, 20890410.8, 22074448.3, 1184037.5, 0),
	('2026-11-21 20:30:00+00', 4, 20, 150, 6336300, 6336300, 0, 0),
	('2026-11-21 21:00:00+00', 1, 1, 150, 97152916.82, 100160237.06, 3007320.24, 0),
	('2026-11-21 21:00:00+00', 1, 2, 150, 5176500, 5176500, 0, 0),
	('2026-11-21 21:00:00+00', 1, 3, 150, 1110651.58, 1110651.58, 0, 0),
	('2026-11-21 21:00:00+00', 1, 4, 150, 16850.24, 22867.58, 5307.84, 709.5),
	('2026-11-21 21:00:00+00', 1, 5, 150, 5704, 5704, 0, 0),
	('2026-11-21 21:00:00+00', 2, 6, 150, 11169456.07, 13396889.24, 1982862.85, 244570.32),
	('2026-11-21 21:00:00+00', 2, 7, 150, 1800740, 1800740, 0, 0),
	('2026-11-21 21:00:00+00', 2, 8, 150, 169113, 169113, 0, 0),
	('2026-11-21 21:00:00+00', 2, 9, 150, 50569.18, 60649.73, 8873.07, 1207.48),
	('2026-11-21 21:00:00+00', 2, 10, 150, 5009, 5009, 0, 0),
	('2026-11-21 21:00:00+00', 3, 11, 150, 100413764.5, 104729171.26, 4315406.76, 0),
	('2026-11-21 21:00:00+00', 3, 12, 150, 27863275, 27863275, 0, 0),
	('2026-11-21 21:00:00+00', 3, 13, 150, 1558984.72, 1558984.72, 0, 0),
	('2026-11-21 21:00:00+00', 3, 14, 150, 6979.25, 8493.1, 1336.87, 176.98),
	('2026-11-21 21:00:00+00', 4, 15, 150, 718204072.78, 738733852.66, 20529779.88, 0),
	('2026-11-21 21:00:00+00', 4, 16, 150, 66015860, 66015860, 0, 0),
	('2026-11-21 21:00:00+00', 4, 17, 150, 26831057.75, 31711955.15, 4309810.73, 571086.67),
	('2026-11-21 21:00:00+00', 4, 18, 150, 3304680, 3304680, 0, 0),
	('2026-11-21 21:00:00+00', 4, 19, 150, 21057301.9, 22144731.9, 1087430, 0),
	('2026-11-21 21:00:00+00', 4, 20, 150, 6326700, 6326700, 0, 0),
	('2026-11-21 21:30:00+00', 1, 1, 150, 97710410.93, 100202928.17, 2492517.24, 0),
	('2026-11-21 21:30:00+00', 1, 2, 150, 5159000, 5159000, 0, 0),
	('2026-11-21 21:30:00+00', 1, 3, 150, 1109906.58, 1109906.58, 0, 0),
	('2026-11-21 21:30:00+00', 1, 4, 150, 17010.36, 22885.4, 5165.54, 709.5),
	('2026-11-21 21:30:00+00', 1, 5, 150, 5699, 5699, 0, 0),
	('2026-11-21 21:30:00+00', 2, 6, 150, 11210697.96, 13402489.43, 1947221.15, 244570.32),
	('2026-11-21 21:30:00+00', 2, 7, 150, 1798970, 1798970, 0, 0),
	('2026-11-21 21:30:00+00', 2, 8, 150, 169041, 169041, 0, 0),
	('2026-11-21 21:30:00+00', 2, 9, 150, 50798.49, 60686.07, 8680.1, 1207.48),
	('2026-11-21 21:30:00+00', 2, 10, 150, 5001, 5001, 0, 0),
	('2026-11-21 21:30:00+00', 3, 11, 150, 101506133.6, 104796373.14, 3290239.54, 0),
	('2026-11-21 21:30:00+00', 3, 12, 150, 27841275, 27841275, 0, 0),
	('2026-11-21 21:30:00+00', 3, 13, 150, 1557331.72, 1557331.72, 0, 0),
	('2026-11-21 21:30:00+00', 3, 14, 150, 7012.86, 8497.48, 1307.64, 176.98),
	('2026-11-21 21:30:00+00', 4, 15, 150, 722709145.66, 739049089.05, 16339943.39, 0),
	('2026-11-21 21:30:00+00', 4, 16, 150, 65884860, 65884860, 0, 0),
	('2026-11-21 21:30:00+00', 4, 17, 150, 26941014.96, 31726902.55, 4214800.92, 571086.67),
	('2026-11-21 21:30:00+00', 4, 18, 150, 3300960, 3300960, 0, 0),
	('2026-11-21 21:30:00+00', 4, 19, 150, 21267230.2, 22181941.9, 914711.7, 0),
	('2026-11-21 21:30:00+00', 4, 20, 150, 6318000, 6318000, 0, 0),
	('2026-11-21 22:00:00+00', 1, 1, 150, 98339508.52, 100248443.19, 1908934.67, 0),
	('2026-11-21 22:00:00+00', 1, 2, 150, 5137000, 5137000, 0, 0),
	('2026-11-21 22:00:00+00', 1, 3, 150, 1109259.58, 1109259.58, 0, 0),
	('2026-11-21 22:00:00+00', 1, 4, 150, 17119.43, 22903.73, 5074.8, 709.5),
	('2026-11-21 22:00:00+00', 1, 5, 150, 5694, 5694, 0, 0),
	('2026-11-21 22:00:00+00', 2, 6, 150, 11259122.65, 13407170.26, 1903477.29, 244570.32),
	('2026-11-21 22:00:00+00', 2, 7, 150, 1796890, 1796890, 0, 0),
	('2026-11-21 22:00:00+00', 2, 8, 150, 169002, 169002, 0, 0),
	('2026-11-21 22:00:00+00', 2, 9, 150, 50995.98, 60720.09, 8516.63, 1207.48),
	('2026-11-21 22:00:00+00', 2, 10, 150, 4993, 4993, 0, 0),
	('2026-11-21 22:00:00+00', 3, 11, 150, 102370331.55, 104879656.41, 2509324.86, 0),
	('2026-11-21 22:00:00+00', 3, 12, 150, 27811775, 27811775, 0, 0),
	('2026-11-21 22:00:00+00', 3, 13, 150, 1556124.72, 1556124.72, 0, 0),
	('2026-11-21 22:00:00+00', 3, 14, 150, 7042.78, 8501.6, 1281.84, 176.98),
	('2026-11-21 22:00:00+00', 4, 15, 150, 727287167.4, 739382127.37, 12094959.97, 0),
	('2026-11-21 22:00:00+00', 4, 16, 150, 65732860, 65732860, 0, 0),
	('2026-11-21 22:00:00+00', 4, 17, 150, 27028310.6, 31740871.36, 4141474.09, 571086.67),
	('2026-11-21 22:00:00+00', 4, 18, 150, 3298310, 3298310, 0, 0),
	('2026-11-21 22:00:00+00', 4, 19, 150, 21426996.7, 22211307.7, 784311, 0),
	('2026-11-21 22:00:00+00', 4, 20, 150, 6307100, 6307100, 0, 0),
	('2026-11-21 22:30:00+00', 1, 1, 150, 98912374.71, 100304544.13, 1392169.42, 0),
	('2026-11-21 22:30:00+00', 1, 2, 150, 5120000, 5120000, 0, 0),
	('2026-11-21 22:30:00+00', 1, 3, 150, 1108643.58, 1108643.58, 0, 0),
	('2026-11-21 22:30:00+00', 1, 4, 150, 17230.9, 22920.01, 4979.61, 709.5),
	('2026-11-21 22:30:00+00', 1, 5, 150, 5687, 5687, 0, 0),
	('2026-11-21 22:30:00+00', 2, 6, 150, 11287551.5, 13412309.14, 1880187.32, 244570.32),
	('2026-11-21 22:30:00+00', 2, 7, 150, 1794610, 1794610, 0, 0),
	('2026-11-21 22:30:00+00', 2, 8, 150, 168937, 168937, 0, 0),
	('2026-11-21 22:30:00+00', 2, 9, 150, 51142.91, 60749.86, 8399.47, 1207.48),
	('2026-11-21 22:30:00+00', 2, 10, 150, 4985, 4985, 0, 0),
	('2026-11-21 22:30:00+00', 3, 11, 150, 102946267.57, 104939341.07, 1993073.5, 0),
	('2026-11-21 22:30:00+00', 3, 12, 150, 27776275, 27776275, 0, 0),
	('2026-11-21 22:30:00+00', 3, 13, 150, 1554770.72, 1554770.72, 0, 0),
	('2026-11-21 22:30:00+00', 3, 14, 150, 7064.76, 8504.88, 1263.14, 176.98),
	('2026-11-21 22:30:00+00', 4, 15, 150, 730074357.26, 739709706.52, 9635349.26, 0),
	('2026-11-21 22:30:00+00', 4, 16, 150, 65614860, 65614860, 0, 0),
	('2026-11-21 22:30:00+00', 4, 17, 150, 27102411.83, 31751820.51, 4078322.01, 571086.67),
	('2026-11-21 22:30:00+00', 4, 18, 150, 3295210, 3295210, 0, 0),
	('2026-11-21 22:30:00+00', 4, 19, 150, 21644468.3, 22222132.5, 577664.2, 0),
	('2026-11-21 22:30:00+00', 4, 20, 150, 6300100, 6300100, 0, 0),
	('2026-11-21 23:00:00+00', 1, 1, 150, 99353442.16, 100343681.1, 990238.94, 0),
	('2026-11-21 23:00:00+00', 1, 2, 150, 5100000, 5100000, 0, 0),
	('2026-11-21 23:00:00+00', 1, 3, 150, 1107887.58, 1107887.58, 0, 0),
	('2026-11-21 23:00:00+00', 1, 4, 150, 17325.41, 22937.46, 4902.55, 709.5),
	('2026-11-21 23:00:00+00', 1, 5, 150, 5679, 5679, 0, 0),
	('2026-11-21 23:00:00+00', 2, 6, 150, 11317526.23, 13416962.47, 1854865.92, 244570.32),
	('2026-11-21 23:00:00+00', 2, 7, 150, 1792310, 1792310, 0, 0),
	('2026-11-21 23:00:00+00', 2, 8, 150, 168872, 168872, 0, 0),
	('2026-11-21 23:00:00+00', 2, 9, 150, 51269.2, 60781.31, 8304.63, 1207.48),
	('2026-11-21 23:00:00+00', 2, 10, 150, 4977, 4977, 0, 0),
	('2026-11-21 23:00:00+00', 3, 11, 150, 103657882.17, 105012818.46, 1354936.29, 0),
	('2026-11-21 23:00:00+00', 3, 12, 150, 27748775, 27748775, 0, 0),
	('2026-11-21 23:00:00+00', 3, 13, 150, 1553180.72, 1553180.72, 0, 0),
	('2026-11-21 23:00:00+00', 3, 14, 150, 7091.09, 8508.59, 1240.52, 176.98),
	('2026-11-21 23:00:00+00', 4, 15, 150, 733440264.25, 739907836.49, 6467572.24, 0),
	('2026-11-21 23:00:00+00', 4, 16, 150, 65491360, 65491360, 0, 0),
	('2026-11-21 23:00:00+00', 4, 17, 150, 27179930.49, 31764385.38, 4013368.22, 571086.67),
	('2026-11-21 23:00:00+00', 4, 18, 150, 3291530, 3291530, 0, 0),
	('2026-11-21 23:00:00+00', 4, 19, 150, 21788752.2, 22233032.9, 444280.7, 0),
	('2026-11-21 23:00:00+00', 4, 20, 150, 6293700, 6293700, 0, 0),
	('2026-11-21 23:30:00+00', 1, 1, 150, 99662678.8, 100397205.08, 734526.28, 0),
	('2026-11-21 23:30:00+00', 1, 2, 150, 5084000, 5084000, 0, 0),
	('2026-11-21 23:30:00+00', 1, 3, 150, 1107288.58, 1107288.58, 0, 0),
	('2026-11-21 23:30:00+00', 1, 4, 150, 17387.28, 22952.12, 4855.34, 709.5),
	('2026-11-21 23:30:00+00', 1, 5, 150, 5673, 5673, 0, 0),
	('2026-11-21 23:30:00+00', 2, 6, 150, 11335822.42, 13421016.99, 1840624.25, 244570.32),
	('2026-11-21 23:30:00+00', 2, 7, 150, 1789970, 1789970, 0, 0),
	('2026-11-21 23:30:00+00', 2, 8, 150, 168823, 168823, 0, 0),
	('2026-11-21 23:30:00+00', 2, 9, 150, 51357.64, 60807.35, 8242.23, 1207.48),
	('2026-11-21 23:30:00+00', 2, 10, 150, 4966, 4966, 0, 0),
	('2026-11-21 23:30:00+00', 3, 11, 150, 104003515.55, 105094898.7, 1091383.15, 0),
	('2026-11-21 23:30:00+00', 3, 12, 150, 27711275, 27711275, 0, 0),
	('2026-11-21 23:30:00+00', 3, 13, 150, 1552139.72, 1552139.72, 0, 0),
	('2026-11-21 23:30:00+00', 3, 14, 150, 7103.49, 8513.19, 1232.72, 176.98),
	('2026-11-21 23:30:00+00', 4, 15, 150, 735140897.98, 740246676.92, 5105778.94, 0),
	('2026-11-21 23:30:00+00', 4, 16, 150, 65344360, 65344360, 0, 0),
	('2026-11-21 23:30:00+00', 4, 17, 150, 27224599.36, 31778853.52, 3983167.49, 571086.67),
	('2026-11-21 23:30:00+00', 4, 18, 150, 3288070, 3288070, 0, 0),
	('2026-11-21 23:30:00+00', 4, 19, 150, 21892553, 22246814.5, 354261.5, 0),
	('2026-11-21 23:30:00+00', 4, 20, 150, 6288300, 6288300, 0, 0),
	('2026-11-22 00:00:00+00', 1, 1, 150, 99900339.55, 100440548.8, 540209.25, 0),
	('2026-11-22 00:00:00+00', 1, 2, 150, 5067500, 5067500, 0, 0),
	('2026-11-22 00:00:00+00', 1, 3, 150, 1106550.58, 1106550.58, 0, 0),
	('2026-11-22 00:00:00+00', 1, 4, 150, 18716.48, 22966.36, 3623.36, 626.52),
	('2026-11-22 00:00:00+00', 1, 5, 150, 5669, 5669, 0, 0),
	('2026-11-22 00:00:00+00', 2, 6, 150, 11888822.15, 13425660.98, 1318914.52, 217924.31),
	('2026-11-22 00:00:00+00', 2, 7, 150, 1787250, 1787250, 0, 0),
	('2026-11-22 00:00:00+00', 2, 8, 150, 168764, 168764, 0, 0),
	('2026-11-22 00:00:00+00', 2, 9, 150, 53492.93, 60836.49, 6297.82, 1045.74),
	('2026-11-22 00:00:00+00', 2, 10, 150, 4959, 4959, 0, 0),
	('2026-11-22 00:00:00+00', 3, 11, 150, 104370170.11, 105150512.69, 780342.58, 0),
	('2026-11-22 00:00:00+00', 3, 12, 150, 27686775, 27686775, 0, 0),
	('2026-11-22 00:00:00+00', 3, 13, 150, 1550861.72, 1550861.72, 0, 0),
	('2026-11-22 00:00:00+00', 3, 14, 150, 7404.35, 8515.99, 957.94, 153.7),
	('2026-11-22 00:00:00+00', 4, 15, 150, 737036306.41, 740516530.49, 3480224.08, 0),
	('2026-11-22 00:00:00+00', 4, 16, 150, 65229860, 65229860, 0, 0),
	('2026-11-22 00:00:00+00', 4, 17, 150, 28339517.6, 31790774.23, 2935276.4, 515980.23),
	('2026-11-22 00:00:00+00', 4, 18, 150, 3285490, 3285490, 0, 0),
	('2026-11-22 00:00:00+00', 4, 19, 150, 22013178.7, 22257563.5, 244384.8, 0),
	('2026-11-22 00:00:00+00', 4, 20, 150, 6282600, 6282600, 0, 0),
	('2026-11-22 00:30:00+00', 1, 1, 150, 100047470.77, 100489120.72, 441649.95, 0),
	('2026-11-22 00:30:00+00', 1, 2, 150, 5045500, 5045500, 0, 0),
	('2026-11-22 00:30:00+00', 1, 3, 150, 1105946.58, 1105946.58, 0, 0),
	('2026-11-22 00:30:00+00', 1, 4, 150, 18747.48, 22980.77, 3606.77, 626.52),
	('2026-11-22 00:30:00+00', 1, 5, 150, 5662, 5662, 0, 0),
	('2026-11-22 00:30:00+00', 2, 6, 150, 11898650.25, 13430204.41, 1313629.85, 217924.31),
	('2026-11-22 00:30:00+00', 2, 7, 150, 1785360, 1785360, 0, 0),
	('2026-11-22 00:30:00+00', 2, 8, 150, 168711, 168711, 0, 0),
	('2026-11-22 00:30:00+00', 2, 9, 150, 53538.62, 60864.29, 6279.93, 1045.74),
	('2026-11-22 00:30:00+00', 2, 10, 150, 4950, 4950, 0, 0),
	('2026-11-22 00:30:00+00', 3, 11, 150, 104543567.2, 105242626.21, 699059.01, 0),
	('2026-11-22 00:30:00+00', 3, 12, 150, 27654275, 27654275, 0, 0),
	('2026-11-22 00:30:00+00', 3, 13, 150, 1549154.72, 1549154.72, 0, 0),
	('2026-11-22 00:30:00+00', 3, 14, 150, 7411.36, 8520.48, 955.42, 153.7),
	('2026-11-22 00:30:00+00', 4, 15, 150, 737878436.97, 740877550.52, 2999113.55, 0),
	('2026-11-22 00:30:00+00', 4, 16, 150, 65076360, 65076360, 0, 0),
	('2026-11-22 00:30:00+00', 4, 17, 150, 28361083.66, 31802591.94, 2925528.05, 515980.23),
	('2026-11-22 00:30:00+00', 4, 18, 150, 3281630, 3281630, 0, 0),
	('2026-11-22 00:30:00+00', 4, 19, 150, 22074448.3, 22271238.3, 196790, 0),
	('2026-11-22 00:30:00+00', 4, 20, 150, 6275500, 6275500, 0, 0),
	('2026-11-22 01:00:00+00', 1, 1, 150, 100160237.06, 100530121.47, 369884.41, 0),
	('2026-11-22 01:00:00+00', 1, 2, 150, 5030000, 5030000, 0, 0),
	('2026-11-22 01:00:00+00', 1, 3, 150, 1105433.58, 1105433.58, 0, 0),
	('2026-11-22 01:00:00+00', 1, 4, 150, 18775.34, 22995.93, 3594.07, 626.52),
	('2026-11-22 01:00:00+00', 1, 5, 150, 5655, 5655, 0, 0),
	('2026-11-22 01:00:00+00', 2, 6, 150, 11906866.92, 13434135.2, 1309343.97, 217924.31),
	('2026-11-22 01:00:00+00', 2, 7, 150, 1782780, 1782780, 0, 0),
	('2026-11-22 01:00:00+00', 2, 8, 150, 168658, 168658, 0, 0),
	('2026-11-22 01:00:00+00', 2, 9, 150, 53575.4, 60895.13, 6273.99, 1045.74),
	('2026-11-22 01:00:00+00', 2, 10, 150, 4943, 4943, 0, 0),
	('2026-11-22 01:00:00+00', 3, 11, 150, 104729171.26, 105316084.27, 586913.01, 0),
	('2026-11-22 01:00:00+00', 3, 12, 150, 27626275, 27626275, 0, 0),
	('2026-11-22 01:00:00+00', 3, 13, 150, 1548157.72, 1548157.72, 0, 0),
	('2026-11-22 01:00:00+00', 3, 14, 150, 7418.06, 8524.14, 952.38, 153.7),
	('2026-11-22 01:00:00+00', 4, 15, 150, 738733852.66, 741234149.45, 2500296.79, 0),
	('2026-11-22 01:00:00+00', 4, 16, 150, 64919860, 64919860, 0, 0),
	('2026-11-22 01:00:00+00', 4, 17, 150, 28381129.06, 31813790.82, 2916681.53, 515980.23),
	('2026-11-22 01:00:00+00', 4, 18, 150, 3278570, 3278570, 0, 0),
	('2026-11-22 01:00:00+00', 4, 19, 150, 22144731.9, 22284205.7, 139473.8, 0),
	('2026-11-22 01:00:00+00', 4, 20, 150, 6269900, 6269900, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-22 01:24:12+00', 1, 1, 1074, 100160237.06, 100571449.5, 411212.44, 0),
	('2026-11-22 01:24:12+00', 1, 2, 1074, 5016000, 5016000, 0, 0),
	('2026-11-22 01:24:12+00', 1, 3, 1074, 1104694.58, 1104694.58, 0, 0),
	('2026-11-22 01:24:12+00', 1, 4, 1074, 18775.34, 23009.59, 3607.73, 626.52),
	('2026-11-22 01:24:12+00', 1, 5, 1074, 5649, 5649, 0, 0),
	('2026-11-22 01:24:12+00', 2, 6, 1092, 11906866.92, 13438320.32, 1313529.09, 217924.31),
	('2026-11-22 01:24:12+00', 2, 7, 1092, 1781550, 1781550, 0, 0),
	('2026-11-22 01:24:12+00', 2, 8, 1092, 168609, 168609, 0, 0),
	('2026-11-22 01:24:12+00', 2, 9, 1092, 53575.4, 60921.77, 6300.63, 1045.74),
	('2026-11-22 01:24:12+00', 2, 10, 1092, 4934, 4934, 0, 0),
	('2026-11-22 01:24:12+00', 3, 11, 1108, 104729171.26, 105377267.32, 648096.06, 0),
	('2026-11-22 01:24:12+00', 3, 12, 1108, 27590275, 27590275, 0, 0),
	('2026-11-22 01:24:12+00', 3, 13, 1108, 1546620.72, 1546620.72, 0, 0),
	('2026-11-22 01:24:12+00', 3, 14, 1108, 7418.06, 8526.97, 955.21, 153.7),
	('2026-11-22 01:24:12+00', 4, 15, 1131, 738733852.66, 741412899.51, 2679046.85, 0),
	('2026-11-22 01:24:12+00', 4, 16, 1131, 64843360, 64843360, 0, 0),
	('2026-11-22 01:24:12+00', 4, 17, 1131, 28381129.06, 31824346.82, 2927237.53, 515980.23),
	('2026-11-22 01:24:12+00', 4, 18, 1131, 3276120, 3276120, 0, 0),
	('2026-11-22 01:24:12+00', 4, 19, 1131, 22144731.9, 22295530.6, 150798.7, 0),
	('2026-11-22 01:24:12+00', 4, 20, 1131, 6264700, 6264700, 0, 0),
	('2026-11-22 01:24:15+00', 1, 1, 1009, 100160237.06, 100577501.4, 417264.34, 0),
	('2026-11-22 01:24:15+00', 1, 2, 1009, 5013500, 5013500, 0, 0),
	('2026-11-22 01:24:15+00', 1, 3, 1009, 1104685.58, 1104685.58, 0, 0),
	('2026-11-22 01:24:15+00', 1, 4, 1009, 18775.34, 23011.49, 3609.63, 626.52),
	('2026-11-22 01:24:15+00', 1, 5, 1009, 5649, 5649, 0, 0),
	('2026-11-22 01:24:15+00', 2, 6, 1010, 11906866.92, 13438936.65, 1314145.42, 217924.31),
	('2026-11-22 01:24:15+00', 2, 7, 1010, 1781350, 1781350, 0, 0),
	('2026-11-22 01:24:15+00', 2, 8, 1010, 168605, 168605, 0, 0),
	('2026-11-22 01:24:15+00', 2, 9, 1010, 53575.4, 60923.43, 6302.29, 1045.74),
	('2026-11-22 01:24:15+00', 2, 10, 1010, 4933, 4933, 0, 0),
	('2026-11-22 01:24:15+00', 3, 11, 1011, 104729171.26, 105379531.24, 650359.98, 0),
	('2026-11-22 01:24:15+00', 3, 12, 1011, 27589775, 27589775, 0, 0),
	('2026-11-22 01:24:15+00', 3, 13, 1011, 1546507.72, 1546507.72, 0, 0),
	('2026-11-22 01:24:15+00', 3, 14, 1011, 7418.06, 8527.39, 955.63, 153.7),
	('2026-11-22 01:24:15+00', 4, 15, 1012, 738733852.66, 741454778.74, 2720926.08, 0),
	('2026-11-22 01:24:15+00', 4, 16, 1012, 64828860, 64828860, 0, 0),
	('2026-11-22 01:24:15+00', 4, 17, 1012, 28381129.06, 31825467.32, 2928358.03, 515980.23),
	('2026-11-22 01:24:15+00', 4, 18, 1012, 3275640, 3275640, 0, 0),
	('2026-11-22 01:24:15+00', 4, 19, 1012, 22144731.9, 22296137.5, 151405.6, 0),
	('2026-11-22 01:24:15+00', 4, 20, 1012, 6264100, 6264100, 0, 0),
	('2026-11-22 01:24:18+00', 1, 1, 1005, 100202928.17, 100583739.9, 380811.73, 0),
	('2026-11-22 01:24:18+00', 1, 2, 1005, 5010500, 5010500, 0, 0),
	('2026-11-22 01:24:18+00', 1, 3, 1005, 1104675.58, 1104675.58, 0, 0),
	('2026-11-22 01:24:18+00', 1, 4, 1005, 18784.31, 23013.37, 3602.54, 626.52),
	('2026-11-22 01:24:18+00', 1, 5, 1005, 5648, 5648, 0, 0),
	('2026-11-22 01:24:18+00', 2, 6, 1005, 11909806.46, 13439520.77, 1311790, 217924.31),
	('2026-11-22 01:24:18+00', 2, 7, 1005, 1781150, 1781150, 0, 0),
	('2026-11-22 01:24:18+00', 2, 8, 1005, 168600, 168600, 0, 0),
	('2026-11-22 01:24:18+00', 2, 9, 1005, 53592.71, 60924.98, 6286.53, 1045.74),
	('2026-11-22 01:24:18+00', 2, 10, 1005, 4933, 4933, 0, 0),
	('2026-11-22 01:24:18+00', 3, 11, 1006, 104796373.14, 105381653.13, 585279.99, 0),
	('2026-11-22 01:24:18+00', 3, 12, 1006, 27589775, 27589775, 0, 0),
	('2026-11-22 01:24:18+00', 3, 13, 1006, 1546389.72, 1546389.72, 0, 0),
	('2026-11-22 01:24:18+00', 3, 14, 1006, 7420.32, 8527.87, 953.85, 153.7),
	('2026-11-22 01:24:18+00', 4, 15, 1008, 739049089.05, 741494592.45, 2445503.4, 0),
	('2026-11-22 01:24:18+00', 4, 16, 1008, 64814360, 64814360, 0, 0),
	('2026-11-22 01:24:18+00', 4, 17, 1008, 28390236.45, 31826644.76, 2920428.08, 515980.23),
	('2026-11-22 01:24:18+00', 4, 18, 1008, 3275120, 3275120, 0, 0),
	('2026-11-22 01:24:18+00', 4, 19, 1008, 22181941.9, 22296766.6, 114824.7, 0),
	('2026-11-22 01:24:18+00', 4, 20, 1008, 6263600, 6263600, 0, 0),
	('2026-11-22 01:24:21+00', 1, 1, 1003, 100202928.17, 100589877.53, 386949.36, 0),
	('2026-11-22 01:24:21+00', 1, 2, 1003, 5007500, 5007500, 0, 0),
	('2026-11-22 01:24:21+00', 1, 3, 1003, 1104665.58, 1104665.58, 0, 0),
	('2026-11-22 01:24:21+00', 1, 4, 1003, 18784.31, 23015.22, 3604.39, 626.52),
	('2026-11-22 01:24:21+00', 1, 5, 1003, 5648, 5648, 0, 0),
	('2026-11-22 01:24:21+00', 2, 6, 1003, 11909806.46, 13440102.33, 1312371.56, 217924.31),
	('2026-11-22 01:24:21+00', 2, 7, 1003, 1780940, 1780940, 0, 0),
	('2026-11-22 01:24:21+00', 2, 8, 1003, 168596, 168596, 0, 0),
	('2026-11-22 01:24:21+00', 2, 9, 1003, 53592.71, 60926.59, 6288.14, 1045.74),
	('2026-11-22 01:24:21+00', 2, 10, 1003, 4932, 4932, 0, 0),
	('2026-11-22 01:24:21+00', 3, 11, 1004, 104796373.14, 105383952.85, 587579.71, 0),
	('2026-11-22 01:24:21+00', 3, 12, 1004, 27589275, 27589275, 0, 0),
	('2026-11-22 01:24:21+00', 3, 13, 1004, 1546269.72, 1546269.72, 0, 0),
	('2026-11-22 01:24:21+00', 3, 14, 1004, 7420.32, 8528.31, 954.29, 153.7),
	('2026-11-22 01:24:21+00', 4, 15, 1004, 739049089.05, 741533284.92, 2484195.87, 0),
	('2026-11-22 01:24:21+00', 4, 16, 1004, 64798860, 64798860, 0, 0),
	('2026-11-22 01:24:21+00', 4, 17, 1004, 28390236.45, 31827762.44, 2921545.76, 515980.23),
	('2026-11-22 01:24:21+00', 4, 18, 1004, 3274620, 3274620, 0, 0),
	('2026-11-22 01:24:21+00', 4, 19, 1004, 22181941.9, 22297354.5, 115412.6, 0),
	('2026-11-22 01:24:21+00', 4, 20, 1004, 6263000, 6263000, 0, 0),
	('2026-11-22 01:24:24+00', 1, 1, 1007, 100202928.17, 100594933.96, 392005.79, 0),
	('2026-11-22 01:24:24+00', 1, 2, 1007, 5005000, 5005000, 0, 0),
	('2026-11-22 01:24:24+00', 1, 3, 1007, 1104624.58, 1104624.58, 0, 0),
	('2026-11-22 01:24:24+00', 1, 4, 1007, 18784.31, 23016.87, 3606.04, 626.52),
	('2026-11-22 01:24:24+00', 1, 5, 1007, 5647, 5647, 0, 0),
	('2026-11-22 01:24:24+00', 2, 6, 1008, 11909806.46, 13440585.85, 1312855.08, 217924.31),
	('2026-11-22 01:24:24+00', 2, 7, 1008, 1780690, 1780690, 0, 0),
	('2026-11-22 01:24:24+00', 2, 8, 1008, 168589, 168589, 0, 0),
	('2026-11-22 01:24:24+00', 2, 9, 1008, 53592.71, 60928.99, 6290.54, 1045.74),
	('2026-11-22 01:24:24+00', 2, 10, 1008, 4931, 4931, 0, 0),
	('2026-11-22 01:24:24+00', 4, 15, 1009, 739049089.05, 741571462.59, 2522373.54, 0),
	('2026-11-22 01:24:24+00', 4, 16, 1009, 64782360, 64782360, 0, 0),
	('2026-11-22 01:24:24+00', 4, 17, 1009, 28390236.45, 31829012.6, 2922795.92, 515980.23),
	('2026-11-22 01:24:24+00', 4, 18, 1009, 3274180, 3274180, 0, 0),
	('2026-11-22 01:24:24+00', 4, 19, 1009, 22181941.9, 22298296.5, 116354.6, 0),
	('2026-11-22 01:24:24+00', 4, 20, 1009, 6262600, 6262600, 0, 0),
	('2026-11-22 01:24:27+00', 1, 1, 1003, 100202928.17, 100598561.99, 395633.82, 0),
	('2026-11-22 01:24:27+00', 1, 2, 1003, 5002500, 5002500, 0, 0),
	('2026-11-22 01:24:27+00', 1, 3, 1003, 1104518.58, 1104518.58, 0, 0),
	('2026-11-22 01:24:27+00', 1, 4, 1003, 18784.31, 23018.31, 3607.48, 626.52),
	('2026-11-22 01:24:27+00', 1, 5, 1003, 5647, 5647, 0, 0),
	('2026-11-22 01:24:27+00', 2, 6, 1004, 11909806.46, 13440903.28, 1313172.51, 217924.31),
	('2026-11-22 01:24:27+00', 2, 7, 1004, 1780400, 1780400, 0, 0),
	('2026-11-22 01:24:27+00', 2, 8, 1004, 168579, 168579, 0, 0),
	('2026-11-22 01:24:27+00', 2, 9, 1004, 53592.71, 60932.47, 6294.02, 1045.74),
	('2026-11-22 01:24:27+00', 2, 10, 1004, 4930, 4930, 0, 0),
	('2026-11-22 01:24:27+00', 4, 15, 1005, 739049089.05, 741605916.11, 2556827.06, 0),
	('2026-11-22 01:24:27+00', 4, 16, 1005, 64761360, 64761360, 0, 0),
	('2026-11-22 01:24:27+00', 4, 17, 1005, 28390236.45, 31830670.24, 2924453.56, 515980.23),
	('2026-11-22 01:24:27+00', 4, 18, 1005, 3273770, 3273770, 0, 0),
	('2026-11-22 01:24:27+00', 4, 19, 1005, 22181941.9, 22299961.4, 118019.5, 0),
	('2026-11-22 01:24:27+00', 4, 20, 1005, 6262400, 6262400, 0, 0),
	('2026-11-22 01:24:30+00', 1, 1, 1005, 100202928.17, 100602389.11, 399460.94, 0),
	('2026-11-22 01:24:30+00', 1, 2, 1005, 5000500, 5000500, 0, 0),
	('2026-11-22 01:24:30+00', 1, 3, 1005, 1104413.58, 1104413.58, 0, 0),
	('2026-11-22 01:24:30+00', 1, 4, 1005, 18784.31, 23019.71, 3608.88, 626.52),
	('2026-11-22 01:24:30+00', 1, 5, 1005, 5646, 5646, 0, 0),
	('2026-11-22 01:24:30+00', 2, 6, 1005, 11909806.46, 13441213.94, 1313483.17, 217924.31),
	('2026-11-22 01:24:30+00', 2, 7, 1005, 1780080, 1780080, 0, 0),
	('2026-11-22 01:24:30+00', 2, 8, 1005, 168569, 168569, 0, 0),
	('2026-11-22 01:24:30+00', 2, 9, 1005, 53592.71, 60935.92, 6297.47, 1045.74),
	('2026-11-22 01:24:30+00', 2, 10, 1005, 4929, 4929, 0, 0),
	('2026-11-22 01:24:30+00', 4, 15, 1006, 739049089.05, 741639925.69, 2590836.64, 0),
	('2026-11-22 01:24:30+00', 4, 16, 1006, 64739860, 64739860, 0, 0),
	('2026-11-22 01:24:30+00', 4, 17, 1006, 28390236.45, 31832176.61, 2925959.93, 515980.23),
	('2026-11-22 01:24:30+00', 4, 18, 1006, 3273420, 3273420, 0, 0),
	('2026-11-22 01:24:30+00', 4, 19, 1006, 22181941.9, 22301629.4, 119687.5, 0),
	('2026-11-22 01:24:30+00', 4, 20, 1006, 6262300, 6262300, 0, 0),
	('2026-11-22 01:24:39+00', 1, 1, 1009, 100202928.17, 100616898.06, 413969.89, 0),
	('2026-11-22 01:24:39+00', 1, 2, 1009, 4994500, 4994500, 0, 0),
	('2026-11-22 01:24:39+00', 1, 3, 1009, 1104131.58, 1104131.58, 0, 0),
	('2026-11-22 01:24:39+00', 1, 4, 1009, 18784.31, 23024.65, 3613.82, 626.52),
	('2026-11-22 01:24:39+00', 1, 5, 1009, 5644, 5644, 0, 0),
	('2026-11-22 01:24:39+00', 2, 6, 1012, 11909806.46, 13442222.52, 1314491.75, 217924.31),
	('2026-11-22 01:24:39+00', 2, 7, 1012, 1779440, 1779440, 0, 0),
	('2026-11-22 01:24:39+00', 2, 8, 1012, 168549, 168549, 0, 0),
	('2026-11-22 01:24:39+00', 2, 9, 1012, 53592.71, 60945.97, 6307.52, 1045.74),
	('2026-11-22 01:24:39+00', 2, 10, 1012, 4926, 4926, 0, 0),
	('2026-11-22 01:24:39+00', 3, 11, 1014, 104796373.14, 105448373.89, 652000.75, 0),
	('2026-11-22 01:24:39+00', 3, 12, 1014, 27567275, 27567275, 0, 0),
	('2026-11-22 01:24:39+00', 3, 13, 1014, 1545832.72, 1545832.72, 0, 0),
	('2026-11-22 01:24:39+00', 3, 14, 1014, 7420.32, 8530.34, 956.32, 153.7),
	('2026-11-22 01:24:39+00', 4, 15, 1014, 739049089.05, 741716297.84, 2667208.79, 0),
	('2026-11-22 01:24:39+00', 4, 16, 1014, 64693360, 64693360, 0, 0),
	('2026-11-22 01:24:39+00', 4, 17, 1014, 28390236.45, 31836306.43, 2930089.75, 515980.23),
	('2026-11-22 01:24:39+00', 4, 18, 1014, 3272600, 3272600, 0, 0),
	('2026-11-22 01:24:39+00', 4, 19, 1014, 22181941.9, 22305611.8, 123669.9, 0),
	('2026-11-22 01:24:39+00', 4, 20, 1014, 6261300, 6261300, 0, 0),
	('2026-11-22 01:24:45+00', 1, 1, 1005, 100202928.17, 100631219.14, 428290.97, 0),
	('2026-11-22 01:24:45+00', 1, 2, 1005, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:24:45+00', 1, 3, 1005, 1103980.58, 1103980.58, 0, 0),
	('2026-11-22 01:24:45+00', 1, 4, 1005, 18784.31, 23029.12, 3618.29, 626.52),
	('2026-11-22 01:24:45+00', 1, 5, 1005, 5643, 5643, 0, 0),
	('2026-11-22 01:24:45+00', 2, 6, 1021, 11909806.46, 13442969.89, 1315239.12, 217924.31),
	('2026-11-22 01:24:45+00', 2, 7, 1021, 1779190, 1779190, 0, 0),
	('2026-11-22 01:24:45+00', 2, 8, 1021, 168543, 168543, 0, 0),
	('2026-11-22 01:24:45+00', 2, 9, 1021, 53592.71, 60953.69, 6315.24, 1045.74),
	('2026-11-22 01:24:45+00', 3, 11, 1021, 104796373.14, 105467063.52, 670690.38, 0),
	('2026-11-22 01:24:45+00', 3, 12, 1021, 27559275, 27559275, 0, 0),
	('2026-11-22 01:24:45+00', 3, 13, 1021, 1545537.72, 1545537.72, 0, 0),
	('2026-11-22 01:24:45+00', 3, 14, 1021, 7420.32, 8530.96, 956.94, 153.7),
	('2026-11-22 01:24:45+00', 4, 15, 1022, 739049089.05, 741756850.28, 2707761.23, 0),
	('2026-11-22 01:24:45+00', 4, 16, 1022, 64671860, 64671860, 0, 0),
	('2026-11-22 01:24:45+00', 4, 17, 1022, 28390236.45, 31839173.17, 2932956.49, 515980.23),
	('2026-11-22 01:24:45+00', 4, 18, 1022, 3272330, 3272330, 0, 0),
	('2026-11-22 01:24:45+00', 4, 19, 1022, 22181941.9, 22307568.6, 125626.7, 0),
	('2026-11-22 01:24:45+00', 4, 20, 1022, 6260000, 6260000, 0, 0),
	('2026-11-22 01:24:33+00', 1, 1, 1004, 100202928.17, 100606016.88, 403088.71, 0),
	('2026-11-22 01:24:33+00', 1, 2, 1004, 4998000, 4998000, 0, 0),
	('2026-11-22 01:24:33+00', 1, 3, 1004, 1104307.58, 1104307.58, 0, 0),
	('2026-11-22 01:24:33+00', 1, 4, 1004, 18784.31, 23021.08, 3610.25, 626.52),
	('2026-11-22 01:24:33+00', 1, 5, 1004, 5646, 5646, 0, 0),
	('2026-11-22 01:24:33+00', 2, 6, 1006, 11909806.46, 13441524.56, 1313793.79, 217924.31),
	('2026-11-22 01:24:33+00', 2, 7, 1006, 1779800, 1779800, 0, 0),
	('2026-11-22 01:24:33+00', 2, 8, 1006, 168559, 168559, 0, 0),
	('2026-11-22 01:24:33+00', 2, 9, 1006, 53592.71, 60939.38, 6300.93, 1045.74),
	('2026-11-22 01:24:33+00', 2, 10, 1006, 4928, 4928, 0, 0),
	('2026-11-22 01:24:33+00', 3, 11, 1007, 104796373.14, 105429436.68, 633063.54, 0),
	('2026-11-22 01:24:33+00', 3, 12, 1007, 27575275, 27575275, 0, 0),
	('2026-11-22 01:24:33+00', 3, 13, 1007, 1546070.72, 1546070.72, 0, 0),
	('2026-11-22 01:24:33+00', 3, 14, 1007, 7420.32, 8529.77, 955.75, 153.7),
	('2026-11-22 01:24:33+00', 4, 15, 1008, 739049089.05, 741674248.58, 2625159.53, 0),
	('2026-11-22 01:24:33+00', 4, 16, 1008, 64720360, 64720360, 0, 0),
	('2026-11-22 01:24:33+00', 4, 17, 1008, 28390236.45, 31833731.96, 2927515.28, 515980.23),
	('2026-11-22 01:24:33+00', 4, 18, 1008, 3273020, 3273020, 0, 0),
	('2026-11-22 01:24:33+00', 4, 19, 1008, 22181941.9, 22303289.9, 121348, 0),
	('2026-11-22 01:24:33+00', 4, 20, 1008, 6262200, 6262200, 0, 0),
	('2026-11-22 01:24:36+00', 1, 1, 1002, 100202928.17, 100610962.71, 408034.54, 0),
	('2026-11-22 01:24:36+00', 1, 2, 1002, 4996000, 4996000, 0, 0),
	('2026-11-22 01:24:36+00', 1, 3, 1002, 1104211.58, 1104211.58, 0, 0),
	('2026-11-22 01:24:36+00', 1, 4, 1002, 18784.31, 23022.59, 3611.76, 626.52),
	('2026-11-22 01:24:36+00', 1, 5, 1002, 5645, 5645, 0, 0),
	('2026-11-22 01:24:36+00', 2, 6, 1005, 11909806.46, 13441868.31, 1314137.54, 217924.31),
	('2026-11-22 01:24:36+00', 2, 7, 1005, 1779550, 1779550, 0, 0),
	('2026-11-22 01:24:36+00', 2, 8, 1005, 168551, 168551, 0, 0),
	('2026-11-22 01:24:36+00', 2, 9, 1005, 53592.71, 60942.78, 6304.33, 1045.74),
	('2026-11-22 01:24:36+00', 2, 10, 1005, 4927, 4927, 0, 0),
	('2026-11-22 01:24:36+00', 3, 11, 1005, 104796373.14, 105440477.49, 644104.35, 0),
	('2026-11-22 01:24:36+00', 3, 12, 1005, 27571275, 27571275, 0, 0),
	('2026-11-22 01:24:36+00', 3, 13, 1005, 1545988.72, 1545988.72, 0, 0);
INSERT INTO floatwatch.snapshot_2026_11 VALUES
	('2026-11-22 01:24:36+00', 3, 14, 1005, 7420.32, 8530.07, 956.05, 153.7),
	('2026-11-22 01:24:36+00', 4, 15, 1005, 739049089.05, 741702495.13, 2653406.08, 0),
	('2026-11-22 01:24:36+00', 4, 16, 1005, 64703860, 64703860, 0, 0),
	('2026-11-22 01:24:36+00', 4, 17, 1005, 28390236.45, 31835156.52, 2928939.84, 515980.23),
	('2026-11-22 01:24:36+00', 4, 18, 1005, 3272730, 3272730, 0, 0),
	('2026-11-22 01:24:36+00', 4, 19, 1005, 22181941.9, 22304645.6, 122703.7, 0),
	('2026-11-22 01:24:36+00', 4, 20, 1005, 6261800, 6261800, 0, 0),
	('2026-11-22 01:24:42+00', 1, 1, 1003, 100202928.17, 100622693.86, 419765.69, 0),
	('2026-11-22 01:24:42+00', 1, 2, 1003, 4993000, 4993000, 0, 0),
	('2026-11-22 01:24:42+00', 1, 3, 1003, 1104058.58, 1104058.58, 0, 0),
	('2026-11-22 01:24:42+00', 1, 4, 1003, 18784.31, 23026.88, 3616.05, 626.52),
	('2026-11-22 01:24:42+00', 1, 5, 1003, 5643, 5643, 0, 0),
	('2026-11-22 01:24:42+00', 2, 6, 1003, 11909806.46, 13442570.56, 1314839.79, 217924.31),
	('2026-11-22 01:24:42+00', 2, 7, 1003, 1779320, 1779320, 0, 0),
	('2026-11-22 01:24:42+00', 2, 8, 1003, 168546, 168546, 0, 0),
	('2026-11-22 01:24:42+00', 2, 9, 1003, 53592.71, 60949.26, 6310.81, 1045.74),
	('2026-11-22 01:24:42+00', 2, 10, 1003, 4926, 4926, 0, 0),
	('2026-11-22 01:24:42+00', 3, 11, 1004, 104796373.14, 105457937.13, 661563.99, 0),
	('2026-11-22 01:24:42+00', 3, 12, 1004, 27563275, 27563275, 0, 0),
	('2026-11-22 01:24:42+00', 3, 13, 1004, 1545682.72, 1545682.72, 0, 0),
	('2026-11-22 01:24:42+00', 3, 14, 1004, 7420.32, 8530.6, 956.58, 153.7),
	('2026-11-22 01:24:42+00', 4, 15, 1008, 739049089.05, 741735696.7, 2686607.65, 0),
	('2026-11-22 01:24:42+00', 4, 16, 1008, 64682360, 64682360, 0, 0),
	('2026-11-22 01:24:42+00', 4, 17, 1008, 28390236.45, 31837585.75, 2931369.07, 515980.23),
	('2026-11-22 01:24:42+00', 4, 18, 1008, 3272460, 3272460, 0, 0),
	('2026-11-22 01:24:42+00', 4, 19, 1008, 22181941.9, 22306620, 124678.1, 0),
	('2026-11-22 01:24:42+00', 4, 20, 1008, 6260600, 6260600, 0, 0),
	('2026-11-22 01:24:48+00', 1, 1, 1003, 100248443.19, 100640171.04, 391727.85, 0),
	('2026-11-22 01:24:48+00', 1, 2, 1003, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:24:48+00', 1, 3, 1003, 1103920.58, 1103920.58, 0, 0),
	('2026-11-22 01:24:48+00', 1, 4, 1003, 18791.72, 23031.25, 3613.01, 626.52),
	('2026-11-22 01:24:48+00', 1, 5, 1003, 5642, 5642, 0, 0),
	('2026-11-22 01:24:48+00', 2, 6, 1004, 11912000.18, 13443585.32, 1313660.83, 217924.31),
	('2026-11-22 01:24:48+00', 2, 7, 1004, 1779010, 1779010, 0, 0),
	('2026-11-22 01:24:48+00', 2, 8, 1004, 168540, 168540, 0, 0),
	('2026-11-22 01:24:48+00', 2, 9, 1004, 53609.68, 60958.29, 6302.87, 1045.74),
	('2026-11-22 01:24:48+00', 3, 11, 1004, 104879656.41, 105476639.4, 596982.99, 0),
	('2026-11-22 01:24:48+00', 3, 12, 1004, 27556275, 27556275, 0, 0),
	('2026-11-22 01:24:48+00', 3, 13, 1004, 1545359.72, 1545359.72, 0, 0),
	('2026-11-22 01:24:48+00', 3, 14, 1004, 7422.37, 8531.48, 955.41, 153.7),
	('2026-11-22 01:24:48+00', 4, 15, 1004, 739382127.37, 741786510.31, 2404382.94, 0),
	('2026-11-22 01:24:48+00', 4, 16, 1004, 64660860, 64660860, 0, 0),
	('2026-11-22 01:24:48+00', 4, 17, 1004, 28397543.48, 31840844.75, 2927321.04, 515980.23),
	('2026-11-22 01:24:48+00', 4, 18, 1004, 3272050, 3272050, 0, 0),
	('2026-11-22 01:24:48+00', 4, 19, 1004, 22211307.7, 22308753, 97445.3, 0),
	('2026-11-22 01:24:48+00', 4, 20, 1004, 6259200, 6259200, 0, 0),
	('2026-11-22 01:24:51+00', 1, 1, 1003, 100248443.19, 100648302.45, 399859.26, 0),
	('2026-11-22 01:24:51+00', 1, 2, 1003, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:24:51+00', 1, 3, 1003, 1103893.58, 1103893.58, 0, 0),
	('2026-11-22 01:24:51+00', 1, 4, 1003, 18791.72, 23033.16, 3614.92, 626.52),
	('2026-11-22 01:24:51+00', 1, 5, 1003, 5641, 5641, 0, 0),
	('2026-11-22 01:24:51+00', 2, 6, 1004, 11912000.18, 13444613.6, 1314689.11, 217924.31),
	('2026-11-22 01:24:51+00', 2, 7, 1004, 1778670, 1778670, 0, 0),
	('2026-11-22 01:24:51+00', 2, 8, 1004, 168535, 168535, 0, 0),
	('2026-11-22 01:24:51+00', 2, 9, 1004, 53609.68, 60963.01, 6307.59, 1045.74),
	('2026-11-22 01:24:51+00', 3, 11, 1005, 104879656.41, 105486749.76, 607093.35, 0),
	('2026-11-22 01:24:51+00', 3, 12, 1005, 27554275, 27554275, 0, 0),
	('2026-11-22 01:24:51+00', 3, 13, 1005, 1545163.72, 1545163.72, 0, 0),
	('2026-11-22 01:24:51+00', 3, 14, 1005, 7422.37, 8532.22, 956.15, 153.7),
	('2026-11-22 01:24:51+00', 4, 15, 1005, 739382127.37, 741825543.96, 2443416.59, 0),
	('2026-11-22 01:24:51+00', 4, 16, 1005, 64646360, 64646360, 0, 0),
	('2026-11-22 01:24:51+00', 4, 17, 1005, 28397543.48, 31843027.16, 2929503.45, 515980.23),
	('2026-11-22 01:24:51+00', 4, 18, 1005, 3271540, 3271540, 0, 0),
	('2026-11-22 01:24:51+00', 4, 19, 1005, 22211307.7, 22310266.1, 98958.4, 0),
	('2026-11-22 01:24:51+00', 4, 20, 1005, 6258200, 6258200, 0, 0),
	('2026-11-22 01:24:54+00', 1, 1, 1111, 100248443.19, 100656303.06, 407859.87, 0),
	('2026-11-22 01:24:54+00', 1, 2, 1111, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:24:54+00', 1, 3, 1111, 1103868.58, 1103868.58, 0, 0),
	('2026-11-22 01:24:54+00', 1, 4, 1111, 18791.72, 23035.19, 3616.95, 626.52),
	('2026-11-22 01:24:54+00', 1, 5, 1111, 5641, 5641, 0, 0),
	('2026-11-22 01:24:54+00', 2, 6, 1112, 11912000.18, 13445604.21, 1315679.72, 217924.31),
	('2026-11-22 01:24:54+00', 2, 7, 1112, 1778360, 1778360, 0, 0),
	('2026-11-22 01:24:54+00', 2, 8, 1112, 168530, 168530, 0, 0),
	('2026-11-22 01:24:54+00', 2, 9, 1112, 53609.68, 60967.51, 6312.09, 1045.74),
	('2026-11-22 01:24:54+00', 3, 11, 1112, 104879656.41, 105497175.31, 617518.9, 0),
	('2026-11-22 01:24:54+00', 3, 12, 1112, 27552775, 27552775, 0, 0),
	('2026-11-22 01:24:54+00', 3, 13, 1112, 1544969.72, 1544969.72, 0, 0),
	('2026-11-22 01:24:54+00', 3, 14, 1112, 7422.37, 8532.96, 956.89, 153.7),
	('2026-11-22 01:24:54+00', 4, 15, 1112, 739382127.37, 741867337.99, 2485210.62, 0),
	('2026-11-22 01:24:54+00', 4, 16, 1112, 64630860, 64630860, 0, 0),
	('2026-11-22 01:24:54+00', 4, 17, 1112, 28397543.48, 31845372.12, 2931848.41, 515980.23),
	('2026-11-22 01:24:54+00', 4, 18, 1112, 3271010, 3271010, 0, 0),
	('2026-11-22 01:24:54+00', 4, 19, 1112, 22211307.7, 22311674.3, 100366.6, 0),
	('2026-11-22 01:24:54+00', 4, 20, 1112, 6257200, 6257200, 0, 0),
	('2026-11-22 01:24:57+00', 1, 1, 1002, 100248443.19, 100664936.95, 416493.76, 0),
	('2026-11-22 01:24:57+00', 1, 2, 1002, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:24:57+00', 1, 3, 1002, 1103842.58, 1103842.58, 0, 0),
	('2026-11-22 01:24:57+00', 1, 4, 1002, 18791.72, 23037.16, 3618.92, 626.52),
	('2026-11-22 01:24:57+00', 1, 5, 1002, 5640, 5640, 0, 0),
	('2026-11-22 01:24:57+00', 2, 6, 1002, 11912000.18, 13446568.67, 1316644.18, 217924.31),
	('2026-11-22 01:24:57+00', 2, 7, 1002, 1778040, 1778040, 0, 0),
	('2026-11-22 01:24:57+00', 2, 8, 1002, 168526, 168526, 0, 0),
	('2026-11-22 01:24:57+00', 2, 9, 1002, 53609.68, 60971.99, 6316.57, 1045.74),
	('2026-11-22 01:24:57+00', 3, 11, 1003, 104879656.41, 105507351.63, 627695.22, 0),
	('2026-11-22 01:24:57+00', 3, 12, 1003, 27550775, 27550775, 0, 0),
	('2026-11-22 01:24:57+00', 3, 13, 1003, 1544777.72, 1544777.72, 0, 0),
	('2026-11-22 01:24:57+00', 3, 14, 1003, 7422.37, 8533.72, 957.65, 153.7),
	('2026-11-22 01:24:57+00', 4, 15, 1003, 739382127.37, 741905086.52, 2522959.15, 0),
	('2026-11-22 01:24:57+00', 4, 16, 1003, 64617360, 64617360, 0, 0),
	('2026-11-22 01:24:57+00', 4, 17, 1003, 28397543.48, 31847425.19, 2933901.48, 515980.23),
	('2026-11-22 01:24:57+00', 4, 18, 1003, 3270480, 3270480, 0, 0),
	('2026-11-22 01:24:57+00', 4, 19, 1003, 22211307.7, 22313119.6, 101811.9, 0),
	('2026-11-22 01:24:57+00', 4, 20, 1003, 6256100, 6256100, 0, 0),
	('2026-11-22 01:25:00+00', 1, 1, 1009, 100248443.19, 100673024.14, 424580.95, 0),
	('2026-11-22 01:25:00+00', 1, 2, 1009, 99000000.00, 99000000, 0, 0),
	('2026-11-22 01:25:00+00', 1, 3, 1009, 1103796.58, 1103796.58, 0, 0),
	('2026-11-22 01:25:00+00', 1, 4, 1009, 18791.72, 23039.11, 3620.87, 626.52),
	('2026-11-22 01:25:00+00', 1, 5, 1009, 5639, 5639, 0, 0),
	('2026-11-22 01:25:00+00', 2, 6, 1010, 11912000.18, 13447301.44, 1317376.95, 217924.31),
	('2026-11-22 01:25:00+00', 2, 7, 1010, 1777740, 1777740, 0, 0),
	('2026-11-22 01:25:00+00', 2, 8, 1010, 168521, 168521, 0, 0),
	('2026-11-22 01:25:00+00', 2, 9, 1010, 53609.68, 60976.27, 6320.85, 1045.74),
	('2026-11-22 01:25:00+00', 3, 11, 1011, 104879656.41, 105517615.6, 637959.19, 0),
	('2026-11-22 01:25:00+00', 3, 12, 1011, 27548275, 27548275, 0, 0),
	('2026-11-22 01:25:00+00', 3, 13, 1011, 1544599.72, 1544599.72, 0, 0),
	('2026-11-22 01:25:00+00', 3, 14, 1011, 7422.37, 8534.32, 958.25, 153.7),
	('2026-11-22 01:25:00+00', 4, 15, 1012, 739382127.37, 741957583.75, 2575456.38, 0),
	('2026-11-22 01:25:00+00', 4, 16, 1012, 64605860, 64605860, 0, 0),
	('2026-11-22 01:25:00+00', 4, 17, 1012, 28397543.48, 31849376.34, 2935852.63, 515980.23),
	('2026-11-22 01:25:00+00', 4, 18, 1012, 3270060, 3270060, 0, 0),
	('2026-11-22 01:25:00+00', 4, 19, 1012, 22211307.7, 22314597.3, 103289.6, 0),
	('2026-11-22 01:25:00+00', 4, 20, 1012, 6255400, 6255400, 0, 0),
	('2026-11-21 22:24:00+00', 5, 21, 350, 3.30, 3.30, 0, 0.00),
	('2026-11-22 01:22:00+00', 5, 21, 350, 0.00, 0.00, 0, 0.00),
	('2026-11-22 01:22:00+00', 5, 25, 350, 7, 7, 0, 0.00),
	('2026-11-22 01:24:00+00', 5, 21, 350, 12345678901234567890.123456789012345678, 12345678901234567890.123456789012345678, -0.10, NULL),
	('2026-11-22 01:24:00+00', 5, 22, 350, NULL, NULL, 0, 0.00),
	('2026-11-22 01:24:00+00', 5, 23, 350, 1250000.50, 1250000.50, 0, 0.00);


--
-- Data for Name: snapshot_2026_12; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: snapshot_2027_01; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: snapshot_2027_02; Type: TABLE DATA; Schema: floatwatch; Owner: -
--



--
-- Data for Name: snapshot_conflict; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.snapshot_conflict VALUES
	('2026-11-22 01:24:00+00', '2026-11-22 01:24:00.1+00', '2026-11-22 01:24:00.999+00', '2026-11-22 01:25:03.185127+00', 5, 'balances', 'b', 'conflict', 'ok', '[{"actual": "12345678901234567890.12", "reserve": "0.00", "currency": "UGX", "available": "12345678901234567890.12", "uncleared": "0", "walletType": "MERCHANT_PAYOUT"}]'),
	('2026-11-22 01:25:00+00', '2026-11-22 01:25:00.1+00', '2026-11-22 01:25:00.35+00', '2026-11-22 01:25:03.201741+00', 5, 'balances', 'a', 'fenced', 'ok', '[{"actual": "1250000.50", "reserve": "0.00", "currency": "UGX", "available": "1250000.50", "uncleared": "0", "walletType": "MERCHANT_PAYOUT"}]'),
	('2026-11-22 01:19:00+00', '2026-11-22 01:19:00.1+00', '2026-11-22 01:24:00+00', '2026-11-22 01:25:03.255456+00', 5, 'options', 'a', 'conflict', 'ok', '[{"max": "5000000", "min": "500", "active": true, "currency": "UGX", "maxDaily": "20000000", "prefixes": ["77", "78"], "exposable": true, "methodName": "Mobile Money", "providerCode": "MANGO_UG", "providerName": "Mango", "transactionType": "PAYOUT", "transactionMethod": "MOBILE_MONEY"}]');


--
-- Data for Name: wallet; Type: TABLE DATA; Schema: floatwatch; Owner: -
--

INSERT INTO floatwatch.wallet VALUES
	(1, 1, 'UGX', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(1, 2, 'UGX', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(1, 3, 'UGX', 'SERVICE_PAYMENTS', true, '2026-11-22 00:00:00+00'),
	(1, 4, 'USD', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(1, 5, 'USD', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(2, 6, 'KES', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(2, 7, 'KES', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(2, 8, 'KES', 'SERVICE_PAYMENTS', true, '2026-11-22 00:00:00+00'),
	(2, 9, 'USD', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(2, 10, 'USD', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(4, 15, 'UGX', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(4, 16, 'UGX', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(4, 17, 'KES', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(4, 18, 'KES', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(4, 19, 'RWF', 'MERCHANT_COLLECTION', true, '2026-11-22 00:00:00+00'),
	(4, 20, 'RWF', 'MERCHANT_PAYOUT', true, '2026-11-22 00:00:00+00'),
	(3, 11, 'TZS', 'MERCHANT_COLLECTION', true, '2026-11-22 00:15:00+00'),
	(3, 12, 'TZS', 'MERCHANT_PAYOUT', true, '2026-11-22 00:15:00+00'),
	(3, 13, 'TZS', 'SERVICE_PAYMENTS', true, '2026-11-22 00:15:00+00'),
	(3, 14, 'USD', 'MERCHANT_COLLECTION', true, '2026-11-22 00:15:00+00'),
	(5, 21, 'UGX', 'MERCHANT_PAYOUT', true, '-infinity'),
	(5, 22, 'KES', 'MERCHANT_PAYOUT', true, '-infinity'),
	(5, 23, 'Zé', 'MERCHANT_PAYOUT', false, '-infinity'),
	(5, 25, 'TZS', 'MERCHANT_PAYOUT', true, '-infinity');


--
-- Name: account_id_seq; Type: SEQUENCE SET; Schema: floatwatch; Owner: -
--

SELECT pg_catalog.setval('floatwatch.account_id_seq', 5, true);


--
-- Name: migration_id_seq; Type: SEQUENCE SET; Schema: floatwatch; Owner: -
--

SELECT pg_catalog.setval('floatwatch.migration_id_seq', 6, true);


--
-- Name: payment_option_id_seq; Type: SEQUENCE SET; Schema: floatwatch; Owner: -
--

SELECT pg_catalog.setval('floatwatch.payment_option_id_seq', 40, true);


--
-- Name: wallet_id_seq; Type: SEQUENCE SET; Schema: floatwatch; Owner: -
--

SELECT pg_catalog.setval('floatwatch.wallet_id_seq', 26, true);


--
-- Name: account account_name_key; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.account
    ADD CONSTRAINT account_name_key UNIQUE (name);


--
-- Name: account account_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);


--
-- Name: alert_episode alert_episode_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.alert_episode
    ADD CONSTRAINT alert_episode_pkey PRIMARY KEY (account_id, alert, firing_at);


--
-- Name: alert_state alert_state_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.alert_state
    ADD CONSTRAINT alert_state_pkey PRIMARY KEY (account_id, alert);


--
-- Name: balance_daily balance_daily_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.balance_daily
    ADD CONSTRAINT balance_daily_pkey PRIMARY KEY (account_id, wallet_id, day);


--
-- Name: balance_hourly balance_hourly_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.balance_hourly
    ADD CONSTRAINT balance_hourly_pkey PRIMARY KEY (account_id, wallet_id, hour);


--
-- Name: chore chore_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.chore
    ADD CONSTRAINT chore_pkey PRIMARY KEY (name);


--
-- Name: migration_digest migration_digest_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.migration_digest
    ADD CONSTRAINT migration_digest_pkey PRIMARY KEY (name);


--
-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (id);


--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (receiver, key);


--
-- Name: payment_option payment_option_account_id_currency_transaction_type_transac_key; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.payment_option
    ADD CONSTRAINT payment_option_account_id_currency_transaction_type_transac_key UNIQUE (account_id, currency, transaction_type, transaction_method, provider_code);


--
-- Name: payment_option_change payment_option_change_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.payment_option_change
    ADD CONSTRAINT payment_option_change_pkey PRIMARY KEY (account_id, option_id, slot, field);


--
-- Name: payment_option payment_option_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.payment_option
    ADD CONSTRAINT payment_option_pkey PRIMARY KEY (account_id, option_id);


--
-- Name: payment_option_seen payment_option_seen_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.payment_option_seen
    ADD CONSTRAINT payment_option_seen_pkey PRIMARY KEY (account_id);


--
-- Name: poll poll_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll
    ADD CONSTRAINT poll_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: poll_2026_10 poll_2026_10_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll_2026_10
    ADD CONSTRAINT poll_2026_10_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: poll_2026_11 poll_2026_11_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll_2026_11
    ADD CONSTRAINT poll_2026_11_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: poll_2026_12 poll_2026_12_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll_2026_12
    ADD CONSTRAINT poll_2026_12_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: poll_2027_01 poll_2027_01_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll_2027_01
    ADD CONSTRAINT poll_2027_01_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: poll_2027_02 poll_2027_02_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.poll_2027_02
    ADD CONSTRAINT poll_2027_02_pkey PRIMARY KEY (account_id, slot, operation);


--
-- Name: rollup_late rollup_late_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.rollup_late
    ADD CONSTRAINT rollup_late_pkey PRIMARY KEY (account_id, hour, mark);


--
-- Name: snapshot snapshot_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_2026_10 snapshot_2026_10_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_2026_10
    ADD CONSTRAINT snapshot_2026_10_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_2026_11 snapshot_2026_11_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_2026_11
    ADD CONSTRAINT snapshot_2026_11_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_2026_12 snapshot_2026_12_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_2026_12
    ADD CONSTRAINT snapshot_2026_12_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_2027_01 snapshot_2027_01_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_2027_01
    ADD CONSTRAINT snapshot_2027_01_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_2027_02 snapshot_2027_02_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_2027_02
    ADD CONSTRAINT snapshot_2027_02_pkey PRIMARY KEY (account_id, wallet_id, slot) WITH (fillfactor='100');


--
-- Name: snapshot_conflict snapshot_conflict_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.snapshot_conflict
    ADD CONSTRAINT snapshot_conflict_pkey PRIMARY KEY (account_id, slot, operation, started_at, replica);


--
-- Name: wallet wallet_account_id_currency_wallet_type_key; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.wallet
    ADD CONSTRAINT wallet_account_id_currency_wallet_type_key UNIQUE (account_id, currency, wallet_type);


--
-- Name: wallet wallet_pkey; Type: CONSTRAINT; Schema: floatwatch; Owner: -
--

ALTER TABLE ONLY floatwatch.wallet
    ADD CONSTRAINT wallet_pkey PRIMARY KEY (account_id, wallet_id);


--
-- Name: outbox_waiting; Type: INDEX; Schema: floatwatch; Owner: -
--

CREATE INDEX outbox_waiting ON floatwatch.outbox USING btree (receiver, alert, created_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL));


--
-- Name: poll_2026_10_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.poll_pkey ATTACH PARTITION floatwatch.poll_2026_10_pkey;


--
-- Name: poll_2026_11_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.poll_pkey ATTACH PARTITION floatwatch.poll_2026_11_pkey;


--
-- Name: poll_2026_12_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.poll_pkey ATTACH PARTITION floatwatch.poll_2026_12_pkey;


--
-- Name: poll_2027_01_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.poll_pkey ATTACH PARTITION floatwatch.poll_2027_01_pkey;


--
-- Name: poll_2027_02_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.poll_pkey ATTACH PARTITION floatwatch.poll_2027_02_pkey;


--
-- Name: snapshot_2026_10_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.snapshot_pkey ATTACH PARTITION floatwatch.snapshot_2026_10_pkey;


--
-- Name: snapshot_2026_11_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.snapshot_pkey ATTACH PARTITION floatwatch.snapshot_2026_11_pkey;


--
-- Name: snapshot_2026_12_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.snapshot_pkey ATTACH PARTITION floatwatch.snapshot_2026_12_pkey;


--
-- Name: snapshot_2027_01_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.snapshot_pkey ATTACH PARTITION floatwatch.snapshot_2027_01_pkey;


--
-- Name: snapshot_2027_02_pkey; Type: INDEX ATTACH; Schema: floatwatch; Owner: -
--

ALTER INDEX floatwatch.snapshot_pkey ATTACH PARTITION floatwatch.snapshot_2027_02_pkey;


--
-- Name: snapshot_2026_10_wallets; Type: STATISTICS; Schema: floatwatch; Owner: -
--

CREATE STATISTICS floatwatch.snapshot_2026_10_wallets (dependencies) ON account_id, wallet_id FROM floatwatch.snapshot_2026_10;


--
-- Name: snapshot_2026_11_wallets; Type: STATISTICS; Schema: floatwatch; Owner: -
--

CREATE STATISTICS floatwatch.snapshot_2026_11_wallets (dependencies) ON account_id, wallet_id FROM floatwatch.snapshot_2026_11;


--
-- Name: snapshot_2026_12_wallets; Type: STATISTICS; Schema: floatwatch; Owner: -
--

CREATE STATISTICS floatwatch.snapshot_2026_12_wallets (dependencies) ON account_id, wallet_id FROM floatwatch.snapshot_2026_12;


--
-- Name: snapshot_2027_01_wallets; Type: STATISTICS; Schema: floatwatch; Owner: -
--

CREATE STATISTICS floatwatch.snapshot_2027_01_wallets (dependencies) ON account_id, wallet_id FROM floatwatch.snapshot_2027_01;


--
-- Name: snapshot_2027_02_wallets; Type: STATISTICS; Schema: floatwatch; Owner: -
--

CREATE STATISTICS floatwatch.snapshot_2027_02_wallets (dependencies) ON account_id, wallet_id FROM floatwatch.snapshot_2027_02;


--
-- Name: SCHEMA floatwatch; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA floatwatch TO floatwatch_reader;


--
-- Name: FUNCTION balances_at(at timestamp with time zone); Type: ACL; Schema: floatwatch; Owner: -
--

REVOKE ALL ON FUNCTION floatwatch.balances_at(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION floatwatch.balances_at(at timestamp with time zone) TO floatwatch_reader;


--
-- Name: FUNCTION drop_partitions(series text, before timestamp with time zone); Type: ACL; Schema: floatwatch; Owner: -
--

REVOKE ALL ON FUNCTION floatwatch.drop_partitions(series text, before timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION make_partitions(since timestamp with time zone, until timestamp with time zone); Type: ACL; Schema: floatwatch; Owner: -
--

REVOKE ALL ON FUNCTION floatwatch.make_partitions(since timestamp with time zone, until timestamp with time zone) FROM PUBLIC;


--
-- Name: TABLE alerts; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.alerts TO floatwatch_reader;


--
-- Name: TABLE balances; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.balances TO floatwatch_reader;


--
-- Name: TABLE balances_daily; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.balances_daily TO floatwatch_reader;


--
-- Name: TABLE balances_hourly; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.balances_hourly TO floatwatch_reader;


--
-- Name: TABLE balances_latest; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.balances_latest TO floatwatch_reader;


--
-- Name: TABLE gaps; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.gaps TO floatwatch_reader;


--
-- Name: TABLE payment_option_changes; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.payment_option_changes TO floatwatch_reader;


--
-- Name: TABLE payment_options; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.payment_options TO floatwatch_reader;


--
-- Name: TABLE polls; Type: ACL; Schema: floatwatch; Owner: -
--

GRANT SELECT ON TABLE floatwatch.polls TO floatwatch_reader;


--
-- PostgreSQL database dump complete
--


