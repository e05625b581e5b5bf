// Lists every check, in the order in which `floatwatch doctor` tells them: a new check is a file, and a line here.
import { balances } from './balances.ts';
import type { Check } from './check.ts';
import { clock } from './clock.ts';
import { configuration } from './configuration.ts';
import { disk } from './disk.ts';
import { receivers, services } from './endpoints.ts';
import { retention, rollUps } from './figures.ts';
import { memory } from './memory.ts';
import { migrations } from './migrations.ts';
import { ownCertificate } from './own-certificate.ts';
import { partitions } from './partitions.ts';
import { rights } from './rights.ts';
import { rules } from './rules.ts';
import { spool } from './spool.ts';
import { timeZones } from './time-zones.ts';
import { nodeVersion, postgresVersion } from './versions.ts';

export const CHECKS: readonly Check[] = [
  ...[configuration, nodeVersion, postgresVersion, clock, migrations, rights, partitions, timeZones],
  ...[balances, rules, rollUps, retention, spool, disk, memory, services, receivers, ownCertificate],
];
