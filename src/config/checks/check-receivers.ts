// Checks receivers whose settings depend on each other, and Alertmanagers. Called by checks.ts.
import type { Path } from '../problem.ts';
import { weekHours } from '../schema/calendar-settings.ts';
import { RECEIVER_SECTIONS } from '../schema/schema-receivers.ts';
import { entries, type Findings, list, valueAt } from '../valid.ts';

export function checkReceivers(root: unknown, findings: Findings): void {
  const { problem } = findings;
  checkAlertmanagers(list(valueAt(root, ['alerts', 'alertmanagers'])), findings);
  for (const { kind, path } of RECEIVER_SECTIONS) {
    list(valueAt(root, path)).forEach((raw, i) => {
      const place = [...path, i];
      const receiver = entries(raw);
      checkQuietHours(receiver, place, problem);
      if (kind === 'email') checkLogin(receiver, place, problem);
      if (kind === 'http') checkToken(receiver, place, problem);
    });
  }
}

/** Checks that there are other hours, too: what waits for the end of quiet hours would be told never. */
function checkQuietHours(
  receiver: Readonly<Record<string, unknown>>,
  path: Path,
  problem: Findings['problem'],
): void {
  const hours = weekHours().safeParse(entries(receiver['quiet_hours'])['hours']).data;
  const isWhole = (weekday: number) =>
    hours?.some((span) => span.weekdays[weekday] && span.from === 0 && span.until === 24 * 60);
  if (hours && [0, 1, 2, 3, 4, 5, 6].every(isWhole))
    problem(
      [...path, 'quiet_hours', 'hours'],
      'are all hours of the week: say only: [critical] in place of them',
    );
}

function checkLogin(
  { username, password, password_file }: Readonly<Record<string, unknown>>,
  path: Path,
  problem: Findings['problem'],
): void {
  const secret = password ?? password_file;
  if (username !== undefined && secret === undefined)
    problem([...path, 'username'], 'needs password or password_file beside it');
  if (username === undefined && secret !== undefined)
    problem(path, 'has a password and no username: without one nobody logs in');
}

/** Checks that a body which names the token gets one: it would be sent without. */
function checkToken(
  { token, token_file, ...bodies }: Readonly<Record<string, unknown>>,
  path: Path,
  problem: Findings['problem'],
): void {
  if ((token ?? token_file) !== undefined) return;
  for (const name of ['body', 'update_body', 'resolve_body']) {
    if (/\{\{\s*token\s*\}\}/.test(JSON.stringify(bodies[name] ?? null)))
      problem([...path, name], 'names {{token}}, and there is neither token nor token_file');
  }
}

/**
 * Checks that each address is that of an Alertmanager itself, and that none occurs twice, with or without a slash at the
 * end: it would be told everything twice.
 */
function checkAlertmanagers(raw: readonly unknown[], findings: Findings): void {
  const seen = new Set<unknown>();
  raw.forEach((item, i) => {
    const { url: said = item } = entries(item);
    const url =
      typeof said === 'string' && URL.canParse(said) ? new URL(said).href.replace(/\/+$/, '') : said;
    if (typeof url === 'string' && seen.has(url)) {
      findings.problem(['alerts', 'alertmanagers', i], 'is here twice: keep one');
    }
    seen.add(url);
    if (typeof url === 'string' && /\/api\/v\d+(?:\/alerts)?$/.test(url)) {
      const path = ['alerts', 'alertmanagers', i, ...(said === item ? [] : ['url'])];
      findings.problem(path, 'is the address of its API: leave out /api/ and what follows');
    }
  });
}
