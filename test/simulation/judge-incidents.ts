// Promise 5 after a calm hour: an incident is open at PagerDuty for each alert that fires, and for no other.
import type { Incident, Told } from './receivers.ts';
import { ACCOUNTS, DESK } from './settings.ts';
import { settingsNow, type World } from './world.ts';

export function judgeIncidents(world: World): void {
  const { receivers, violation } = world;
  const { desk, told } = settingsNow(world);
  if (desk !== 'pagerduty' || !told.includes(DESK)) return;
  const open = [...receivers.incidents.values()];
  const active = [...receivers.active().values()];
  for (const incident of open) {
    if (!active.some((alert) => isOf(incident, alert)))
      violation(
        `promise 5: the incident of ${incident.rule} for ${incident.account} is open, and it is over`,
      );
  }
  for (const alert of receivers.confirmed().values()) {
    if (!open.some((incident) => isOf(incident, alert)))
      violation(`promise 5: PagerDuty was not told of ${alert.identity}`);
  }
}

function isOf({ rule, account }: Incident, { labels }: Told): boolean {
  const isOfOne = (ACCOUNTS as readonly string[]).includes(account);
  return labels['alertname'] === rule && (!isOfOne || labels['account'] === account);
}
