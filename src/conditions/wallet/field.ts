// The setting `field`, which several conditions share.
import type { Setting } from '../settings.ts';

export const FIELD = {
  is: 'field',
  text: 'The amount that below, above, drops_by and rises_by look at; available unless said otherwise.',
} as const satisfies Setting;
