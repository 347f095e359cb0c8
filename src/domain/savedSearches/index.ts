export type { SavedQuery } from './savedQuery.js';
export {
  applyToSavedSearch,
  savedSearch,
  type SavedSearch,
  type SavedSearchContent,
  type SavedSearchEvent,
  savedSearchEventDefinitions,
  savedSearchStream,
  type SavedSearchVersion,
} from './savedSearch.js';
export { searchAlert, type SearchAlert, searchAlertStream } from './searchAlert.js';
