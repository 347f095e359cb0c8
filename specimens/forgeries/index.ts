/** Passports of invented persons, some of which somebody changed: what the service is to tell apart. */
export { cleanPassports, forgedPassports, type JudgedPassport } from './passports.js';
export { ONLY_IN_THE_PICTURE, type Trick } from './tricks.js';
