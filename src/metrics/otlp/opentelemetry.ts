// The modules that need the OpenTelemetry libraries: `app/otlp.ts` loads them with the first push, and never without one.
export { createProducer } from './producer.ts';
export { requestBodies } from './requests.ts';
