// The settings of all receivers of alerts. Each kind of receiver describes its own settings in its folder. Only the section
// of an Alertmanager stands here, because it is more than a flat list of settings.
import { z } from 'zod';
import type { ReceiverKind } from '../../receivers/delivery/receiver.ts';
import type { ReceiverSetting, SettingsShape } from '../../receivers/delivery/settings.ts';
import { RECEIVER_KINDS, type ReceiverKindName } from '../../receivers/registry.ts';
import type { Path } from '../problem.ts';
import { flawOfSecretUrl, httpUrl, mailHost } from './address.ts';
import { weekHours } from './calendar-settings.ts';
import { accessSettings } from './schema-access.ts';
import { secretText, secretUrl } from './secret-settings.ts';
import {
  choice,
  filePath,
  flag,
  jsonTree,
  label,
  optional,
  section,
  text,
  timezone,
  whole,
} from './settings.ts';

/** A kind of receiver that describes its settings, and where its list of receivers stands in the file. */
export interface ReceiverSection {
  readonly kind: ReceiverKindName;
  readonly path: Path;
  readonly shape: SettingsShape;
}

/** All such kinds. Webhooks have a place of their own, because they are older than the others. */
export const RECEIVER_SECTIONS: readonly ReceiverSection[] = Object.entries(RECEIVER_KINDS).flatMap(
  ([name, { settings }]) => {
    const path = name === 'webhook' ? ['alerts', 'webhooks'] : ['alerts', 'receivers', name];
    return settings === null ? [] : [{ kind: name as ReceiverKindName, path, shape: settings }];
  },
);

/** Reads each kind of setting. */
const KINDS = {
  secret: () => optional(secretText()),
  secret_url: () => optional(secretUrl(flawOfSecretUrl)),
  flag: (setting) => flag().prefault(setting.default),
  url: (setting) => httpUrl(setting.default).prefault(setting.default),
  text: ({ required, default: fallback, ...like }) =>
    fallback !== undefined
      ? textLike(like).prefault(fallback)
      : required
        ? textLike(like)
        : optional(textLike(like)),
  choice: (setting) => choice(...setting.of).prefault(setting.default),
  texts: ({ required, ...like }) =>
    required
      ? z.array(textLike(like), 'is required: a list').min(1, 'is empty')
      : z.array(textLike(like)).prefault([]),
  host: () => mailHost(),
  port: (setting) => whole(1, 65_535).prefault(setting.default),
  whole: (setting) => whole(setting.least, setting.most).prefault(setting.default),
  json: ({ required, names }) => (required ? jsonTree(names) : optional(jsonTree(names))),
} satisfies {
  [K in ReceiverSetting['takes']]: (setting: Extract<ReceiverSetting, { takes: K }>) => z.ZodType;
};

function textLike({ pattern, expected }: { readonly pattern?: RegExp; readonly expected?: string }) {
  return text(expected, (value) => (pattern?.test(value) === false ? undefined : value));
}

/** Whether a setting may also stand in its own file, as `NAME_file`. */
export const isSecret = ({ takes }: ReceiverSetting): boolean => takes === 'secret' || takes === 'secret_url';

/** The settings that all receivers have, made only once because there are many kinds. */
const common = {
  name: label().describe('Its name: the label "receiver" in metrics, and in floatwatch alerts test NAME.'),
  quietHours: optional(
    section({
      hours: weekHours().describe('The hours, each within a day; 22:00-24:00 and 00:00-06:00 make a night.'),
      timezone: timezone().prefault('UTC').describe('IANA name of the zone of these hours.'),
    }),
  ).describe(
    'When it is told of nothing but what is critical. The rest waits: at the end it is told what still fires.',
  ),
};

function receiverSection(shape: SettingsShape, only: readonly string[] = []) {
  const settings = Object.entries(shape).flatMap(([name, setting]): [string, z.ZodType][] => {
    const read = KINDS[setting.takes] as (setting: ReceiverSetting) => z.ZodType;
    const it = setting.takes === 'secret_url' ? 'the address' : 'it';
    const file = optional(filePath()).describe(`A file that holds ${it}, instead of ${name}.`);
    return [
      [name, read(setting).describe(setting.about)],
      ...(isSecret(setting) ? [[`${name}_file`, file] satisfies [string, z.ZodType]] : []),
    ];
  });
  return section({
    name: common.name,
    only: z
      .array(label())
      .prefault([...only])
      .describe(
        only.length === 0
          ? 'Severities of the alerts that it is told of, such as critical; absent: all.'
          : 'Severities of the alerts that it is told of; an empty list: all.',
      ),
    quiet_hours: common.quietHours,
    ...Object.fromEntries(settings),
  });
}

const alertmanager = section({
  url: httpUrl('http://127.0.0.1:9093').describe('Address of the Alertmanager, without /api/v2/alerts.'),
  ...accessSettings,
});

/** An Alertmanager that is given only by its address. */
const plainAlertmanager = (url: string): z.output<typeof alertmanager> => ({
  url,
  basic_auth: null,
  bearer_token: null,
  bearer_token_file: null,
  tls: null,
});

/** The settings in `alerts` that name the receivers. */
export const receiverSettings = {
  alertmanagers: z
    .array(z.union([httpUrl('http://127.0.0.1:9093').transform(plainAlertmanager), alertmanager]))
    .prefault([])
    .describe(RECEIVER_KINDS.alertmanager.about),
  webhooks: listOf('webhook'),
  ...otherReceivers(),
};

/** The section of the other receivers, by kind; absent while there are none. */
function otherReceivers(): { readonly receivers?: z.ZodType } {
  const kinds = RECEIVER_SECTIONS.filter(({ path }) => path[1] === 'receivers').map(({ kind }) => kind);
  if (kinds.length === 0) return {};
  const lists = Object.fromEntries(kinds.map((kind) => [kind, listOf(kind)]));
  return { receivers: section(lists).prefault({}).describe('Others who are told, by their kind.') };
}

function listOf(kind: ReceiverKindName) {
  const { settings, about, only } = RECEIVER_KINDS[kind] as ReceiverKind<never>;
  return z
    .array(receiverSection(settings ?? {}, only))
    .prefault([])
    .describe(about);
}
