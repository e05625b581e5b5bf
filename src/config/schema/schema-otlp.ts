// The settings of `otlp`; schema.ts puts them into the file's schema.
import { z } from 'zod';
import { otlpUrl } from './address.ts';
import { refuse } from './refusal.ts';
import { accessSettings } from './schema-access.ts';
import { secretHeader } from './secret-settings.ts';
import { duration, filePath, optional, section, text } from './settings.ts';

const OURS = ['content-encoding', 'content-length', 'content-type', 'host', 'transfer-encoding'];

const headerName = () =>
  text('the name of a header, such as X-Scope-OrgID', (value) => {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) return undefined;
    return OURS.includes(value.toLowerCase()) ? refuse('is a header that floatwatch sets itself') : value;
  });

const header = section({
  name: headerName().describe('Its name, such as X-Scope-OrgID.'),
  value: optional(secretHeader()).describe('What it says; never shown.'),
  value_file: optional(filePath()).describe('A file that holds it, instead of value.'),
});

const attributeName = () =>
  text('letters, digits, dots, dashes and underscores', (value) =>
    /^[A-Za-z][\w.-]{0,127}$/.test(value) ? value : undefined,
  );

export const otlp = section({
  url: otlpUrl().describe(
    'Where to POST, path included. Of Prometheus: http://prometheus:9090/api/v1/otlp/v1/metrics; of a collector: http://collector:4318/v1/metrics.',
  ),
  interval: duration(1_000, 3_600_000).prefault('1m').describe('From one push to the next.'),
  ...accessSettings,
  headers: z.array(header).prefault([]).describe('More headers of each request.'),
  resource_attributes: z
    .record(attributeName(), text())
    .prefault({})
    .describe(
      'More attributes of the resource. service.name is floatwatch, service.instance.id the host and the port of the page; others may be named here.',
    ),
});
