export {
  applyToBlocklistEntry,
  BLOCKLIST_KINDS,
  blocklistEntry,
  type BlocklistEntry,
  type BlocklistEntryEvent,
  blocklistEntryStream,
  blocklistEventDefinitions,
  type BlocklistKind,
} from './blocklistEntry.js';
