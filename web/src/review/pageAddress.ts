/** Where the service shows a page of a document of a case. @param page From 1 */
export const pageAddress = (session_id: string, doc_id: string, page: number, size?: 'small'): string =>
  `/v1/cases/${session_id}/documents/${doc_id}/pages/${page}${size ? `?size=${size}` : ''}`;
