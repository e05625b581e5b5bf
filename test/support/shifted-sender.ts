// Run under faketime: tells the Alertmanager in argv of one alert; it ends when standard input does.
import type { Alert } from '../../src/domain/alert.ts';
import { createAlertmanager } from '../../src/receivers/alertmanager/alertmanager.ts';
import { receiverContext } from './delivering.ts';

const firingAt = Date.now() - 5_000;
let alert: Alert = {
  fingerprint: 'Shifted',
  rule: 'Shifted',
  severity: 'warning',
  account: '',
  currency: '',
  walletType: '',
  labels: { alertname: 'Shifted' },
  annotations: {},
  phase: 'firing',
  held: false,
  reason: 'fired',
  pendingAt: firingAt,
  firingAt,
  resolvedAt: null,
  value: null,
  threshold: null,
};
const sender = createAlertmanager(
  { url: process.argv[2]!, basic_auth: null, bearer_token: null, tls: null },
  receiverContext({
    name: 'am',
    alerts: () => [alert],
    resendMs: 1_000,
    onDelivery: () => void process.stdout.write(`${JSON.stringify(sender.status())}\n`),
  }),
);
process.stdin.resume().on('end', () => {
  alert = { ...alert, phase: 'inactive', resolvedAt: Date.now() };
  sender.tell([alert]);
});
