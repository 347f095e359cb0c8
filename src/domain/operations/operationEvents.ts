import { InstallationFounded } from './installation.js';
import { WorkDropped, WorkParked, WorkRetried } from './parkedWork.js';

/** Every event type of running the service: whose log it is, and work that was set aside. */
export const operationEventDefinitions = [InstallationFounded, WorkParked, WorkRetried, WorkDropped] as const;
