// `GET /api/v1/alerts`: what is pending or firing now, and the last hundred episodes.
import type { FastifyInstance } from 'fastify';
import type { Alert } from '../../domain/alert.ts';
import { lastingEpisodes, pastEpisodes } from '../episodes.ts';
import { withTimeout } from '../http/with-timeout.ts';
import type { Episode, PageSources } from '../sources.ts';
import { isoTime, jsonList, sendJsonText } from './json.ts';
import { get, list, orNull, text, time, walletName } from './schema.ts';

const MAX_EPISODES = 100;

export function registerAlerts(app: FastifyInstance, { alerts, episodes }: PageSources): void {
  app.get('/api/v1/alerts', async (_request, reply) => {
    const now = alerts();
    const lasting = now.filter(({ phase }) => phase !== 'inactive');
    const told = `{"alerts":${await jsonList(lasting, describeAlert)}`;
    if (!episodes) return sendJsonText(reply, `${told}}`);
    // Without the database there are no episodes; the answer still has the alerts that fire now.
    const question = { without: lastingEpisodes(now), most: MAX_EPISODES };
    const known = await withTimeout((signal) => episodes({ ...question, signal }));
    const past = known && pastEpisodes(known, now).map(describeEpisode);
    return sendJsonText(reply, `${told},"episodes":${JSON.stringify(past)}}`);
  });
}

function describeAlert({ pendingAt, firingAt, ...alert }: Alert): object {
  const { rule, severity, account, currency, walletType, labels, annotations } = alert;
  const { phase, held, value, threshold } = alert;
  return {
    ...{ rule, severity, account, currency, wallet_type: walletType, labels, annotations },
    ...{ phase, held, value, threshold },
    ...{ pending_at: isoTime(pendingAt), firing_at: isoTime(phase === 'firing' ? firingAt : null) },
  };
}

function describeEpisode(episode: Episode): object {
  const { rule, severity, account, currency, walletType, labels, value, threshold } = episode;
  return {
    ...{ rule, severity, account, currency, wallet_type: walletType, labels, value, threshold },
    ...{
      pending_at: isoTime(episode.pendingAt),
      firing_at: isoTime(episode.firingAt),
      resolved_at: isoTime(episode.resolvedAt),
    },
  };
}

/** Not every condition is about an amount. */
const judged = {
  type: ['string', 'null'],
  description:
    'Exact decimal text, or what else the condition is about, such as 1h30m or 40%; null where there is none.',
};

const labels = {
  type: 'object',
  additionalProperties: text,
  description: 'All that the alert bears, those of its rule and of a payment option too.',
};

const annotations = { type: 'object', additionalProperties: text };

const held = {
  type: 'boolean',
  description: 'It can not be judged now, and stays as it was: its value is the last known one.',
};

export function describeAlerts({ hasEpisodes }: { readonly hasEpisodes: boolean }): object {
  const figures = { value: judged, threshold: judged };
  const about = { rule: text, severity: text, ...walletName, labels, ...figures };
  const episode = { ...about, pending_at: time, firing_at: time, resolved_at: time };
  return get(`Alerts that are pending or firing, and the last ${MAX_EPISODES} episodes that are over.`, {
    alerts: list({
      ...{ ...about, annotations, phase: { enum: ['pending', 'firing'] }, held },
      ...{ pending_at: time, firing_at: time },
    }),
    ...(hasEpisodes && { episodes: orNull(list(episode)) }),
  });
}
