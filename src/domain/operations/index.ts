export { type ParkedWorkEvent, WorkDropped, WorkParked, WorkRetried } from './parkedWork.js';
