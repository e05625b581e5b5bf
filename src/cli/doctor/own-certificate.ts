// Checks how long the certificate of the page lasts.
import { X509Certificate } from 'node:crypto';
import { counted } from '../../domain/counted.ts';
import { readWebConfig } from '../../web/http/web-config.ts';
import { bad, check, type Judgement, ok, warn } from './check.ts';
import { daysUntil } from './endpoints.ts';

const SOON_DAYS = 21;

/** Whole days until the page's certificate ends; `null` where it has none. */
export const ownCertificate = check(
  'certificate',
  ({ config: { web }, clock }): number | null => {
    const tls = web.config_file === null ? undefined : readWebConfig(web.config_file).tls;
    return tls ? daysUntil(new X509Certificate(tls.cert).validTo, clock.now()) : null;
  },
  judgeOwnCertificate,
);

export function judgeOwnCertificate(daysLeft: number | null): readonly Judgement[] {
  if (daysLeft === null) return [ok('the page is served without TLS')];
  const advice = 'renew it: the file is read again without a restart';
  if (daysLeft < 0) return [bad(`the page's certificate ended ${counted(-daysLeft, 'day')} ago`, advice)];
  const found = `the page's certificate lasts ${counted(daysLeft, 'day')}`;
  return [daysLeft < SOON_DAYS ? warn(found, advice) : ok(found)];
}
