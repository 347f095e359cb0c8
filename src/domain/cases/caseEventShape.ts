import { z } from 'zod';
import { agentUsed } from './caseAgent.js';

/** What every later event of a case repeats, so that it can be understood without the ones before it. */
export const ofCase = { session_id: z.string(), goal: z.string(), agent: agentUsed };
