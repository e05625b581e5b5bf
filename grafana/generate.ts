// Writes the dashboards to grafana/dashboards/:
//
//   node grafana/generate.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DASHBOARDS, rendered } from './dashboards.ts';

const folder = join(import.meta.dirname, 'dashboards');
mkdirSync(folder, { recursive: true });
for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
  writeFileSync(join(folder, `${name}.json`), rendered(dashboard()));
}
