// PagerDuty, a chat of Telegram, or a channel of Slack: one of the receivers of a simulated world may be this instead of a
// webhook.
import type { Clockwork, Process } from './clockwork.ts';

export const PAGERDUTY_URL = 'https://pagerduty.example';
export const TELEGRAM_URL = 'https://telegram.example';
export const SLACK_URL = 'https://slack.example/services/T/B/key';

/** What the desk shows of an alert, or of several alerts of one rule. */
export interface Shown {
  readonly rule: string;
  /** The account or the wallet; something else for several alerts. */
  readonly subject: string;
  readonly firing: boolean;
  /** What it says of the rule's severity and label. */
  readonly severity: string | undefined;
  readonly team: string | undefined;
  /** The process that made it, and when. */
  readonly by: Process;
  readonly at: number;
  /** When it was last made or changed. */
  readonly toldAt: number;
}

export interface Desk {
  /** Open incidents, by their keys. */
  readonly incidents: ReadonlyMap<string, Shown>;
  /** Messages as they stand, by their numbers. */
  readonly messages: ReadonlyMap<number, Shown>;
  /** The answer; `undefined`: the request is for another receiver. */
  take(url: URL, body: string, by: Process): string | undefined;
}

interface PostedEvent {
  readonly event_action: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly payload: {
    readonly class: string;
    readonly source: string;
    readonly custom_details: { readonly Severity?: string; readonly team?: string };
  };
}

interface PostedText {
  readonly text: string;
  /** The number of the message that it changes. */
  readonly message_id?: number;
}

/** The blocks of a message: its header, and others that have fields, or none. */
interface PostedBlocks {
  readonly blocks: readonly {
    readonly type: string;
    readonly text?: { readonly text: string };
    readonly fields?: readonly { readonly text: string }[];
  }[];
}

/** In lines, as Telegram is told. */
const textOf = ({ blocks }: PostedBlocks): string =>
  blocks
    .flatMap(({ type, text, fields = [] }) => [
      ...(type === 'header' && text ? [text.text] : []),
      ...fields.map((field) => field.text),
    ])
    .join('\n');

export function createDesk(clockwork: Clockwork): Desk {
  const incidents = new Map<string, Shown>();
  const messages = new Map<number, Shown>();

  return {
    incidents,
    messages,
    take(url, body, by) {
      if (url.href.startsWith(PAGERDUTY_URL)) takeEvent(JSON.parse(body) as PostedEvent, by);
      else if (url.href.startsWith(TELEGRAM_URL)) return takeText(JSON.parse(body) as PostedText, by);
      else if (url.href.startsWith(SLACK_URL))
        takeText({ text: textOf(JSON.parse(body) as PostedBlocks) }, by);
      else return undefined;
      return '';
    },
  };

  function takeEvent({ event_action: action, dedup_key: key, payload }: PostedEvent, by: Process): void {
    if (action === 'resolve') incidents.delete(key);
    else {
      const { class: rule, source: subject, custom_details } = payload;
      const { Severity: severity, team } = custom_details;
      const at = clockwork.now();
      incidents.set(key, { rule, subject, severity, team, firing: true, by, at, toldAt: at });
    }
  }

  function takeText({ text, message_id }: PostedText, by: Process): string {
    const [, state, rule, subject = ''] = /(FIRING|RESOLVED) (\w+)(?:: ([^<\n]+))?/.exec(text) ?? [];
    if (rule === undefined) throw new Error(`it says nothing of an alert: ${text}`);
    const number = message_id ?? messages.size + 1;
    const toldAt = clockwork.now();
    const made = messages.get(number) ?? { by, at: toldAt };
    messages.set(number, {
      ...{ rule, subject, firing: state === 'FIRING', by: made.by, at: made.at, toldAt },
      severity: /^Severity: (\w+)$/m.exec(text)?.[1],
      team: /^team: (\w+)$/m.exec(text)?.[1],
    });
    return JSON.stringify({ ok: true, result: { message_id: number } });
  }
}
