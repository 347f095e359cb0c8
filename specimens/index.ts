/** Specimens this project renders for its tests, its demo and its benchmarks. */
export { renderBankStatement } from './bankStatement.js';
export { renderDrivingLicence } from './drivingLicence.js';
export { renderIdentityCard } from './identityCard.js';
export { renderInvoice } from './invoice.js';
export { renderPassport } from './passport.js';
export { renderReceipt } from './receipt.js';
export { ANNA, type InventedPerson, type Specimen } from './specimen.js';
export { renderUtilityBill } from './utilityBill.js';
