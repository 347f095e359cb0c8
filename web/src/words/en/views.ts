/** What is said of saved views, in English. */
export const views = {
  title: 'Saved views',
  save: 'Save this view',
  none: 'None is saved: save what is shown here under a name.',
  whose: 'Whose',
  shared: 'Shared',
  own: 'Yours',
  share: 'Everybody of the tenant sees it',
  remove: 'Delete',
  erased: 'Erased with a person whom it named',
  removeIt: (name: string): string => `Delete ${name}`,
  alert: 'Tell webhook endpoints when it finds something new',
  alerts: 'New things',
  told: 'Told',
};
