// All that is loaded with the first push, and never without one.
export { createProducer } from './producer.ts';
export { requestBodies } from './requests.ts';
