export { SAVED_KINDS, type SavedQuery } from './savedQuery.js';
export {
  applyToSavedSearch,
  savedSearch,
  type SavedSearch,
  type SavedSearchContent,
  type SavedSearchEvent,
  type SavedSearchState,
  savedSearchEventDefinitions,
  savedSearchStream,
  type SavedSearchVersion,
  textsErased,
} from './savedSearch.js';
export { searchAlert, type SearchAlert, searchAlertStream } from './searchAlert.js';
