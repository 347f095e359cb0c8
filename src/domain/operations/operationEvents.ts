import { WorkDropped, WorkParked, WorkRetried } from './parkedWork.js';

/** Every event type of work that was set aside. */
export const operationEventDefinitions = [WorkParked, WorkRetried, WorkDropped] as const;
