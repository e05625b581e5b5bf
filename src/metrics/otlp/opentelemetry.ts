// What needs the libraries of OpenTelemetry: loaded by `app/otlp.ts` with the first push, and never without one.
export { createProducer } from './producer.ts';
export { requestBodies } from './requests.ts';
